// Importances and curves as a fit gives them, small and without a random number.

import type { DependenceCurves, ImportanceData, PartialDependenceData, RiskInterval } from '../src/index.js';
import { longNames } from './report-samples.js';

const wave = (i: number, rate: number): number => 0.5 + 0.5 * Math.sin(i * rate + rate);
const about = (value: number, reach: number): RiskInterval => ({
  value,
  low: value - reach,
  high: value + reach,
});

/** The first columns matter most, and not to all groups alike. */
export function importanceData(groupCount = 4, columnCount = 7): ImportanceData {
  const names = longNames(groupCount);
  return {
    loss: 'cross-entropy',
    level: 0.95,
    groups: names.map((name, i) => ({ name, rows: 2000 - 150 * i })),
    columns: Array.from({ length: columnCount }, (_, c) => {
      const size = 0.3 / (c + 1) ** 1.5;
      return {
        column: `column-${c + 1}`,
        naive: names.map((_, i) => about(size * (0.2 + wave(i + c, 1.7)), 0.1 * size)),
        minimax: names.map((_, i) => about(size * (wave(i + c, 2.3) - 0.1), 0.1 * size)),
      };
    }),
  };
}

const numbers = (column: string, groupCount: number, rate: number): DependenceCurves => ({
  column,
  class: 'yes',
  values: Array.from({ length: 20 }, (_, i) => 15 + 3 * i),
  byGroup: Array.from({ length: groupCount }, (_, group) =>
    Array.from({ length: 20 }, (_, i) => 0.1 + 0.04 * group + 0.4 * wave(i, rate)),
  ),
});

const levels = (column: string, groupCount: number, count: number): DependenceCurves => ({
  column,
  class: 'yes',
  values: Array.from({ length: count }, (_, i) => `a level of some length, number ${i}`),
  byGroup: Array.from({ length: groupCount }, (_, group) =>
    Array.from({ length: count }, (_, i) => 0.05 + 0.05 * group + 0.4 * wave(i, 1.3)),
  ),
});

/** Three columns of numbers, three of levels. */
export function dependenceData(groupCount = 4): PartialDependenceData {
  return {
    groups: longNames(groupCount),
    columns: [
      numbers('age', groupCount, 0.1),
      levels('job', groupCount, 12),
      numbers('hours', groupCount, 0.2),
      levels('marital', groupCount, 5),
      levels('flag', groupCount, 2),
      { ...numbers('income', groupCount, 0.15), values: Array.from({ length: 20 }, (_, i) => 12_000 * i) },
    ],
  };
}
