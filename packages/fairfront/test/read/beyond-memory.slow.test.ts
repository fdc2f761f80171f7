// Tables that do not fit into what they may take, read by a process of its own whose memory is watched.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { madeByDuckDb } from './files.js';

const built = new URL('../../dist/index.js', import.meta.url);
const COLUMNS = [
  ...Array.from({ length: 10 }, (_, k) => `sqrt(i + ${k}) AS n${k}`),
  ...Array.from({ length: 10 }, (_, k) => `(hash(i + ${k}) % 90)::INTEGER AS w${k}`),
  ...Array.from({ length: 10 }, (_, k) => `'level ' || (hash(i * 3 + ${k}) % ${5 + 20 * k}) AS l${k}`),
];

/** Reads a file, looks at every column, and tells rows, a sum of cells, and the most memory that was taken. */
const PROGRAM = `
  import { readFileSync } from 'node:fs';
  const { readTable } = await import(process.argv[1]);
  const { table, cache } = await readTable(process.argv[2], { memory: Number(process.argv[3]) });
  let sum = 0;
  for (const column of table.columns) {
    const cells = column.kind === 'numeric' ? column.values : column.codes;
    for (let row = 0; row < cells.length; row += 1000) sum += cells[row];
  }
  const peak = 1024 * Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  console.log(JSON.stringify({ rows: table.rowCount, sum, peak, isStored: cache !== undefined }));`;

function readWith(
  path: string,
  memory: number,
): { rows: number; sum: number; peak: number; isStored: boolean } {
  const args = ['--input-type=module', '-e', PROGRAM, built.href, path, String(memory)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

const reason = !existsSync(fileURLToPath(built))
  ? 'not built (npm run build)'
  : existsSync('/proc/self/status')
    ? undefined
    : 'the system does not tell the memory of a process';

describe.skipIf(reason !== undefined)(
  `tables beyond memory${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    it.each([
      ['parquet', 3_000_000],
      ['csv', 1_000_000],
    ])('%s of %d rows and 30 columns', { timeout: 300_000 }, async (format, rows) => {
      const path = await madeByDuckDb(
        `data.${format}`,
        `COPY (SELECT ${COLUMNS} FROM range(${rows}) t(i)) TO FILE (FORMAT ${format})`,
      );
      const stored = readWith(path, 200e6);
      expect(stored).toMatchObject({ rows, isStored: true });
      expect(stored.peak).toBeLessThan(500e6); // of which Node and DuckDB alone are 150 MB; in memory the table is 500 MB or more
      const inMemory = readWith(path, 1e12);
      expect(inMemory).toMatchObject({ rows, sum: stored.sum, isStored: false });
    });
  },
);
