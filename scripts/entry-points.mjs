// The entry points of every package, read from the `exports` of their package.json: what tests, docs and checks go by.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/**
 * Lists the packages of the workspace: folder, parsed package.json, entry points with their source files, and the imports
 * that are another file in a page.
 */
export function listPackages() {
  return readdirSync(join(root, 'packages')).map((name) => {
    const folder = join(root, 'packages', name);
    const json = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const entryPoints = Object.entries(json.exports)
      .filter(([, target]) => target.default !== undefined)
      .map(([subpath, target]) => ({
        specifier: join(json.name, subpath),
        source: sourceOf(folder, target.default),
        isPublic: !subpath.startsWith('./internal'),
      }));
    const imports = Object.entries(json.imports ?? {}).map(([specifier, target]) => ({
      specifier,
      source: sourceOf(folder, target.default),
      inPage: sourceOf(folder, target.browser),
    }));
    return { folder, json, entryPoints, imports };
  });
}

/** Lists how Vite finds the sources of all that packages offer. @param isPage whether it builds for a page */
export function sourceAliases(isPage = false) {
  return listPackages()
    .flatMap(({ entryPoints, imports }) => [
      ...entryPoints,
      ...imports.map((own) => ({ ...own, source: isPage ? own.inPage : own.source })),
    ])
    .map(({ specifier, source }) => ({ find: new RegExp(`^${specifier}$`), replacement: source }));
}

function sourceOf(folder, compiled) {
  return join(folder, compiled.replace('dist/', 'src/').replace(/\.js$/, '.ts'));
}
