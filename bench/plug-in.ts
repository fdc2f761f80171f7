// 500 solves of APStar by plug-in estimation on 100,000 validation rows × 8 groups × 2 classes: time, memory
// taken by a solve, and the same weights in NumPy. Both keep to one core, so ratios are of processor time,
// which others on the machine do not change.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClassLoss,
  createRandom,
  groupMetrics,
  type SearchResult,
  searchMinimaxSync,
  uniformMu,
  vertexMu,
} from '@fairfront/core';
import { meanMemberships, type PlugInRows, plugInOracle, plugInProbabilities } from '@fairfront/core/plug-in';
import { findPython, runJson, scriptPath } from './peer.js';
import { median, quantile } from './statistics.js';

const ROWS = 100_000;
const GROUPS = 8;
const CLASSES = 2;
const SOLVES = 500;
const REPEATS = 3;
const SEED = 1;
/** Looks at the memory, each after one solve, so that few of them meet a collection. */
const LOOKS = 31;

/** Times solves by plug-in estimation. */
export function benchPlugIn() {
  const rows = makeRows();
  const python = findPython('numpy', 'python3-numpy');
  const ratios: Record<string, number> = {};
  const found: Record<string, number> = {};
  for (const loss of ['cross-entropy', 'brier'] as const) {
    check(rows, loss);
    const ours = runOurs(rows, loss);
    const peer = python === undefined ? undefined : runPeer(python, rows, loss, ours.result);
    process.stdout.write(
      `${SOLVES} solves, ${ROWS} validation rows × ${GROUPS} groups × ${CLASSES} classes, ${loss}\n`,
    );
    console.table([
      {
        who: 'fairfront',
        ...columns(ours.times),
        'first run, s': rounded(ours.first.seconds),
        'kB per solve': Number((ours.bytesPerSolve / 1024).toFixed(1)),
      },
      { who: 'fairfront, certified by as many training rows', ...columns(ours.certified) },
      ...(peer === undefined
        ? []
        : [
            { who: `NumPy ${peer.version}, all classes`, ...columns(peer.allClasses) },
            { who: `NumPy ${peer.version}, the own class alone, as ours`, ...columns(peer.ownClass) },
          ]),
    ]);
    found[`${SOLVES} solves, ${loss}, s`] = ours.times.seconds;
    found[`${SOLVES} solves, ${loss}, processor s`] = ours.times.processorSeconds;
    found[`bytes per solve, ${loss}`] = ours.bytesPerSolve;
    if (peer === undefined) continue;
    for (const [way, run] of [
      ['all classes', peer.allClasses],
      ['own class', peer.ownClass],
    ] as const) {
      ratios[`NumPy (${way}) / ours, ${loss}`] = run.processorSeconds / ours.times.processorSeconds;
    }
  }
  return { ratios, ...found };
}

interface Rows extends PlugInRows {
  readonly priors: readonly number[];
}

/**
 * Estimates that are true: groups and classes are drawn from them. Later groups are noisier, so that the
 * worst of them matters.
 */
function makeRows(): Rows {
  const { uniform } = createRandom(SEED);
  /** About normal, with mean 0 and variance 1. */
  const normal = (): number => 2 * (uniform() + uniform() + uniform()) - 3;
  const memberships = new Float64Array(ROWS * GROUPS);
  const outcomes = Array.from({ length: GROUPS }, () => new Float64Array(ROWS * CLASSES));
  const labels = new Int32Array(ROWS);
  const groups = new Int32Array(ROWS);
  const counts = new Array<number>(GROUPS).fill(0);
  for (let row = 0; row < ROWS; row++) {
    const common = normal();
    let sum = 0;
    for (let group = 0; group < GROUPS; group++) {
      const share = Math.exp(normal() - group / GROUPS);
      memberships[row * GROUPS + group] = share;
      sum += share;
      const score = (4 / (1 + group)) * (common + normal());
      const positive = 1 / (1 + Math.exp(-score));
      outcomes[group]!.set([1 - positive, positive], row * CLASSES);
    }
    let place = uniform();
    let own = GROUPS - 1;
    for (let group = GROUPS - 1; group >= 0; group--) {
      memberships[row * GROUPS + group]! /= sum;
      if (place >= 0) own = group;
      place -= memberships[row * GROUPS + group]!;
    }
    groups[row] = own;
    counts[own]!++;
    labels[row] = uniform() < outcomes[own]![row * CLASSES + 1]! ? 1 : 0;
  }
  const conditionals = { rowCount: ROWS, classCount: CLASSES, outcomes, memberships };
  const names = counts.map((_, group) => `group ${group}`);
  return {
    conditionals,
    labels,
    groups: { names, groups, counts },
    priors: meanMemberships(conditionals.memberships, conditionals.outcomes.length),
  };
}

