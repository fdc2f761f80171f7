// docs/paper-map.md names files; each must be there.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const map = readFileSync(join(root, 'docs/paper-map.md'), 'utf8');
const files = [...new Set([...map.matchAll(/`([\w./-]+\.(?:ts|md|py))`/g)].map(([, path]) => path!))];

it('finds files in the map', () => {
  expect(files.length).toBeGreaterThan(20);
});

it.each(files)('%s exists', (path) => {
  expect(existsSync(join(root, path))).toBe(true);
});
