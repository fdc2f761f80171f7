import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { publishedTables } from '../../../src/paper/tables/published-tables.js';

const projectRoot = fileURLToPath(new URL('../../../../..', import.meta.url));
const source = join(projectRoot, '..', 'shared', 'paper', 'minimax-pareto-fairness.tex');
const script = join(projectRoot, 'scripts', 'published-tables.py');

const hasPython = (): boolean => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

function reasonToSkip(): string | undefined {
  if (!existsSync(source)) return `there is no ${source}`;
  return hasPython() ? undefined : 'there is no python3';
}

const reason = reasonToSkip();
if (reason !== undefined) {
  process.stdout.write(`skipped: published figures against the paper’s source, since ${reason}\n`);
}

it.skipIf(reason !== undefined)('are what the script reads in the paper’s source', () => {
  expect(publishedTables).toEqual(
    JSON.parse(execFileSync('python3', [script, source], { encoding: 'utf8' })),
  );
});

// Read off the paper by eye.
it.each([
  ['table-1', 'accuracy', 'MMPF+H', 'Worst group', 0.72, 0.037],
  ['table-1', 'brier', 'Zafar', 'disparity', 1.25, 0.07],
  ['table-2', 'accuracy', 'Naive', 'Worst group', 0.026, 0.035],
  ['table-2', 'brier', 'MMPF P', 'Worst group', 0.56, 0.4], // ±0.4 is what the paper has
  ['table-3', 'accuracy', 'MMPF P', 'Male', 0.815, 0.005],
  ['table-3', 'crossEntropy', 'Kamishima', 'Female', 0.189, 0.006],
  ['table-4', 'crossEntropy', 'MMPF LR', 'Worst group', 0.404, 0.007],
  ['table-4', 'accuracy', 'Naive LR', 'Group mean', 0.878, 0.001],
  ['table-5', 'crossEntropy', 'MMPF LR', 'disparity', 0.048, 0.041],
  ['table-5', 'crossEntropy', 'Naive LR', 'Female', 0.607, 0.1],
  ['table-8', 'accuracy', 'MMPF P', 'bkl', 0.639, 0.068],
  ['table-8', 'mce', 'Balanced', 'vasc', 0.636, 0.126],
  ['table-9', 'accuracy', 'Balanced BS+H', 'D/A/NW', 0.673, 0.103],
  ['table-9', 'crossEntropy', 'Zafar', 'D/S/W', 22.653, 1.918],
  ['table-10', 'mce', 'Naive LR', 'Female Other', 0.146, 0.079],
  ['table-10', 'accuracy', 'MMPF LR+H', 'Male White', 0.744, 0.018],
  ['table-11', 'accuracy', 'MMPF LR+H', 'Female', 0.76, 0.022],
  ['table-12', 'crossEntropy', 'Zafar', 'Male', 0.735, 0.205],
  ['table-12', 'accuracy', 'Kamishima+H', 'disparity', 0.045, 0.022],
] as const)('%s, %s of %s, %s: %f ± %f', (table, metric, method, column, mean, sd) => {
  expect(publishedTables[table]![metric]![method]![column]).toEqual([mean, sd]);
});

const LINEAR = ['Naive LR', 'Balanced LR', 'Zafar', 'Feldman', 'Kamishima', 'MMPF LR', 'MMPF LR P'];
const NETWORKS = ['MMPF', 'MMPF P'];
const POST_PROCESSED = ['Naive LR', 'Balanced LR', 'Zafar', 'Feldman', 'Kamishima', 'MMPF LR'].map(
  (method) => `${method}+H`,
);
const SHORT = ['accuracy', 'crossEntropy'];
const FULL = ['accuracy', 'brier', 'crossEntropy', 'ece', 'mce'];
const GENDERS = ['Female', 'Male', 'disparity'];
const FOUR = ['Female Other', 'Male Other', 'Female White', 'Male White', 'disparity'];
const LESIONS = ['akiec', 'bcc', 'bkl', 'df', 'mel', 'nv', 'vasc', 'disparity'];
const EIGHT = ['A/A/NW', 'A/A/W', 'A/S/NW', 'A/S/W', 'D/A/NW', 'D/A/W', 'D/S/NW', 'D/S/W', 'disparity'];
const REPAIRED = ['Zafar', 'Feldman', 'Kamishima'];
const BOTH = ['Naive', 'Balanced', 'MMPF'].flatMap((name) => [`${name} CE`, `${name} BS`]);
const SUMMARY = ['Sample mean', 'Group mean', 'Worst group', 'disparity'];

describe.each([
  [
    'table-1',
    ['accuracy', 'brier'],
    SUMMARY,
    ['Naive', 'Balanced', ...REPAIRED, ...NETWORKS],
    ['Balanced+H', 'Zafar+H', 'MMPF+H'],
  ],
  ['table-2', ['accuracy', 'brier'], SUMMARY, ['Naive', 'Balanced', 'MMPF P'], []],
  ['table-8', FULL, LESIONS, ['Naive', 'Balanced', 'MMPF P'], []],
  [
    'table-9',
    FULL,
    EIGHT,
    [...BOTH, ...REPAIRED, 'MMPF CE P', 'MMPF BS P'],
    [...REPAIRED, 'Naive BS', 'Balanced BS', 'MMPF BS'].map((method) => `${method}+H`),
  ],
  ['table-3', SHORT, GENDERS, [...LINEAR, ...NETWORKS], []],
  ['table-4', SHORT, SUMMARY, [...LINEAR, ...NETWORKS], []],
  ['table-5', SHORT, GENDERS, LINEAR, []],
  ['table-10', FULL, FOUR, [...LINEAR, ...NETWORKS], POST_PROCESSED],
  ['table-11', FULL, GENDERS, [...LINEAR, ...NETWORKS], POST_PROCESSED],
  ['table-12', FULL, GENDERS, LINEAR, POST_PROCESSED],
] as const)('%s', (name, metrics, columns, methods, postProcessed) => {
  const table = publishedTables[name]!;

  it('has all its metrics, methods and columns', () => {
    expect(Object.keys(table).sort()).toEqual([...metrics].sort());
    for (const [metric, rows] of Object.entries(table)) {
      const expected = metric === 'accuracy' ? [...methods, ...postProcessed] : [...methods];
      expect(Object.keys(rows).sort(), metric).toEqual(expected.sort());
      for (const [method, row] of Object.entries(rows)) {
        expect(Object.keys(row), `${metric} of ${method}`).toEqual(columns);
      }
    }
  });

  it('has shares for accuracies, no per cent', () => {
    for (const row of Object.values(table['accuracy']!)) {
      for (const [mean, sd] of Object.values(row)) {
        expect(mean).toBeLessThan(1);
        expect(sd).toBeLessThan(0.2);
      }
    }
  });
});

it('has all tables of experiments and no other', () => {
  expect(Object.keys(publishedTables).sort()).toEqual(
    [1, 2, 3, 4, 5, 8, 9, 10, 11, 12].map((number) => `table-${number}`).sort(),
  );
});

it('says the same of a figure that is in a short table and in the full one', () => {
  for (const [short, full] of [
    ['table-3', 'table-11'],
    ['table-5', 'table-12'],
  ] as const) {
    for (const metric of SHORT) {
      expect(publishedTables[full]![metric], `${short}, ${metric}`).toMatchObject(
        publishedTables[short]![metric]!,
      );
    }
  }
});