/** By way of the metrics: probabilities first, then the mean loss of each group. */
function check(rows: Rows, loss: ClassLoss): void {
  const { conditionals, labels, groups, priors } = rows;
  const oracle = plugInOracle({ loss, priors, validation: rows });
  for (const mu of [uniformMu(GROUPS), priors, vertexMu(GROUPS, 2)]) {
    const probabilities = plugInProbabilities(conditionals, mu, priors);
    const metrics = groupMetrics(probabilities, labels, groups, CLASSES);
    const { byGroup } = loss === 'brier' ? metrics.brier : metrics.crossEntropy;
    compare(oracle.solve(mu, {}).risks, byGroup, 'by way of the metrics');
  }
}

function compare(risks: readonly number[], others: readonly number[], whose: string): void {
  risks.forEach((risk, group) => {
    if (!(Math.abs(others[group]! / risk - 1) < 1e-10)) {
      throw new Error(`the risk of group ${group + 1} is ${risk} by ours and ${others[group]} ${whose}`);
    }
  });
}

interface Times {
  readonly seconds: number;
  readonly processorSeconds: number;
}

interface Ours {
  readonly first: Times;
  readonly times: Times;
  readonly certified: Times;
  readonly bytesPerSolve: number;
  readonly result: SearchResult<unknown>;
}

function runOurs(rows: Rows, loss: ClassLoss): Ours {
  const problem = { loss, priors: rows.priors, validation: rows };
  const search = (certified: boolean): SearchResult<unknown> => {
    const oracle = plugInOracle(certified ? { ...problem, train: rows.conditionals } : problem);
    const result = searchMinimaxSync(oracle, { maxSolves: SOLVES, gap: 0 });
    if (result.solves !== SOLVES) throw new Error(`stopped after ${result.solves} solves: ${result.stopped}`);
    return result;
  };
  const runs = Array.from({ length: REPEATS + 1 }, () => timed(() => search(false)));
  const [first, ...later] = runs as [Times, ...Times[]];
  return {
    first,
    times: {
      seconds: median(later.map((run) => run.seconds)),
      processorSeconds: median(later.map((run) => run.processorSeconds)),
    },
    bytesPerSolve: bytesPerSolve(rows, loss),
    certified: timed(() => search(true)),
    result: search(false),
  };
}

/** What memory grows by from solve to solve, as the engine counts it. */
function bytesPerSolve(rows: Rows, loss: ClassLoss): number {
  const oracle = plugInOracle({ loss, priors: rows.priors, validation: rows });
  const mu = uniformMu(GROUPS);
  const used = (): number => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const grown: number[] = [];
  for (let look = 0; look < LOOKS; look++) {
    const before = used();
    oracle.solve(mu, {});
    grown.push(used() - before);
  }
  return quantile(grown, 0.9); // a collection makes a look too low, never too high
}

interface Peer {
  readonly version: string;
  readonly allClasses: PeerRun;
  readonly ownClass: PeerRun;
}

interface PeerRun extends Times {
  /** Of the last weights. */
  readonly risks: readonly number[];
}

/** At the weights that APStar tried. */
function runPeer(python: string, rows: Rows, loss: ClassLoss, { trace }: SearchResult<unknown>): Peer {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-bench-'));
  const { conditionals, labels, groups, priors } = rows;
  try {
    const meta = {
      rows: ROWS,
      groups: GROUPS,
      classes: CLASSES,
      loss,
      priors,
      mus: trace.map(({ mu }) => mu),
    };
    writeFileSync(join(folder, 'meta.json'), JSON.stringify(meta));
    conditionals.outcomes.forEach((own, group) => {
      writeFileSync(join(folder, `outcomes-${group}.f64`), own);
    });
    writeFileSync(join(folder, 'memberships.f64'), conditionals.memberships);
    writeFileSync(join(folder, 'labels.i32'), labels);
    writeFileSync(join(folder, 'groups.i32'), groups.groups);
    const peer = runJson(python, [scriptPath('plug-in.py'), folder]) as Peer;
    const last = trace.at(-1)!.risks;
    compare(last, peer.allClasses.risks, 'by NumPy, all classes');
    compare(last, peer.ownClass.risks, 'by NumPy, own class');
    return peer;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function timed(action: () => unknown): Times {
  const start = performance.now();
  const processor = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(processor);
  return { seconds: (performance.now() - start) / 1e3, processorSeconds: (user + system) / 1e6 };
}

function columns({ seconds, processorSeconds }: Times): Record<string, number> {
  return { s: rounded(seconds), 'processor, s': rounded(processorSeconds) };
}

const rounded = (seconds: number): number => Number(seconds.toFixed(3));
