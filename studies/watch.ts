// How often a watch alarms though every promise is kept, and how long it takes where one is broken. Beside it a t-test
// that is looked at after every batch, as many do it, and other ways to bet.
//
// Streams: four groups, each with 100 rows in every batch, 200 batches. The promise of a group is the mean of its losses
// exactly, which is where false alarms are most frequent. A decline multiplies the mean loss of one group.

import { createRandom, type RandomSource } from '@fairfront/core';
import {
  EProcess,
  meanEValue,
  normalQuantile,
  rowsToTellMean,
  startEProcess,
} from '@fairfront/core/internal';

const LEVEL = 0.05;

/** Losses with a known mean and variance. */
export interface LossKind {
  readonly name: string;
  readonly mean: number;
  readonly variance: number;
  /** A loss whose mean is `factor` times as large. */
  draw(random: RandomSource, factor: number): number;
}

const errors = (rate: number): LossKind => ({
  name: `errors, ${100 * rate}%`,
  mean: rate,
  variance: rate * (1 - rate),
  draw: (random, factor) => (random.uniform() < rate * factor ? 1 : 0),
});

/** p is uniform and right: the mean is 2 ∫ p (1 − p)² + (1 − p) p² dp = 1/3, the mean square 4/15. */
const brier: LossKind = {
  name: 'Brier score, 0.33',
  mean: 1 / 3,
  variance: 4 / 15 - 1 / 9,
  draw: (random, factor) => {
    const p = random.uniform();
    const miss = random.uniform() < p ? 1 - p : p;
    return factor * 2 * miss * miss;
  },
};

export const LOSS_KINDS: readonly LossKind[] = [errors(0.2), errors(0.02), brier];

/** A stream, and when which decline begins. */
export interface StreamOptions {
  readonly batches: number;
  readonly rowsPerBatch: number;
  readonly groups: number;
  /** What the losses of the first group are multiplied by from a batch on. */
  readonly decline?: { readonly factor: number; readonly from: number };
  /** What the losses of every group are multiplied by otherwise. Default 1: the promise just holds. */
  readonly usual?: number;
}

/** How a group's losses are weighed; `value` is the evidence so far. */
interface Evidence {
  add(loss: number): void;
  readonly value: number;
}

/** When each way alarms, by batch from 1; undefined: never. */
export interface StreamEnd {
  readonly watch: number | undefined;
  /** Whether the watch names a group. */
  readonly named: boolean;
  readonly tTest: number | undefined;
}

/** Plays one stream to a watch, and to a one-sided t-test of all rows so far after every batch. */
export function playStream(
  kind: LossKind,
  { batches, rowsPerBatch, groups, decline, usual = 1 }: StreamOptions,
  random: RandomSource,
  begin: (kind: LossKind) => Evidence = ({ mean, variance }) => new EProcess(startEProcess(mean, variance)),
): StreamEnd {
  const processes = Array.from({ length: groups }, () => begin(kind));
  const sums = new Float64Array(groups);
  const squares = new Float64Array(groups);
  const critical = normalQuantile(1 - LEVEL / groups);
  let [watch, tTest]: (number | undefined)[] = [];
  let named = false;
  for (let batch = 1; batch <= batches; batch++) {
    for (let row = 0; row < rowsPerBatch; row++) {
      for (let group = 0; group < groups; group++) {
        const declines = group === 0 && decline !== undefined && batch >= decline.from;
        const loss = kind.draw(random, declines ? decline.factor : usual);
        processes[group]!.add(loss);
        sums[group]! += loss;
        squares[group]! += loss * loss;
        if (processes[group]!.value >= groups / LEVEL) named = true;
      }
      if (watch === undefined && meanEValue(processes) >= 1 / LEVEL) watch = batch;
    }
    const rows = batch * rowsPerBatch;
    for (let group = 0; group < groups && tTest === undefined; group++) {
      const mean = sums[group]! / rows;
      const error = Math.sqrt((squares[group]! / rows - mean ** 2) / (rows - 1));
      if (mean - kind.mean > critical * error) tTest = batch;
    }
    if (watch !== undefined && decline !== undefined) break;
  }
  return { watch, named, tTest };
}

/** Shares of streams without a decline in which each way alarms all the same. */
export function falseAlarms(
  kind: LossKind,
  options: StreamOptions,
  streams: number,
): { readonly watch: number; readonly tTest: number; readonly named: number } {
  const random = createRandom(1);
  const counts = { watch: 0, tTest: 0, named: 0 };
  for (let stream = 0; stream < streams; stream++) {
    const end = playStream(kind, options, random);
    if (end.watch !== undefined) counts.watch++;
    if (end.tTest !== undefined) counts.tTest++;
    if (end.named) counts.named++;
  }
  return {
    watch: counts.watch / streams,
    tTest: counts.tTest / streams,
    named: counts.named / streams,
  };
}

