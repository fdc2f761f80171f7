// What is trained for the tables, and how: as the paper has it, down to the options that reach the trainers.

import type { Split } from '@fairfront/core';
import { JOINT_DEFAULTS } from '@fairfront/neural';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parseDatasetName } from '../../../src/datasets/registry.js';
import { publishedTables } from '../../../src/paper/tables/published-tables.js';
import { tableJob } from '../../../src/paper/tables/table-cell.js';
import {
  isBaseline,
  L2,
  ROWS_OF,
  SOLVES,
  SPLITS,
  type StudyName,
  studies,
  type TrainerName,
  tables,
} from '../../../src/paper/tables/table-recipes.js';
import { shownName } from '../../../src/paper/tables/table-result.js';
import { trainedWith } from '../../../src/paper/tables/train-cell.js';
import { recipeOf } from './made-cells.js';

// Trainers that tell what they were asked for and train nothing.
const asked = vi.hoisted(() => [] as { readonly trainer: string; readonly options: object }[]);
const told = vi.hoisted(() => (trainer: string) => (_: unknown, options: object) => {
  asked.push({ trainer, options });
  throw new Error('trains nothing');
});
vi.mock('../../../src/training/fit-linear.js', () => ({ fitLinear: told('linear') }));
vi.mock('../../../src/training/fit-plug-in.js', () => ({ fitPlugIn: told('plug-in') }));
vi.mock('../../../src/training/fit-network.js', () => ({ openNetworkOracle: told('network') }));
const ROWS = Uint32Array.from({ length: 300 }, (_, row) => row);
const prepared: Partial<Split>[] = [];
const loaded = vi.hoisted(() => [] as string[]);
vi.mock('../../../src/task/prepare-dataset.js', () => ({
  loadForSplit: async (name: string) => {
    loaded.push(name);
    return { label: name, encoderOptions: { text: ['notes'] }, pictures: {} };
  },
  prepareSplit: (_: unknown, { split }: { readonly split: Partial<Split> }) => {
    const drawn = { train: ROWS, validation: ROWS, test: ROWS };
    const splits = [split.train === undefined ? drawn : split];
    prepared.push(splits[0]!);
    return { task: { splits, groups: { names: ['mel', 'nv'], groups: ROWS.map((row) => row % 2) } } };
  },
}));

beforeEach(() => {
  asked.length = 0;
  loaded.length = 0;
  prepared.length = 0;
});

async function optionsOf(study: StudyName, trainer: TrainerName, quick = false) {
  const cell = tableJob.run({ trainer, split: 0 }, { study, quick, seed: 3 }, () => {});
  await expect(cell).rejects.toThrow('trains nothing');
  return asked.at(-1)!;
}

const methodsOf = (name: string): string[] => [
  ...new Set(Object.values(publishedTables[name]!).flatMap((methods) => Object.keys(methods))),
];

describe.each(Object.keys(publishedTables))('%s', (name) => {
  const { study, metrics, postProcessed, loss } = recipeOf(name);
  const rows = studies[study].trainers.flatMap((trainer) =>
    ROWS_OF[trainer].map((row) => shownName(row, loss)),
  );

  it.each(methodsOf(name))('has a trainer for %s', (method) => {
    expect(rows).toContain(method.replace(/\+H$/, ''));
  });

  it('shows the metrics that are published, and equalised odds where they are', () => {
    expect([...metrics].sort()).toEqual(Object.keys(publishedTables[name]!).sort());
    expect(postProcessed).toBe(methodsOf(name).some((method) => method.endsWith('+H')));
  });
});

it.each(Object.keys(studies) as StudyName[])('%s has no row of two trainers', (study) => {
  const rows = studies[study].trainers.flatMap((trainer) => [...ROWS_OF[trainer]]);
  expect(new Set(rows).size).toBe(rows.length);
});

it('has each table once, of data and groups that are known by name', () => {
  expect(new Set(tables.map(({ name }) => name)).size).toBe(tables.length);
  for (const { dataset } of Object.values(studies)) {
    expect(parseDatasetName(dataset).preset, dataset).toBeDefined();
  }
});

it('runs five splits, the authors’ own of Adult', () => {
  expect(SPLITS).toBe(5);
  expect(studies['adult-gender'].splits).toBe('published');
  expect(studies['adult-gender-ethnicity'].splits).toBe('published');
  expect(studies['german-gender'].splits).toBe('drawn');
});

