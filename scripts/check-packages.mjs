// `npm run packages`: what a stranger gets from npm. Packs every package, holds the tarballs against publint and
// "are the types wrong", installs them in an empty project, type-checks all public entry points there, and runs
// scripts/stranger.ts (read, fit, predict, save, load, predict the same) and the demo on this Node and on 20, 22 and 24.
// What the packages' READMEs print is run there too. Last, what `npm publish` would say.

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { listPackages } from './entry-points.mjs';
import { exampleLoans, readmeBlocks, readmeCommands } from './readme-blocks.mjs';

const root = resolve(import.meta.dirname, '..');
const packages = listPackages();
const scratch = mkdtempSync(join(tmpdir(), 'fairfront-packages-'));
const failures = [];

try {
  const tarballs = packAll();
  for (const { name, size, unpackedSize, paths } of tarballs) {
    say(`- ${name}: ${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked, ${paths.length} files`);
  }
  for (const tarball of tarballs) {
    await check(`publint ${tarball.name}`, () => lint(tarball));
    await check(`types of ${tarball.name}`, () => checkTypes(tarball));
  }
  const project = join(scratch, 'project');
  await check('install the tarballs alone', () => install(project, tarballs));
  for (const moduleResolution of ['node16', 'bundler']) {
    await check(`strict types, moduleResolution ${moduleResolution}`, () =>
      typeCheck(project, moduleResolution),
    );
  }
  for (const { name } of tarballs) {
    await check(`README of ${name}`, () => runReadme(project, name));
  }
  await check('npm publish --dry-run', () => {
    run('npm', ['publish', '--workspaces', '--dry-run', '--ignore-scripts'], root);
  });
  await check('the core needs neither Node nor DOM', () => typeCheckCore(project));
  const others = [20, 22, 24].filter((major) => major !== Number.parseInt(process.versions.node, 10));
  for (const version of [undefined, ...others]) {
    const node = version === undefined ? process.execPath : fetchNode(version);
    if (node === undefined) say(`- Node ${version}: skipped, npm has no binary of it for this machine`);
    else
      await check(`Node ${version ?? process.versions.node}: read, fit, predict, save, load`, () =>
        use(project, node, version !== undefined),
      );
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
say(
  failures.length === 0
    ? '✔ packages are fit for strangers'
    : `✘ ${failures.length} failed: ${failures.join(' · ')}`,
);
process.exitCode = failures.length === 0 ? 0 : 1;

/** Runs one check, which returns a list of complaints or throws, and says how it went. */
async function check(what, run) {
  let complaints;
  try {
    complaints = (await run()) ?? [];
  } catch (error) {
    complaints = [`${error.stdout ?? ''}${error.stderr ?? ''}` || error.message];
  }
  if (complaints.length > 0) failures.push(what);
  say(`${complaints.length === 0 ? '✔' : '✘'} ${what}${complaints.map((line) => `\n    ${line}`).join('')}`);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Runs a program quietly; what it printed comes with the error when it fails. */
function run(command, args, cwd) {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function packAll() {
  const each = packages.flatMap(({ json }) => ['--workspace', json.name]);
  const made = JSON.parse(
    run('npm', ['pack', ...each, '--json', '--ignore-scripts', '--pack-destination', scratch], root),
  );
  return Object.values(made).map(({ name, filename, files, size, unpackedSize }) => ({
    name,
    size,
    unpackedSize,
    file: join(scratch, filename),
    paths: files.map(({ path }) => path),
  }));
}

/** publint's complaints, and files that a package must or must not hold. */
async function lint({ name, file, paths }) {
  const data = readFileSync(file);
  const { messages, pkg } = await publint({
    pack: { tarball: data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) },
    strict: true,
  });
  return [
    ...messages.map((message) => formatMessage(message, pkg, { color: false })),
    ...['README.md', 'LICENSE']
      .filter((path) => !paths.includes(path))
      .map((path) => `${name} has no ${path}`),
    ...paths.filter((path) => /\.tsbuildinfo$|\.test\./.test(path)).map((path) => `${name} ships ${path}`),
  ];
}

/** Complaints of "are the types wrong" for ES modules: packages here have no CommonJS, nor entries for TypeScript's node10. */
async function checkTypes({ file }) {
  const { problems } = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(file))));
  return problems
    .filter(({ resolutionKind }) => resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs')
    .map((problem) => JSON.stringify(problem));
}

function install(project, tarballs) {
  mkdirSync(project);
  writeJson(join(project, 'package.json'), { private: true, type: 'module' });
  run(
    'npm',
    ['install', '--prefer-offline', '--no-save', ...tarballs.map(({ file }) => file), '@types/node@20'],
    project,
  );
  copyFileSync(join(root, 'scripts/stranger.ts'), join(project, 'stranger.ts'));
  const unwanted = ['onnxruntime-node', 'onnxruntime-web'].filter((name) =>
    existsSync(join(project, 'node_modules', name)),
  );
  return unwanted.map((name) => `${name} is installed although nobody asked for it`);
}

/** Type-checks every public entry point and stranger.ts, libraries' own declarations included. */
function typeCheck(project, moduleResolution) {
  const specifiers = packages.flatMap(({ entryPoints }) => entryPoints.filter((each) => each.isPublic));
  const lines = specifiers.map(
    ({ specifier }, i) => `import * as entry${i} from '${specifier}';\nvoid entry${i};\n`,
  );
  writeFileSync(join(project, 'entries.ts'), lines.join(''));
  const module = moduleResolution === 'bundler' ? 'esnext' : 'node16';
  return compile(project, ['stranger.ts', 'entries.ts'], { module, moduleResolution, types: ['node'] });
}

function typeCheckCore(project) {
  const core = packages.find(({ json }) => json.name === '@fairfront/core');
  const lines = core.entryPoints.map(({ specifier }) => `export * from '${specifier}';\n`);
  writeFileSync(join(project, 'core.ts'), lines.join(''));
  return compile(project, ['core.ts'], { module: 'node16', lib: ['es2022'], types: [] });
}

function compile(project, files, compilerOptions) {
  const options = { target: 'es2022', strict: true, skipLibCheck: false, ...compilerOptions };
  writeJson(join(project, 'tsconfig.json'), { compilerOptions: options, files });
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project], project);
}

