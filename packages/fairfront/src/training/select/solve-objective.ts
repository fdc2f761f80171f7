// Finds the linear model of an objective: one convex problem each, certified.

import {
  allWeights,
  assignFolds,
  type BlindModel,
  boundedRatio,
  createRandom,
  type Estimate,
  groupShares,
  type LabelledRows,
  type LinearMinimax,
  type LinearMinimaxOptions,
  type Loss,
  linearDial,
  linearLexicographic,
  linearSolver,
  ofMeans,
  percentileInterval,
  predictLinear,
  solveBlind,
  solveLinearMinimax,
  uniformMu,
} from '@fairfront/core';
import {
  asOneGroup,
  bootstrapByGroup,
  dot,
  objectiveOver,
  rowsByGroup,
  takeLabelledRows,
} from '@fairfront/core/internal';
import { type Objective, offsetsOf } from './objective.js';
import { lossesOf } from './selection.js';

/** Finds the linear model of an objective, with its proof. */
export function solveObjective(
  rows: LabelledRows,
  objective: Objective,
  options: Omit<LinearMinimaxOptions, 'weights'>,
): LinearMinimax {
  const { groups } = rows;
  switch (objective.kind) {
    case 'weight-ratio': {
      const base = objective.base === 'equal' ? uniformMu(groups.names.length) : groupShares(groups);
      return solveLinearMinimax(rows, { ...options, weights: boundedRatio(base, objective.ratio) });
    }
    case 'regret': {
      const own = groups.names.map((_, a) => groups.names.map((_, b) => (a === b ? 1 : 0)));
      const weights = ofMeans(allWeights(own.length), own, offsetsOf(objective));
      return solveLinearMinimax(rows, { ...options, weights });
    }
    case 'give-up': {
      const minimax = solveLinearMinimax(rows, options);
      return linearDial(rows, { ...options, minimax, giveUps: [objective.giveUp] })[0]!.found;
    }
    case 'lexicographic': {
      const minimax = solveLinearMinimax(rows, options);
      return linearLexicographic(rows, { ...options, minimax, tolerance: objective.tolerance }).found;
    }
    case 'blind':
      return asMinimax(rows, solveBlind(rows, { ...options, share: objective.share }));
  }
}

/** The same told by groups: μ is the weight that each group's people have in the proof. */
function asMinimax(rows: LabelledRows, found: BlindModel): LinearMinimax {
  const { classCount, loss, l2 } = found.options;
  const { risks } = objectiveOver(rows, classCount, loss, l2).evaluate(found.model.parameters);
  const mu = risks.map(() => 0);
  rows.groups.groups.forEach((group, row) => {
    mu[group]! += found.rowWeights[row]!;
  });
  return { ...found, risks, mu, variables: Float64Array.from(mu) };
}

interface AloneProblem {
  readonly classCount: number;
  readonly loss: Loss;
  readonly penalties: readonly number[];
  readonly folds: number;
  readonly seed: number;
  readonly entities?: ArrayLike<number> | undefined;
}

/** What each group could have alone: rows out of fold judge models of the group's own, the best of the penalties. */
export function aloneRisks(rows: LabelledRows, problem: AloneProblem): Estimate[] {
  const { classCount, loss, penalties, folds, seed, entities } = problem;
  const assigned = assignFolds(rows, folds, createRandom(seed), entities);
  const losses = new Float64Array(rows.labels.length);
  for (const own of rowsByGroup(rows.groups)) {
    const parts = Array.from({ length: folds }, (_, fold) => ({
      inside: takeLabelledRows(
        rows,
        own.filter((row) => assigned[row] === fold),
      ),
      outside: takeLabelledRows(
        rows,
        own.filter((row) => assigned[row] !== fold),
      ),
    }));
    const judged = penalties.map((l2) =>
      parts.map(({ inside, outside }) => {
        const alone = { ...outside, groups: asOneGroup(outside.groups) };
        const { model } = linearSolver(alone, { classCount, loss, l2 }).solve([1]);
        return lossesOf(predictLinear(model, inside.features), inside, classCount, loss);
      }),
    );
    const sums = judged.map((byFold) =>
      byFold.reduce((sum, part, fold) => {
        const { weights } = parts[fold]!.inside.groups;
        return sum + dot(weights ?? part.map(() => 1), part);
      }, 0),
    );
    const best = judged[sums.indexOf(Math.min(...sums))]!;
    const next = new Uint32Array(folds);
    for (const row of own) losses[row] = best[assigned[row]!]![next[assigned[row]!]!++]!;
  }
  return bootstrapByGroup([losses], rows.groups, { random: createRandom(seed) }, entities).map(
    ({ means, resampled }) => ({ value: means[0]!, ...percentileInterval(resampled[0]!) }),
  );
}
