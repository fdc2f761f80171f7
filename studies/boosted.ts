// Boosted trees for the worst group: chosen in the default way, against XGBoost trained without and with equal weights of
// the groups, the linear model, the choice between both (auto), and the paper's search around the same trees. Test
// cross-entropy of the worst group on several splits of several tables, and on made-up ones whose truth is known.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createRandom,
  encodeDense,
  meanRisks,
  type PartName,
  type Table,
  taskPart,
  worstRisk,
} from '@fairfront/core';
import { rowOutcomes, standardNormal } from '@fairfront/core/internal';
import {
  chooseKind,
  fitBoosted,
  fitLinear,
  type PreparedFit,
  prepareDataset,
  prepareFit,
  resolveFitOptions,
  withLayout,
} from 'fairfront/internal';
import { mean, standardError } from './statistics.js';
import { findPython, runJson } from './xgboost-peer.js';

interface Task {
  readonly name: string;
  readonly splits: number;
  prepare(split: number, byFolds: boolean): PreparedFit | Promise<PreparedFit>;
}

const TASKS: readonly Task[] = [
  published('Adult, sex and race', 'adult:gender-ethnicity'),
  published('Adult, sex and income', 'adult', 'sex,income'),
  drawn('SUPPORT2, age, race and outcome', 'support2:age-race-outcome', undefined, 5),
  drawn('SUPPORT2, sex', 'support2:age-race-outcome', 'sex', 5),
  drawn('German, sex', 'german:gender', undefined, 20),
  madeUp('made up: linear', (x, group) => x[0]! - 0.5 * x[1]! + (group === 2 ? 0.5 * x[2]! : 0)),
  madeUp('made up: interactions', (x, group) => 2 * x[0]! * x[1]! + (group === 2 ? x[2]! ** 2 - 1 : x[2]!)),
];

/** Fits every task on all of its splits. `npm run study -- boosted "SUPPORT2"` does some. */
export async function studyBoosted(): Promise<object> {
  const python = findPython();
  const tables: Record<string, object[]> = {};
  const only = process.argv[3];
  for (const task of TASKS.filter(({ name }) => only === undefined || name.includes(only))) {
    const bySplit: Record<string, Way>[] = [];
    for (let split = 0; split < task.splits; split++) bySplit.push(await fitSplit(task, split, python));
    const reference = bySplit.map(({ xgboost, 'boosted, naive': naive }) => (xgboost ?? naive!).worst);
    const rows = Object.keys(bySplit[0]!).map((way) => {
      const own = bySplit.map((ways) => ways[way]!);
      const changes = own.map(({ worst }, i) => worst / reference[i]! - 1);
      return {
        way,
        worst: mean(own.map(({ worst }) => worst)).toFixed(4),
        'against XGBoost': percent(mean(changes)),
        '± standard error': percent(standardError(changes)),
        seconds: mean(own.map(({ seconds }) => seconds)).toFixed(1),
        about: counted(own.map(({ about }) => about)),
      };
    });
    const title = `${task.name}: worst group’s cross-entropy on test rows, ${task.splits} splits`;
    process.stdout.write(`${title}\n`);
    console.table(rows);
    tables[title] = rows;
  }
  return { tables };
}

/** What one way of training came to. */
interface Way {
  readonly worst: number;
  readonly seconds: number;
  readonly about: string;
}

async function fitSplit(task: Task, split: number, python: string | undefined): Promise<Record<string, Way>> {
  const prepared = await task.prepare(split, true);
  const options = resolveFitOptions({ model: 'linear' });
  const timed = async <Value>(work: () => Promise<Value | undefined>): Promise<[Value, number]> => {
    const start = performance.now();
    return [(await work())!, (performance.now() - start) / 1000];
  };
  const [linear, linearSeconds] = await timed(() => fitLinear(prepared, options));
  const boosted = { ...options, model: 'boosted' } as const;
  const columns = withLayout(prepared, 'columns');
  const [trees, treeSeconds] = await timed(() => fitBoosted(columns, boosted));
  const kind = await chooseKind(prepared, linear, trees, options);
  const auto =
    kind.chosen === 'linear'
      ? await linear.predict(linear.minimax.model, 'test')
      : await trees.predict(trees.minimax.model, 'test');
  const worst = (probabilities: Float64Array): number => testRisk(prepared, probabilities);
  const chosen = trees.selection!.chosen;
  const byValidation = withLayout(await task.prepare(split, false), 'columns');
  const [searched, searchSeconds] = await timed(() =>
    fitBoosted(byValidation, { ...boosted, select: 'validation', search: 'apstar' }),
  );
  const [oneRun, oneRunSeconds] = await timed(() =>
    fitBoosted(byValidation, { ...boosted, select: 'validation' }),
  );
  return {
    ...(python === undefined ? {} : runPeer(python, await task.prepare(split, false))),
    'boosted, naive': {
      worst: worst(await trees.predict(trees.naive, 'test')),
      seconds: treeSeconds,
      about: '',
    },
    'boosted, chosen': {
      worst: worst(await trees.predict(trees.minimax.model, 'test')),
      seconds: treeSeconds,
      about: chosen.model === 'minimax' ? `${chosen.step} from ${chosen.from}` : chosen.model,
    },
    'boosted, APStar by validation rows': {
      worst: worst(await searched.predict(searched.minimax.model, 'test')),
      seconds: searchSeconds,
      about: searched.selection!.chosen.model,
    },
    'boosted, one run by validation rows': {
      worst: worst(await oneRun.predict(oneRun.minimax.model, 'test')),
      seconds: oneRunSeconds,
      about: oneRun.selection!.chosen.model,
    },
    'linear, chosen': {
      worst: worst(await linear.predict(linear.minimax.model, 'test')),
      seconds: linearSeconds,
      about: linear.selection!.chosen.model,
    },
    auto: { worst: worst(auto), seconds: linearSeconds + treeSeconds, about: kind.chosen },
  };
}

