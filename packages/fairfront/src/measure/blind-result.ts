// How the worst share of people fares, whoever they are: what a fit without groups is judged by, on test rows.
//
// Where labels are partly chance, every model has people whom it fails as badly as one that knows nothing, and for a small
// share the best model is one that knows nothing: it says the same of everybody. So the model is held against the best
// constant, and its probabilities against how far those of ordinary training are apart.

import {
  bootstrapWorstShare,
  createRandom,
  type Estimate,
  type LabelledRows,
  percentileInterval,
  predictLinear,
  solveBlind,
  worstShareMean,
} from '@fairfront/core';
import { compensatedSum, decimal, percent, percentAbove, SHOWN_RISK } from '@fairfront/core/internal';
import { type PreparedFit, partEntities } from '../task/prepare-fit.js';
import type { FittedModels } from '../training/fitted-models.js';
import { worstShareOf } from '../training/select/objective.js';
import { keepsNaive, lossesOf } from '../training/select/selection.js';
import { MODEL_NAMES, type ModelName } from './model-metrics.js';

/** How the worst share of people fares, each model's own. */
export interface BlindResult {
  /** Of the people. */
  readonly share: number;
  /** The mean loss of the worst share of test rows. */
  readonly risks: Readonly<Record<ModelName, Estimate>>;
  /** The same on the rows trained on. */
  readonly trainRisks: Readonly<Record<ModelName, number>>;
  /** From naive to the chosen model, paired. */
  readonly change: Estimate & { readonly relative: Estimate | null };
  readonly collapse: Collapse;
}

/** Whether a model has gone towards saying the same of everybody. */
export interface Collapse {
  /** How far its probabilities of test rows are apart, as a share of naive's: their standard deviations. */
  readonly spread: number;
  /** The mean loss of the worst share of test rows where everybody is told the same, as is best on the rows trained on. */
  readonly constantRisk: number;
  /** Why it is not worth having, in words; null where it is. */
  readonly reason: string | null;
}

/** Below this share of naive's spread a model tells people apart no more. */
const LEAST_SPREAD = 0.1;
/** Less is told as this. */
const SMALLEST_SPREAD = 0.001;

/** Measures the worst share of people; undefined where models were judged by groups. */
export async function blindResult<Model>(
  fit: PreparedFit,
  models: FittedModels<Model>,
  {
    seed,
    smallestGain,
    loss,
  }: { readonly seed: number; readonly smallestGain: number; readonly loss: 'cross-entropy' | 'brier' },
): Promise<BlindResult | undefined> {
  const share = worstShareOf(models.minimax.search.objective);
  if (share === undefined) return undefined;
  const { parts, task } = fit;
  const classCount = task.target.classes.length;
  const { naive, balanced, minimax, predict, selection } = models;
  const own: Readonly<Record<ModelName, Model>> = { naive, balanced, minimax: minimax.model };
  const said = async (part: 'train' | 'test'): Promise<Float64Array[]> =>
    Promise.all(MODEL_NAMES.map((name) => predict(own[name], part)));
  const lossesIn = (part: 'train' | 'test', probabilities: Float64Array): Float64Array =>
    lossesOf(probabilities, parts[part], classCount, loss);
  const byModel = <Value>(of: (place: number) => Value): Record<ModelName, Value> =>
    Object.fromEntries(MODEL_NAMES.map((name, place) => [name, of(place)])) as Record<ModelName, Value>;
  const worstOf = (part: 'train' | 'test', probabilities: Float64Array): number =>
    worstShareMean(lossesIn(part, probabilities), share, parts[part].groups.weights);

  const [train, test] = [await said('train'), await said('test')];
  const { weights } = parts.test.groups;
  const { means, resampled } = bootstrapWorstShare(
    test.map((own) => lossesIn('test', own)),
    share,
    { random: createRandom(seed) },
    { entities: partEntities(fit, 'test'), weights },
  );
  const [first, last] = [MODEL_NAMES.indexOf('naive'), MODEL_NAMES.indexOf('minimax')];
  const risks = byModel((place) => estimate(means[place]!, resampled[place]!));
  const changed = (of: (before: number, after: number) => number): Estimate =>
    estimate(
      of(means[first]!, means[last]!),
      resampled[first]!.map((before, i) => of(before, resampled[last]![i]!)),
    );
  const constantRisk = worstOf('test', bestConstant(parts, classCount, share));
  const spread = spreadOf(test[last]!, classCount, weights) / spreadOf(test[first]!, classCount, weights);
  return {
    share,
    risks,
    trainRisks: byModel((place) => worstOf('train', train[place]!)),
    change: {
      ...changed((before, after) => after - before),
      relative: means[first]! < SHOWN_RISK ? null : changed((before, after) => after / before - 1),
    },
    collapse: {
      spread,
      constantRisk,
      reason: keepsNaive(selection)
        ? null
        : whyCollapsed(share, spread, constantRisk, risks.minimax.value, smallestGain),
    },
  };
}

