// One classifier of the plug-in study: estimated from a sample in one of the two ways, and judged under the true distributions. Both ways have the
// same rows, network, training and search; they differ in what a solve is: training one network for all groups [MMPF Alg. 2], or averaging
// networks that were trained once [MMPF Alg. 3].

import type { EstimationRun, EstimationWay, StudyParameters } from '@fairfront/charts';
import { apStar, type DenseRows, FairfrontError, searchMinimax, searchMinimaxSync } from '@fairfront/core';
import {
  assembleParts,
  conditionalsOf,
  meanMemberships,
  planParts,
  plugInOracle,
  plugInProbabilities,
} from '@fairfront/core/plug-in';
import { plugInStudyProblem, type TheoryProblem } from '@fairfront/core/theory';
import {
  Evaluator,
  fitNetworkPart,
  type NetworkModel,
  type NetworkOracleOptions,
  networkOracle,
} from '@fairfront/neural';
import { loadNodeRuntime } from '@fairfront/neural/node';
import type { Job } from '../../threads/job.js';
import { drawStudySample, STUDY_TRAINING, type StudySample, studyNetwork } from './study-sample.js';
import { inputRule, trueAccuracies, trueRisks } from './true-risks.js';

export interface StudyCell extends StudyParameters {
  readonly way: EstimationWay;
  readonly samples: number;
  readonly seed: number;
}

/** What is the same for all. */
export interface CellOptions {
  readonly hidden: readonly number[];
  readonly maxSolves: number;
  readonly maxEpochs: number;
  /** Of an epoch, at least. */
  readonly epochSteps: number;
}

export type CellResult = Pick<
  EstimationRun,
  'seed' | 'risks' | 'accuracies' | 'mu' | 'solve' | 'solves' | 'epochs'
>;

/** How far it has come, in words. */
export type CellReport = string;

/** A core for each cell, not all for one: the same result on any machine. */
const SESSION = { threads: 1 };

export const cellJob: Job<StudyCell, CellResult, CellOptions, CellReport> = {
  worker: new URL('./plug-in-study-worker.js', import.meta.url),
  isNative: () => true,
  run: async (cell, options, report) => {
    const problem = plugInStudyProblem(cell);
    try {
      const sample = drawStudySample(problem, cell.samples, cell.seed);
      const rule = inputRule(problem);
      const inputs = oneColumn(rule.nodes);
      const estimate = cell.way === 'joint' ? estimateJointly : estimateByParts;
      const { probabilities, ...found } = await estimate({ problem, sample, inputs, options, report });
      const predictions = rule.nodes.map((_, i) => probabilities[2 * i + 1]!);
      return {
        seed: cell.seed,
        risks: trueRisks(problem, rule, predictions),
        accuracies: trueAccuracies(problem, rule, predictions),
        ...found,
      };
    } catch (error) {
      if (!(error instanceof FairfrontError)) throw error;
      throw new FairfrontError(error.code, `${cellWords(cell)}: ${error.message}`, { cause: error });
    }
  },
};

export const cellWords = ({ way, m1, lambda, samples, seed }: StudyCell): string =>
  `${way}, m₁ = ${m1}, λ = ${lambda}, ${samples.toLocaleString('en-US')} samples, seed ${seed}`;

interface Estimation {
  readonly problem: TheoryProblem;
  readonly sample: StudySample;
  /** Where the classifier is asked. */
  readonly inputs: DenseRows;
  readonly options: CellOptions;
  readonly report: (report: CellReport) => unknown;
}

interface Estimate extends Pick<CellResult, 'mu' | 'solve' | 'solves' | 'epochs'> {
  /** At the inputs: rows × classes. */
  readonly probabilities: Float64Array;
}

async function estimateJointly({ problem, sample, inputs, options, report }: Estimation): Promise<Estimate> {
  const { hidden, maxSolves } = options;
  let epochs = 0;
  const training = trainingOptions(problem, sample, options, () => {
    epochs++;
  });
  const oracle = await networkOracle(
    await loadNodeRuntime(),
    studyNetwork(hidden),
    sample.train,
    training,
    sample.validation,
  );
  try {
    await report(`solve 1 of ${maxSolves}`);
    const { best, solves } = await searchMinimax(oracle, {
      strategy: apStar(),
      maxSolves,
      onStep: ({ solve }) => (solve < maxSolves ? report(`solve ${solve + 1} of ${maxSolves}`) : undefined),
    });
    const probabilities = await oracle.predict(best.model, inputs);
    return { probabilities, mu: best.mu, solve: best.solve, solves, epochs };
  } finally {
    await oracle.close();
  }
}

async function estimateByParts({ problem, sample, inputs, options, report }: Estimation): Promise<Estimate> {
  const { train, validation } = sample;
  const network = studyNetwork(options.hidden);
  let epochs = 0;
  const training = trainingOptions(problem, sample, options, () => {
    epochs++;
  });
  const plan = planParts(train, validation, network.classes);
  const models: NetworkModel[] = [];
  for (const task of plan.tasks) {
    await report(`part ${models.length + 1} of ${plan.tasks.length}`);
    models.push(await fitNetworkPart(await loadNodeRuntime(), network, sample, task, training));
  }
  const parts = assembleParts(plan, models);
  // As many groups as classes: parts of p(Y|X,a) and of p(A|X) are networks of one shape.
  const evaluator = await Evaluator.open(await loadNodeRuntime(), network, SESSION);
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
      { strategy: apStar(), maxSolves: options.maxSolves },
    );
    const probabilities = plugInProbabilities(await at(inputs), best.mu, priors);
    return { probabilities, mu: best.mu, solve: best.solve, solves, epochs };
  } finally {
    await evaluator.close();
  }
}

function trainingOptions(
  { loss }: TheoryProblem,
  { trainingSeed }: StudySample,
  { maxEpochs, epochSteps }: CellOptions,
  onEpoch: () => void,
): NetworkOracleOptions {
  return { ...STUDY_TRAINING, ...SESSION, loss, maxEpochs, epochSteps, seed: trainingSeed, onEpoch };
}

function oneColumn(values: Float64Array): DenseRows {
  return { rowCount: values.length, columnCount: 1, values: Float32Array.from(values) };
}
