import { expect, it } from 'vitest';
import { checkSupply } from '../scripts/supply.mjs';

const right = { license: 'MIT', integrity: 'sha512-x' };
const root = { name: 'root', allowScripts: { looked: false } };
const of = (entry: object, name = 'other'): string[] =>
  checkSupply({ packages: { '': {}, [`node_modules/${name}`]: { ...right, ...entry } } }, [root]);

it('takes packages whose licence asks for attribution alone', () => {
  expect(of({})).toEqual([]);
  expect(of({ license: '(MIT OR GPL-3.0)' })).toEqual([]);
  expect(of({ license: '(Apache-2.0 AND BSD-3-Clause)' })).toEqual([]);
});

it.each([
  [{ license: 'GPL-3.0' }, 'other: licence GPL-3.0'],
  [{ license: 'MIT AND GPL-3.0' }, 'other: licence MIT AND GPL-3.0'],
  [{ license: undefined }, 'other: licence unknown'],
  [{ integrity: undefined }, 'other: no checksum'],
  [{ hasInstallScript: true }, 'other: runs a script at install'],
])('refuses %j', (entry, complaint) => {
  expect(of(entry)).toEqual([complaint]);
});

it('takes a script that was looked at', () => {
  expect(of({ hasInstallScript: true }, 'looked')).toEqual([]);
});

it('refuses native code of more than one version', () => {
  const asks = (range: string): string[] =>
    checkSupply({ packages: {} }, [root, { name: 'own', dependencies: { '@duckdb/node-api': range } }]);
  expect(asks('1.5.5-r.5')).toEqual([]);
  expect(asks('^1.5.5')).toEqual(['own: @duckdb/node-api is not pinned: ^1.5.5']);
});
