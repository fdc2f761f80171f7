// Figure 6 d and e: how close networks come to the minimax optimum, by the size of the sample they are trained on.
//
// Each run draws a sample of the problem, has APStar search on it with networks trained by Algorithm 2, and compares the true risks of the network
// found with the closed form.

import type { FrontSummary, SampleRow, SampleRun, SampleStudy } from '@fairfront/charts';
import { apStar, FairfrontError, searchMinimax, worstRisk } from '@fairfront/core';
import type { TheoryProblem } from '@fairfront/core/theory';
import { networkOracle } from '@fairfront/neural';
import { loadNodeRuntime } from '@fairfront/neural/node';
import { definedOnly } from '../../defined-only.js';
import { type FigureContext, STUDY_DEFAULTS } from '../experiment/figure-context.js';
import { meanAndDeviation, relativeError } from '../experiment/statistics.js';
import { drawStudySample, STUDY_TRAINING, studyNetwork, validationCount } from './study-sample.js';
import { inputRule, trueRisks } from './true-risks.js';

/** @returns the runs that were finished when the signal came; `undefined` if none was */
export async function sampleStudy(
  problem: TheoryProblem,
  { minimax }: Pick<FrontSummary, 'minimax'>,
  { seed, progress, signal, study = {} }: FigureContext,
): Promise<SampleStudy | undefined> {
  const { samples, runs: runCount, ...search } = { ...STUDY_DEFAULTS['figure-6'], ...definedOnly(study) };
  const rows: SampleRow[] = [];
  for (const size of [...new Set(samples)].sort((left, right) => left - right)) {
    const runs: SampleRun[] = [];
    for (let run = 0; run < runCount && !signal?.aborted; run++) {
      const what = `${size.toLocaleString('en-US')} samples, run ${run + 1} of ${runCount}, solves`;
      const found = await studyRun(problem, minimax, {
        samples: size,
        seed: (seed + run) % 2 ** 32,
        ...search,
        signal,
        onEpoch: (solved, detail) => progress?.update(what, solved, search.maxSolves, detail),
      });
      if (found !== undefined) runs.push(found);
    }
    if (runs.length > 0) rows.push(summarise(size, runs));
  }
  return rows.length === 0 ? undefined : { hidden: search.hidden, maxSolves: search.maxSolves, rows };
}

interface RunOptions {
  readonly signal: FigureContext['signal'] | undefined;
  readonly samples: number;
  readonly seed: number;
  readonly hidden: readonly number[];
  readonly maxSolves: number;
  readonly maxEpochs: number;
  readonly epochSteps: number;
  readonly onEpoch: (solved: number, detail: string) => void;
}

/** @returns `undefined` if it was interrupted */
async function studyRun(
  problem: TheoryProblem,
  optimum: FrontSummary['minimax'],
  { samples, seed, hidden, maxSolves, maxEpochs, epochSteps, signal, onEpoch }: RunOptions,
): Promise<SampleRun | undefined> {
  const { train, validation, trainingSeed } = drawStudySample(problem, samples, seed);
  let solved = 0;
  let epochs = 0;
  const oracle = await networkOracle(
    await loadNodeRuntime(),
    studyNetwork(hidden),
    train,
    {
      ...STUDY_TRAINING,
      maxEpochs,
      epochSteps,
      loss: problem.loss,
      seed: trainingSeed,
      onEpoch: async ({ epoch }, { objective }) => {
        epochs++;
        onEpoch(solved, `epoch ${epoch}, validation risk ${objective.toFixed(4)}`);
        await new Promise((resume) => setImmediate(resume)); // training leaves no room for Ctrl-C
      },
    },
    validation,
  );
  try {
    const { best, solves } = await searchMinimax(oracle, {
      strategy: apStar(),
      maxSolves,
      ...(signal === undefined ? {} : { signal }),
      onStep: ({ solve }) => {
        solved = solve;
      },
    });
    if (signal?.aborted) return undefined; // the last solve may have been cut short
    const rule = inputRule(problem);
    const probabilities = await oracle.predict(best.model, {
      rowCount: rule.nodes.length,
      columnCount: 1,
      values: Float32Array.from(rule.nodes),
    });
    const risks = trueRisks(
      problem,
      rule,
      rule.nodes.map((_, i) => probabilities[2 * i + 1]!),
    );
    return {
      seed,
      risks,
      mu: best.mu,
      solve: best.solve,
      solves,
      epochs,
      worstRiskError: relativeError([worstRisk(risks)], [worstRisk(optimum.risks)]),
      riskError: relativeError(risks, optimum.risks),
      muError: relativeError(best.mu, optimum.mu),
    };
  } catch (error) {
    if (error instanceof FairfrontError && error.code === 'cancelled') return undefined;
    throw error;
  } finally {
    await oracle.close();
  }
}

function summarise(samples: number, runs: readonly SampleRun[]): SampleRow {
  return {
    samples,
    validationSamples: validationCount(samples),
    runs,
    worstRiskError: meanAndDeviation(runs.map(({ worstRiskError }) => worstRiskError)),
    riskError: meanAndDeviation(runs.map(({ riskError }) => riskError)),
    muError: meanAndDeviation(runs.map(({ muError }) => muError)),
  };
}
