// A threshold for a finished run: the best of all of them by counting, in model files that follow it.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadNodeRuntime } from '@fairfront/neural/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import {
  type DecisionResult,
  decide,
  fit,
  loadModel,
  openRun,
  predictFile,
  type RunPredictions,
} from '../../src/index.js';
import { fakeTerminal } from '../fake-terminal.js';
import { categories, KINDS, LOANS, loansTable, numbers, withColumn } from '../runs/made-table.js';
import { loans, workFolder } from '../runs/run-fit.js';
import '../../../core/test/helpers/close.js';

const folder = workFolder();
const table = loansTable(600);
const run = join(folder, 'run');
const cost = { FP: 1, FN: 3 };

const said: Record<string, RunPredictions> = {};

beforeAll(async () => {
  await (await fit(table, KINDS['linear, chosen by folds']!)).save(run);
  const { predictions } = await openRun(run);
  for (const part of ['validation', 'test'] as const) said[part] = await predictions(part);
});

/** The mean cost of each group's rows, counted row by row. */
function costsAt(threshold: number, part: 'validation' | 'test', positive = 1): number[] {
  const { models, labels, groups } = said[part]!;
  return groups.names.map((_, group) => {
    let sum = 0;
    labels.forEach((label, row) => {
      const isSelected = models.minimax[2 * row + positive]! >= threshold;
      if (groups.groups[row] !== group || isSelected === (label === positive)) return;
      sum += isSelected ? cost.FP : cost.FN;
    });
    return sum / groups.counts[group]!;
  });
}

/** Every threshold that decides differently. */
function thresholds(): number[] {
  return [...new Set(said['validation']!.models.minimax.filter((_, i) => i % 2 === 1)), 1.5];
}

