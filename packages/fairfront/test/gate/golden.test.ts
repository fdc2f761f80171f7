// Figures and verdicts by estimates alone, against those of make_gate_golden.py.

import { readFileSync } from 'node:fs';
import { createTable } from '@fairfront/core';
import { expect, it } from 'vitest';
import { gate } from '../../src/index.js';
import { categories, numbers } from '../runs/made-table.js';

interface Case {
  readonly classes: readonly string[];
  readonly groups: readonly string[];
  readonly group: string;
  readonly truth: string;
  readonly sixteenths: readonly string[];
  readonly rules: readonly {
    readonly rule: string;
    readonly value: number | null;
    readonly verdict: string;
  }[];
}
const cases: Case[] = JSON.parse(readFileSync(new URL('gate_golden.json', import.meta.url), 'utf8'));

it('200 random tables have the figures and verdicts of numpy and pandas', async () => {
  expect(cases.length).toBe(200);
  for (const { classes, groups, group, truth, sixteenths, rules } of cases) {
    const named = (digits: string, names: readonly string[]): string[] =>
      Array.from(digits, (digit) => names[Number(digit)]!);
    const shares = (digits: string): number[] =>
      Array.from(digits, (digit) => Number.parseInt(digit, 16) / 16);
    const table = createTable([
      categories('group', named(group, groups)),
      categories('truth', named(truth, classes)),
      ...classes.map((name, c) => numbers(`p ${name}`, shares(sixteenths[c]!))),
    ]);
    const options = {
      target: 'truth',
      groups: 'group',
      probabilities: classes.map((name) => `${name}=p ${name}`),
      point: true,
      resamples: 0,
    };
    const told = rules.filter(({ value }) => value !== null);
    const found = (await gate(table, { ...options, rules: told.map(({ rule }) => rule) })).rules;
    expect(found.map(({ rule, verdict }) => ({ rule, verdict }))).toEqual(
      told.map(({ rule, verdict }) => ({ rule, verdict })),
    );
    for (const [i, { value }] of found.entries()) expect(value).toBeCloseTo(told[i]!.value!, 12);
    for (const { rule } of rules.filter(({ value }) => value === null)) {
      await expect(gate(table, { ...options, rules: [rule] })).rejects.toThrow('to judge');
    }
  }
});