/** Runs the compiled stranger.ts in a folder of its own, and the demo on the data inside where no README did. */
function use(project, node, withDemo) {
  const folder = mkdtempSync(join(scratch, 'use-'));
  run(node, [join(project, 'stranger.js')], folder);
  if (!withDemo) return;
  run(node, [join(project, 'node_modules/fairfront/bin/fairfront.js'), 'demo', '--quiet'], folder);
}

/**
 * Runs the commands of a package's README in the order they are printed, and its programs that need nothing else:
 * neither what a comment says is given, nor a page, nor onnxruntime. All of its programs are type-checked.
 */
function runReadme(project, name) {
  const readme = join(project, 'node_modules', name, 'README.md');
  const folder = mkdtempSync(join(project, 'readme-'));
  writeFileSync(join(folder, 'loans.csv'), exampleLoans());
  for (const { command } of readmeCommands(readme)) run('sh', ['-ec', command], folder);
  const programs = readmeBlocks(readme, 'ts').map(({ text, given, line }) => {
    const file = join(folder, `line-${line}.ts`);
    writeFileSync(file, `${text}\n${given}\nexport {};\n`);
    return { file, isWhole: given === '' && !/\bdocument\b|\/neural\/node/.test(text) };
  });
  if (programs.length === 0) return;
  const lib = ['es2023', 'dom'];
  const options = { module: 'node16', moduleResolution: 'node16', lib, skipLibCheck: true };
  compile(
    project,
    programs.map(({ file }) => file),
    options,
  );
  for (const { file, isWhole } of programs) {
    if (isWhole) run(process.execPath, [file.replace(/ts$/, 'js')], folder);
  }
}

function kilobytes(bytes) {
  return `${Math.round(bytes / 1024).toLocaleString('en-US')} kB`;
}

/** A Node of the given major version from npm, or undefined where there is none for this machine. */
function fetchNode(major) {
  const folder = join(scratch, `node-${major}`);
  mkdirSync(folder);
  try {
    run(
      'npm',
      ['pack', `node-${process.platform}-${process.arch}@${major}`, '--pack-destination', folder],
      scratch,
    );
    run('tar', ['xzf', readdirSync(folder)[0]], folder);
  } catch {
    return undefined;
  }
  return join(folder, 'package/bin/node');
}

function writeJson(path, value) {
  writeFileSync(path, JSON.stringify(value, null, 2));
}