/** Why a model chosen for groups that were found is of no use, where it says nearly the same of everybody. */
export async function whyFutile<Model>(
  { parts, task }: PreparedFit,
  { naive, minimax, predict }: Pick<FittedModels<Model>, 'naive' | 'minimax' | 'predict'>,
): Promise<string | undefined> {
  const spread = async (model: Model): Promise<number> =>
    spreadOf(await predict(model, 'test'), task.target.classes.length, parts.test.groups.weights);
  const share = (await spread(minimax.model)) / (await spread(naive));
  return share < LEAST_SPREAD
    ? `${sameOfEverybody(share)}. The groups that were found cannot be served together by one such model; name fewer, or count regrets with \`objective: 'regret'\``
    : undefined;
}

function sameOfEverybody(spread: number): string {
  return `the model asked for says nearly the same of everybody: its probabilities are at most ${percentAbove(Math.max(spread, SMALLEST_SPREAD))} as far apart as those of ordinary training`;
}

function whyCollapsed(
  share: number,
  spread: number,
  constantRisk: number,
  risk: number,
  smallestGain: number,
): string | null {
  const constant = `to tell everybody the same would leave the worst ${percent(share)} a risk of ${decimal(constantRisk)}`;
  const way = 'a larger share, or groups that are named, leave more to learn';
  if (spread < LEAST_SPREAD) {
    return `${sameOfEverybody(spread)}. With small shares cross-entropy drives a model there, since some people are always the exception; ${way}`;
  }
  return risk > (1 - smallestGain) * constantRisk
    ? `the model asked for serves them hardly better than one that knows nothing: ${constant}, this model leaves ${decimal(risk)}; ${way}`
    : null;
}

/** What the best constant of the training rows says of the test rows. */
function bestConstant(
  { train, test }: PreparedFit['parts'],
  classCount: number,
  share: number,
): Float64Array {
  const nothing = ({ labels }: LabelledRows) => ({
    rowCount: labels.length,
    columnCount: 0,
    values: new Float64Array(0),
  });
  const { model } = solveBlind({ ...train, features: nothing(train) }, { classCount, share, l2: 1 });
  return predictLinear(model, nothing(test));
}

/** The standard deviation of probabilities over rows, of all classes together. */
function spreadOf(
  probabilities: Float64Array,
  classCount: number,
  weights: Float64Array | undefined,
): number {
  const rows = probabilities.length / classCount;
  const all = weights === undefined ? rows : compensatedSum(weights);
  const mean = (of: (row: number) => number): number => {
    let sum = 0;
    for (let row = 0; row < rows; row++) sum += (weights?.[row] ?? 1) * of(row);
    return sum / all;
  };
  let variance = 0;
  for (let k = 0; k < classCount; k++) {
    const middle = mean((row) => probabilities[row * classCount + k]!);
    variance += mean((row) => (probabilities[row * classCount + k]! - middle) ** 2);
  }
  return Math.sqrt(variance);
}

function estimate(value: number, samples: Float64Array): Estimate {
  return { value, ...percentileInterval(samples) };
}
