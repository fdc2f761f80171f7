// `npm run layers`: the rules of .dependency-cruiser.mjs, then that no folders of a package import each other in a circle.
// dependency-cruiser has folder rules too, but counts a folder's subfolders into it, so that an import of `training` by
// `training/options` is no cycle to it. Here every folder stands for the files directly in it. The files at the root of
// a package's src (entry points, a version, an error class) are in no folder and make no cycle.

import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, format } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const { ok, output } = await checkLayers(process.cwd(), process.argv.slice(2));
  process.stdout.write(output);
  process.exitCode = ok ? 0 : 1;
}

/** Checks the sources under `folders` of the project at `root`: whether its layers hold, and what to print. */
export async function checkLayers(root, folders) {
  const options = await extractOptions(join(root, '.dependency-cruiser.mjs'));
  const tsConfig = extractTsConfig(join(root, options.tsConfig.fileName));
  const { output: result } = await cruise(folders, { ...options, baseDir: root }, undefined, { tsConfig });
  const rules = await format(result, { outputType: 'err' });
  const cycles = folderCycles(result.modules);
  const found =
    cycles.length === 0
      ? '✔ no cycles between folders\n\n'
      : `${cycles.map(describeCycle).join('\n')}\n✘ ${cycles.length} cycles between folders\n\n`;
  return { ok: rules.exitCode === 0 && cycles.length === 0, output: rules.output + found };
}

/** Lists the knots of folders that reach each other, each with the imports between its folders, the rarest first. */
function folderCycles(modules) {
  const imports = new Map(); // folder → folder it imports → 'file → file' for each import
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    for (const { resolved } of from === undefined ? [] : dependencies) {
      const to = folderOf(resolved);
      if (to === undefined || to.name === from.name || to.package !== from.package) continue;
      const targets = imports.get(from.name) ?? imports.set(from.name, new Map()).get(from.name);
      targets.set(to.name, [...(targets.get(to.name) ?? []), `${source} → ${resolved}`]);
    }
  }
  return stronglyConnected(imports)
    .filter((folders) => folders.length > 1)
    .map((folders) => ({
      folders: folders.sort(),
      imports: folders
        .flatMap((from) => folders.map((to) => imports.get(from).get(to) ?? []))
        .filter((files) => files.length > 0)
        .sort((a, b) => a.length - b.length),
    }));
}

/** The folder of a source file and its package; undefined for files at the root of src and outside packages. */
function folderOf(file) {
  const [, root] = /^((?:packages|apps)\/[^/]+\/src)\/.+\//.exec(file) ?? [];
  return root === undefined ? undefined : { package: root, name: dirname(file) };
}

/** Tarjan's algorithm: the strongly connected components of a graph given as node → Map of its successors. */
function stronglyConnected(graph) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const components = [];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of graph.get(node)?.keys() ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) === index.get(node)) components.push(stack.splice(stack.indexOf(node)));
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return components;
}

/** Names the folders of a cycle and the dozen rarest imports that close it: often those that are the mistake. */
function describeCycle({ folders, imports }) {
  const shown = imports
    .slice(0, 12)
    .map((files) => `      ${files[0]}${files.length > 1 ? `, and ${files.length - 1} more` : ''}`);
  return `  error cycle between folders: ${folders.join(' ⇄ ')}\n${shown.join('\n')}`;
}
