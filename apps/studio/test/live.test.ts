import { expect, it } from 'vitest';
import type { StudioEvent } from '../src/app/backend.js';
import { follow, STAGES, timeLeft, WAITING } from '../src/app/live.js';

/** Events a second apart, as a server stores them. */
const told = (...events: readonly object[]): StudioEvent[] =>
  events.map((event, i) => ({ at: 1000 * (i + 1), ...event }) as StudioEvent);
const after = (...events: readonly object[]) => told(...events).reduce(follow, WAITING);

const solve = { kind: 'solve', search: 'apstar', solve: 1, maxSolves: 4, bestWorstRisk: 0.4 };
const numbers = { mu: [0.5, 0.5], risks: [0.2, 0.4], lower: 0.3, upper: 0.4, relativeGap: 0.25 };

it('goes from stage to stage', () => {
  const stages = [
    { kind: 'reading', rows: 5, share: 1 },
    { kind: 'encoding' },
    { kind: 'model', name: 'naive' },
  ]
    .concat([{ kind: 'measuring' } as never, { kind: 'writing' } as never])
    .map((event) => STAGES[after(event).stage]);
  expect(stages).toEqual(['Read', 'Prepare', 'Train', 'Measure', 'Write']);
});

it('says how much is done, and how long the rest takes at that pace', () => {
  const live = after({ kind: 'fold', done: 0, total: 4 }, { kind: 'fold', done: 1, total: 4 });
  expect(live).toMatchObject({ share: 0.25, detail: '1 of 4', began: 1000, since: 1000, last: 2000 });
  expect(timeLeft(live, 3000)).toBe(6000);
  expect(timeLeft(after({ kind: 'encoding' }), 3000)).toBeUndefined();
});

it('keeps the solves of a search, and begins anew with another', () => {
  const two = after({ ...solve, ...numbers }, { ...solve, ...numbers, solve: 2 });
  expect(two.solves.map((one) => one.solve)).toEqual([1, 2]);
  expect(two.detail).toContain('at most 25% above the least possible');
  const again = told({ ...solve, ...numbers, relativeGap: null }).reduce(follow, two);
  expect(again.solves).toHaveLength(1);
  expect(again.detail).not.toContain('%');
});

it('tells a note once, in flags, and goes on with what was done', () => {
  const note = { kind: 'note', text: "add `missingGroup: 'own'`" };
  const live = after({ kind: 'fold', done: 1, total: 4 }, note, note);
  expect(live.notes).toEqual(['add --missing-group own']);
  expect(live).toMatchObject({ detail: '1 of 4', share: 0.25 });
});

it('a run that was resumed has not ended', () => {
  const ended = { kind: 'ended', state: 'interrupted', message: 'interrupted' };
  expect(after({ kind: 'encoding' }, ended).ended).toEqual({ state: 'interrupted', message: 'interrupted' });
  expect(after({ kind: 'encoding' }, ended, { kind: 'reading', rows: 1, share: 1 }).ended).toBeUndefined();
});

it('a run that was resumed is timed from then, and by what was done since', () => {
  const fold = { kind: 'fold', done: 3, total: 8, at: 2000 };
  const resumed = [
    { kind: 'resumed', at: 1_000_000 },
    { ...fold, at: 1_001_000 },
  ];
  const live = after({ ...fold, done: 0 }, fold, { kind: 'ended', state: 'interrupted' }, ...resumed);
  expect(live).toMatchObject({ began: 1_000_000, since: 1_001_000, share: 3 / 8, ended: undefined });
  expect(timeLeft(live, 1_002_000)).toBeUndefined();
  const later = told({ ...fold, done: 4, at: 1_003_000 }).reduce(follow, live);
  expect(timeLeft(later, 1_003_000)).toBe(8000); // four at 2 s each
});

it('looks at trees of a candidate, and begins anew with the next', () => {
  const round = { kind: 'boost', done: 0, total: 2, round: 10, mu: [0.5, 0.5], risks: [0.2, 0.4] };
  const live = after(round, { ...round, round: 30 });
  expect(live.solves.map(({ solve }) => solve)).toEqual([10, 30]);
  expect(live).toMatchObject({ step: 'look', detail: 'tree 30, worst group’s risk 0.400' });
  expect(told({ ...round, done: 1, round: 5 }).reduce(follow, live).solves).toHaveLength(1);
});
