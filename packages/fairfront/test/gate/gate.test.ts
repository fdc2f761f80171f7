// What a gate decides: by whole intervals, by estimates, on groups that are too small, against a baseline.

import { createRandom, measure } from '@fairfront/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPredictions } from '../../src/audit/read-predictions.js';
import { audit, type GateOptions, type GateResult, gate } from '../../src/index.js';
import { completeData } from '../../src/task/data.js';
import { COLUMNS, type MadeGroup, predictions } from './predictions.js';
import { expectSameVerdicts, randomAudit } from './random-audit.js';

type Groups = Readonly<Record<string, MadeGroup>>;
const judge = (groups: Groups, options: GateOptions): Promise<GateResult> =>
  gate(predictions(groups), { ...COLUMNS, ...options });
const verdict = async (groups: Groups, rule: string, options: GateOptions = {}) =>
  (await judge(groups, { rules: [rule], ...options })).rules[0]!;

const EVEN: Groups = { F: { rows: 400, right: 300 }, M: { rows: 400, right: 360 } };

describe('a rule passes where its whole interval does', () => {
  it.each([
    ['group F accuracy > 0.65', null],
    ['group F accuracy > 0.74', 'cannot-be-sure'],
    ['group F accuracy > 0.76', 'cannot-be-sure'],
    ['group F accuracy > 0.85', 'not-so'],
    ['worst accuracy > 0.65', null],
    ['worst accuracy > 0.72', 'cannot-be-sure'],
    ['disparity accuracy < 0.3', null],
    ['disparity accuracy < 0.16', 'cannot-be-sure'],
    ['disparity accuracy < 0.02', 'not-so'],
    ['overall accuracy >= 0.78', null],
    ['impact-ratio > 0.8', null],
    ['impact-ratio > 0.99', 'cannot-be-sure'],
    ['equalised-odds < 0.4', null],
  ])('%s: %s', async (rule, reason) => {
    const found = await verdict(EVEN, rule);
    expect(found).toMatchObject({ rule, reason, verdict: reason === null ? 'passed' : 'failed' });
    const { value, interval } = found;
    expect(interval!.low).toBeLessThanOrEqual(value!);
    expect(interval!.high).toBeGreaterThanOrEqual(value!);
  });

  it('names the groups, the figure, and the rows that would do', async () => {
    expect(await verdict(EVEN, 'worst accuracy > 0.65')).toMatchObject({ groups: ['F'], value: 0.75 });
    const apart = await verdict(EVEN, 'disparity accuracy < 0.16');
    expect(apart.groups).toEqual(['M', 'F']);
    expect(apart.value).toBeCloseTo(0.15, 12);
    expect(await verdict(EVEN, 'overall accuracy > 0.5')).toMatchObject({ groups: [], value: 0.825 });
    const { message, rowsToTell, interval, value } = await verdict(EVEN, 'group F accuracy > 0.72');
    const exact = 400 * ((value! - interval!.low) / 0.03) ** 2 - 400;
    expect(rowsToTell).toBeGreaterThan(exact - 1e-6);
    expect(rowsToTell).toBeLessThan(1.1 * exact + 1);
    expect(message).toContain(
      `about ${rowsToTell!.toLocaleString('en-US')} more rows of this group would do`,
    );
    expect((await verdict(EVEN, 'group F accuracy > 0.76')).rowsToTell).toBeNull(); // more rows of that kind do not help
  });

  it('and by the estimate where that is asked for', async () => {
    const point = { point: true, resamples: 0 };
    expect(await verdict(EVEN, 'group F accuracy > 0.74', point)).toMatchObject({
      verdict: 'passed',
      interval: null,
    });
    expect(await verdict(EVEN, 'group F accuracy > 0.75', point)).toMatchObject({ reason: 'not-so' });
    expect(await verdict(EVEN, 'group F accuracy >= 0.75', point)).toMatchObject({ verdict: 'passed' });
  });

  it('never with its opposite, and the looser the sooner', async () => {
    const opposites = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;
    await fc.assert(
      fc.asyncProperty(fc.nat(1e6), fc.boolean(), async (seed, point) => {
        const { table, rules } = randomAudit(seed);
        const [, about, sign, limit] = /^(.*) ([<>]=?) (\S+)$/.exec(rules[0]!)!;
        const opposite = `${about} ${opposites[sign as '<']} ${limit}`;
        const looser = `${about} ${sign} ${sign!.startsWith('<') ? 1 : 0}`;
        const { rules: found } = await gate(table, {
          ...{ target: 'y', groups: 'g', probabilities: ['p'], resamples: 10, point },
          rules: [rules[0]!, opposite, looser],
        });
        const passed = found.map((own) => own.verdict === 'passed');
        if (point) expect(passed[0]).not.toBe(passed[1]);
        else expect(passed[0] && passed[1]).toBe(false);
        if (!about!.endsWith('ropy')) expect(!passed[0] || passed[2]).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('says that a rule may be the wrong way round', async () => {
    const { notes } = await judge(EVEN, {
      rules: ['worst accuracy < 0.9', 'disparity ece > 0', 'worst fpr < 1'],
    });
    expect(notes).toHaveLength(2);
    expect(notes[0]).toContain('“worst accuracy < 0.9” passes where the figure is bad');
  });
});

describe('groups with few rows', () => {
  const SMALL: Groups = { ...EVEN, X: { rows: 12, right: 12 } };

  it('keep rules from passing, unless they are left out', async () => {
    const found = await verdict(SMALL, 'worst accuracy > 0.6');
    expect(found).toMatchObject({ reason: 'cannot-be-sure', value: 0.75, groups: ['F'] });
    expect(found.message).toBe('cannot be sure: X has 12 rows, fewer than 30');
    const without = await judge(SMALL, {
      rules: ['worst accuracy > 0.6', 'disparity accuracy < 0.3'],
      skipSmall: true,
    });
    expect(without).toMatchObject({ passed: true, skipped: ['X'] });
    expect(without.notes.at(-1)).toContain('left out of rules across groups: X');
    const alone = await judge(EVEN, { rules: ['worst accuracy > 0.6', 'disparity accuracy < 0.3'] });
    expect(without.rules).toEqual(alone.rules); // to the bit: the other groups are measured as if by themselves
  });

  it('do not hide what surely fails, and say nothing of all rows', async () => {
    expect(await verdict(SMALL, 'worst accuracy > 0.95')).toMatchObject({ reason: 'not-so' });
    expect(await verdict(SMALL, 'overall accuracy > 0.7')).toMatchObject({ verdict: 'passed' });
    expect(await verdict(SMALL, 'group F accuracy > 0.6')).toMatchObject({ verdict: 'passed' });
    expect(await verdict(SMALL, 'group X accuracy > 0.6')).toMatchObject({ reason: 'cannot-be-sure' });
    expect(await verdict(SMALL, 'worst accuracy > 0.6', { point: true })).toMatchObject({
      verdict: 'passed',
    });
  });

  it('without an end: a group that is always right has an interval all the same', async () => {
    const right: Groups = { ...EVEN, X: { rows: 40, right: 40 } };
    const { reason, interval } = await verdict(right, 'group X accuracy > 0.95');
    expect(reason).toBe('cannot-be-sure');
    expect(interval!.low).toBeCloseTo(40 / (40 + 1.959963985 ** 2), 8); // Wilson's
    expect(interval!.high).toBe(1);
    expect(await verdict(right, 'group X accuracy > 0.9')).toMatchObject({ verdict: 'passed' });
    expect(await verdict(right, 'group X fpr < 0.1')).toMatchObject({ reason: 'cannot-be-sure', value: 0 });
  });

  it('of a class, or none', async () => {
    const few: Groups = { ...EVEN, X: { rows: 100, right: 90, yes: 5 } };
    const { message } = await verdict(few, 'group X tpr > 0');
    expect(message).toBe('cannot be sure: X has 5 rows behind its tpr, fewer than 10');
    expect(await verdict(few, 'group X fpr < 0.2')).toMatchObject({ verdict: 'passed' });
    const none: Groups = { ...EVEN, X: { rows: 100, right: 90, yes: 0 } };
    expect((await verdict(none, 'worst tpr > 0')).message).toBe('cannot be sure: X has no tpr');
    await expect(verdict(none, 'group X tpr > 0')).rejects.toThrow('there is no tpr to judge');
  });

  it('all of them: nothing is left to judge', async () => {
    const tiny = { F: { rows: 8, right: 6 }, M: { rows: 9, right: 6 } };
    await expect(judge(tiny, { rules: ['worst ece < 1'], skipSmall: true })).rejects.toThrow(
      'every group is too small',
    );
  });
});

describe('a baseline', () => {
  const before = EVEN;
  const worse: Groups = { F: { rows: 400, right: 270 }, M: { rows: 400, right: 362 } };

  it('fails where a group is surely served worse, row by row', async () => {
    const found = await judge(worse, { baseline: predictions(before) });
    expect(found).toMatchObject({ passed: false, baseline: { data: 'table', paired: true }, notes: [] });
    expect(found.rules).toHaveLength(8);
    expect(found.rules.map(({ groups, reason }) => `${groups[0]} ${reason}`)).toEqual([
      'F surely-worse', // cross-entropy
      'M null',
      'F surely-worse', // Brier
      'M null',
      'F surely-worse', // accuracy
      'M null',
      'F surely-worse', // AUC
      'M null',
    ]);
    expect(found.rules[4]!.value).toBeCloseTo(-0.075, 12);
    expect((await judge(before, { baseline: predictions(worse) })).passed).toBe(true);
    expect((await judge(before, { baseline: predictions(before) })).passed).toBe(true);
  });

  it('has the paired intervals of `measure`, for all groups at once', async () => {
    const { rules } = await judge(worse, { baseline: predictions(before), rules: ['no-worse tpr'], seed: 7 });
    const [own, other] = [worse, before].map((groups) =>
      readPredictions(completeData(predictions(groups)), COLUMNS),
    );
    const { changes } = measure(
      { before: other!.probabilities, after: own!.probabilities },
      ...([own!.labels, own!.groups, 2] as const),
      { intervals: { random: createRandom(7), level: 0.975 } },
    );
    expect(rules.map(({ value, interval }) => ({ value, ...interval }))).toEqual(
      changes.after!.rates[0]!.tpr.byGroup.map((change) => ({
        value: change!.value,
        low: change!.low,
        high: change!.high,
      })),
    );
  });

  it('has wider intervals the more rules look at every group', async () => {
    const low = async (...rules: string[]): Promise<number> =>
      (await judge(worse, { baseline: predictions(before), rules })).rules[0]!.interval!.low;
    expect(await low('no-worse brier', 'no-worse auc', 'no-worse tpr')).toBeLessThan(
      await low('no-worse brier'),
    );
    expect(await low('no-worse brier', 'worst ece < 1')).toBe(await low('no-worse brier'));
  });

  it('lets pass what is allowed', async () => {
    const rules = ['no-worse accuracy by 10%', 'no-worse accuracy by 0.01'];
    const found = await judge(worse, { baseline: predictions(before), rules });
    expect(found.rules.map(({ verdict }) => verdict)).toEqual(['passed', 'passed', 'failed', 'passed']);
    const point = await judge(worse, {
      baseline: predictions(before),
      rules: ['no-worse accuracy'],
      point: true,
    });
    expect(point.rules.map(({ verdict }) => verdict)).toEqual(['failed', 'passed']);
    expect((await judge(before, { baseline: predictions(before), point: true })).passed).toBe(true);
  });

  it('of other rows is compared by both intervals, which are wider', async () => {
    const others: Groups = { F: { rows: 401, right: 301 }, M: { rows: 400, right: 360 } };
    const found = await judge(worse, { baseline: predictions(others), rules: ['no-worse accuracy'] });
    expect(found.baseline!.paired).toBe(false);
    expect(found.notes[0]).toContain('its rows are others');
    const paired = await judge(worse, { baseline: predictions(before), rules: ['no-worse accuracy'] });
    const width = ({ rules }: GateResult): number => rules[0]!.interval!.high - rules[0]!.interval!.low;
    expect(width(found)).toBeGreaterThan(1.5 * width(paired));
    // About what two independent shares have: 2 z √(p₁ q₁ / n₁ + p₂ q₂ / n₂), z of 97.5%.
    const expected = 2 * 2.2414 * Math.sqrt((0.675 * 0.325) / 400 + (0.7506 * 0.2494) / 401);
    expect(width(found)).toBeCloseTo(expected, 1);
    expect(Math.abs(width(found) / expected - 1)).toBeLessThan(0.1);
  });

  it('says nothing of groups with few rows', async () => {
    const few = (right: number): Groups => ({ ...EVEN, X: { rows: 20, right } });
    const found = await judge(few(2), { baseline: predictions(few(20)), rules: ['no-worse accuracy'] });
    expect(found.rules[2]).toMatchObject({
      groups: ['X'],
      verdict: 'passed',
      message: 'too few rows to tell',
    });
  });

  it('says nothing of rates with few rows behind them, and widens intervals without width', async () => {
    const few = (right: number): Groups => ({ ...EVEN, X: { rows: 60, right, yes: 6 } });
    const found = await judge(few(2), {
      baseline: predictions(few(60)),
      rules: ['no-worse tpr', 'no-worse fpr'],
    });
    expect(found.rules[2]).toMatchObject({ value: -1, verdict: 'passed', message: 'too few rows to tell' });
    expect(found.rules[5]).toMatchObject({ groups: ['X'], verdict: 'failed' });
    const all = (rows: number, right: number): Groups => ({ ...EVEN, X: { rows, right } });
    const { rules } = await judge(all(40, 34), {
      baseline: predictions(all(41, 41)),
      rules: ['no-worse accuracy'],
    });
    expect(rules[2]).toMatchObject({ groups: ['X'], verdict: 'passed' });
    expect(rules[2]!.interval!.high).toBeGreaterThan(0);
  });

  it.each<[Groups, string]>([
    [{ F: EVEN['F']!, N: EVEN['M']! }, '`baseline`: its groups are "F", "N", not "F", "M"'],
  ])('of another task is refused', async (other, message) => {
    await expect(judge(EVEN, { baseline: predictions(other) })).rejects.toThrow(message);
  });
});

describe('the result of an audit', () => {
  it('is judged as its data are', async () => {
    const rules = ['worst brier < 0.5', 'disparity auc < 0.1', 'group M precision > 0.8'];
    const { result } = await audit(predictions(EVEN), COLUMNS);
    expect((await gate(result, { rules })).rules).toEqual((await judge(EVEN, { rules })).rules);
    const { baseline, notes } = await gate(result, { baseline: result });
    expect(baseline!.paired).toBe(false);
    expect(notes[0]).toContain('only its figures are known');
  });

  it('has no rows, and may have no intervals', async () => {
    const { result } = await audit(predictions({ ...EVEN, X: { rows: 9, right: 3 } }), {
      ...COLUMNS,
      resamples: 0,
    });
    const rules = ['worst brier < 0.5'];
    await expect(gate(result, { rules })).rejects.toThrow('take `point: true`');
    await expect(gate(result, { rules, point: true, skipSmall: true })).rejects.toThrow(
      'hand over the predictions',
    );
    expect((await gate(result, { rules, point: true })).passed).toBe(false);
    await expect(gate(result, { rules, level: 0.9 })).rejects.toThrow('`level`: for predictions only');
  });
});

it.each<[object, string]>([
  [{}, 'there is no rule; name one, such as "worst accuracy > 0.7", or a `baseline`'],
  [{ rules: ['no-worse accuracy'] }, 'a rule with no-worse needs a `baseline`'],
  [{ rules: 'worst ece < 1' }, '`rules` must be a list of texts'],
  [{ rule: ['worst ece < 1'] }, 'there is no option "rule"; did you mean `rules`?'],
  [{ rules: ['group "G" ece < 1'] }, 'there is no group "G"; there are "F", "M"'],
  [{ rules: ['worst tpr of "no" > 0'] }, 'there are no rates of class "no"; rates are of "yes" here'],
  [{ rules: ['worst tpr of "yess" > 0'] }, 'there are no rates of class "yess"; did you mean "yes"?'],
])('refuses %j', async (options, message) => {
  await expect(judge(EVEN, options as GateOptions)).rejects.toThrow(message);
});

it('the library and the command give the same verdicts', () => expectSameVerdicts(150));
