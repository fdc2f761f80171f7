// Verdicts where the truth is known. A group follows the law
//
//   p(yes | x, group) = 1 / (1 + exp(−w·x − shift))        x ~ N(0, spread² I)
//
// Where w is that of all groups, naive training is minimax already, however hard a group is to foretell, and
// `use-minimax` is a false verdict. Where a group has a law of its own, `use-minimax` is right, and the question is how
// many rows it takes.

import { createRandom, createTable, type RandomSource, type Table } from '@fairfront/core';
import { standardNormal } from '@fairfront/core/internal';
import { type FitResult, fit } from 'fairfront';

/** A group: how many rows it has, what its labels follow, how far apart its rows are. */
interface Group {
  readonly rows: number;
  readonly weights: readonly number[];
  readonly spread: number;
  /** Added to w·x: below 0 the class is rare. Default 0. */
  readonly shift?: number;
}

export interface Truth {
  readonly name: string;
  readonly groups: readonly Group[];
}

type Decision = FitResult['verdict']['decision'];

/** What the verdicts of many fits came to. */
export interface Verdicts {
  readonly runs: number;
  readonly decisions: Readonly<Record<Decision, number>>;
  /** How often naive was chosen by rows out of fold. */
  readonly keptNaive: number;
  /** The mean of the estimated gains of models that were chosen in place of naive; 0 where naive was kept. */
  readonly meanGain: number;
}

const LAW = [2, 1, -1];
const LONG_LAW = [...LAW, ...Array<number>(17).fill(0)];

/** One law for all groups: `use-minimax` is false. */
export const NOTHING_TO_GAIN: readonly Truth[] = [
  { name: 'two groups', groups: [group(600), group(200)] },
  { name: 'two groups, the smaller hard to foretell', groups: [group(600), group(200, LAW, 0.4)] },
  { name: 'four groups', groups: [group(400), group(300), group(200), group(160)] },
  { name: 'two groups, 20 features of which 3 tell', groups: [group(600, LONG_LAW), group(200, LONG_LAW)] },
  { name: 'two groups, a class of 13%', groups: [rare(1500), rare(500)] },
];

/** A group with a law of its own beside one three times as large: `use-minimax` is right. */
export const SOMETHING_TO_GAIN: readonly Truth[] = [1, 0].flatMap((first) =>
  [300, 1000, 3000].map((rows) => ({
    name: `first weight ${first} instead of 2, ${rows.toLocaleString('en-US')} rows`,
    groups: [group(3 * rows), group(rows, [first, ...LAW.slice(1)])],
  })),
);

function group(rows: number, weights: readonly number[] = LAW, spread = 1): Group {
  return { rows, weights, spread };
}

function rare(rows: number): Group {
  return { ...group(rows), shift: -3.5 };
}

/** Fits tables drawn from a truth, each with its own seed, and counts the verdicts. */
export async function countVerdicts({ groups }: Truth, runs: number): Promise<Verdicts> {
  const decisions: Record<Decision, number> = { 'use-minimax': 0, 'keep-naive': 0, 'cannot-tell': 0 };
  let keptNaive = 0;
  let gain = 0;
  for (let seed = 1; seed <= runs; seed++) {
    const table = drawTable(groups, createRandom(seed));
    const { result } = await fit(table, { target: 'label', groups: 'group', model: 'linear', seed });
    decisions[result.verdict.decision]++;
    if (result.selection!.chosen.model === 'naive') keptNaive++;
    else gain += result.verdict.gain!.estimate;
  }
  return { runs, decisions, keptNaive, meanGain: gain / runs };
}

function drawTable(groups: readonly Group[], random: RandomSource): Table {
  const rows = groups.flatMap(({ rows: count, weights, spread, shift = 0 }, place) =>
    Array.from({ length: count }, () => {
      const x = weights.map(() => spread * standardNormal(random));
      const score = x.reduce((sum, value, i) => sum + weights[i]! * value, shift);
      return { x, place, isYes: random.uniform() < 1 / (1 + Math.exp(-score)) };
    }),
  );
  const codes = (of: (row: (typeof rows)[number]) => number): Uint32Array => Uint32Array.from(rows, of);
  return createTable([
    ...rows[0]!.x.map((_, i) => ({
      kind: 'numeric' as const,
      name: `x${i + 1}`,
      values: Float64Array.from(rows, ({ x }) => x[i]!),
    })),
    {
      kind: 'categorical',
      name: 'group',
      levels: groups.map((_, place) => `group ${place + 1}`),
      codes: codes(({ place }) => place),
    },
    {
      kind: 'categorical',
      name: 'label',
      levels: ['no', 'yes'],
      codes: codes(({ isYes }) => Number(isYes)),
    },
  ]);
}

const FALSE_RUNS = 60;
const POWER_RUNS = 20;

/** Counts verdicts where there is nothing to gain, and where there is. */
export async function studyVerdicts(): Promise<object> {
  const tables: Record<string, object[]> = {};
  for (const [title, truths, runs] of [
    [`Nothing to gain: ${FALSE_RUNS} fits of each`, NOTHING_TO_GAIN, FALSE_RUNS],
    [`A group with a law of its own: ${POWER_RUNS} fits of each`, SOMETHING_TO_GAIN, POWER_RUNS],
  ] as const) {
    const rows: object[] = [];
    for (const truth of truths) {
      const { decisions, keptNaive, meanGain } = await countVerdicts(truth, runs);
      const share = (times: number): string => `${((100 * times) / runs).toFixed(0)}%`;
      rows.push({
        truth: truth.name,
        'use minimax': share(decisions['use-minimax']),
        'cannot tell': share(decisions['cannot-tell']),
        'keep naive': share(decisions['keep-naive']),
        'naive chosen': share(keptNaive),
        'mean gain': `${(100 * meanGain).toFixed(1)}%`,
      });
    }
    process.stdout.write(`${title}\n`);
    console.table(rows);
    tables[title] = rows;
  }
  return { tables };
}
