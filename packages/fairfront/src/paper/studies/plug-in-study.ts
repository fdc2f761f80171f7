// Figure 8: plug-in against joint estimation [MMPF Sec. A.5]. The problems' groups differ in p(x|a) alone
// (Case I) or in P(Y|x,a) alone (Case II). Each way estimates a classifier from the same samples; its true
// risks are compared with the closed form's minimax risks.

import type {
  EstimationCase,
  EstimationPoint,
  EstimationRow,
  EstimationRun,
  Figure8Data,
  MinimaxPoint,
  StudyParameters,
} from '@fairfront/charts';
import { worstRisk } from '@fairfront/core';
import { compensatedSum } from '@fairfront/core/internal';
import {
  closedForm,
  densityAt,
  plugInStudyProblem,
  type TheoryProblem,
  theoryMinimax,
} from '@fairfront/core/theory';
import { definedOnly } from '../../defined-only.js';
import { type ExperimentHooks, type ExperimentOptions, STUDY_DEFAULTS } from '../experiment/experiment.js';
import { type FinishedCell, keptCells, runCells } from '../experiment/run-cells.js';
import { ascending, meanAndDeviation, relativeError } from '../experiment/statistics.js';
import { compareWays } from './compare-ways.js';
import { describeCell, type StudyCell, type StudyResult, studyJob } from './study-cell.js';
import { validationCount } from './study-sample.js';
import { inputRule, trueAccuracies } from './true-risks.js';

const WAYS = ['plug-in', 'joint'] as const;

export interface StudyOutcome {
  readonly data: Figure8Data;
  readonly finished: number;
  readonly total: number;
}

/**
 * Estimates classifiers in both ways on samples of every problem. `undefined` if none was finished when the
 * signal came.
 */
export async function plugInStudy(
  { seed = 1, folder, ...given }: ExperimentOptions,
  hooks: ExperimentHooks = {},
): Promise<StudyOutcome | undefined> {
  const { samples, runs, grid, hidden, maxSolves, maxEpochs, epochSteps } = {
    ...STUDY_DEFAULTS['figure-8'],
    ...definedOnly(given),
  };
  const training = { maxSolves, epochSteps, hidden, maxEpochs };
  const sizes = ascending(samples);
  const cases = [
    { name: 'I', problems: ascending(grid.m1).map((m1) => ({ m1, lambda: 0 })) },
    { name: 'II', problems: ascending(grid.lambda).map((lambda) => ({ m1: 0, lambda })) },
  ] as const;
  const problems = distinct(cases.flatMap((one) => one.problems)); // both cases begin with m_1 = 0, λ = 0
  // Seed by seed, so that what is finished when it is interrupted can be compared.
  const cells = Array.from({ length: runs }, (_, run) => (seed + run) % 2 ** 32).flatMap((own) =>
    problems.flatMap((problem) =>
      sizes.flatMap((size) => WAYS.map((way): StudyCell => ({ way, problem, samples: size, seed: own }))),
    ),
  );
  const kept =
    folder === undefined ? undefined : keptCells<StudyCell, StudyResult>(folder, 'figure-8', training);
  const finished = await runCells(
    { cells, job: studyJob, shared: training, what: 'classifiers', describe: describeCell, kept },
    hooks,
  );
  if (finished.length === 0) return undefined;
  const { onceWritten = (forget) => forget() } = hooks;
  if (finished.length === cells.length && kept !== undefined) onceWritten(kept.remove);
  const data: Figure8Data = {
    ...training,
    cases: cases.map((one) => summariseCase(one.name, one.problems, sizes, finished)),
  };
  return { data, finished: finished.length, total: cells.length };
}

type Finished = readonly FinishedCell<StudyCell, StudyResult>[];

function summariseCase(
  name: EstimationCase['name'],
  problems: readonly StudyParameters[],
  sizes: readonly number[],
  finished: Finished,
): EstimationCase {
  const points = problems.map((parameters): EstimationPoint => {
    const problem = plugInStudyProblem(parameters);
    const { classifier, mu, risks, lower, upper } = theoryMinimax(closedForm(problem));
    const minimax = { mu, risks, lower, upper };
    const rule = inputRule(problem);
    const own = finished.filter(
      ({ cell: { problem: of } }) => of !== 'three groups' && isSame(of, parameters),
    );
    const rows = summariseRuns(own, sizes, minimax);
    return {
      ...parameters,
      divergence: name === 'I' ? parameters.m1 ** 2 / 2 : outcomeDivergence(problem),
      minimax,
      accuracy: groupMean(trueAccuracies(problem, rule, rule.nodes.map(classifier))),
      rows,
      comparisons: sizes.flatMap((size) => compareWays([rows], size) ?? []),
    };
  });
  const rows = points.map((point) => point.rows);
  return { name, points, comparisons: sizes.flatMap((size) => compareWays(rows, size) ?? []) };
}

function summariseRuns(finished: Finished, sizes: readonly number[], minimax: MinimaxPoint): EstimationRow[] {
  return sizes.flatMap((samples) =>
    WAYS.flatMap((way): EstimationRow[] => {
      const own = finished.filter(({ cell }) => cell.samples === samples && cell.way === way);
      if (own.length === 0) return [];
      const runs = own.map(({ result }): EstimationRun => {
        return {
          ...result,
          riskError: relativeError(result.risks, minimax.risks),
          worstRiskError: relativeError([worstRisk(result.risks)], [worstRisk(minimax.risks)]),
          accuracy: groupMean(result.accuracies),
        };
      });
      const spread = (name: 'riskError' | 'worstRiskError' | 'accuracy') =>
        meanAndDeviation(runs.map((run) => run[name]));
      return [
        {
          way,
          samples,
          validationSamples: validationCount(samples),
          runs,
          riskError: spread('riskError'),
          worstRiskError: spread('worstRiskError'),
          accuracy: spread('accuracy'),
        },
      ];
    }),
  );
}

/** How far the groups' outcomes are apart: E[KL(P(Y|X,0) ‖ P(Y|X,1))], X from the first group. */
export function outcomeDivergence(problem: TheoryProblem): number {
  const { nodes, weights } = inputRule(problem);
  const [first, second] = problem.groups;
  const xLogRatio = (p: number, q: number): number => (p === 0 ? 0 : p * Math.log(p / q));
  const terms = nodes.map((x, i) => {
    const [p, q] = [first!.curve.at(x), second!.curve.at(x)];
    return weights[i]! * densityAt(x - first!.mean) * (xLogRatio(p, q) + xLogRatio(1 - p, 1 - q));
  });
  return compensatedSum(terms);
}

/** The mean over all rows, since both groups are equally frequent. */
const groupMean = (byGroup: readonly number[]): number =>
  byGroup.reduce((sum, value) => sum + value, 0) / byGroup.length;

const isSame = (one: StudyParameters, other: StudyParameters): boolean =>
  one.m1 === other.m1 && one.lambda === other.lambda;

const distinct = (problems: readonly StudyParameters[]): StudyParameters[] =>
  problems.filter((problem, i) => problems.findIndex((other) => isSame(problem, other)) === i);
