// One cell of the studies behind figures 6 and 8: a classifier estimated from a sample in one of two ways,
// and judged under the true distributions. Both ways have the same rows, network, training and search. They
// differ in what a solve is: training one network for all groups [MMPF Alg. 2], or averaging networks that
// were trained once [MMPF Alg. 3].

import type { EstimationRun, EstimationWay, StudyParameters } from '@fairfront/charts';
import { apStar, type DenseRows, FairfrontError, searchMinimax, searchMinimaxSync } from '@fairfront/core';
import {
  assembleComponents,
  conditionalsOf,
  meanMemberships,
  planComponents,
  plugInOracle,
  plugInProbabilities,
} from '@fairfront/core/plug-in';
import { plugInStudyProblem, type TheoryProblem, threeGroupProblem } from '@fairfront/core/theory';
import {
  Evaluator,
  fitNetworkComponent,
  type NetworkModel,
  type NetworkOracleOptions,
  networkOracle,
} from '@fairfront/neural';
import { loadNodeRuntime } from '@fairfront/neural/node';
import type { NamedJob } from '../../threads/job.js';
import { drawStudySample, STUDY_TRAINING, type StudySample, studyNetwork } from './study-sample.js';
import { inputRule, trueAccuracies, trueRisks } from './true-risks.js';

export interface StudyCell {
  readonly way: EstimationWay;
  /** The three-group problem of figure 6, or one of the plug-in study of figure 8. */
  readonly problem: 'three groups' | StudyParameters;
  readonly samples: number;
  readonly seed: number;
}

/** What all cells of a study have in common. */
export interface StudyTraining {
  readonly hidden: readonly number[];
  readonly maxSolves: number;
  readonly maxEpochs: number;
  /** Steps of an epoch at least. */
  readonly epochSteps: number;
}

export type StudyResult = Pick<
  EstimationRun,
  'seed' | 'risks' | 'accuracies' | 'mu' | 'solve' | 'solves' | 'epochs'
>;

/** A core for each cell, not all for one: the same result on any machine. */
const SESSION = { threads: 1 };

export const studyJob: NamedJob<StudyCell, StudyResult, StudyTraining, string> = {
  name: 'study-cell',
  worker: new URL('./study-cell-worker.js', import.meta.url),
  isNative: () => true,
  run: async (cell, training, report) => {
    const problem = cell.problem === 'three groups' ? threeGroupProblem : plugInStudyProblem(cell.problem);
    try {
      const sample = drawStudySample(problem, cell.samples, cell.seed);
      const rule = inputRule(problem);
      const inputs = oneColumn(rule.nodes);
      const estimate = cell.way === 'joint' ? estimateJointly : estimateByParts;
      const { probabilities, ...found } = await estimate({ problem, sample, inputs, training, report });
      const predictions = rule.nodes.map((_, i) => probabilities[2 * i + 1]!);
      return {
        seed: cell.seed,
        risks: trueRisks(problem, rule, predictions),
        accuracies: trueAccuracies(problem, rule, predictions),
        ...found,
      };
    } catch (error) {
      if (!(error instanceof FairfrontError)) throw error;
      throw new FairfrontError(error.code, `${describeCell(cell)}: ${error.message}`, { cause: error });
    }
  },
};

/** Names a cell: "joint, m₁ = 0, λ = 0.5, 4,000 samples, seed 1". */
export function describeCell({ way, problem, samples, seed }: StudyCell): string {
  const what = problem === 'three groups' ? problem : `m₁ = ${problem.m1}, λ = ${problem.lambda}`;
  return `${way}, ${what}, ${samples.toLocaleString('en-US')} samples, seed ${seed}`;
}

interface Estimation {
  readonly problem: TheoryProblem;
  readonly sample: StudySample;
  /** Where the classifier is asked. */
  readonly inputs: DenseRows;
  readonly training: StudyTraining;
  readonly report: (detail: string) => unknown;
}

interface Estimate extends Pick<StudyResult, 'mu' | 'solve' | 'solves' | 'epochs'> {
  /** At the inputs: rows × classes. */
  readonly probabilities: Float64Array;
}

async function estimateJointly(estimation: Estimation): Promise<Estimate> {
  const { sample, inputs, training, report } = estimation;
  const { hidden, maxSolves } = training;
  let epochs = 0;
  let solving = `solve 1 of ${maxSolves}`;
  const oracle = await networkOracle(
    await loadNodeRuntime(),
    studyNetwork(hidden),
    sample.train,
    networkOptions(estimation, ({ epoch }, { objective }) => {
      epochs++;
      return report(`${solving}, epoch ${epoch}, validation risk ${objective.toFixed(4)}`);
    }),
    sample.validation,
  );
  try {
    const { best, solves } = await searchMinimax(oracle, {
      strategy: apStar(),
      maxSolves,
      onStep: ({ solve }) => {
        solving = `solve ${Math.min(solve + 1, maxSolves)} of ${maxSolves}`;
      },
    });
    const probabilities = await oracle.predict(best.model, inputs);
    return { probabilities, mu: best.mu, solve: best.solve, solves, epochs };
  } finally {
    await oracle.close();
  }
}

async function estimateByParts(estimation: Estimation): Promise<Estimate> {
  const { problem, sample, inputs, training, report } = estimation;
  const { train, validation } = sample;
  const network = studyNetwork(training.hidden);
  let epochs = 0;
  const options = networkOptions(estimation, () => {
    epochs++;
  });
  const plan = planComponents(train, validation, network.classes);
  const runtime = await loadNodeRuntime();
  const models: NetworkModel[] = [];
  for (const task of plan.tasks) {
    await report(`network ${models.length + 1} of ${plan.tasks.length}`);
    models.push(await fitNetworkComponent(runtime, network, sample, task, options));
  }
  const parts = assembleComponents(plan, models);
  // As many groups as classes: networks of p(Y|X,a) and of p(A|X) have one shape.
  const evaluator = await Evaluator.open(runtime, network, SESSION);
  try {
    const predict = ({ parameters }: NetworkModel, rows: DenseRows) =>
      evaluator.probabilities(parameters, rows);
    const at = (rows: DenseRows) => conditionalsOf(parts, rows.rowCount, (model) => predict(model, rows));
    const priors = meanMemberships(
      await predict(parts.membership, train.features as DenseRows),
      parts.outcomes.length,
    );
    const { best, solves } = searchMinimaxSync(
      plugInOracle({
        loss: problem.loss,
        priors,
        validation: {
          conditionals: await at(validation.features as DenseRows),
          labels: validation.labels,
          groups: validation.groups,
        },
      }),
      { strategy: apStar(), maxSolves: training.maxSolves },
    );
    const probabilities = plugInProbabilities(await at(inputs), best.mu, priors);
    return { probabilities, mu: best.mu, solve: best.solve, solves, epochs };
  } finally {
    await evaluator.close();
  }
}

function networkOptions(
  { problem, sample, training }: Estimation,
  onEpoch: NonNullable<NetworkOracleOptions['onEpoch']>,
): NetworkOracleOptions {
  const { maxEpochs, epochSteps } = training;
  return {
    ...STUDY_TRAINING,
    ...SESSION,
    loss: problem.loss,
    maxEpochs,
    epochSteps,
    seed: sample.trainingSeed,
    onEpoch,
  };
}

function oneColumn(values: Float64Array): DenseRows {
  return { rowCount: values.length, columnCount: 1, values: Float32Array.from(values) };
}
