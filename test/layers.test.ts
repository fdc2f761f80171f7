// The layer check must be able to fail: it is run on small trees that break each rule.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { listPackages } from '../scripts/entry-points.mjs';
import { checkLayers } from '../scripts/layers.mjs';

const root = resolve(import.meta.dirname, '..');
const trees: string[] = [];

function check(files: Readonly<Record<string, string>>): Promise<{ ok: boolean; output: string }> {
  const tree = mkdtempSync(join(tmpdir(), 'fairfront-layers-'));
  trees.push(tree);
  for (const name of ['.dependency-cruiser.mjs', 'tsconfig.base.json', 'tsconfig.layers.json']) {
    cpSync(join(root, name), join(tree, name));
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  return checkLayers(tree, ['packages']);
}

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true });
});

const numeric = 'packages/core/src/numeric/a.ts';
const search = 'packages/core/src/search/b.ts';

describe('the layer check', () => {
  it('passes imports that go down', async () => {
    const { ok } = await check({
      [numeric]: 'export const a = 1;',
      [search]: "export { a } from '../numeric/a.js';",
    });
    expect(ok).toBe(true);
  });

  it('fails on an import that goes up inside core', async () => {
    const { ok, output } = await check({
      [numeric]: "export { b } from '../search/b.js';",
      [search]: 'export const b = 1;',
    });
    expect(ok).toBe(false);
    expect(output).toContain('packages/core/src/numeric imports nothing from above');
  });

  it('fails on an import that goes up between packages', async () => {
    const { ok, output } = await check({
      'packages/charts/src/a.ts': "export { b } from '../../fairfront/src/b.js';",
      'packages/fairfront/src/b.ts': 'export const b = 1;',
    });
    expect(ok).toBe(false);
    expect(output).toContain('packages/charts imports nothing from above');
  });

  it('fails on a cycle, also one of types alone', async () => {
    const { ok, output } = await check({
      [numeric]: "import type { C } from './c.js';\nexport type A = C | number;",
      'packages/core/src/numeric/c.ts': "import type { A } from './a.js';\nexport type C = A | string;",
    });
    expect(ok).toBe(false);
    expect(output).toContain('no import cycles');
  });

  it('fails on a cycle between folders whose files make none', async () => {
    const { ok, output } = await check({
      'packages/neural/src/graph/a.ts': "export { b } from '../operators/b.js';",
      'packages/neural/src/graph/c.ts': 'export const c = 1;',
      'packages/neural/src/operators/b.ts': "export { c as b } from '../graph/c.js';",
    });
    expect(ok).toBe(false);
    expect(output).not.toContain('no import cycles');
    expect(output).toContain(
      'cycle between folders: packages/neural/src/graph ⇄ packages/neural/src/operators\n' +
        '      packages/neural/src/graph/a.ts → packages/neural/src/operators/b.ts',
    );
  });

  it('counts a nested folder as a folder of its own, also in a cycle of three', async () => {
    const { ok, output } = await check({
      'packages/charts/src/marks/a.ts': "export { b } from './axes/b.js';",
      'packages/charts/src/marks/d.ts': 'export const d = 1;',
      'packages/charts/src/marks/axes/b.ts': "export { c as b } from '../../report/c.js';",
      'packages/charts/src/report/c.ts':
        "import type { d } from '../marks/d.js';\nexport type C = typeof d;\nexport const c = 1;",
    });
    expect(ok).toBe(false);
    expect(output).toContain(
      'cycle between folders: packages/charts/src/marks ⇄ packages/charts/src/marks/axes ⇄ packages/charts/src/report',
    );
  });

  it('lets folders import the root of src, and the root import folders', async () => {
    const { ok, output } = await check({
      'packages/fairfront/src/version.ts': 'export const version = 1;',
      'packages/fairfront/src/index.ts': "export { a } from './read/a.js';",
      'packages/fairfront/src/read/a.ts': "export { version as a } from '../version.js';",
    });
    expect(output).toContain('no cycles between folders');
    expect(ok).toBe(true);
  });

  it('fails when folders of fairfront import upward or sideways, however deep the file', async () => {
    const wrong = [
      ['task', 'training'],
      ['report', 'runs'],
      ['audit', 'cli'],
      ['paper', 'runs'],
    ] as const;
    const { ok, output } = await check(
      Object.fromEntries(
        wrong.flatMap(([from, to]) => [
          [`packages/fairfront/src/${from}/deep/a.ts`, `export { b } from '../../${to}/b.js';`],
          [`packages/fairfront/src/${to}/b.ts`, 'export const b = 1;'],
        ]),
      ),
    );
    expect(ok).toBe(false);
    for (const [from, to] of wrong) {
      const found = `packages/fairfront/src/${from}/deep/a.ts → packages/fairfront/src/${to}/b.ts`;
      expect(output).toMatch(new RegExp(`imports nothing (from above|that stands beside it): ${found}`));
    }
  });

  it('lets the command line import all of fairfront', async () => {
    const { ok } = await check({
      'packages/fairfront/src/cli/a.ts':
        "export { b } from '../paper/b.js';\nexport { c } from '../runs/c.js';",
      'packages/fairfront/src/paper/b.ts': 'export const b = 1;',
      'packages/fairfront/src/runs/c.ts': 'export const c = 1;',
    });
    expect(ok).toBe(true);
  });

  it('fails when core imports a package or a Node module', async () => {
    const { ok, output } = await check({
      [numeric]: "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;",
    });
    expect(ok).toBe(false);
    expect(output).toContain('core depends on nothing');
  });
});

it('resolves every entry point of every package to its source', () => {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.layers.json'), 'utf8')) as {
    compilerOptions: { paths: Record<string, string[]> };
  };
  const entryPoints = listPackages().flatMap((each) => [...each.entryPoints, ...each.imports]);
  for (const { source } of entryPoints) expect(existsSync(source), source).toBe(true);
  expect(compilerOptions.paths).toEqual(
    Object.fromEntries(
      entryPoints.map(({ specifier, source }) => [specifier, [`./${relative(root, source)}`]]),
    ),
  );
});
