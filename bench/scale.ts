// Tables beyond memory. The exact minimax of rows on disk against the same in memory, and as rows grow; then whole fits of
// Parquet files by the command line, within a gigabyte and in memory. Every run is a process of its own.

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { runJson } from './peer.js';

/** Rows on disk; the first as many are also held in memory. */
const SOLVED = [1_000_000, 5_000_000, 20_000_000];
/** What is fitted: the first two have the same rows, in memory and on disk. */
const FITTED = [
  { rows: 1_000_000, memories: ['16GB', '200MB'] },
  { rows: 20_000_000, memories: ['1GB'] },
];
const FILES = 4;
const COLUMNS = 30;

interface Solve {
  readonly rows: number;
  readonly ms: number;
  readonly iterations: number;
  readonly relativeGap: number;
  /** The same for the same bits. */
  readonly model: string;
  readonly peakBytes: number;
}

interface Fit {
  readonly rows: number;
  readonly memory: string;
  readonly ms: number;
  readonly peakBytes: number;
  readonly gap: number;
  readonly result: string;
}

/** Times training beyond memory. */
export async function benchScale() {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-bench-'));
  try {
    const inMemory = solve(SOLVED[0]!, 'memory');
    const onDisk = SOLVED.map((rows) => solve(rows, folder));
    if (onDisk[0]!.model !== inMemory.model) throw new Error('rows on disk gave another model');
    console.table([
      row('in memory', inMemory),
      ...onDisk.map((run) => row(`on disk, ${run.rows / 1e6} million`, run)),
    ]);
    const fits: Fit[] = [];
    for (const { rows, memories } of FITTED) {
      const data = await writeParquet(join(folder, `rows-${rows}`), rows);
      for (const memory of memories) fits.push(fit(data, rows, memory, folder));
      rmSync(join(folder, `rows-${rows}`), { recursive: true });
    }
    if (fits[0]!.result !== fits[1]!.result) throw new Error('a fit on disk had another result');
    console.table(
      fits.map(({ rows, memory, ms, peakBytes, gap }) => ({
        rows,
        memory,
        'fit, s': seconds(ms),
        'µs a row': Number(((1e3 * ms) / rows).toFixed(2)),
        'peak, MB': Math.round(peakBytes / 1e6),
        gap,
      })),
    );
    const perRow = ({ ms, rows }: { readonly ms: number; readonly rows: number }): number => ms / rows;
    const [million, , most] = onDisk as [Solve, Solve, Solve];
    return {
      ratios: {
        'time per row, 20M on disk / 1M in memory': perRow(most) / perRow(inMemory),
        'time per row, 20M / 1M, both on disk': perRow(most) / perRow(million),
        'fit: time per row, 20M in 1 GB / 1M in memory': perRow(fits[2]!) / perRow(fits[0]!),
      },
      peakBytes: { solve: most.peakBytes, fit: fits[2]!.peakBytes },
      relativeGap: { solve: most.relativeGap, fit: fits[2]!.gap },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const seconds = (ms: number): number => Number((ms / 1e3).toFixed(1));

function row(who: string, { ms, rows, iterations, relativeGap, peakBytes }: Solve): object {
  return {
    who,
    'solve, s': seconds(ms),
    'µs a row': Number(((1e3 * ms) / rows).toFixed(2)),
    iterations,
    gap: relativeGap,
    'peak, MB': Math.round(peakBytes / 1e6),
  };
}

function solve(rows: number, place: string): Solve {
  const script = fileURLToPath(new URL('scale-run.js', import.meta.url));
  return runJson(process.execPath, [script, String(rows), place]) as Solve;
}

/** A fit by the command line, and what it says. */
function fit(data: string, rows: number, memory: string, folder: string): Fit {
  const script = fileURLToPath(new URL('scale-fit.js', import.meta.url));
  const out = join(folder, `run-${rows}-${memory}`);
  const { ms, peakBytes } = runJson(process.execPath, [script, data, memory, out]) as Fit;
  const {
    search,
    data: _,
    asked: __,
    ...result
  } = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));
  rmSync(out, { recursive: true });
  return {
    rows,
    memory,
    ms,
    peakBytes,
    gap: search.relativeGap,
    result: JSON.stringify({ search, ...result }),
  };
}

/** Rows of numbers whose class depends on them, differently in four groups, as Parquet files. @returns a pattern of theirs */
async function writeParquet(folder: string, rows: number): Promise<string> {
  mkdirSync(folder);
  const database = await DuckDBInstance.create(':memory:', { memory_limit: '2GB', threads: '2' });
  const connection = await database.connect();
  const uniform = (c: number): string => `(hash(i * ${COLUMNS + 2} + ${c}) / 18446744073709551616.0)`;
  const columns = Array.from({ length: COLUMNS - 1 }, (_, c) => `round(6 * ${uniform(c)} - 3, 4) AS x${c}`);
  const score = Array.from(
    { length: COLUMNS - 1 },
    (_, c) => `${(0.4 * Math.sin(c + 1)).toFixed(3)} * x${c} * (CASE WHEN g = ${c % 4} THEN -1 ELSE 1 END)`,
  ).join(' + ');
  for (let file = 0; file < FILES; file++) {
    const [from, to] = [(file * rows) / FILES, ((file + 1) * rows) / FILES];
    await connection.run(
      `COPY (SELECT * EXCLUDE (g, u), 'g' || g AS "group", CASE WHEN u < 1 / (1 + exp(-(${score}))) THEN 'yes' ELSE 'no' END AS label
       FROM (SELECT ${columns.join(', ')}, least(3, floor(-1.2 * ln(1 - ${uniform(COLUMNS)})))::INTEGER AS g, ${uniform(COLUMNS + 1)} AS u FROM range(${from}, ${to}) AS rows(i)))
       TO '${join(folder, `part-${file}.parquet`)}' (FORMAT parquet)`,
    );
  }
  connection.closeSync();
  database.closeSync();
  return join(folder, 'part-*.parquet');
}
