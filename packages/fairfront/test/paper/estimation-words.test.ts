import type { EstimationCase, EstimationPoint, Figure8Data } from '@fairfront/charts';
import { describe, expect, it } from 'vitest';
import { describeEstimation } from '../../src/paper/estimation-words.js';
import { compareWays } from '../../src/paper/studies/compare-ways.js';
import { estimationPoint, estimationRow } from './made-estimation.js';

type Errors = Readonly<Record<number, number>>;

/** Joint and plug-in errors of one problem on a size of sample. */
const rows = (joint: Errors, plugIn: Errors, samples = 4000) => [
  estimationRow('plug-in', samples, plugIn),
  estimationRow('joint', samples, joint),
];

const AHEAD = rows({ 1: 0.1, 2: 0.11, 3: 0.12 }, { 1: 0.15, 2: 0.155, 3: 0.175 });
const BEHIND = rows({ 1: 0.15, 2: 0.155, 3: 0.175 }, { 1: 0.1, 2: 0.11, 3: 0.12 });
const EVEN = rows({ 1: 0.1, 2: 0.11, 3: 0.12 }, { 1: 0.11, 2: 0.1, 3: 0.12 });

function caseOf(name: EstimationCase['name'], points: readonly EstimationPoint[]): EstimationCase {
  const sizes = [...new Set(points.flatMap((point) => point.rows.map(({ samples }) => samples)))];
  const all = points.map((point) => point.rows);
  return { name, points, comparisons: sizes.flatMap((size) => compareWays(all, size) ?? []) };
}

const dataOf = (
  first: ReturnType<typeof rows>,
  second: ReturnType<typeof rows>,
  hidden = [64, 64],
): Figure8Data => ({
  hidden,
  maxSolves: 15,
  maxEpochs: 500,
  epochSteps: 400,
  cases: [
    caseOf('I', [estimationPoint({ m1: 0.5, lambda: 0 }, first)]),
    caseOf('II', [estimationPoint({ m1: 0, lambda: 0.2 }, second)]),
  ],
});

describe('describeEstimation', () => {
  const words = describeEstimation(dataOf(AHEAD, EVEN));

  it('tells network, solves and epochs, and every mean with its deviation', () => {
    expect(words).toContain('dense ResNet (64×64)×2; the paper’s is a dense ResNet (512×512)×2');
    expect(words).toContain('at most 15 solves either way; an epoch had at least 400 steps');
    expect(words).toMatch(
      /I +m₁ = 0\.5 +0\.125 +4,000 +3 +16\.0% ± 1\.3% +11\.0% ± 1\.0% +84\.0% ± 1\.3% +89\.0% ± 1\.0% +85\.0%/,
    );
    expect(describeEstimation({ ...dataOf(AHEAD, EVEN, [512, 512]), epochSteps: 1 })).toMatch(
      /\(512×512\)×2, the paper’s\..*an epoch was one pass over the rows/,
    );
  });

  it('tells who is clearly better on the same samples, over the case and by itself', () => {
    // −5, −4.5 and −5.5 points.
    expect(words).toMatch(/I +4,000 +−5\.00 ± 0\.29 +joint +\+5\.00 ± 0\.29 +joint +joint at m₁ = 0\.5/);
    expect(words).toMatch(/II +4,000 +\+0\.00 ± 0\.58 +– +[+−]0\.00 ± 0\.58 +– +–/);
    expect(words).toContain('± standard error over 3 runs; better is who is ahead by more than 2 of these');
  });

  it.each([
    {
      first: AHEAD,
      second: EVEN,
      says: 'joint estimation is better, as the paper says; in Case II there is no clear winner, as the paper says.',
    },
    {
      first: EVEN,
      second: EVEN,
      says: 'no difference is clear, which is not what the paper says; in Case II there is no',
    },
    {
      first: BEHIND,
      second: AHEAD,
      says: 'plug-in estimation is better, which is not what the paper says; in Case II joint estimation is clearly better, where',
    },
    {
      first: AHEAD,
      second: BEHIND,
      says: 'as the paper says; in Case II plug-in estimation is clearly better, where the paper sees no clear difference.',
    },
    {
      first: AHEAD,
      second: [...EVEN, ...rows({ 1: 0.1, 2: 0.11, 3: 0.12 }, { 1: 0.15, 2: 0.155, 3: 0.175 }, 9000)],
      says: 'in Case II joint estimation is clearly better on one size of sample, where',
    },
  ])('says whether it is as in the paper: $says', ({ first, second, says }) => {
    expect(describeEstimation(dataOf(first, second))).toContain(
      `Here, by relative error: in Case I with 4,000 samples`,
    );
    expect(describeEstimation(dataOf(first, second))).toContain(says);
  });

  it('takes the smaller sample for the question about few samples', () => {
    const larger = rows({ 1: 0.1, 2: 0.11, 3: 0.12 }, { 1: 0.11, 2: 0.1, 3: 0.12 }, 9000);
    expect(describeEstimation(dataOf([...AHEAD, ...larger], EVEN))).toContain(
      'in Case I with 4,000 samples joint estimation is better',
    );
  });

  it('claims nothing from one run, or from what has no partner', () => {
    const one = describeEstimation(dataOf(rows({ 1: 0.1 }, { 1: 0.3 }), rows({ 1: 0.1 }, { 1: 0.3 })));
    expect(one).toMatch(/I +4,000 +−20\.00 +– +\+20\.00 +–/);
    expect(one).toContain('From one run nobody can tell');
    expect(one).not.toMatch(/as the paper says|±/);
    const alone = [estimationRow('plug-in', 4000, { 1: 0.1 })];
    const words = describeEstimation(dataOf(alone, alone));
    expect(words).toContain('nothing can be compared');
    expect(words).toMatch(/4,000 +1 +10\.0% +– +90\.0% +–/);
  });

  it('says how many learnt nothing, and judges nobody where most did', () => {
    // A risk of ½: an error of 100% on a problem whose minimax risk is ¼.
    const some = rows({ 1: 0.1, 2: 0.11, 3: 1 }, { 1: 0.15, 2: 0.155, 3: 1 });
    expect(describeEstimation(dataOf(some, EVEN))).toContain('2 of 12 classifiers learnt nothing');
    const idle = rows({ 1: 0.99, 2: 0.99, 3: 1 }, { 1: 1.01, 2: 1.02, 3: 1.03 });
    const words = describeEstimation(dataOf(idle, idle));
    expect(words).toContain('12 of 12 classifiers learnt nothing');
    expect(words).toContain('nothing, since most classifiers learnt nothing');
    expect(describeEstimation(dataOf(AHEAD, EVEN))).not.toContain('learnt nothing');
  });

  it('counts the problem that both cases begin with once', () => {
    const idle = rows({ 1: 1 }, { 1: 1 });
    const shared = estimationPoint({ m1: 0, lambda: 0 }, idle);
    const data = { ...dataOf(AHEAD, EVEN), cases: [caseOf('I', [shared]), caseOf('II', [shared])] };
    expect(describeEstimation(data)).toContain('2 of 2 classifiers learnt nothing');
  });
});
