// The batches of an epoch: groups alike, the rows of a group alike, and all of it decided by seed, μ and
// epoch.

import { createRandom, groupIndex } from '@fairfront/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { muOf } from '../../../core/test/helpers/arbitraries.js';
import { parameterCount } from '../../src/network/network.js';
import { epochRandom, groupRows, sampleBatches, sampleMask } from '../../src/training/batches.js';
import type { Evaluator } from '../../src/training/evaluator.js';
import { solveJointly } from '../../src/training/joint-estimation.js';
import { resolveJointOptions } from '../../src/training/joint-options.js';
import type { NetworkState, Steps, Trainer } from '../../src/training/trainer.js';

const indexOf = (groups: string, names?: readonly string[]) => groupIndex([...groups], names);

/** Σ (seen − expected)² / expected, for what is expected everywhere alike. */
function chiSquare(seen: readonly number[]): number {
  const expected = seen.reduce((sum, count) => sum + count, 0) / seen.length;
  return seen.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** Six standard deviations above the mean of χ²: about one in ten million seeds comes so far. */
const tooMuch = (cells: number): number => cells - 1 + 6 * Math.sqrt(2 * (cells - 1));

function countsOf(drawn: Int32Array, cell: (row: number) => number, cells: number): number[] {
  const counts = new Array<number>(cells).fill(0);
  for (const row of drawn) counts[cell(row)]!++;
  return counts;
}

describe('groupRows', () => {
  it('has the rows of each group, in their order', () => {
    const { rows, starts } = groupRows(indexOf('babcab', ['a', 'b', 'c']));
    expect([...rows]).toEqual([1, 4, 0, 2, 5, 3]);
    expect(starts).toEqual([0, 2, 5, 6]);
  });

  it('has every row once, whatever the groups', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 40 }), (groups) => {
        const index = groupIndex(groups, ['a', 'b', 'c']);
        const { rows, starts } = groupRows(index);
        expect([...rows].sort((one, other) => one - other)).toEqual(groups.map((_, row) => row));
        index.names.forEach((_, group) => {
          for (const row of rows.subarray(starts[group], starts[group + 1])) {
            expect(index.groups[row]).toBe(group);
          }
        });
      }),
    );
  });
});

describe('sampleBatches', () => {
  // 90 rows of a, 9 of b, 1 of c, mixed.
  const groups = Array.from({ length: 100 }, (_, row) => (row === 50 ? 'c' : row % 11 === 0 ? 'b' : 'a'));
  const index = groupIndex(groups);
  const drawn = sampleBatches(groupRows(index), 60_000, createRandom(3));

  it('draws every group alike, however few its rows are', () => {
    const counts = countsOf(drawn, (row) => index.groups[row]!, 3);
    expect(chiSquare(counts)).toBeLessThan(tooMuch(3));
  });

  it('draws every row of a group alike, and in no order', () => {
    for (const [group, count] of index.counts.slice(0, 2).entries()) {
      const own = drawn.filter((row) => index.groups[row] === group);
      const rows = [...new Set(own)];
      expect(rows).toHaveLength(count);
      const place = new Map(rows.map((row, i) => [row, i]));
      expect(chiSquare(countsOf(own, (row) => place.get(row)!, count))).toBeLessThan(tooMuch(count));
    }
  });

  it('draws the group of one place without regard to that of the place before', () => {
    const pairs = drawn.subarray(1).map((row, i) => 3 * index.groups[drawn[i]!]! + index.groups[row]!);
    expect(chiSquare(countsOf(pairs, (pair) => pair, 9))).toBeLessThan(tooMuch(9));
  });

  it('draws in pieces what it draws at once', () => {
    const random = createRandom(8);
    const rows = groupRows(index);
    const pieces = [7, 1, 12].flatMap((size) => [...sampleBatches(rows, size, random)]);
    expect(pieces).toEqual([...sampleBatches(rows, 20, createRandom(8))]);
  });
});

