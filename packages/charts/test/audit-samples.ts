// Data as an audit and a comparison give them, small and without a random number.

import type {
  ComparedMethod,
  ComparisonData,
  ConfidenceBin,
  GroupMetricsData,
  GroupReliability,
  MetricByGroup,
  ReliabilityData,
} from '../src/index.js';
import { longNames } from './report-samples.js';

const wave = (i: number, rate: number): number => 0.5 + 0.5 * Math.sin(i * rate + rate);

const rowsOf = (i: number): number => Math.round(20_000 / (i + 1) ** 1.6) + 3;

/** Every seventh group, from the fifth on, is too small. */
const isTooSmall = (i: number): boolean => i % 7 === 4;

/** Accuracy, cross-entropy, false positive rate, selection rate and ECE, as many of them as asked for. */
export function groupMetricsData(count = 10, metricCount = 4): GroupMetricsData {
  const names = longNames(count);
  const total = names.reduce((sum, _, i) => sum + rowsOf(i), 0);
  const figures = (
    read: (i: number) => number,
    highest: number,
    isTold: (i: number) => boolean = () => true,
  ): MetricByGroup['byGroup'] =>
    names.map((_, i) => {
      const reach = highest / Math.sqrt(rowsOf(i)) + (isTooSmall(i) ? 0.4 * highest : 0);
      const value = read(i);
      return isTold(i)
        ? { value, low: Math.max(0, value - reach), high: Math.min(highest, value + reach) }
        : null;
    });
  const metrics: MetricByGroup[] = [
    {
      name: 'accuracy',
      unit: 'share',
      better: 'higher',
      overall: 0.842,
      byGroup: figures((i) => (isTooSmall(i) ? 0.5 : 0.72 + 0.2 * wave(i, 1.7)), 1),
    },
    {
      name: 'cross-entropy',
      unit: 'number',
      better: 'lower',
      overall: 0.334,
      byGroup: figures((i) => 0.55 - 0.35 * wave(i, 1.9), 1.2),
    },
    {
      name: 'false positive rate',
      unit: 'share',
      better: 'lower',
      overall: 0.071,
      byGroup: figures(
        (i) => 0.01 + 0.1 * wave(i, 2.9),
        1,
        (i) => i % 6 !== 3,
      ),
    },
    {
      name: 'selection rate',
      unit: 'share',
      better: 'neither',
      overall: 0.2,
      byGroup: figures((i) => 0.05 + 0.3 * wave(i, 0.7), 1),
    },
    {
      name: 'ECE',
      unit: 'share',
      better: 'lower',
      overall: 0.012,
      byGroup: figures((i) => 0.01 + 0.05 * wave(i, 2.3), 0.3),
    },
  ];
  return {
    level: 0.95,
    groups: names.map((name, i) => ({
      name,
      share: rowsOf(i) / total,
      rows: rowsOf(i),
      tooSmall: isTooSmall(i),
    })),
    metrics: metrics.slice(0, metricCount),
  };
}

/** A group whose accuracy is its confidence plus `shift(confidence)`, in bins from `from` on; the others are empty. */
export function reliabilityOf(
  name: string,
  shift: (confidence: number) => number,
  from = 0.5,
  rows = 1000,
): GroupReliability {
  const bins = Array.from({ length: 10 }, (_, i): ConfidenceBin => {
    const confidence = i / 10 + 0.055;
    const inBin = i / 10 + 1e-9 < from ? 0 : Math.round((rows * (i + 1) ** 2) / 330);
    return {
      from: i / 10,
      to: (i + 1) / 10,
      rows: inBin,
      confidence: inBin === 0 ? 0 : confidence,
      accuracy: inBin === 0 ? 0 : Math.max(0, Math.min(1, confidence + shift(confidence))),
    };
  });
  const total = bins.reduce((sum, bin) => sum + bin.rows, 0);
  const ece = bins.reduce(
    (sum, bin) => sum + (bin.rows / Math.max(1, total)) * Math.abs(bin.accuracy - bin.confidence),
    0,
  );
  return { name, rows: total, ece, bins };
}

/** The first is surer than it should be, the second better than it says, the third wavers, and so on. */
export function reliabilityData(count = 6, from = 0.5): ReliabilityData {
  const shifts = [
    (confidence: number) => -0.16 * confidence,
    (confidence: number) => 0.3 * (1 - confidence),
    (confidence: number) => 0.06 * Math.sin(30 * confidence),
  ];
  return {
    groups: longNames(count).map((name, i) =>
      reliabilityOf(name, (confidence) => shifts[i % 3]!(confidence) / (1 + i), from, rowsOf(i) + 100),
    ),
  };
}

/** Six methods with risks, minimax the best of them, and two that only decide. */
export function comparisonData(count = 4): ComparisonData {
  const names = longNames(count);
  const naive = names.map((_, i) => 0.15 + 0.28 * wave(i, 1.7));
  const method = (name: string, scale: number, more: Partial<ComparedMethod> = {}): ComparedMethod => {
    const risks = naive.map((risk, i) => 0.15 + scale * (risk - 0.15) + 0.02 * wave(i, 3 * scale));
    return {
      name,
      isMinimax: false,
      needsGroup: false,
      risks,
      accuracies: risks.map((risk) => 1 - 0.55 * risk),
      ...more,
    };
  };
  return {
    loss: 'cross-entropy',
    part: 'test',
    groups: names.map((name, i) => ({ name, share: 0.5 / (i + 1) ** 2 })),
    methods: [
      method('Naive', 1),
      method('Balanced', 0.97),
      method('Minimax', 0.88, { isMinimax: true }),
      method('Zafar', 1.03, { detail: 'c = 0.03' }),
      method('Feldman', 1.1, { detail: 'λ = 0.45' }),
      method('Kamishima', 1.2, { detail: 'η = 30' }),
      method('Naive + Hardt', 1.3, { needsGroup: true, risks: null }),
      method('Minimax + Hardt', 1.25, { needsGroup: true, risks: null }),
    ],
  };
}
