// Builds what people look at. Into packages/fairfront/dist/pages: render.cjs (a report as HTML, for Node), report.js and
// report.css (what wakes it in a browser). Into dist: the studio, which fairfront's server shows and any web server can.
// What is there already, made of the same files, is left as it is.

import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { darkStyle } from '@fairfront/charts';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';

const root = import.meta.dirname;
const pages = join(root, '../../packages/fairfront/dist/pages');
/** The charts know which colours figures have on a dark page. */
const darkFigures = {
  name: 'dark-figures',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/style.css') ? code.replace('/* The colours of figures. */', darkStyle) : undefined,
};
/** A page has no Node; Svelte's renderer does without. */
const withoutNode = {
  name: 'without-node',
  enforce: 'pre',
  resolveId(id, importer) {
    if (isBuiltin(id) && !importer.endsWith('render.cjs'))
      this.error(`${importer} asks for ${id}, which a page does not have`);
  },
};
const plugins = [darkFigures, svelte({ configFile: false })];
const common = { root, configFile: false, logLevel: 'error', plugins };
const inPage = {
  ...common,
  plugins: [withoutNode, ...plugins],
  worker: { format: 'es', plugins: () => [withoutNode] },
};
/** One file without imports, and its style beside it: a content policy would refuse what a script puts into the page. */
const single = (entry, fileName, format) => ({
  outDir: pages,
  emptyOutDir: false,
  copyPublicDir: false,
  cssCodeSplit: false,
  modulePreload: false,
  rollupOptions: {
    input: join(root, entry),
    output: {
      format,
      entryFileNames: fileName,
      assetFileNames: 'report[extname]',
      inlineDynamicImports: true,
    },
  },
});

/** What everything is made of, in one number. */
function inputs() {
  const hash = createHash('sha256');
  const own = ['build.mjs', 'package.json', 'index.html', 'src', 'public'].map((name) => join(root, name));
  const built = ['core', 'charts', 'trees', 'neural', 'fairfront'].map((name) =>
    join(root, '../../packages', name, 'dist'),
  );
  for (const path of [join(root, '../../package-lock.json'), ...own, ...built].flatMap(filesIn)) {
    if (path.startsWith(pages) || !/\.(?:[cm]?js|ts|svelte|css|html|json|svg)$/.test(path)) continue;
    hash.update(`${path}\n`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

/** Beside what is installed: whoever installs anew builds anew. */
const stamp = join(root, '../../node_modules/.cache/fairfront-studio');
const outputs = [
  ...['render.cjs', 'report.js', 'report.css', 'studio/index.html'].map((name) => join(pages, name)),
  join(root, 'dist/index.html'),
];
const made = inputs();
if (outputs.every((path) => existsSync(path)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === made) {
  process.exit();
}
rmSync(stamp, { force: true });

await build({
  ...common,
  build: { ...single('src/report/render.ts', 'render.cjs', 'cjs'), ssr: true, minify: false },
  ssr: { noExternal: true },
});
await build({ ...inPage, build: single('src/report/report.ts', 'report.js', 'iife') });
await build({ ...inPage, base: './', build: { outDir: join(root, 'dist'), emptyOutDir: true } });
rmSync(join(pages, 'studio'), { recursive: true, force: true });
cpSync(join(root, 'dist'), join(pages, 'studio'), { recursive: true });
mkdirSync(dirname(stamp), { recursive: true });
writeFileSync(stamp, made);
