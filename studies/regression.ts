// Fits by squared error, on numbers of real data and where the truth is known: is the worst group ever served worse than
// by least squares, beyond chance?
//
// Real: each fit is repeated on splits by several seeds. Told are the worst group's RMSE on test rows under naive and
// chosen models, and the paired change of the group that the verdict is about.
//
// Made: y = w_a · x + s_a e, with x, e ~ N(0, 1). Where w is the same for all groups, least squares is minimax already,
// whatever the noise s_a, and `use-minimax` is false. True risks are those of 20,000 fresh rows of each group.

import { createRandom, createTable, type Table, worstRisk } from '@fairfront/core';
import { standardNormal } from '@fairfront/core/internal';
import { type Fitted, fit, loadData, type RegressionOptions, type RegressionResult } from 'fairfront';

interface RealTask {
  readonly data: string;
  readonly target: string;
  readonly groups: string;
}

const REAL: readonly RealTask[] = [
  ...['sex', 'race=White|Black|Other:*', 'sex,race=White|Other:*', 'age:30,45,60'].map((groups) => ({
    ...{ data: 'adult', target: 'hours-per-week', groups },
  })),
  ...['sex', 'age<55'].map((groups) => ({ data: 'support2', target: 'slos', groups })),
  ...['sex', 'age<55'].map((groups) => ({ data: 'support2', target: 'totcst', groups })),
  ...['sex', 'age<30'].map((groups) => ({ data: 'german', target: 'amount', groups })),
];
const SEEDS = [1, 2, 3];

interface Law {
  readonly name: string;
  readonly groups: readonly {
    readonly rows: number;
    readonly weights: readonly number[];
    readonly noise: number;
  }[];
}

const SHARED = [2, 1, -1];
const LAWS: readonly Law[] = [
  { name: 'one law', groups: [group(600), group(200)] },
  { name: 'one law, the smaller noisy', groups: [group(600), group(200, SHARED, 3)] },
  {
    name: 'one law, four groups',
    groups: [group(400), group(300, SHARED, 2), group(200), group(160, SHARED, 2)],
  },
  { name: 'a law of its own', groups: [group(900), group(300, [0, 1, -1])] },
  { name: 'a law of its own, noisy', groups: [group(900), group(300, [0, 1, -1], 2)] },
];
const RUNS = 20;
const FRESH = 20_000;

function group(rows: number, weights: readonly number[] = SHARED, noise = 1) {
  return { rows, weights, noise };
}

/** Runs both parts. */
export async function studyRegression(): Promise<object> {
  const real = [];
  for (const task of REAL) real.push(await studyReal(task));
  const made = [];
  for (const law of LAWS) made.push(await studyLaw(law));
  return { real, made };
}

type Row = Awaited<ReturnType<typeof fitOnce>>;

async function studyReal({ data, target, groups }: RealTask): Promise<object> {
  const loaded = await loadData(data);
  const splits: Row[] = [];
  for (const seed of SEEDS) {
    const options: RegressionOptions = {
      ...{ target, groups, loss: 'squared', model: 'linear', seed },
      ...{ missingTarget: 'drop', missingGroup: 'drop', mergeSmall: true },
    };
    splits.push(await fitOnce(loaded, options));
  }
  const found = {
    ...{ data, target, groups, splits },
    surelyWorse: splits.filter(({ change }) => change.low > 0).length,
    surelyBetter: splits.filter(({ change }) => change.high < 0).length,
  };
  process.stdout.write(
    `${data} ${target} by ${groups}: worst RMSE ${splits.map(({ naive, chosen }) => `${naive.toFixed(2)} → ${chosen.toFixed(2)}`).join(', ')}; ${splits.map(({ decision }) => decision).join(', ')}\n`,
  );
  return found;
}

async function fitOnce(data: Parameters<typeof fit>[0], options: RegressionOptions) {
  const { result } = await fit(data, options);
  const { verdict, models, changes, groups } = result;
  const group = groups.findIndex(({ name }) => name === verdict.worstGroup);
  return {
    decision: verdict.decision,
    naive: models.naive.metrics.test.rmse.worst,
    chosen: models.minimax.metrics.test.rmse.worst,
    worstGroup: verdict.worstGroup,
    change: changes.minimax.rmse.byGroup[group]!,
  };
}

async function studyLaw(law: Law): Promise<object> {
  const decisions = { 'use-minimax': 0, 'keep-naive': 0, 'cannot-tell': 0 };
  const changes: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const fitted = await fit(made(law, 100 + run), {
      ...{ target: 'y', groups: 'group', loss: 'squared', model: 'linear', seed: run + 1 },
    });
    decisions[fitted.result.verdict.decision]++;
    changes.push(await trueChange(law, fitted, run));
  }
  const mean = changes.reduce((sum, own) => sum + own, 0) / RUNS;
  const found = { law: law.name, runs: RUNS, decisions, meanChange: mean, worstChange: Math.max(...changes) };
  process.stdout.write(`${JSON.stringify(found)}\n`);
  return found;
}

/** By which share the true worst-group RMSE changes from the naive to the chosen model. */
async function trueChange(
  law: Law,
  { result, model }: Fitted<RegressionResult>,
  run: number,
): Promise<number> {
  if (result.selection?.chosen.model === 'naive') return 0;
  const fresh = made({ ...law, groups: law.groups.map((own) => ({ ...own, rows: FRESH })) }, 9000 + run);
  const naive = await fit(made(law, 100 + run), {
    ...{ target: 'y', groups: 'group', loss: 'squared', model: 'linear', seed: run + 1 },
    ...{ weightRatio: 1, weightBase: 'shares', l2: result.models.naive.l2! },
  });
  const worst = async (said: Float64Array): Promise<number> => {
    const y = fresh.columns.find(({ name }) => name === 'y')!;
    if (y.kind !== 'numeric') throw new Error('y has numbers');
    const risks = law.groups.map((_, a) => {
      let sum = 0;
      for (let row = a * FRESH; row < (a + 1) * FRESH; row++) sum += (said[row]! - y.values[row]!) ** 2;
      return sum / FRESH;
    });
    return Math.sqrt(worstRisk(risks));
  };
  return (await worst(await model.predict(fresh))) / (await worst(await naive.model.predict(fresh))) - 1;
}

function made({ groups }: Law, seed: number): Table {
  const random = createRandom(seed);
  const normal = (): number => standardNormal(random);
  const rows = groups.flatMap(({ rows: count, weights, noise }, a) =>
    Array.from({ length: count }, () => {
      const x = weights.map(() => normal());
      return { a, x, y: weights.reduce((sum, weight, i) => sum + weight * x[i]!, 0) + noise * normal() };
    }),
  );
  return createTable([
    {
      kind: 'categorical',
      name: 'group',
      levels: groups.map((_, a) => `g${a}`),
      codes: Uint8Array.from(rows, ({ a }) => a),
    },
    ...SHARED.map((_, i) => ({
      kind: 'numeric' as const,
      name: `x${i}`,
      values: Float64Array.from(rows, ({ x }) => x[i]!),
    })),
    { kind: 'numeric', name: 'y', values: Float64Array.from(rows, ({ y }) => y) },
  ]);
}
