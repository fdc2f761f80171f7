// What a comparison cannot be made with: exit 2 before anything is trained.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BY_VALIDATION,
  fit,
  fitJson,
  loans,
  THREE_CLASSES,
  TWO_GROUPS,
  workFolder,
  writeLoans,
} from '../../runs/run-fit.js';

const folder = workFolder();
const path = writeLoans(folder, 1200);

/** Exit 2 with all of these parts; nothing was trained and nothing is left to resume. */
async function expectRefused(args: readonly string[], ...parts: readonly string[]): Promise<void> {
  const out = join(folder, 'refused');
  const { code, out: text, err } = await fit(...args, '--out', out);
  for (const part of parts) expect(err).toContain(part);
  expect(err).not.toMatch(/training|apstar|comparing|\n\s+at /);
  expect(text).toBe('');
  expect(code).toBe(2);
  for (const name of ['checkpoint', 'result.json']) expect(existsSync(join(out, name))).toBe(false);
}

describe('names', () => {
  it.each([['zafer'], ['zafar,equalrisk'], ['zafar,,hardt'], ['mmpf']])('%s', async (methods) => {
    await expectRefused(
      [path, ...TWO_GROUPS, '--compare', methods],
      `argument '${methods}' is invalid`,
      'It must be some of zafar, feldman, kamishima, hardt, equal-risk.',
    );
  });

  it('in any order, with spaces, twice: each is named once, in the order of the paper', async () => {
    await expectRefused(
      [path, ...THREE_CLASSES, '--compare', 'hardt, kamishima,zafar,hardt'],
      '--compare: zafar and hardt can predict two classes only',
    );
  });

  it('are in the help', async () => {
    const { out } = await fit('--help');
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      '--compare <methods> other methods to compare with, with commas between them: zafar, feldman, kamishima, hardt, equal-risk',
    );
  });
});

it('a check, which searches nothing that could be compared', async () => {
  await expectRefused(
    [path, ...TWO_GROUPS, '--estimation', 'plug-in', '--check', '--compare', 'zafar'],
    'checking the gain searches no model that could be compared; leave out --compare',
  );
});

describe('more than two classes', () => {
  it.each([
    ['zafar', 'zafar can predict two classes only, and "grade" has 3 classes; leave it out'],
    ['hardt,kamishima', 'hardt can predict two classes only, and "grade" has 3 classes; leave it out'],
    [
      'zafar,hardt,equal-risk',
      'zafar and hardt can predict two classes only, and "grade" has 3 classes; leave them out',
    ],
  ])('%s', async (methods, part) => {
    await expectRefused([path, ...THREE_CLASSES, '--compare', methods], `--compare: ${part}`);
  });

  it('are no hindrance to the others', async () => {
    const args = [
      ...BY_VALIDATION,
      '--max-solves',
      '3',
      '--no-refine',
      '--quiet',
      '--out',
      join(folder, 'grades'),
    ];
    const { compared, groups } = await fitJson(
      path,
      ...[...THREE_CLASSES, ...args, '--compare', 'kamishima,feldman,equal-risk'],
    );
    expect(compared!.baselines.map(({ name }) => name)).toEqual(['feldman', 'kamishima']);
    for (const { metrics, parameter } of compared!.baselines) {
      expect(metrics.test.crossEntropy.byGroup).toHaveLength(groups.length);
      expect(metrics.validation.crossEntropy.worst).toBe(
        Math.min(...parameter.grid.map(({ worst }) => worst)),
      );
      expect(metrics.train.crossEntropy.sampleMean).toBeLessThan(Math.log(3)); // better than no opinion
    }
    const { byGroup, worst } = compared!.equalRisk!.risks.validation;
    for (const risk of byGroup) expect(risk).toBeCloseTo(worst, 9);
  });
});

describe('a group with one class among its validation rows', () => {
  const lines = loans(1200).trimEnd().split('\n');
  const part = (row: number): string => ['train', 'train', 'train', 'validation', 'test'][row % 5]!;

  /** Where women (and men) have this outcome only, in the validation rows. */
  function withOne(outcome: string, sexes: RegExp): string {
    const own = join(folder, `${outcome}-${sexes.source.length}.csv`);
    const changed = lines.map((line, row) => {
      if (row === 0) return `${line},part`;
      const isOne = part(row) === 'validation' && sexes.test(line);
      return `${isOne ? line.replace(/,\w+$/, `,${outcome}`) : line},${part(row)}`;
    });
    writeFileSync(own, `${changed.join('\n')}\n`);
    return own;
  }
  const args = [...TWO_GROUPS, ...BY_VALIDATION, '--split-column', 'part', '--compare'];
  const needs = '--compare: hardt needs both classes among the validation rows of every group, and ';

  it.each(['no', 'yes'])('only %s: hardt is refused, with a way out', async (outcome) => {
    await expectRefused(
      [withOne(outcome, /^F/), ...args, 'zafar,hardt'],
      `${needs}"F" has one only; leave hardt out, or merge groups`,
    );
  });

  it('of two groups: both are named', async () => {
    await expectRefused([withOne('no', /^[FM]/), ...args, 'hardt'], `${needs}"F", "M" have one only;`);
  });

  it('is no hindrance to the others', async () => {
    const few = [
      ...BY_VALIDATION,
      '--max-solves',
      '3',
      '--no-refine',
      '--quiet',
      '--out',
      join(folder, 'one'),
    ];
    const { compared } = await fitJson(withOne('no', /^F/), ...args, 'kamishima,equal-risk', ...few);
    expect(compared!.baselines).toHaveLength(1);
    expect(compared).toHaveProperty('equalRisk');
  });
});
