import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/numeric/random.js';
import { apStar } from '../../src/search/apstar.js';
import type { Observation, Strategy } from '../../src/search/strategy.js';
import { tryStarSets } from '../../src/theory/star-set-trial.js';
import { type StarSets, starSetSampler } from '../../src/theory/star-sets.js';

const START = [0.8, 0.1, 0.1];
const sets = starSetSampler(createRandom(3))();

/** Proposes the given weights one after the other and notes what it is told. */
function scripted(mus: readonly (readonly number[])[], told: Observation[] = []): Strategy {
  return {
    name: 'scripted',
    options: {},
    *search() {
      for (const mu of mus) told.push(yield mu);
    },
  };
}

/** N_0 is everything; N_1 and N_2 need a weight of a quarter on their group. */
const quarters: StarSets = {
  ...sets,
  contains: (group, mu) => group === 0 || mu[group]! >= 0.25,
};

describe('tryStarSets', () => {
  it('counts the solves until all sets are met, the start included', () => {
    const mus = [START, [0.5, 0.4, 0.1], [0.4, 0.3, 0.3], [1, 0, 0]];
    expect(tryStarSets(quarters, scripted(mus), START, 10)).toEqual({
      solves: 3,
      trajectory: mus.slice(0, 3),
    });
    expect(tryStarSets(quarters, scripted([[0.4, 0.3, 0.3]]), START, 10).solves).toBe(1);
  });

  it('tells the strategy only who is inside: risk 0 in N_i, 1 outside', () => {
    const told: Observation[] = [];
    tryStarSets(quarters, scripted([START, [0.5, 0.4, 0.1], [0.4, 0.3, 0.3]], told), START, 10);
    expect(told.map(({ risks }) => risks)).toEqual([
      [0, 1, 1],
      [0, 0, 1],
    ]);
    expect(told.map(({ mu }) => mu)).toEqual([START, [0.5, 0.4, 0.1]]);
  });

  it('gives up at the limit, or when the strategy does', () => {
    const mus = [START, START, START, START];
    expect(tryStarSets(quarters, scripted(mus), START, 2)).toEqual({
      solves: undefined,
      trajectory: mus.slice(0, 2),
    });
    expect(tryStarSets(quarters, scripted(mus), START, 10)).toEqual({ solves: undefined, trajectory: mus });
  });

  it('ends, for APStar, at weights that lie in all three sets', () => {
    const { solves, trajectory } = tryStarSets(sets, apStar(), START, 1000);
    expect(solves).toBe(trajectory.length);
    expect(trajectory[0]).toEqual(START);
    expect([0, 1, 2].every((group) => sets.contains(group, trajectory.at(-1)!))).toBe(true);
  });
});
