// The uniform mixture of all models of a search: what multiplicative and exponential weights return in their
// papers. It draws one of the T models for each prediction, so its risks are the means of theirs.
//
// With μ^{t+1} ∝ μ^t exp(η_t r^t / s), s the scale and η_t not rising, every group a has (Hoeffding's lemma,
// summed over t; 1/η_0 is 0)
//
//   mean_t r_a^t ≤ mean_t ⟨μ^t, r^t⟩ + s/T Σ_t (1/η_t − 1/η_{t−1}) ln(1/μ_a^t) + mean_t η_t / (8 s) · (max_b r_b^t − min_b r_b^t)²
//
// Where the risks are those that the solves minimise, ⟨μ^t, r^t⟩ is Φ(μ^t), never above the minimax risk. A
// constant rate from uniform weights makes the middle term s ln |A| / (η T); with η ~ √(ln |A| / T) the
// mixture's worst risk comes within O(√(ln |A| / T)) of the minimax risk. With a rate that falls, as
// exponential weights have it, that needs weights that stay away from 0. No convexity is needed: where single
// models cannot reach the minimax risk, mixtures do.
//
// Where the loss is convex in the probabilities (both of ours are), the one model that predicts the mean of
// the T models' probabilities is at least as good in every group (Jensen), and draws nothing:
// `averageProbabilities`.

import { FairfrontError } from '../error.js';
import { worstRisk } from '../groups/risks.js';
import { CompensatedSum } from '../numeric/sum.js';
import type { Oracle } from '../pareto/oracle.js';
import { type Certificate, relativeGap } from './certificate.js';
import { multiplicativeWeights } from './multiplicative-weights.js';
import { type SearchOptions, searchMinimax } from './search-minimax.js';
import type { SearchResult } from './search-result.js';

/** Options of `searchMixture`. */
export interface MixtureOptions<Model> extends Omit<SearchOptions<Model>, 'resume'> {
  /** Whether to keep the model of every solve in memory; they can be large. Default true. */
  readonly keepModels?: boolean;
  /**
   * Told of the model of every solve, from 1, before `onStep`, and waited for: to write it somewhere, kept in
   * memory or not.
   */
  readonly onModel?: (model: Model, solve: number) => unknown;
  readonly resume?: NonNullable<SearchOptions<Model>['resume']> & {
    /** The models of the solves so far, which the state does not hold; needed where models are kept. */
    readonly models?: readonly Model[];
  };
}

/** The uniform mixture of all models of a search. */
export interface Mixture<Model> {
  /** One for each solve, in order; empty where they were not kept. */
  readonly models: readonly Model[];
  /** Mean over the solves. */
  readonly mixtureRisks: readonly number[];
  readonly mixtureTrainRisks: readonly number[];
  /** The largest of `mixtureRisks`. */
  readonly worst: number;
  /**
   * Bounds for the mixture: the upper one is its own worst training risk, the lower one that of the search.
   */
  readonly certificate: Certificate;
  /** The search it is made of, with the best single model. */
  readonly result: SearchResult<Model>;
}

/**
 * Searches, and mixes all models tried. By default `multiplicativeWeights` at the rate for `maxSolves`, and
 * no early stop: `gap` 0, since it speaks of the best single model.
 */
export async function searchMixture<Model>(
  oracle: Oracle<Model>,
  options: MixtureOptions<Model> = {},
): Promise<Mixture<Model>> {
  const { keepModels = true, onModel, resume, onStep, ...search } = options;
  const { maxSolves = 100, gap = 0 } = search;
  const models = keepModels ? earlierModels(resume) : [];
  let solved: Model | undefined;
  const result = await searchMinimax<Model>(
    {
      groupCount: oracle.groupCount,
      ...(oracle.certifies === undefined ? {} : { certifies: oracle.certifies }),
      solve: async (mu, context) => {
        const solve = await oracle.solve(mu, context);
        solved = solve.model;
        return solve;
      },
    },
    {
      strategy: multiplicativeWeights({ horizon: maxSolves }),
      ...search,
      maxSolves,
      gap,
      ...(resume === undefined ? {} : { resume }),
      // Not every solve becomes a step: one cut short does not, nor the one that finds the best model again.
      onStep: async (step, progress) => {
        if (keepModels) models.push(solved as Model);
        await onModel?.(solved as Model, step.solve);
        await onStep?.(step, progress);
      },
    },
  );
  return mixtureOf(result, models);
}

/** The mixture of every model a search tried. @param models one for each solve, or none */
export function mixtureOf<Model>(result: SearchResult<Model>, models: readonly Model[] = []): Mixture<Model> {
  const mixtureRisks = meanOver(result.trace.map(({ risks }) => risks));
  const mixtureTrainRisks = meanOver(result.trace.map(({ trainRisks }) => trainRisks));
  const upper = worstRisk(mixtureTrainRisks);
  const { certificate } = result;
  return {
    models,
    mixtureRisks,
    mixtureTrainRisks,
    worst: worstRisk(mixtureRisks),
    certificate: certificate.certified
      ? { ...certificate, upper, relativeGap: relativeGap(certificate.lower, upper) }
      : certificate,
    result,
  };
}

/**
 * The mean over models of what each predicts, entry by entry.
 * @param predictions one array a model, laid out alike
 */
export function averageProbabilities(predictions: readonly Float64Array[]): Float64Array {
  const [first] = predictions;
  if (first === undefined) {
    throw new FairfrontError(
      'bad-option',
      'there are no predictions to average; give those of one model at least',
    );
  }
  const other = predictions.findIndex(({ length }) => length !== first.length);
  if (other >= 0) {
    throw new FairfrontError(
      'bad-option',
      `predictions must all have the same length: those of model 1 have ${first.length} entries, those of model ${other + 1} have ${predictions[other]!.length}`,
    );
  }
  const mean = new Float64Array(first.length);
  for (const [k, values] of predictions.entries()) {
    // A running mean: equal predictions stay as they are.
    for (let i = 0; i < mean.length; i++) mean[i]! += (values[i]! - mean[i]!) / (k + 1);
  }
  return mean;
}

function meanOver(rows: readonly (readonly number[])[]): number[] {
  return rows[0]!.map((_, group) => {
    const sum = new CompensatedSum();
    for (const row of rows) sum.add(row[group]!);
    return sum.value / rows.length;
  });
}

function earlierModels<Model>(resume: MixtureOptions<Model>['resume']): Model[] {
  if (resume === undefined) return [];
  const [solves, models] = [resume.state?.trace?.length ?? 0, resume.models ?? []];
  if (models.length !== solves) {
    throw new FairfrontError(
      'bad-state',
      `resume.models must have a model for each of the ${solves} solves of the state; got ${models.length}. Hand over those that \`onModel\` was told of, or set keepModels to false`,
    );
  }
  return [...models];
}
