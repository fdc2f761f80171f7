// The layer check must be able to fail: it is run on small trees that break each rule.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const trees: string[] = [];

function cruise(files: Readonly<Record<string, string>>): { status: number | null; output: string } {
  const tree = mkdtempSync(join(tmpdir(), 'fairfront-layers-'));
  trees.push(tree);
  for (const name of ['.dependency-cruiser.mjs', 'tsconfig.base.json', 'tsconfig.layers.json']) {
    cpSync(join(root, name), join(tree, name));
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  const command = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const { status, stdout } = spawnSync(
    process.execPath,
    [command, '--config', '.dependency-cruiser.mjs', 'packages'],
    {
      cwd: tree,
      encoding: 'utf8',
    },
  );
  return { status, output: stdout };
}

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true });
});

const numeric = 'packages/core/src/numeric/a.ts';
const search = 'packages/core/src/search/b.ts';

describe('the layer check', () => {
  it('passes imports that go down', () => {
    const { status } = cruise({
      [numeric]: 'export const a = 1;',
      [search]: "export { a } from '../numeric/a.js';",
    });
    expect(status).toBe(0);
  });

  it('fails on an import that goes up inside core', () => {
    const { status, output } = cruise({
      [numeric]: "export { b } from '../search/b.js';",
      [search]: 'export const b = 1;',
    });
    expect(status).not.toBe(0);
    expect(output).toContain('packages/core/src/numeric imports nothing from above');
  });

  it('fails on an import that goes up between packages', () => {
    const { status, output } = cruise({
      'packages/charts/src/a.ts': "export { b } from '../../fairfront/src/b.js';",
      'packages/fairfront/src/b.ts': 'export const b = 1;',
    });
    expect(status).not.toBe(0);
    expect(output).toContain('packages/charts imports nothing from above');
  });

  it('fails on a cycle, also one of types alone', () => {
    const { status, output } = cruise({
      [numeric]: "import type { C } from './c.js';\nexport type A = C | number;",
      'packages/core/src/numeric/c.ts': "import type { A } from './a.js';\nexport type C = A | string;",
    });
    expect(status).not.toBe(0);
    expect(output).toContain('no import cycles');
  });

  it('fails when core imports a package or a Node module', () => {
    const { status, output } = cruise({
      [numeric]: "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;",
    });
    expect(status).not.toBe(0);
    expect(output).toContain('core depends on nothing');
  });
});
