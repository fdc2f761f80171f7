// The entry points of every package, read from the `exports` of their package.json: what tests, docs and checks go by.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** Lists the packages of the workspace: folder, parsed package.json, and entry points with their source files. */
export function listPackages() {
  return readdirSync(join(root, 'packages')).map((name) => {
    const folder = join(root, 'packages', name);
    const json = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const entryPoints = Object.entries(json.exports)
      .filter(([, target]) => target.default !== undefined)
      .map(([subpath, target]) => ({
        specifier: join(json.name, subpath),
        source: join(folder, target.default.replace('dist/', 'src/').replace(/\.js$/, '.ts')),
        isPublic: !subpath.startsWith('./internal'),
      }));
    return { folder, json, entryPoints };
  });
}
