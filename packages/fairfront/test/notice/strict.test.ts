// Where warnings are shown, and where they are refused.

import { describe, expect, it } from 'vitest';
import { front } from '../../src/front/front.js';
import { inspect } from '../../src/inspect/inspection.js';
import { fitPage } from '../../src/report/fit-page.js';
import { inFlags } from '../../src/report/flags.js';
import { writePage } from '../../src/report/write-page.js';
import { fit } from '../../src/runs/fit.js';
import { expectUsageError, inspect as inspectCommand, madeFiles } from '../inspect/run-inspect.js';
import { paragraphs, shownPage } from '../report/read-report.js';
import { BY_VALIDATION } from '../runs/made-table.js';
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
  it('fit has the warnings of the inspection, and refuses them with `strict`', async () => {
    const options = { ...TASK, ...BY_VALIDATION, maxSolves: 2 };
    const { result } = await fit(wrong, options);
    const { warnings } = inspect(wrong, TASK);
    expect(warnings).toHaveLength(2);
    expect(result.warnings).toEqual(warnings);
    for (const { message } of warnings) {
      expect(result.notes).not.toContain(message);
      expect(paragraphs(shownPage(writePage(fitPage(result))))).toContain(inFlags(`${message}.`));
    }
    await expect(fit(wrong, { ...options, strict: true })).rejects.toThrow('`strict` refuses 2 warnings');
  });

  it('front refuses them, too', async () => {
    await expect(front(wrong, { ...TASK, steps: 2, strict: true })).rejects.toThrow(
      '`strict` refuses 2 warnings',
    );
  });
});
