// Quick tests share modules: one that replaces a module would replace it for others, were it not named *.mock.test.ts.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const folders = ['test', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/test`)];

it('only *.mock.test.ts replace modules', () => {
  const replacing = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, `${path}`)),
    )
    .filter(
      (path) =>
        /\.test\.ts$/.test(path) && /^\s*vi\.(do)?[mM]ock\(/m.test(readFileSync(join(root, path), 'utf8')),
    );
  expect(replacing.length).toBeGreaterThan(0);
  expect(replacing.filter((path) => !path.endsWith('.mock.test.ts'))).toEqual([]);
});
