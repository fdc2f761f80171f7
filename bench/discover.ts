// `discover` on 100,000 rows of 30 columns: the search alone, by losses that are known, and all of it, with the model
// that is trained and cross-fitted first. What was planted must be found before anything is timed.

import { type Column, createRandom, createTable, type Table } from '@fairfront/core';
import { discover } from 'fairfront';

const ROWS = 100_000;
const NUMBERS = 15;
const CATEGORIES = 15;

/** Times a discovery with and without training. */
export async function benchDiscover() {
  const table = makeTable();
  const told = { target: 'truth' };
  const ways = {
    'search, probabilities given': { ...told, probabilities: ['said'] },
    'all of it, a model trained here': { ...told, ignore: ['said'] },
  };
  const seconds: Record<string, number> = {};
  const processorSeconds: Record<string, number> = {}; // a busy machine stretches the others
  for (const [name, options] of Object.entries(ways)) {
    const before = performance.now();
    const usage = process.cpuUsage();
    const { result } = await discover(table, options);
    seconds[name] = (performance.now() - before) / 1000;
    const { user, system } = process.cpuUsage(usage);
    processorSeconds[name] = (user + system) / 1e6;
    if (!result.groups.some(({ description }) => description.includes('category 3'))) {
      throw new Error(`${name}: the planted sub-population was not found`);
    }
  }
  process.stdout.write(`${ROWS} rows × ${NUMBERS + CATEGORIES} columns\n`);
  console.table(
    Object.entries(seconds).map(([way, own]) => ({
      way,
      seconds: own.toFixed(1),
      'processor seconds': processorSeconds[way]!.toFixed(1),
    })),
  );
  return { ratios: {}, seconds, processorSeconds };
}

/** Where category 3 is its first level and number 1 is below 0.3, the model is wrong more often. */
function makeTable(): Table {
  const { uniform, exponential } = createRandom(1);
  const columns: Column[] = [];
  for (let c = 1; c <= NUMBERS; c++) {
    const draw = c % 2 === 1 ? exponential : () => Math.round(100 * uniform());
    columns.push({ kind: 'numeric', name: `number ${c}`, values: Float64Array.from({ length: ROWS }, draw) });
  }
  for (let c = 1; c <= CATEGORIES; c++) {
    const levels = Array.from({ length: c + 1 }, (_, level) => `level ${level + 1}`);
    const codes = Uint8Array.from({ length: ROWS }, () => Math.floor(levels.length * uniform()));
    columns.push({ kind: 'categorical', name: `category ${c}`, levels, codes });
  }
  const [first, third] = [columns[0]!, columns[NUMBERS + 2]!];
  const signal = columns[NUMBERS]!; // of two levels
  const said = new Float64Array(ROWS);
  const truth = Uint8Array.from({ length: ROWS }, (_, row) => {
    const isPlanted =
      third.kind === 'categorical' &&
      third.codes[row] === 0 &&
      first.kind === 'numeric' &&
      first.values[row]! < 0.3;
    const p = signal.kind === 'categorical' && signal.codes[row] === 0 ? 0.2 : 0.8;
    said[row] = p;
    return uniform() < (isPlanted ? 0.5 + 0.4 * (p - 0.5) : p) ? 1 : 0;
  });
  return createTable([
    ...columns,
    { kind: 'categorical', name: 'truth', levels: ['no', 'yes'], codes: truth },
    { kind: 'numeric', name: 'said', values: said },
  ]);
}
