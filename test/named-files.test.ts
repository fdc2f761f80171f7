// Pages that name files of the project: each file must be there.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

describe.each([
  ['docs/paper-map.md', 20],
  ['CONTRIBUTING.md', 10],
])('%s', (page, atLeast) => {
  const text = readFileSync(join(root, page), 'utf8');
  const files = [...new Set([...text.matchAll(/`(\w[\w./-]+\.(?:ts|md|py))`/g)].map(([, path]) => path!))];

  it('names files', () => {
    expect(files.length).toBeGreaterThan(atLeast);
  });

  it.each(files)('%s exists', (path) => {
    expect(existsSync(join(root, path))).toBe(true);
  });
});