function testRisk({ parts, task }: PreparedFit, probabilities: Float64Array): number {
  const { labels, groups } = parts.test;
  const { crossEntropy } = rowOutcomes(probabilities, labels, task.target.classes.length);
  return worstRisk(meanRisks(crossEntropy, groups));
}

/** XGBoost on the features as one-hot, with the validation part to stop early by. */
function runPeer(python: string, { task, encoder }: PreparedFit): Record<string, Way> {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-'));
  try {
    for (const part of ['train', 'validation', 'test'] as const satisfies readonly PartName[]) {
      const { rows, labels, groups } = taskPart(task, 0, part);
      writeFileSync(join(folder, `${part}.f32`), encodeDense(encoder, task.table, rows, 'f32').values);
      writeFileSync(join(folder, `${part}.labels`), labels);
      writeFileSync(join(folder, `${part}.groups`), groups.groups);
    }
    const meta = {
      columns: encoder.features.length,
      classes: task.target.classes.length,
      groups: task.groups.names.length,
    };
    writeFileSync(join(folder, 'meta.json'), JSON.stringify(meta));
    const found = runJson(python, 'boosted.py', folder);
    const way = ({ risks, seconds, trees }: (typeof found)['naive']): Way => ({
      worst: worstRisk(risks),
      seconds,
      about: `${trees} trees`,
    });
    return { xgboost: way(found.naive), 'xgboost, balanced': way(found.balanced) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function published(name: string, dataset: string, groups?: string): Task {
  return {
    name,
    splits: 5,
    prepare: (datasetSplit, byFolds) => prepareDataset(dataset, { split: { datasetSplit }, groups, byFolds }),
  };
}

function drawn(name: string, dataset: string, groups: string | undefined, splits: number): Task {
  return {
    name,
    splits,
    prepare: (split, byFolds) => prepareDataset(dataset, { split: { seed: split + 1 }, groups, byFolds }),
  };
}

const ROWS = 6000;

/** A table of eight numbers, a category of noise with many levels, and three groups of 70, 20 and 10%. */
function madeUp(name: string, score: (x: readonly number[], group: number) => number): Task {
  return {
    name,
    splits: 10,
    prepare: (split, byFolds) =>
      prepareFit(
        madeUpTable(split, score),
        { target: 'y', groups: 'g', groupsAsFeatures: true, seed: split + 1 },
        { byFolds },
      ),
  };
}

function madeUpTable(seed: number, score: (x: readonly number[], group: number) => number): Table {
  const random = createRandom(seed + 1);

  const columns = Array.from({ length: 8 }, () => new Float64Array(ROWS));
  const noise = new Uint16Array(ROWS);
  const group = new Uint8Array(ROWS);
  const label = new Uint8Array(ROWS);
  for (let row = 0; row < ROWS; row++) {
    const x = columns.map((values) => {
      values[row] = standardNormal(random);
      return values[row]!;
    });
    const u = random.uniform();
    group[row] = u < 0.7 ? 0 : u < 0.9 ? 1 : 2;
    noise[row] = Math.floor(300 * random.uniform());
    label[row] = random.uniform() < 1 / (1 + Math.exp(-score(x, group[row]!))) ? 1 : 0;
  }
  return {
    rowCount: ROWS,
    columns: [
      ...columns.map((values, i) => ({ kind: 'numeric' as const, name: `x${i}`, values })),
      {
        kind: 'categorical',
        name: 'noise',
        levels: Array.from({ length: 300 }, (_, i) => `level ${i}`),
        codes: noise,
      },
      { kind: 'categorical', name: 'g', levels: ['a', 'b', 'c'], codes: group },
      { kind: 'categorical', name: 'y', levels: ['no', 'yes'], codes: label },
    ],
  };
}

/** "naive 4, 0.9 from balanced 1". */
function counted(words: readonly string[]): string {
  const unlike = [...new Set(words)];
  if (unlike.length > 4) return '';
  return unlike.map((word) => `${word} ${words.filter((own) => own === word).length}`).join(', ');
}

function percent(share: number): string {
  return `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)}%`;
}
