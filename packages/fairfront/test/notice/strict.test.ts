// Where warnings are shown, and where they are refused.

import { describe, expect, it } from 'vitest';
import { front } from '../../src/front/front.js';
import { inspect } from '../../src/inspect/inspection.js';
import { fit } from '../../src/runs/fit.js';
import { expectUsageError, inspect as inspectCommand, madeFiles } from '../inspect/run-inspect.js';
import { isPositive, isWoman, noise, numbersBy, ROWS, TASK, tableWith, textsBy } from './made-rows.js';

const job = numbersBy('job', (row) => [10, 20, 31, 87][Math.floor(4 * noise(row))]);
const outcome = textsBy('outcome', (row) => (isPositive(row) ? 'paid' : 'late'));
const wrong = tableWith(job, outcome);

const csv = `y,sex,case,job,weight\n${Array.from({ length: ROWS }, (_, row) =>
  [
    isPositive(row) ? 'yes' : 'no',
    isWoman(row) ? 'F' : 'M',
    row + 1,
    [10, 20, 31, 87][Math.floor(4 * noise(row))],
    (noise(row) * 7.3).toFixed(3),
  ].join(','),
).join('\n')}\n`;
const FLAGS = ['--target', 'y', '--groups', 'sex'];

describe('inspect', () => {
  it('prints warnings before notes, and the strongest features', async () => {
    const [path] = madeFiles({ 'people.csv': csv });
    const { code, out } = await inspectCommand(path!, ...FLAGS);
    expect(code).toBe(0);
    expect(out).toMatch(/\nStrongest by themselves \(AUC\): \w+ 0\.\d\d/);
    expect(out).toContain(
      '\n\nWarning: "case" only numbers the rows; if it means nothing, add --ignore case.\nWarning: "job" looks like codes',
    );
    expect(out).toContain(
      'if they are names, add --categorical job, if they measure something, --numeric job.',
    );
  });

  it('with --strict refuses them all at once, with the ways out', async () => {
    const [path] = madeFiles({ 'people.csv': csv });
    await expectUsageError(
      [path!, ...FLAGS, '--strict'],
      '--strict refuses 2 warnings',
      '\n- "case" only numbers the rows',
      'add --ignore case',
      '\n- "job" looks like codes',
    );
    await expectUsageError([path!, '--strict'], '--strict refuses 2 warnings');
    for (const way of ['--categorical', '--numeric']) {
      const { code } = await inspectCommand(path!, ...FLAGS, '--strict', '--ignore', 'case', way, 'job');
      expect(code).toBe(0);
    }
  });

  it('has no other task for warnings than without them', () => {
    expect(inspect(wrong, TASK).task!.features.length).toBeGreaterThan(3);
    expect(() => inspect(wrong, { ...TASK, strict: 'yes' } as never)).toThrow(
      '`strict` must be true or false',
    );
  });
});

describe('training', () => {
  it('fit has them in its result, and refuses them with `strict`', async () => {
    const { result } = await fit(wrong, TASK);
    const told = inspect(wrong, TASK).warnings;
    expect(told).toHaveLength(2);
    expect(result.warnings).toEqual(told);
    await expect(fit(wrong, { ...TASK, strict: true })).rejects.toThrow('`strict` refuses 2 warnings');
  });

  it('front refuses them, too', async () => {
    await expect(front(wrong, { ...TASK, steps: 2, strict: true })).rejects.toThrow(
      '`strict` refuses 2 warnings',
    );
  });
});