/** How many streams alarm, and how many batches after the decline the median stream does. */
function delays(
  kind: LossKind,
  options: StreamOptions & Required<Pick<StreamOptions, 'decline'>>,
  streams: number,
  begin?: (kind: LossKind) => Evidence,
): { readonly found: string; readonly median: string } {
  const random = createRandom(2);
  const { from } = options.decline;
  const ends = Array.from({ length: streams }, () => playStream(kind, options, random, begin).watch);
  const late = ends
    .filter((end) => end === undefined || end >= from)
    .map((end) => (end === undefined ? Number.POSITIVE_INFINITY : end - from + 1))
    .sort((one, other) => one - other);
  const found = late.filter(Number.isFinite).length;
  const middle = late[Math.floor(late.length / 2)]!;
  return {
    found: percent(found / late.length),
    median: Number.isFinite(middle) ? String(middle) : `more than ${options.batches - from + 1}`,
  };
}

/** All of it staked on the same bets at the first row. */
class OneGame implements Evidence {
  value = 1;
  readonly #promise: number;
  readonly #bets: readonly number[];
  readonly #wealth: Float64Array;

  constructor({ mean, variance }: LossKind) {
    this.#promise = mean;
    this.#bets = startEProcess(mean, variance).bets;
    this.#wealth = Float64Array.from(this.#bets, () => 1);
  }

  add(loss: number): void {
    let total = 0;
    for (let bet = 0; bet < this.#wealth.length; bet++) {
      this.#wealth[bet]! *= 1 + this.#bets[bet]! * (loss - this.#promise);
      total += this.#wealth[bet]!;
    }
    this.value = total / this.#wealth.length;
  }
}

/** The bet that would have been best for the rows so far: aGRAPA (Waudby-Smith & Ramdas 2023, B.3). */
class PlugInBets implements Evidence {
  value = 1;
  readonly #promise: number;
  #rows = 0;
  #sum = 0;
  #squares = 0;
  #mean: number;
  #variance = 0.25;

  constructor({ mean }: LossKind) {
    this.#promise = mean;
    this.#mean = mean;
  }

  add(loss: number): void {
    const rise = this.#mean - this.#promise;
    const best = rise / (this.#variance + rise ** 2);
    this.value *= 1 + Math.max(0, Math.min(1 / (2 * this.#promise), best)) * (loss - this.#promise);
    this.#rows++;
    this.#sum += loss;
    this.#mean = (this.#promise + this.#sum) / (this.#rows + 1);
    this.#squares += (loss - this.#mean) ** 2;
    this.#variance = (0.25 + this.#squares) / (this.#rows + 1);
  }
}

/** Measures false alarms and delays, and prints tables. */
export function studyWatch(): object {
  const usual: StreamOptions = { batches: 200, rowsPerBatch: 100, groups: 4 };
  const alarms = LOSS_KINDS.map((kind) => {
    const { watch, named, tTest } = falseAlarms(kind, usual, 2000);
    return {
      loss: kind.name,
      watch: percent(watch),
      'a group named': percent(named),
      't-test after every batch': percent(tTest),
    };
  });
  const found = LOSS_KINDS.flatMap((kind) =>
    [1.05, 1.1, 1.2].map((factor) => {
      const at = (from: number) => delays(kind, { ...usual, decline: { factor, from } }, 300);
      const [early, late] = [at(1), at(101)];
      const sureness = { level: 2 * LEVEL, power: 0.8 }; // one-sided
      const planned = rowsToTellMean(kind.variance, (factor - 1) * kind.mean, sureness, usual.groups);
      return {
        loss: kind.name,
        rise: percent(factor - 1),
        'found, from the first batch': early.found,
        'median batches': early.median,
        'found, from batch 101': late.found,
        'median batches ': late.median,
        'batches of one planned test': Math.ceil(planned / usual.rowsPerBatch),
      };
    }),
  );
  const ways: Readonly<Record<string, ((kind: LossKind) => Evidence) | undefined>> = {
    'games begin anew': undefined,
    'one game': (kind) => new OneGame(kind),
    'plug-in bets': (kind) => new PlugInBets(kind),
  };
  const cases = [
    { before: 1, from: 1 },
    { before: 1, from: 101 },
    { before: 0.9, from: 101 },
  ];
  const bets = cases.map(({ before, from }) => {
    const options = { ...usual, groups: 1, batches: 400, usual: before, decline: { factor: 1.1, from } };
    const row: Record<string, string> = {
      'errors, 20%, before the rise': before === 1 ? 'as promised' : '10% better',
      'rise of 10%': `from batch ${from}`,
    };
    for (const [name, begin] of Object.entries(ways)) {
      row[name] = delays(LOSS_KINDS[0]!, options, 300, begin).median;
    }
    return row;
  });
  const tables = {
    'Streams of 2,000 that alarm though every promise is kept': alarms,
    'Streams of 300 in which a decline of one of four groups is found, and how soon': found,
    'Median batches until a decline is found, by the way to bet': bets,
  };
  for (const [title, rows] of Object.entries(tables)) {
    process.stdout.write(`${title}\n`);
    console.table(rows);
  }
  return { tables };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
