// Boosters that go on together, each on rows of its own fold.

import type { DenseRows } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import '../../../core/test/helpers/close.js';
import {
  type BoostedRound,
  boostTogether,
  PATIENCE,
  type Together,
  type TogetherState,
} from '../../src/boost/boost-together.js';
import type { BoostingOptions } from '../../src/boost/boosted-options.js';
import type { Booster } from '../../src/boost/booster.js';
import { type Course, fixedCourse, minimaxCourse } from '../../src/boost/course.js';
import { roundCount } from '../../src/model/boosted-model.js';
import { createBooster } from '../helpers/create-booster.js';
import { COLUMNS, labelledRows } from '../helpers/labelled.js';

const FOLDS = 3;
const { features, labels, groups } = labelledRows(7, { rowCount: 150 });
const { counts: totals } = groups;
const OPTIONS: BoostingOptions = { maxDepth: 2, learningRate: 0.6, subsample: 0.8, columnSample: 0.6 };

/** The booster that holds out every third row from this one on. */
function boosterOf(fold: number): Booster {
  const heldOut = Array.from(labels.keys()).filter((row) => row % FOLDS === fold);
  const rows = { features: features as DenseRows, columns: COLUMNS, labels, groups: groups.groups, heldOut };
  return createBooster({ ...rows, classCount: 2 }, OPTIONS).booster;
}

const boostersOf = (...folds: number[]): Booster[] => folds.map(boosterOf);

interface Told {
  readonly rounds: BoostedRound[];
  readonly states: TogetherState[];
}

/** Boosts all folds, and notes what is told. */
function boostAll(course: Course, more: Partial<Together> = {}) {
  const told: Told = { rounds: [], states: [] };
  const together = boostTogether({
    boosters: boostersOf(0, 1, 2),
    course,
    trees: 100,
    totals,
    onRound: (round, state) => {
      told.rounds.push(round);
      told.states.push(structuredClone(state()));
    },
    ...more,
  });
  return { together, told };
}

describe.each([
  ['fixed weights', () => fixedCourse([0.3, 0.7])],
  ['minimax weights', () => minimaxCourse(2)],
])('%s', (_, courseOf) => {
  const { together, told } = boostAll(courseOf());

  it('take the round whose value is least on the rows held out, once it has not fallen for long', () => {
    const values = told.rounds.map(({ risks }) => courseOf().value(risks));
    const best = values.indexOf(Math.min(...values));
    expect(together.rounds).toBe(best + 1);
    expect(together.risks).toEqual(told.rounds[best]!.risks);
    expect(told.rounds).toHaveLength(best + 1 + PATIENCE);
    expect(best).toBeGreaterThan(1);
    expect(told.rounds.map(({ round }) => round)).toEqual([...values.keys()].map((i) => i + 1));
    expect(told.rounds.map(({ best: least }) => least)).toEqual(
      values.map((__, i) => Math.min(...values.slice(0, i + 1))),
    );
  });

  it('have the weights of the rounds that are taken, each of what was seen before it', () => {
    expect(together.mus).toHaveLength(together.rounds);
    const course = courseOf();
    for (const [round, mu] of together.mus.entries()) {
      expect(course.next()).toEqual(mu);
      course.observe(told.rounds[round]!.risks);
    }
  });

  it('have the scores of the rows held out at that round', () => {
    const boosters = boostersOf(0, 1, 2);
    for (const mu of together.mus) for (const booster of boosters) booster.addRound(mu);
    expect(together.heldOut).toEqual(boosters.map((booster) => booster.heldOutScores()));
    const sums = boosters.map((booster) => booster.heldOutSums());
    expect(together.risks).toBeAllClose(
      totals.map((count, group) => (sums[0]![group]! + sums[1]![group]! + sums[2]![group]!) / count),
      { relative: 1e-14 },
    );
  });

  it.each(['the first', 'the best', 'the last'])('go on from %s round, to the same bits', (which) => {
    const at = { 'the first': 0, 'the best': together.rounds - 1, 'the last': told.rounds.length - 1 }[
      which
    ]!;
    const again = boostAll(courseOf(), { resume: told.states[at]! });
    expect(again.together).toEqual(together);
    expect(again.told.rounds).toEqual(told.rounds.slice(at + 1));
    expect(again.told.states).toEqual(told.states.slice(at + 1));
  });

  it('do not care what boosters did before', () => {
    const boosters = boostersOf(0, 1, 2);
    boostTogether({ boosters, course: fixedCourse([1, 0]), trees: 4, totals });
    expect(boostAll(courseOf(), { boosters }).together).toEqual(together);
    expect(boostAll(courseOf(), { boosters, resume: told.states[2]! }).together).toEqual(together);
  });

  it('are the same of boosters that are parted and tell each other their sums', () => {
    // Two threads as two threads would be: each round of one waits for that of the other.
    const folds = [[0, 2], [1]];
    const sumsOf: Float64Array[][][] = folds.map((own) => {
      const seen: Float64Array[][] = [];
      const boosters = boostersOf(...own);
      for (const mu of allMus()) {
        for (const booster of boosters) booster.addRound(mu);
        seen.push(boosters.map((booster) => booster.heldOutSums()));
      }
      return seen;
    });
    const found = folds.map((own, thread) => {
      let round = 0;
      return boostTogether({
        boosters: boostersOf(...own),
        course: courseOf(),
        trees: 100,
        totals,
        exchange: (sums) => {
          expect(sums).toEqual(sumsOf[thread]![round]);
          const [first, second] = [sumsOf[0]![round]!, sumsOf[1]![round]!];
          round++;
          return [first[0]!, second[0]!, first[1]!];
        },
      });
    });
    for (const [thread, own] of folds.entries()) {
      const { heldOut, ...others } = found[thread]!;
      expect({ ...others, heldOut: own.map((fold) => together.heldOut[fold]) }).toEqual({
        ...together,
        heldOut,
      });
    }
  });

  /** The weights of all rounds, also of those that are not taken. */
  function allMus(): (readonly number[])[] {
    const course = courseOf();
    return told.rounds.map(({ risks }) => {
      const mu = course.next();
      course.observe(risks);
      return mu;
    });
  }
});

describe('boosting together', () => {
  it('ends at the most trees, and at the first round where it is cancelled', () => {
    expect(boostAll(minimaxCourse(2), { trees: 3 }).told.rounds).toHaveLength(3);
    const { together, told } = boostAll(minimaxCourse(2), { signal: { aborted: true } });
    expect(told.rounds).toHaveLength(1);
    expect(together.rounds).toBe(1);
    expect(together.mus).toEqual([[0.5, 0.5]]);
  });

  it('grows no tree where it goes on from its end', () => {
    const { told, together } = boostAll(fixedCourse([0.3, 0.7]), { trees: 5 });
    const boosters = boostersOf(0, 1, 2);
    const again = boostAll(fixedCourse([0.3, 0.7]), { boosters, trees: 5, resume: told.states.at(-1)! });
    expect(again.told.rounds).toEqual([]);
    expect(again.together).toEqual(together);
    expect(boosters.map((booster) => roundCount(booster.model()))).toEqual([5, 5, 5]);
  });

  it('serves the worst group better with minimax weights than with the shares of the groups', () => {
    const shares = totals.map((count) => count / labels.length);
    const naive = boostAll(fixedCourse(shares)).together.risks;
    const minimax = boostAll(minimaxCourse(2)).together.risks;
    expect(Math.max(...minimax)).toBeLessThan(Math.max(...naive));
  });
});
