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
  ['table-3', 'accuracy', 'MMPF P', 'Male', 0.815, 0.005],
  ['table-3', 'crossEntropy', 'Kamishima', 'Female', 0.189, 0.006],
  ['table-4', 'crossEntropy', 'MMPF LR', 'Worst group', 0.404, 0.007],
  ['table-4', 'accuracy', 'Naive LR', 'Group mean', 0.878, 0.001],
  ['table-5', 'crossEntropy', 'MMPF LR', 'disparity', 0.048, 0.041],
  ['table-5', 'crossEntropy', 'Naive LR', 'Female', 0.607, 0.1],
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
const SUMMARY = ['Sample mean', 'Group mean', 'Worst group', 'disparity'];

describe.each([
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
        expect(sd).toBeLessThan(0.1);
      }
    }
  });
});

it('has these six tables and no other', () => {
  expect(Object.keys(publishedTables).sort()).toEqual(
    ['table-3', 'table-4', 'table-5', 'table-10', 'table-11', 'table-12'].sort(),
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
