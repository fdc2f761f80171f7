// One reading and encoding in a process of its own, so that its peak memory is its own: node ingest-run.js
// rows.csv. Prints one JSON line.

import { encodeSparse, fitEncoder } from '@fairfront/core';
import { readTable } from 'fairfront/internal';

const [path = ''] = process.argv.slice(2);
const start = performance.now();
const { table } = await readTable(path);
const read = performance.now();
const rows = new Uint32Array(table.rowCount);
for (let row = 0; row < rows.length; row++) rows[row] = row;
const encoder = fitEncoder(
  table,
  table.columns.map(({ name }) => name),
  rows,
);
const { offsets, columns, values } = encodeSparse(encoder, table, rows);
const end = performance.now();
const first = encoder.columns[0]!;
process.stdout.write(
  `${JSON.stringify({
    rows: offsets.length - 1,
    features: encoder.features.filter(({ kind }) => kind !== 'missing').length,
    mean: first.kind === 'numeric' ? first.mean : Number.NaN,
    readMs: read - start,
    encodeMs: end - read,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    matrixBytes: offsets.byteLength + columns.byteLength + values.byteLength,
  })}\n`,
);