describe('options, as in the appendix', () => {
  it('are 20 solves of joint estimation, 500 of plug-in, and C = 1e6', () => {
    expect(SOLVES).toEqual({ joint: 20, plugIn: 500 });
    expect(1 / L2).toBeCloseTo(1e6, 3);
  });

  it('of training networks are n_P = 20, γ = 0.25 and 500 epochs by default', () => {
    expect(JOINT_DEFAULTS).toMatchObject({ patience: 20, decay: 0.25, maxEpochs: 500, optimiser: 'adam' });
  });

  const everywhere = { loss: 'cross-entropy', l2: 1e-6, search: 'apstar', refine: false, seed: 3 };
  const network = {
    model: 'resnet',
    hidden: [512, 512],
    activation: 'none',
    learningRate: 5e-4,
    batchSize: 32,
  };

  it.each([
    ['LR', 'linear', { model: 'linear', estimation: 'joint', maxSolves: 20 }],
    ['LR P', 'plug-in', { model: 'linear', estimation: 'plug-in', maxSolves: 500, folds: 0 }],
    ['network', 'network', { ...network, estimation: 'joint', maxSolves: 20, threads: 1 }],
    ['network P', 'plug-in', { ...network, estimation: 'plug-in', maxSolves: 500, folds: 0 }],
  ] as const)('reach the trainer of %s', async (name, trainer, options) => {
    for (const study of ['adult-gender', 'adult-gender-ethnicity'] as const) {
      const got = await optionsOf(study, name);
      expect(got.trainer).toBe(trainer);
      expect(got.options).toMatchObject({ ...everywhere, ...options });
      for (const left of ['maxEpochs', 'patience', 'epochSteps', 'optimiser', 'dropout', 'weightDecay']) {
        expect(got.options, left).not.toHaveProperty(left); // by default the paper’s
      }
    }
  });

  it('are fewer solves and epochs where it is quick, and all else the same', async () => {
    for (const trainer of studies['adult-gender'].trainers.filter((name) => !isBaseline(name))) {
      const full = await optionsOf('adult-gender', trainer);
      const quick = await optionsOf('adult-gender', trainer, true);
      const cut = {
        ...(trainer === 'LR' || trainer === 'network' ? { maxSolves: 3 } : {}),
        ...(trainer.startsWith('network') ? { maxEpochs: 3 } : {}),
      };
      expect(quick.options, trainer).toEqual({ ...full.options, ...cut });
    }
  });

  it.each([
    ['network BS', 'network', { loss: 'brier', learningRate: 5e-6, estimation: 'joint', maxSolves: 20 }],
    ['network CE', 'network', { loss: 'cross-entropy', learningRate: 1e-6, maxSolves: 20 }],
    ['naive BS', 'network', { loss: 'brier', learningRate: 5e-6 }],
    ['network CE P', 'plug-in', { loss: 'cross-entropy', learningRate: 1e-6, maxSolves: 500 }],
  ] as const)('reach the trainer of %s for MIMIC-III', async (name, trainer, options) => {
    const got = await optionsOf('mimic-iii', name);
    expect(got.trainer).toBe(trainer);
    const wide = { model: 'mlp', hidden: [2048, 2048], activation: 'elu', batchSize: 512 };
    expect(got.options).toMatchObject({ ...everywhere, ...wide, ...options });
    expect(got.options).not.toHaveProperty('crossEntropyRate');
    expect(got.options).not.toHaveProperty('quick');
  });

  it('of DenseNet121 come with all rows, and where it is quick with few of each group', async () => {
    const full = await optionsOf('ham10000-64', 'balanced');
    expect(prepared.at(-1)!.train).toEqual(ROWS);
    const quick = await optionsOf('ham10000-64', 'balanced', true);
    for (const rows of Object.values(prepared.at(-1)!)) expect(rows).toEqual(ROWS.subarray(0, 40));
    expect(quick.options).toEqual({ ...full.options, maxEpochs: 3, maxSolves: 3 });
  });

  it('come with data that are read once for each cell, also where they are grouped in two ways', async () => {
    await optionsOf('mimic-iii', 'network CE');
    expect(loaded).toEqual([studies['mimic-iii'].dataset]);
  });

  it('has no network for German, as the paper has none', async () => {
    expect(studies['german-gender'].trainers).toEqual(['LR', 'zafar', 'feldman', 'kamishima', 'LR P']);
    await expect(
      tableJob.run(
        { trainer: 'network', split: 0 },
        { study: 'german-gender', quick: false, seed: 1 },
        () => {},
      ),
    ).rejects.toThrow('german-gender has no network');
    expect(asked).toEqual([]);
  });
});

it('leaves what is told of a study out of what its kept cells are known by', () => {
  const { note, ...recipe } = studies.ham10000;
  expect(note).toContain('28 × 28');
  expect(trainedWith('ham10000')).toMatchObject({ recipe });
  expect(JSON.stringify(trainedWith('ham10000'))).not.toContain(note);
});
