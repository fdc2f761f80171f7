// The paper's three-group problem end to end: what naive and balanced training give, the four strategies side by side,
// and the optimum, known to within a billionth, that they are measured against.

import {
  apStar,
  type Certificate,
  createRandom,
  cuttingPlane,
  multiplicativeWeights,
  randomSearch,
  type Strategy,
  searchMinimaxSync,
  uniformMu,
  worstRisk,
} from '@fairfront/core';
import {
  closedForm,
  closedFormOracle,
  problemShares,
  theoryMinimax,
  threeGroupProblem,
} from '@fairfront/core/theory';

export interface DemoGroup {
  readonly name: string;
  /** Mean of the input X; its deviation is 1. */
  readonly mean: number;
  readonly share: number;
  /** The least risk the group can have. */
  readonly utopia: number;
  readonly naive: number;
  readonly balanced: number;
  readonly minimax: number;
  /** Weight at the optimum. */
  readonly mu: number;
}

export interface StrategyRun {
  readonly strategy: string;
  readonly solves: number;
  readonly stopped: string;
  readonly worstRisk: number;
  readonly mu: readonly number[];
  readonly risks: readonly number[];
  readonly certificate: Certificate;
  /** Certified relative gap after each solve. */
  readonly gaps: readonly number[];
}

export interface DemoResult {
  readonly loss: string;
  readonly seed: number;
  /** The gap the strategies were asked for, and the solves they were allowed. */
  readonly gap: number;
  readonly maxSolves: number;
  readonly groups: readonly DemoGroup[];
  readonly optimum: {
    readonly mu: readonly number[];
    readonly risks: readonly number[];
    readonly lower: number;
    readonly upper: number;
  };
  readonly strategies: readonly StrategyRun[];
}

const GAP = 1e-4;
const MAX_SOLVES = 500;
const OPTIMUM_GAP = 1e-9;

/** Runs the four strategies on the paper's three-group problem. */
export function runTheoryDemo(seed: number): DemoResult {
  const form = closedForm(threeGroupProblem);
  const { groups, loss } = threeGroupProblem;
  const { mu, risks, lower, upper } = theoryMinimax(form, OPTIMUM_GAP);
  const shares = problemShares(threeGroupProblem);
  const naive = form.decompose(shares).risks;
  const balanced = form.decompose(uniformMu(groups.length)).risks;
  const strategies = [
    apStar(),
    cuttingPlane(),
    multiplicativeWeights({ horizon: MAX_SOLVES }),
    randomSearch({ random: createRandom(seed) }),
  ];
  return {
    loss,
    seed,
    gap: GAP,
    maxSolves: MAX_SOLVES,
    groups: groups.map(({ name, mean }, a) => ({
      name,
      mean,
      share: shares[a]!,
      utopia: form.irreducible[a]!,
      naive: naive[a]!,
      balanced: balanced[a]!,
      minimax: risks[a]!,
      mu: mu[a]!,
    })),
    optimum: { mu, risks, lower, upper },
    strategies: strategies.map((strategy) => tryStrategy(form, strategy)),
  };
}

function tryStrategy(form: ReturnType<typeof closedForm>, strategy: Strategy): StrategyRun {
  const gaps: number[] = [];
  const { best, certificate, solves, stopped } = searchMinimaxSync(closedFormOracle(form), {
    strategy,
    gap: GAP,
    maxSolves: MAX_SOLVES,
    onStep: (step) => gaps.push(step.certificate.relativeGap ?? 1),
  });
  return {
    strategy: strategy.name,
    solves,
    stopped,
    worstRisk: worstRisk(best.risks),
    mu: best.mu,
    risks: best.risks,
    certificate,
    gaps,
  };
}
