// Which models are tried: by loss, by size, by penalty, by time.

import { createRandom, createTable, type Table } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { fit } from '../../../src/index.js';
import { categories } from '../../runs/made-table.js';
import { GROUPS, madeGroups, UNLIKE } from './made-groups.js';

const table = madeGroups({ ...UNLIKE, rowCount: 800 });

const triedIn = (candidates: readonly { readonly l2: number | null }[]): (number | null)[] =>
  [...new Set(candidates.slice(1).map(({ l2 }) => l2))].sort();

/** Two columns of so many levels that a model of them has more than 1,000 parameters. */
function wideTable(): Table {
  const random = createRandom(3);
  const rows = Array.from({ length: 2000 }, (_, row) => {
    const group = row % 4 === 0 ? 'few' : 'many';
    const [a, b] = [row % 660, (row * 7) % 660];
    const score = (group === 'few' ? -2 : 2) * ((a % 2) - 0.5) + 3 * ((b % 2) - 0.5);
    return {
      group,
      a: `a${a}`,
      b: `b${b}`,
      label: random.uniform() < 1 / (1 + Math.exp(-score)) ? 'yes' : 'no',
    };
  });
  return createTable(
    (['a', 'b', 'group', 'label'] as const).map((name) =>
      categories(
        name,
        rows.map((row) => row[name]),
      ),
    ),
  );
}
const wide = wideTable();
const WIDE = { target: 'label', groups: 'group', minLevelRows: 1 } as const;

describe('penalties', () => {
  it('are five, unless one is given: then that is the only one', async () => {
    const chosen = (await fit(table, GROUPS)).result.selection!;
    expect(triedIn(chosen.candidates)).toEqual([1e-5, 1e-4, 1e-3, 1e-2, 1e-1]);
    const { result } = await fit(table, { ...GROUPS, l2: 0.02 });
    expect(Object.values(result.models).map(({ l2 }) => l2)).toEqual([0.02, 0.02, 0.02]);
    const { candidates, naive } = result.selection!;
    expect(new Set(candidates.map(({ l2 }) => l2))).toEqual(new Set([0.02]));
    expect(candidates).toHaveLength(7);
    expect(naive.l2).toBe(0.02);
    expect(result.task.l2).toBe(0.02);
    expect(result.atMost!.l2).toBe(0.02);
  });

  it('that there is no time for are left out, and a note says so', async () => {
    const { result } = await fit(table, { ...GROUPS, selectSeconds: 1e-9 });
    const { untried, candidates } = result.selection!;
    expect(untried).toEqual([1e-2, 1e-4, 1e-1, 1e-5]); // from the middle outwards; the first is always tried
    expect(triedIn(candidates)).toEqual([1e-3]);
    expect(result.notes.at(-1)).toBe(
      'the time to choose was up after 1e-9 seconds: the penalties 0.01, 0.0001, 0.1, 0.00001 were not tried; raise `selectSeconds` to try them',
    );
    expect((await fit(table, GROUPS)).result.notes).toEqual([]);
  });
});

describe('where every training of a fold is a search', () => {
  it('by the Brier score, whose solves prove nothing, fewer models are tried by APStar', async () => {
    const { result } = await fit(table, { ...GROUPS, loss: 'brier' });
    const { selection, search, atMost, models, verdict } = result;
    expect(search).toMatchObject({
      strategy: 'apstar',
      steeredBy: 'train',
      certificate: { certified: false },
    });
    expect(search.relativeGap).toBeNull();
    expect(selection!.candidates).toHaveLength(1 + 2 * 4);
    expect(triedIn(selection!.candidates)).toEqual([1e-5, 1e-3]);
    expect(atMost).toBeUndefined();
    expect(verdict.atMost).toBeNull();
    const validation = models.naive.metrics.validation.brier.byGroup;
    expect(selection!.naive.risks.map((risk, group) => risk - validation[group]!)).toEqual([0, 0]);
  });

  it('with more than 1,000 parameters fewer models are tried by cutting planes, with a certificate', async () => {
    const { result } = await fit(wide, { ...WIDE, gap: 0.01 });
    const { selection, search, atMost, task } = result;
    expect(task.features).toBeGreaterThan(1000);
    expect(search).toMatchObject({ strategy: 'cutting-plane', certificate: { certified: true } });
    expect(search.certificate.lower).toBeGreaterThan(0);
    expect(search.certificate.lower).toBeLessThanOrEqual(search.worst);
    expect(selection!.candidates).toHaveLength(1 + 2 * 4);
    expect(triedIn(selection!.candidates)).toEqual([1e-5, 1e-3]);
    expect(atMost).toBeUndefined();
  });

  it.each(['cross-validation', 'validation'] as const)(
    'and select is %s, an exact search is refused before anything is trained',
    async (select) => {
      const kinds: string[] = [];
      await expect(
        fit(wide, { ...WIDE, select, search: 'exact' }, { onProgress: ({ kind }) => kinds.push(kind) }),
      ).rejects.toThrow(
        /^`search: 'exact'` is for models of at most 1,000 parameters, and this one has 1,\d{3}; take `search: 'cutting-plane'`, or fewer columns with `features`$/,
      );
      expect(kinds).toEqual(['encoding']);
    },
  );

  it('another search can be asked for', async () => {
    const { result } = await fit(table, { ...GROUPS, search: 'cutting-plane', l2: 1e-3, maxSolves: 7 });
    expect(result.search).toMatchObject({ strategy: 'cutting-plane', maxSolves: 7, steeredBy: 'train' });
    expect(result.search.solves).toBeLessThanOrEqual(7);
    expect(result.selection!.candidates).toHaveLength(5);
    expect(result.atMost).toBeDefined(); // what can be proved is proved
  });
});

it('says that solves were not limited where the search makes none', async () => {
  const note = 'the search was exact and made no solves: `maxSolves` had no effect';
  expect((await fit(table, { ...GROUPS, maxSolves: 5 })).result.notes).toContain(note);
  expect((await fit(table, GROUPS)).result.notes).not.toContain(note);
});
