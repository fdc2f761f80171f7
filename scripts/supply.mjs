// `npm run supply`: what comes from others. Every package of package-lock.json has a licence that may be passed on, and
// a checksum; none runs a script at install unless that was looked at; what holds native code is pinned to one version.
// `npm run sbom` prints the bill of materials of what users install (CycloneDX).

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listPackages } from './entry-points.mjs';

/** Licences that ask for no more than attribution. */
const LICENCES = new Set([
  ...[
    'MIT',
    'ISC',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'Unlicense',
  ],
  'Python-2.0',
]);

/** What builds and tests are made with, and nobody is handed: it may also be shared alike, file by file. */
const FOR_BUILDING = 'MPL-2.0';

/** Libraries that sharp loads, each in a package of its own that users may replace: what LGPL asks for. */
const LOADED = /^@img\/sharp-/;
const FOR_LOADED = 'LGPL-3.0-or-later';

/** What a manifest may ask for others by. */
const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** Packages with native code, WebAssembly included, whose next release could behave in another way. */
const NATIVE = ['@duckdb/node-api', 'node-sqlite3-wasm', 'onnxruntime-node', 'onnxruntime-web', 'sharp'];

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const root = resolve(import.meta.dirname, '..');
  const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const lock = read('package-lock.json');
  const manifests = [read('package.json'), ...listPackages().map(({ json }) => json)];
  const complaints = checkSupply(lock, manifests);
  for (const line of complaints) process.stdout.write(`✘ ${line}\n`);
  if (complaints.length === 0) {
    process.stdout.write(
      `✔ ${Object.keys(lock.packages).length} packages: licences, checksums, scripts, pins\n`,
    );
  }
  process.exitCode = complaints.length === 0 ? 0 : 1;
}

/** Lists what is wrong with the packages of a lock file, and with how the manifests ask for native code. */
export function checkSupply({ packages }, manifests) {
  const [{ allowScripts = {} }] = manifests;
  const complaints = [];
  for (const [path, own] of Object.entries(packages)) {
    const { link, license, integrity, hasInstallScript, dev = false } = own;
    if (link || !path.includes('node_modules/')) continue;
    const name = path.split('node_modules/').at(-1);
    const extra = LOADED.test(name) ? FOR_LOADED : dev ? FOR_BUILDING : undefined;
    if (!isAllowed(license, extra)) complaints.push(`${name}: licence ${license ?? 'unknown'}`);
    if (integrity === undefined) complaints.push(`${name}: no checksum`);
    if (hasInstallScript && allowScripts[name] === undefined)
      complaints.push(`${name}: runs a script at install`);
  }
  for (const { name: own, ...manifest } of manifests) {
    for (const [name, range] of DEPENDENCIES.flatMap((kind) => Object.entries(manifest[kind] ?? {}))) {
      if (NATIVE.includes(name) && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))
        complaints.push(`${own}: ${name} is not pinned: ${range}`);
    }
  }
  return complaints;
}

/** Of "A OR B" one is enough, of "A AND B" all are needed; what mixes the two is for a person to read. */
function isAllowed(expression = '', extra = undefined) {
  const words = expression.replaceAll(/[()]/g, '');
  const isFine = (each) => LICENCES.has(each) || each === extra;
  return words.includes(' AND ') ? words.split(' AND ').every(isFine) : words.split(' OR ').some(isFine);
}