describe('sampleMask', () => {
  it.each([0.1, 0.5, 0.9])('drops a share of %d', (rate) => {
    const size = 40_000;
    const mask = sampleMask(size, rate, createRandom(2));
    expect(new Set(mask)).toEqual(new Set([0, 1]));
    const dropped = mask.filter((kept) => kept === 0).length;
    expect(Math.abs(dropped - rate * size)).toBeLessThan(6 * Math.sqrt(size * rate * (1 - rate)));
  });
});

describe('epochRandom', () => {
  const drawsOf = (seed: number, mu: readonly number[], epoch: number): number[] => {
    const { uniform } = epochRandom(seed, mu, epoch);
    return [uniform(), uniform(), uniform()];
  };
  const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const epochs = fc.integer({ min: 0, max: 2000 });

  it('is the same for the same seed, μ and epoch', () => {
    fc.assert(
      fc.property(seeds, muOf(3), epochs, (seed, mu, epoch) => {
        expect(drawsOf(seed, mu, epoch)).toEqual(drawsOf(seed, [...mu], epoch));
      }),
    );
  });

  it('is another for each epoch of a solve', () => {
    const first = Array.from({ length: 500 }, (_, epoch) => drawsOf(1, [0.25, 0.75], epoch)[0]!);
    expect(new Set(first).size).toBe(500);
    expect(
      chiSquare(
        countsOf(
          Int32Array.from(first, (u) => Math.floor(10 * u)),
          (bin) => bin,
          10,
        ),
      ),
    ).toBeLessThan(tooMuch(10));
  });

  it('is another for another seed, for other weights, and for weights that differ in the last bit', () => {
    const own = drawsOf(1, [0.25, 0.75], 3);
    expect(drawsOf(2, [0.25, 0.75], 3)).not.toEqual(own);
    expect(drawsOf(1, [0.75, 0.25], 3)).not.toEqual(own);
    expect(drawsOf(1, [0.25 + 2 ** -54, 0.75], 3)).not.toEqual(own);
  });
});

describe('a long epoch of a large network', () => {
  it('is cut into runs of about a second, which have the draws of one', async () => {
    const network = { kind: 'mlp', inputs: 1, classes: 2, hidden: [1000, 1000], activation: 'relu' } as const;
    const options = resolveJointOptions({ epochSteps: 250, dropout: 0.5, maxEpochs: 1, optimiser: 'sgd' });
    const groups = groupIndex(['a', 'b', 'a']);
    const runs: Steps[] = [];
    const trainer = {
      run: async (state: NetworkState, steps: Steps) => {
        runs.push(steps);
        return { state, riskSums: Float32Array.of(0, 0), presence: Float32Array.of(0, 0) };
      },
    };
    const state = { values: new Float32Array(parameterCount(network)), steps: 0 };
    await solveJointly(
      {
        network,
        options,
        trainer: trainer as unknown as Trainer,
        evaluator: { risks: async () => [1, 1] } as unknown as Evaluator,
        trainRows: groupRows(groups),
        validation: {
          features: { rowCount: 0, columnCount: 1, values: new Float32Array() },
          labels: new Int32Array(),
          groups,
        },
      },
      { mu: [0.5, 0.5], epoch: 0, failures: 0, learningRate: 1, settled: false, state },
      {},
    );
    expect(runs.length).toBeGreaterThan(1);
    const random = epochRandom(options.seed, [0.5, 0.5], 0);
    const size = 250 * options.batchSize;
    expect(runs.flatMap(({ batches }) => [...batches])).toEqual([
      ...sampleBatches(groupRows(groups), size, random),
    ]);
    for (const layer of [0, 1]) {
      const whole = Buffer.concat(runs.map(({ masks }) => masks[layer]!));
      expect(whole.equals(sampleMask(size * 1000, 0.5, random))).toBe(true);
    }
  });
});
