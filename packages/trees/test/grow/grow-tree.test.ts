// Trees grown from histograms against trees that are found by trying every split.

import { createRandom, type RandomSource } from '@fairfront/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignedBytes, createArena } from '../../src/bins/arena.js';
import { binAt, binnedBytes, binRows } from '../../src/bins/binned-rows.js';
import { fitBins } from '../../src/bins/fit-bins.js';
import { loneCrew } from '../../src/grow/crew.js';
import { CATEGORY_SPLITS } from '../../src/grow/find-split.js';
import { createGrowBuffers, type GrowRules, growBytes } from '../../src/grow/grow-buffers.js';
import { type GrownNode, growTree } from '../../src/grow/grow-tree.js';
import { rowsInMemory } from '../../src/grow/memory-rows.js';
import { createState, stateBytes } from '../../src/loss/objective.js';
import { oneOf, type RandomTable, randomTable, wholeNumber } from '../helpers/random-tables.js';
import type { PlainRows } from './brute-force.js';
import { checkTree } from './check-tree.js';

interface Grown {
  readonly nodes: readonly GrownNode[];
  readonly rows: Uint32Array;
  readonly plain: PlainRows;
  /** Nodes that were looked at together. */
  readonly batch: number;
}

/** Gradients that are random, or tie; hessians with some of 0, as rows without weight have them. */
function randomGradients(random: RandomSource, rowCount: number): { g: Float32Array; h: Float32Array } {
  const isWhole = random.uniform() < 0.3;
  const zeros = oneOf(random, [0, 0, 0.3]);
  const h = Float32Array.from({ length: rowCount }, () => {
    if (random.uniform() < zeros) return 0;
    return isWhole ? wholeNumber(random, 1, 3) : 0.05 + random.exponential();
  });
  const g = h.map((own) => {
    if (own === 0) return 0;
    return isWhole ? wholeNumber(random, -2, 2) : own * (4 * random.uniform() - 2);
  });
  return { g, h };
}

function randomRules(random: RandomSource): GrowRules {
  return {
    lambda: oneOf(random, [0, 1]),
    minChildWeight: oneOf(random, [0, 0, 1, 2.5]),
    categories: oneOf(random, CATEGORY_SPLITS),
    setPenalty: oneOf(random, [0, 1]),
    maxDepth: oneOf(random, [1, 2, 3, 5, 30]),
    maxLeaves: oneOf(random, [undefined, wholeNumber(random, 2, 8), 4096]),
  };
}

function grow(
  { features, columns }: RandomTable,
  g: Float32Array,
  h: Float32Array,
  rules: GrowRules,
  most?: number,
): Grown {
  const { rowCount } = features;
  const all = Uint32Array.from({ length: rowCount }, (_, row) => row);
  const bins = fitBins(features, columns, all, most);
  const bytes =
    binnedBytes(rowCount, columns.length) +
    stateBytes(rowCount, 'squared', 1) +
    growBytes({ columns: bins }, { trained: rowCount }, rules);
  const arena = createArena(bytes, false);
  const binned = binRows(arena, [features], bins);
  const state = createState(arena, 'squared', 1, new Float64Array(rowCount));
  const buffers = createGrowBuffers(arena, binned, state, { trained: rowCount }, rules);
  expect(arena.used).toBeLessThanOrEqual(bytes + alignedBytes(1));
  for (let row = 0; row < rowCount; row++) state.gradients.set([g[row]!, h[row]!], 2 * row);
  buffers.rows.set(all);
  const nodes = growTree(rowsInMemory(buffers, loneCrew(buffers)));
  const plain = {
    columns: bins,
    bins: Array.from(all, (row) => bins.map((_, c) => binAt(binned, row, c))),
    gradients: g,
    hessians: h,
  };
  return { nodes, rows: buffers.rows, plain, batch: buffers.batch };
}

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe('growTree', () => {
  it('splits every node as well as the best of all splits, and leaves no leaf that could be split', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const table = randomTable(random);
        const { g, h } = randomGradients(random, table.features.rowCount);
        const rules = randomRules(random);
        const { nodes, rows, plain } = grow(table, g, h, rules, oneOf(random, [255, 255, 2, 5]));
        checkTree(plain, nodes, rows, rules);
      }),
      { numRuns: 500 },
    );
  });

  it('finds sets of categories than which no other set is better', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const table = randomTable(random, 5);
        const { g, h } = randomGradients(random, table.features.rowCount);
        const rules = { ...randomRules(random), minChildWeight: 0, categories: 'sets' } as const;
        const { nodes, rows, plain } = grow(table, g, h, rules);
        checkTree(plain, nodes, rows, rules, { sets: 'all' });
      }),
      { numRuns: 300 },
    );
  });

  it('grows as many leaves where histograms are so large that few nodes are looked at together', () => {
    const random = createRandom(8);
    const [rowCount, columnCount] = [60, 1500];
    const values = Float64Array.from({ length: rowCount * columnCount }, () => random.uniform());
    const table = {
      features: { rowCount, columnCount, values },
      columns: Array.from({ length: columnCount }, () => ({ kind: 'numeric' }) as const),
    };
    const g = Float32Array.from({ length: rowCount }, () => random.uniform() - 0.5);
    const h = new Float32Array(rowCount).fill(1);
    const rules = { lambda: 0, minChildWeight: 0, categories: 'sets', setPenalty: 0, maxDepth: 30 } as const;
    const [wide, byGain] = [grow(table, g, h, rules), grow(table, g, h, { ...rules, maxLeaves: 4096 })];
    const leavesOf = ({ nodes, rows }: Grown): string[] =>
      nodes
        .filter(({ split }) => split === undefined)
        .map(({ start, end }) => rows.slice(start, end).join(' '))
        .sort();
    expect(wide.batch).toBeLessThan(4);
    expect(leavesOf(wide).length).toBeGreaterThan(50);
    expect(wide.nodes.filter(({ depth }) => depth === 4).length).toBeGreaterThan(wide.batch);
    expect(leavesOf(wide)).toEqual(leavesOf(byGain));
    const gains = ({ nodes }: Grown): number[] => nodes.flatMap(({ split }) => split?.gain ?? []);
    expect(gains(wide).sort()).toEqual(gains(byGain).sort());
  });

  it('needs memory for as many histograms as nodes can be open', () => {
    const columns = Array.from({ length: 50 }, () => ({
      kind: 'numeric' as const,
      count: 255,
      hasMissing: false,
      thresholds: new Float32Array(255),
      binOfLevel: new Uint8Array(0),
    }));
    const rules = { lambda: 1, minChildWeight: 1, categories: 'sets', setPenalty: 1 } as const;
    const bytes = (rows: number, maxDepth: number, maxLeaves?: number): number =>
      growBytes({ columns }, { trained: rows }, { ...rules, maxDepth, maxLeaves });
    const histogram = 50 * 256 * 16;
    expect(bytes(10, 30, 4096)).toBeLessThan(11 * histogram);
    expect(bytes(1000, 3, 4096)).toBeLessThan(5 * histogram);
    expect(bytes(1000, 30, 31)).toBeLessThan(32 * histogram);
    expect(bytes(1000, 6)).toBeLessThan(36 * histogram);
    expect(bytes(100_000, 30)).toBeLessThan(2 ** 28);
  });
});
