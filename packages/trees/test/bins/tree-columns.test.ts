import { createTable, encodeColumns, fitEncoder } from '@fairfront/core';
import { expect, it } from 'vitest';
import { checkColumns } from '../../src/bins/columns.js';
import { treeColumns } from '../../src/bins/tree-columns.js';

it('describes the columns that an encoder makes, pooled levels as one', () => {
  const levels = ['car', 'home', 'boat', 'study'];
  const table = createTable([
    { kind: 'numeric', name: 'age', values: Float64Array.of(20, Number.NaN, 60, 50) },
    { kind: 'categorical', name: 'purpose', levels, codes: Uint32Array.of(0, 0, 2, 3) },
  ]);
  const rows = Uint32Array.of(0, 1, 2, 3);
  const encoder = fitEncoder(table, ['age', 'purpose'], rows, { minLevelRows: 2 });
  const columns = treeColumns(encoder);
  expect(columns).toEqual([{ kind: 'numeric' }, { kind: 'categorical', levels: 2 }]);
  const encoded = encodeColumns(encoder, table, rows);
  expect([...encoded.values]).toEqual([20, 0, Number.NaN, 0, 60, 1, 50, 1]);
  checkColumns(encoded, columns, 'train');
});
