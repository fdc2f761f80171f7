// `fairfront fit` as it is by default: rows out of fold choose, the verdict comes first, Ctrl-C and --resume, --splits.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Column } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import { loadModel } from '../../src/index.js';
import { repeatWords } from '../../src/report/selection-words.js';
import { fakeTerminal } from '../fake-terminal.js';
import { loansTable } from '../runs/made-table.js';
import {
  expectRefused,
  FOUR_GROUPS,
  filesOf,
  fit,
  fitInterrupted,
  fitJson,
  fitWatched,
  isUnfinished,
  readResult,
  readSaved,
  runFiles,
  TWO_GROUPS,
  workFolder,
  writeLoans,
} from '../runs/run-fit.js';
import { ALIKE, madeGroups } from '../training/select/made-groups.js';

const folder = workFolder();
const loans = writeLoans(folder, 1200);
const task = [loans, ...FOUR_GROUPS, '--min-group', '20'];

describe('the default fit', () => {
  const whole = join(folder, 'whole');
  let text: string;
  let err: string;
  beforeAll(async () => {
    const run = await fitWatched(() => {}, ...task, '--out', whole);
    expect(run.code).toBe(0);
    ({ out: text, err } = run);
  });

  it('tells how much there is to gain at most before the search; the verdict is its first line', () => {
    const atMost = /At most to gain: on the rows to train on, .* at most [\d.]+% less\.$/m;
    expect(err).toMatch(atMost);
    expect(err.search(atMost)).toBeLessThan(err.indexOf('choosing by rows out of fold'));
    expect(text).toMatch(atMost);
    expect(text.split('\n')[0]).toMatch(
      /^(Use the minimax model|Keep the ordinary model|More data is needed to tell)\. /,
    );
    expect(text).toContain('\n960 rows to train on, the same out of fold to choose by, 240 to judge by.\n');
    expect(text).toMatch(
      /^Chosen among 31 models by the worst group’s risk on rows out of fold \(5 folds\): /m,
    );
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('counts the trainings of folds on its live line', () => {
    expect(err).toMatch(/choosing by rows out of fold: 1 of 25, about \d+ s left/);
    expect(err).toContain('choosing by rows out of fold: 25 of 25');
    expect(err).not.toContain('split');
  });

  it('has in --json what result.json holds: verdict, selection, what there was to gain', async () => {
    const result = await fitJson(...task, '--quiet', '--out', join(folder, 'json'));
    expect({ ...result, asked: undefined }).toEqual({ ...readResult(whole), asked: undefined });
    expect(result.schema).toBe('fairfront.result/2');
    expect(result.verdict).toMatchObject({
      decision: expect.stringMatching(/^(use-minimax|keep-naive|cannot-tell)$/),
      worstGroup: 'F · south',
      gain: { estimate: expect.any(Number), interval: { low: expect.any(Number), high: expect.any(Number) } },
      atMost: result.atMost!.share,
      reasons: expect.arrayContaining([expect.any(String)]),
    });
    expect(result.selection!.by).toBe('cross-validation');
  });

  it('leaves the chosen model, the ordinary one beside it, and predictions that an audit can read', async () => {
    expect(readdirSync(whole).sort()).toEqual(filesOf(whole));
    expect(readdirSync(whole)).toContain('naive.json'); // here another model was chosen
    const table = loansTable(1200);
    const [chosen, naive] = await Promise.all(
      ['model.json', 'naive.json'].map(async (name) => (await loadModel(join(whole, name))).predict(table)),
    );
    expect(chosen).not.toEqual(naive);

    const { groups, models } = readResult(whole);
    for (const model of ['naive', 'minimax'] as const) {
      const terminal = fakeTerminal();
      const columns = ['--target', 'default', '--groups', 'group', '--probabilities', `${model} yes`];
      const asked = [...columns, '--resamples', '0', '--out', join(folder, `audit ${model}`), '--json'];
      expect(await main(['audit', join(whole, 'predictions.csv'), ...asked], terminal)).toBe(0);
      const audited = JSON.parse(terminal.out());
      expect(audited.groups.map(({ name }: { name: string }) => name)).toEqual(
        groups.map(({ name }) => name),
      );
      // All rows are in the file, those trained on out of fold.
      const { validation, test } = models[model].metrics;
      groups.forEach(({ rows }, group) => {
        const all =
          (rows.train * validation.crossEntropy.byGroup[group]! +
            rows.test * test.crossEntropy.byGroup[group]!) /
          (rows.train + rows.test);
        expect(audited.metrics.crossEntropy.byGroup[group]).toBeCloseTo(all, 9);
      });
    }
  });

  it('where naive is chosen has no other file for it', async () => {
    const out = join(folder, 'naive');
    const { columns, rowCount } = madeGroups(ALIKE);
    const cell = (column: Column, row: number) =>
      column.kind === 'numeric' ? column.values[row] : column.levels[column.codes[row]!];
    const lines = Array.from({ length: rowCount }, (_, row) => columns.map((own) => cell(own, row)).join());
    const alike = join(folder, 'alike.csv');
    writeFileSync(alike, [columns.map(({ name }) => name).join(), ...lines].join('\n'));
    const asked = ['--target', 'label', '--groups', 'group', '--split-column', 'part', '--out', out];
    const { code, out: told } = await fit(alike, ...asked);
    expect(code).toBe(0);
    expect(readResult(out).selection!.chosen.model).toBe('naive');
    expect(readdirSync(out).sort()).toEqual([
      ...['SHA256SUMS', 'model.json', 'model.onnx', 'predictions.csv', 'report.html', 'result.json'],
    ]);
    expect(told).toMatch(/^Keep the ordinary model\. /m);
    expect(told).not.toContain('naive.onnx');
  });

  it('interrupted while folds are trained ends with 130 and a run to go on with, to the same bytes', async () => {
    const out = join(folder, 'cut');
    const cut = await fitInterrupted(/out of fold: 7 of 25/, ...task, '--out', out);
    expect(cut.code).toBe(130);
    expect(cut.err).toMatch(new RegExp(`interrupted; go on with: fairfront fit --resume --out ${out}\n$`));
    expect(cut.err).not.toContain('out of fold: 8 of 25');
    expect(isUnfinished(out)).toBe(true);
    expect(readSaved(out).progress.folds!.filter((fold) => fold !== undefined)).toHaveLength(7);

    const again = await fitInterrupted(/out of fold: 20 of 25/, '--resume', '--out', out);
    expect(again.code).toBe(130);
    expect(again.err).not.toMatch(/out of fold: [1-6] of 25/);

    // What was asked may be repeated, and what is so by default.
    const same = [
      '--select',
      'cross-validation',
      '--l2',
      'auto',
      '--search',
      'auto',
      '--smallest-gain',
      '0.01',
    ];
    expect((await fit('--resume', ...same, '--out', out)).code).toBe(0);
    expect(runFiles(out)).toEqual(runFiles(whole));
    await expectRefused(['--resume', '--out', out], 'no unfinished run');
  });

  it('goes on with the same choice, or is refused', async () => {
    const out = join(folder, 'other');
    await fitInterrupted(/out of fold: 2 of 25/, ...task, '--out', out);
    for (const [flags, name] of [
      [['--select', 'validation'], '--select'],
      [['--l2', '0.1'], '--l2'],
      [['--splits', '2'], '--splits'],
    ] as const) {
      await expectRefused(['--resume', ...flags, '--out', out], `${name} differs`, 'leave it out');
    }
  });

  it('with an exact search asked for can be interrupted as well', async () => {
    const out = join(folder, 'exact');
    const args = [loans, ...TWO_GROUPS, '--search', 'exact', '--l2', '1e-3'];
    const { code, err: told } = await fitInterrupted(/out of fold: 2 of 5/, ...args, '--out', out);
    expect(code).toBe(130);
    expect(told).toContain(`fairfront fit --resume --out ${out}`);
    expect((await fit('--resume', '--out', out)).code).toBe(0);
    expect(readResult(out).search.strategy).toBe('exact');
  });

  it('tells of penalties that it had no time for, by their flag', async () => {
    const out = join(folder, 'hurried');
    const { out: told } = await fit(loans, ...TWO_GROUPS, '--select-seconds', '1e-9', '--out', out);
    expect(told).toMatch(
      /\nNote: the time to choose was up after 1e-9 seconds: .* were not tried; raise --select-seconds to try them\.\n/,
    );
  });

  it('--smallest-gain is the gain that a verdict asks for', async () => {
    const far = await fitJson(...task, '--smallest-gain', '0.99', '--quiet', '--out', join(folder, 'far'));
    expect(far.verdict).toMatchObject({ decision: 'keep-naive' });
    expect(far.verdict.reasons.join()).toContain('surely below 99% of its risk');
    expect(far.models).toEqual(readResult(whole).models);
  });
});

describe('--splits', () => {
  it('repeats it all, says what came of it, and which split is worked on', async () => {
    const out = join(folder, 'splits');
    const args = [loans, ...TWO_GROUPS, '--l2', '1e-3', '--splits', '3'];
    const { code, out: text, err } = await fitWatched(() => {}, ...args, '--out', out);
    expect(code).toBe(0);
    for (const split of [1, 2, 3]) {
      expect(err).toContain(`split ${split} of 3: choosing by rows out of fold: 5 of 5`);
    }
    const result = readResult(out);
    expect(text).toContain(`\n${repeatWords(result)}\n`);
    expect(text).toMatch(
      /\nOver 3 splits, mean ± standard deviation on test rows: .* it fell in [0-3] of 3\. Verdicts: /,
    );
    expect(text.match(/At most to gain/g)).toHaveLength(1); // of the first split
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('Over 3 splits');

    const cut = join(folder, 'cut splits');
    const stopped = await fitInterrupted(/split 2 of 3: choosing .*: 3 of 5/, ...args, '--out', cut);
    expect(stopped.code).toBe(130);
    expect(readSaved(cut).progress.outcomes).toHaveLength(1);
    const { err: resumed } = await fitWatched(() => {}, '--resume', '--out', cut);
    expect(resumed).not.toContain('split 1 of 3');
    expect(runFiles(cut)).toEqual(runFiles(out));
  });

  it('is refused where the split is given', async () => {
    await expectRefused(
      ['adult:gender', '--dataset-split', '0', '--splits', '2', '--out', join(folder, 'given')],
      'the split is given already',
      '--splits',
    );
  });
});

describe('the help of fairfront fit', () => {
  it('shows how the model is chosen, with defaults', async () => {
    const flowing = (await fit('--help')).out.replaceAll(/\s+/g, ' ');
    expect(flowing).toMatch(
      /--select <rows> cross-validation: .* validation: .*\(default: cross-validation for linear models and boosted trees trained jointly, else validation\) \(choices: "cross-validation", "validation"\)/,
    );
    expect(flowing).toMatch(/--select-seconds <seconds> .*\(default: 600\)/);
    expect(flowing).toMatch(/--smallest-gain <share> .*\(default: 0\.01\)/);
    expect(flowing).toMatch(
      /--l2 <number\|auto> .*\(default: auto with --select cross-validation, .*else 0\.000001\)/,
    );
    expect(flowing).toMatch(/--splits <count> .*the model is that of the first \(default: 1\)/);
  });

  it('--l2 takes a number above 0 or auto', async () => {
    await expectRefused([loans, ...TWO_GROUPS, '--l2', 'none'], '--l2', 'a number above 0, or auto');
  });
});