async function command(...args: readonly string[]) {
  const terminal = fakeTerminal();
  const code = await main(['decide', ...args], terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

describe('decide', () => {
  it('costs the worst group as little as the best of all thresholds, and says what it costs', async () => {
    const { result } = await decide(run, { cost });
    const { threshold } = result.rule as { threshold: number };
    const worst = (at: number): number => Math.max(...costsAt(at, 'validation'));
    expect(worst(threshold)).toBe(Math.min(...thresholds().map(worst)));
    expect(result.chose.part).toBe('out-of-fold');
    for (const [part, own] of [
      ['validation', result.chose.after.map(({ cost }) => cost)],
      ['test', result.test.after.map(({ cost }) => cost.value)],
    ] as const) {
      expect(own).toBeAllClose(costsAt(threshold, part), { absolute: 1e-12 });
    }
    expect(result.chose.before.map(({ cost }) => cost)).toBeAllClose(costsAt(0.5, 'validation'), {
      absolute: 1e-12,
    });
  });

  it('has rates of test rows inside their intervals, from the run’s own before', async () => {
    const { result } = await decide(run, { cost });
    const { result: fitted } = await openRun(run);
    const rates = fitted.models.minimax.metrics.test.rates[0]!;
    result.test.before.forEach(({ selectionRate, tpr, fpr }, group) => {
      expect(selectionRate.value).toBeCloseTo(rates.selectionRate.byGroup[group]!, 12);
      expect(tpr!.value).toBeCloseTo(rates.tpr.byGroup[group]!, 12);
      expect(fpr!.value).toBeCloseTo(rates.fpr.byGroup[group]!, 12);
    });
    [...result.test.before, ...result.test.after].forEach((own, i) => {
      for (const { value, low, high } of [own.cost, own.selectionRate, own.tpr!, own.fpr!]) {
        expect(low).toBeLessThanOrEqual(value);
        expect(high).toBeGreaterThanOrEqual(value);
      }
      const { value, low, high } = own.selectionRate;
      const width = 2 * 1.96 * Math.sqrt((value * (1 - value)) / result.test.rows[i % 2]!); // of a share
      expect((high - low) / width).toBeGreaterThan(0.8);
      expect((high - low) / width).toBeLessThan(1.2);
    });
    const worse = result.test.after.map(({ cost }, i) => cost.value - result.test.before[i]!.cost.value);
    expect(result.test.costChange.map(({ value }) => value)).toBeAllClose(worse, { absolute: 1e-12 });
    expect((await decide(run, { cost })).result).toEqual(result); // the same resamples
  });

  it('keeps limits on the rows that chose, for the class that is named', async () => {
    const limits = { selectionAtMost: 0.3, selectionAtLeast: { F: 0.1 } };
    const { result } = await decide(run, { ...limits, positive: 'no' });
    expect(result.rule.positive).toBe('no');
    result.chose.after.forEach(({ selectionRate }, i) => {
      expect(selectionRate).toBeLessThanOrEqual(0.3);
      expect(selectionRate).toBeGreaterThanOrEqual(result.limits[i]!.atLeast);
    });
    expect(result.limits.map(({ atLeast }) => atLeast)).toEqual([0.1, 0]);
  });

  it('gives each group the threshold that is best for it, and says that the group must be known', async () => {
    const { result } = await decide(run, { cost, byGroup: true });
    const { thresholds: own } = result.rule as Extract<DecisionResult['rule'], { thresholds: unknown }>;
    expect(own.map(({ group }) => group)).toEqual(['F', 'M']);
    const all = thresholds().map((at) => costsAt(at, 'validation'));
    own.forEach((_, group) => {
      const least = Math.min(...all.map((costs) => costs[group]!));
      expect(result.chose.after[group]!.cost).toBeCloseTo(least, 12);
    });
    expect(result.notes[0]).toMatch(/^THE GROUP DECIDES TOO/);
    const out = join(folder, 'by-group');
    await (await decide(run, { cost, byGroup: true })).save(out);
    const model = await loadModel(out);
    const said = await model.predict(table);
    expect(() => model.decide(said)).toThrow(/needs the group of every row/);
    expect(model.decide(said, Array(600).fill('F'))).not.toEqual(model.decide(said, Array(600).fill('M')));

    const [file, predicted] = [join(folder, 'rows.csv'), join(folder, 'rows predicted.csv')];
    writeFileSync(file, loans(600));
    await expect(predictFile(out, file, { out: predicted })).rejects.toThrow(
      /threshold for each group.*`group`/,
    );
    await expect(predictFile(run, file, { out: predicted, group: 'sex' })).rejects.toThrow(
      /alike for all groups/,
    );
    const { classes } = await predictFile(out, file, { out: predicted, group: 'sex' });
    const sexes = loans(600)
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[0]!);
    const decided = model.decide(said, sexes);
    expect(classes.map(({ rows }) => rows)).toEqual(
      model.classes.map((_, k) => decided.filter((own) => own === k).length),
    );
  });
});

describe('a decided run', () => {
  it.each(['linear', 'boosted', 'network', 'plug-in of trees'])(
    'of a %s model has labels that follow the threshold, in both files',
    async (kind) => {
      const [from, out] = [join(folder, `${kind} from`), join(folder, `${kind} decided`)];
      await (await fit(table, KINDS[kind]!)).save(from);
      const decided = await decide(from, { cost: { FN: 4 } });
      await decided.save(out);
      const loaded = await loadModel(out);
      expect(loaded.decision).toEqual(decided.result.rule);
      const onnx = await loadModel(join(out, 'model.onnx'));
      expect(onnx.decision).toEqual(decided.result.rule);
      const classes = loaded.decide(await loaded.predict(table));
      expect(classes).toEqual(onnx.decide(await onnx.predict(table)));
      expect(await onnxLabels(join(out, 'model.onnx'))).toEqual(
        Array.from(classes, (own) => loaded.classes[own]),
      );
      const plain = await loadModel(from);
      expect(plain.decision).toBeUndefined();
      expect(await loaded.predict(table)).toEqual(await plain.predict(table));
      expect(classes).not.toEqual(plain.decide(await plain.predict(table)));
    },
  );

  it('is a finished run: checked, with the result and the predictions of before, and a note', async () => {
    const out = join(folder, 'whole');
    const { result, save } = await decide(run, { cost });
    await save(out);
    expect(readdirSync(out).sort()).toEqual([...readdirSync(run), 'decision.json'].sort());
    expect(JSON.parse(readFileSync(join(out, 'decision.json'), 'utf8'))).toEqual(result);
    const [before, after] = [await openRun(run), await openRun(out)];
    const note = expect.stringMatching(/decides for "yes" from a probability of 0\.\d+ on/);
    expect(after.result).toEqual({ ...before.result, notes: [...before.result.notes, note] });
    expect(await after.predictions('test')).toEqual(await before.predictions('test'));
    await expect(save(out)).rejects.toThrow(/holds a finished run.*`force: true`/);
    await save(out, { force: true });
    await expect(decide(out, { cost })).rejects.toThrow(/decides by a threshold already/);
  });
});

/** What the label of a model says of the table. */
async function onnxLabels(path: string): Promise<readonly string[]> {
  const runtime = await loadNodeRuntime();
  const session = await runtime.open(new Uint8Array(readFileSync(path)));
  try {
    const feeds = Object.fromEntries(
      ['age', 'income', 'purpose', 'region'].map((name) => {
        const column = table.columns.find((own) => own.name === name)!;
        const dims = [table.rowCount, 1];
        return column.kind === 'numeric'
          ? [name, { type: 'float64', dims, data: column.values } as const]
          : [
              name,
              {
                type: 'string',
                dims,
                data: Array.from(column.codes, (code) => column.levels[code] ?? ''),
              } as const,
            ];
      }),
    );
    return (await session.run(feeds))['label']!.data as readonly string[];
  } finally {
    await session.close();
  }
}

describe('what cannot be decided is refused', () => {
  it.each<[string, Parameters<typeof decide>[1], RegExp]>([
    ['without a cost or a limit', {}, /nothing to decide by.*`cost`/],
    ['with a cost of nothing', { cost: { FP: 0, FN: 0 } }, /`cost` must be.*not both 0/],
    ['with a cost of another name', { cost: { FP: 1, TP: 2 } as never }, /`cost` must be/],
    [
      'with a share above 1',
      { selectionAtMost: { F: 1.2 } },
      /`selectionAtMost` must be a number from 0 to 1/,
    ],
    ['for a group that is not there', { selectionAtMost: { f: 0.2 } }, /no group "f"; did you mean "F"\?/],
    ['for a class that is not there', { cost, positive: 'Yes' }, /no class "Yes"; did you mean "yes"\?/],
    [
      'with limits against each other',
      { selectionAtLeast: 0.4, selectionAtMost: { M: 0.3 } },
      /wants 0\.4 of "M" selected and `selectionAtMost` no more than 0\.3/,
    ],
    [
      'with limits that no threshold keeps, and the nearest is told',
      { selectionAtMost: { F: 0.05 }, selectionAtLeast: { M: 0.95 } },
      /no single threshold.*The nearest, 0\.\d+, selects \d+\.\d% of "F" .*0\.0% to 5\.0%.* of "M".*`byGroup: true`/,
    ],
  ])('%s', async (_, options, message) => {
    await expect(decide(run, options)).rejects.toThrow(message);
  });

  it('with three classes, or of no run', async () => {
    const out = join(folder, 'grades');
    await (await fit(table, { target: 'grade', groups: 'sex', model: 'linear' })).save(out);
    await expect(decide(out, { cost })).rejects.toThrow(/two classes, and "grade" has 3/);
    await expect(decide(folder, { cost })).rejects.toThrow(/not the folder of a finished run/);
  });
});

describe('fairfront decide', () => {
  it('prints tables and words, and writes the run', async () => {
    const out = join(folder, 'command');
    const { code, out: printed, err } = await command(run, '--cost', 'fp=1,FN=3', '--out', out);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(printed).toMatch(/^table: decides for “yes” from a probability of 0\.\d+ on, else for “no”/);
    expect(printed).toMatch(/^On \d+ rows out of fold, which chose it:$/m);
    expect(printed).toMatch(/^On \d+ test rows, which had no say, with 95% intervals:$/m);
    expect(printed).toMatch(/^The cost of [FM], which had the most before, changes by/m);
    expect(await openRun(out)).toBeDefined();
  });

  it('prints with --json what decision.json holds; limits can be given for several groups', async () => {
    const limits = ['--selection-at-most', 'F=0.9', '--selection-at-most', 'M=0.8', '--by-group'];
    const out = join(folder, 'json');
    const { code, out: printed } = await command(run, ...limits, '--out', out, '--json');
    expect(code).toBe(0);
    expect(printed).toBe(readFileSync(join(out, 'decision.json'), 'utf8'));
    const { limits: read, schema } = JSON.parse(printed) as DecisionResult;
    expect(schema).toBe('fairfront.decision/1');
    expect(read.map(({ atMost }) => atMost)).toEqual([0.9, 0.8]);
  });

  it('says in flags what is wrong, and makes no folder', async () => {
    const out = join(folder, 'never');
    const { code, err } = await command(run, '--out', out);
    expect(code).toBe(2);
    expect(err).toMatch(/--cost.*--selection-at-most/);
    expect(readdirSync(folder)).not.toContain('never');
  });

  it('shows names that would command the terminal as what they are', async () => {
    const evil = 'F\u001b[31m\nM';
    const rows = table.columns.find(({ name }) => name === 'sex')!;
    const sexes = Array.from({ length: 600 }, (_, row) =>
      rows.kind === 'categorical' && rows.levels[rows.codes[row]!] === 'F' ? evil : 'M',
    );
    const [from, out] = [join(folder, 'evil'), join(folder, 'evil-decided')];
    await (await fit(withColumn(table, categories('sex', sexes)), { ...LOANS, model: 'linear' })).save(from);
    const { code, out: printed } = await command(from, '--cost', 'FN=2', '--by-group', '--out', out);
    expect(code).toBe(0);
    expect(printed).not.toContain('\u001b');
    expect(printed).toContain('F\\x1b[31m\\nM');
  });
});

it('a group without a row of a class has no rate of it', async () => {
  // Every M of the test rows is "no": true positives of M are unknown there.
  const parts = Array.from({ length: 600 }, (_, row) => ['train', 'validation', 'test'][row % 3]!);
  const [sex, answer] = ['sex', 'default'].map((name) => table.columns.find((own) => own.name === name)!);
  const level = (column: typeof sex, row: number): string =>
    column!.kind === 'categorical' ? column!.levels[column!.codes[row]!]! : '';
  const answers = parts.map((part, row) =>
    part === 'test' && level(sex, row) === 'M' ? 'no' : level(answer, row),
  );
  const made = withColumn(withColumn(table, categories('default', answers)), categories('part', parts));
  const from = join(folder, 'one-class');
  const options = { ...LOANS, model: 'linear', select: 'validation', splitColumn: 'part' } as const;
  await (await fit(withColumn(made, numbers('age', Array(600).fill(1))), options)).save(from);
  const { test, chose } = (await decide(from, { cost })).result;
  expect(test.after.map(({ tpr }) => tpr === null)).toEqual([false, true]);
  expect(chose.part).toBe('validation');
});
