import { describe, expect, it } from 'vitest';
import { decideClasses, parseDecisionRule } from '../../src/postprocess/decision-rule.js';

const CLASSES = ['no', 'yes'];
const said = Float64Array.of(0.7, 0.3, 0.5, 0.5, 0.2, 0.8); // of yes 0.3, 0.5, 0.8

describe('classes', () => {
  it('are the most probable, the first on a tie, without a rule', () => {
    expect([...decideClasses(said, CLASSES)]).toEqual([0, 0, 1]);
    expect([...decideClasses(Float64Array.of(0.2, 0.4, 0.4), ['a', 'b', 'c'])]).toEqual([1]);
  });

  it('are positive from the threshold on', () => {
    expect([...decideClasses(said, CLASSES, { positive: 'yes', threshold: 0.5 })]).toEqual([0, 1, 1]);
    expect([...decideClasses(said, CLASSES, { positive: 'no', threshold: 0.7 })]).toEqual([0, 1, 1]);
    expect([...decideClasses(said, CLASSES, { positive: 'yes', threshold: 1.5 })]).toEqual([0, 0, 0]);
  });

  it('follow the threshold of the row’s group, which must be known', () => {
    const thresholds = [
      { group: 'a', threshold: 0.2 },
      { group: '__proto__', threshold: 0.9 },
    ];
    const rule = { positive: 'yes', thresholds };
    expect([...decideClasses(said, CLASSES, rule, ['a', '__proto__', '__proto__'])]).toEqual([1, 0, 0]);
    expect(() => decideClasses(said, CLASSES, rule)).toThrow(/needs the group of every row.*got none/);
    expect(() => decideClasses(said, CLASSES, rule, ['a', 'a', 'c'])).toThrow(/row 3 is of the group "c"/);
  });
});

describe('a rule from a file', () => {
  it.each([
    { positive: 'yes', threshold: 0.3 },
    { positive: 'no', threshold: 2 },
    { positive: 'yes', thresholds: [{ group: 'a', threshold: 0 }] },
  ])('is read: %j', (rule) => {
    expect(parseDecisionRule(JSON.parse(JSON.stringify(rule)), CLASSES)).toEqual(rule);
  });

  it.each([
    null,
    'yes',
    {},
    { positive: 'perhaps', threshold: 0.3 },
    { positive: 'yes' },
    { positive: 'yes', threshold: '0.3' },
    { positive: 'yes', threshold: 3 },
    { positive: 'yes', threshold: -0.1 },
    { positive: 'yes', threshold: 0.3, thresholds: [{ group: 'a', threshold: 0.3 }] },
    { positive: 'yes', thresholds: [] },
    { positive: 'yes', thresholds: [null] },
    {
      positive: 'yes',
      thresholds: [
        { group: 'a', threshold: 0.3 },
        { group: 'a', threshold: 0.4 },
      ],
    },
  ])('is refused: %j', (rule) => {
    expect(() => parseDecisionRule(rule, CLASSES)).toThrow(/decision must name/);
  });

  it('is refused for three classes', () => {
    expect(() => parseDecisionRule({ positive: 'a', threshold: 0.3 }, ['a', 'b', 'c'])).toThrow(/decision/);
  });
});
