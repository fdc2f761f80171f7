// All metrics of a model's probabilities by group: against scikit-learn where it is installed, group by group
// on the same rows; and bootstrap intervals of all of them. Figures are compared before they are timed;
// processor time is what counts, for a busy machine stretches the other.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AuditMetrics,
  createRandom,
  type GroupIndex,
  type MeasureOptions,
  measure,
} from '@fairfront/core';
import { findPython, runJson, scriptPath } from './peer.js';
import { median } from './statistics.js';

const ROWS = 1_000_000;
const GROUPS = 16;
const RESAMPLED_ROWS = 100_000;
const RESAMPLES = 1000;
const REPEATS = 5;
const SEED = 1;

interface Rows {
  /** rows × 2 */
  readonly probabilities: Float64Array;
  readonly labels: Int32Array;
  readonly groups: GroupIndex;
}

interface Times {
  readonly seconds: number;
  readonly processorSeconds: number;
}

/** Times all metrics and their intervals. */
export function benchMetrics() {
  const python = findPython('sklearn', 'python3-sklearn');
  const rows = makeRows(ROWS);
  const ours = audit(rows);
  const peer = python === undefined ? undefined : runPeer(python, rows);
  if (peer !== undefined) compare(ours, peer);
  const runs = Array.from({ length: REPEATS }, () => timed(() => audit(rows)));
  const times = medianTimes(runs);
  process.stdout.write(`${ROWS} rows × ${GROUPS} groups × 2 classes, all metrics, median of ${REPEATS}\n`);
  console.table([
    { who: 'fairfront', ...columns(times) },
    ...(peer === undefined ? [] : [{ who: `scikit-learn ${peer.version}`, ...columns(peer) }]),
  ]);
  const intervals = timeIntervals();
  process.stdout.write(
    `${RESAMPLES} resamples of ${RESAMPLED_ROWS} rows × ${GROUPS} groups, all metrics, one thread\n`,
  );
  console.table([{ who: 'fairfront', ...columns(intervals) }]);
  return {
    ratios:
      peer === undefined ? {} : { 'scikit-learn / ours': peer.processorSeconds / times.processorSeconds },
    'all metrics, s': times.seconds,
    'all metrics, processor s': times.processorSeconds,
    'intervals, s': intervals.seconds,
    'intervals, processor s': intervals.processorSeconds,
  };
}

/**
 * Labels are drawn from the true probabilities; the model is surer than it should be. The last groups are
 * small and noisy.
 */
function makeRows(rowCount: number): Rows {
  const { uniform } = createRandom(SEED);
  const probabilities = new Float64Array(2 * rowCount);
  const labels = new Int32Array(rowCount);
  const groups = new Int32Array(rowCount);
  const counts = new Array<number>(GROUPS).fill(0);
  for (let row = 0; row < rowCount; row++) {
    const group = Math.floor(uniform() * uniform() * GROUPS);
    const logit = (8 * uniform() - 4) / (1 + group / GROUPS);
    const score = 1 / (1 + Math.exp(-1.3 * logit));
    probabilities[2 * row] = 1 - score;
    probabilities[2 * row + 1] = score;
    labels[row] = uniform() < 1 / (1 + Math.exp(-logit)) ? 1 : 0;
    groups[row] = group;
    counts[group]!++;
  }
  return {
    probabilities,
    labels,
    groups: { names: counts.map((_, group) => `group ${group}`), groups, counts },
  };
}

function audit({ probabilities, labels, groups }: Rows, options: MeasureOptions = {}): AuditMetrics {
  return measure({ model: probabilities }, labels, groups, 2, options).models.model;
}

/** Once: it is long enough. Intervals of accuracy must be as wide as the normal approximation says. */
function timeIntervals(): Times {
  const rows = makeRows(RESAMPLED_ROWS);
  let found: AuditMetrics | undefined;
  const times = timed(() => {
    found = audit(rows, { intervals: { random: createRandom(SEED), resamples: RESAMPLES } });
  });
  found!.intervals!.accuracy.byGroup.forEach(({ value, low, high }, group) => {
    const expected = 2 * 1.96 * Math.sqrt((value * (1 - value)) / rows.groups.counts[group]!);
    if (!(Math.abs((high - low) / expected - 1) < 0.2)) {
      throw new Error(`accuracy of group ${group + 1} has the interval ${low} to ${high} about ${value}`);
    }
  });
  return times;
}

interface Peer extends Times {
  readonly version: string;
  /** metrics → groups */
  readonly figures: Readonly<Record<string, readonly number[]>>;
}

function runPeer(python: string, { probabilities, labels, groups }: Rows): Peer {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-bench-'));
  try {
    writeFileSync(join(folder, 'probabilities.f64'), probabilities);
    writeFileSync(join(folder, 'labels.i32'), labels);
    writeFileSync(join(folder, 'groups.i32'), groups.groups);
    return runJson(python, [scriptPath('metrics.py'), folder]) as Peer;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compare(ours: AuditMetrics, { figures }: Peer): void {
  const { selectionRate, tpr, fpr, precision } = ours.rates[0]!;
  const { accuracy, brier, crossEntropy, ece, mce, auc } = ours;
  const byName = { accuracy, brier, crossEntropy, ece, mce, auc, selectionRate, tpr, fpr, precision };
  for (const [name, { byGroup }] of Object.entries(byName)) {
    byGroup.forEach((value, group) => {
      const other = figures[name]![group]!;
      if (value === null || !(Math.abs(value - other) < 1e-9)) {
        throw new Error(
          `${name} of group ${group + 1} is ${value} by ours and ${other} by way of scikit-learn`,
        );
      }
    });
  }
}

function timed(action: () => unknown): Times {
  const start = performance.now();
  const processor = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(processor);
  return { seconds: (performance.now() - start) / 1e3, processorSeconds: (user + system) / 1e6 };
}

function medianTimes(runs: readonly Times[]): Times {
  return {
    seconds: median(runs.map((run) => run.seconds)),
    processorSeconds: median(runs.map((run) => run.processorSeconds)),
  };
}

function columns({ seconds, processorSeconds }: Times): Record<string, number> {
  return { s: Number(seconds.toFixed(2)), 'processor, s': Number(processorSeconds.toFixed(2)) };
}
