// What the knob of an objective trades, beside the models of a fit: linear models for a row of ratios of weights, or for a
// row of what the worst group gives up, with the penalty that was chosen, on the rows trained on. No test row is looked
// at, and nothing is chosen by it.

import {
  dialGiveUps,
  groupShares,
  type LabelledRows,
  type LinearMinimax,
  type LinearMinimaxOptions,
  linearDial,
  ratioFront,
  solveLinearMinimax,
  uniformMu,
  WEIGHT_RATIOS,
} from '@fairfront/core';
import { definedOnly } from '../defined-only.js';
import type { FitHooks } from './fit-hooks.js';
import type { Objective } from './select/objective.js';

/** A curve of models. Risks are means over the rows trained on, without the penalty. */
export interface FitCurve {
  readonly part: 'train';
  /** How many times more a group may count than another, or how far above minimax the worst group's risk may be. */
  readonly knob: Knob['kind'];
  /** What a ratio is measured by. */
  readonly base?: 'equal' | 'shares';
  /** Rising in `at`. */
  readonly points: readonly FitCurvePoint[];
  /** The index of the point that was asked for. */
  readonly asked: number;
}

export interface FitCurvePoint {
  /** The ratio, or what the worst group gives up; null is a ratio without bound. */
  readonly at: number | null;
  readonly mu: readonly number[];
  readonly risks: readonly number[];
  /** Over people, each row counting alike or by its weight. */
  readonly meanRisk: number;
  readonly worstRisk: number;
  /** Of what the model minimises, penalty included. */
  readonly certificate: LinearMinimax['certificate'];
}

/** An objective that has a knob. */
export type Knob = Extract<Objective, { readonly kind: 'weight-ratio' | 'give-up' }>;

/** Whether an objective has a knob to turn. */
export const hasCurve = (objective: Objective | undefined): objective is Knob =>
  objective?.kind === 'weight-ratio' || objective?.kind === 'give-up';

/** Finds the curve of an objective's knob, point by point. @returns `undefined` if it was interrupted */
export async function fitCurve(
  rows: LabelledRows,
  objective: Knob,
  options: Omit<LinearMinimaxOptions, 'weights'>,
  { signal, onEvent }: Pick<FitHooks<unknown>, 'signal' | 'onEvent'>,
): Promise<FitCurve | undefined> {
  const solving = { ...options, ...definedOnly({ signal }) };
  const { values, asked, solve } =
    objective.kind === 'weight-ratio'
      ? ratioSolves(rows, objective, solving)
      : dialSolves(rows, objective, solving);
  const points: FitCurvePoint[] = [];
  for (const value of values) {
    await onEvent?.({ kind: 'curve', done: points.length, total: values.length });
    if (signal?.aborted) return undefined;
    const { found, meanRisk, worstRisk } = solve(value);
    const { mu, risks, certificate } = found;
    points.push({ at: Number.isFinite(value) ? value : null, mu, risks, meanRisk, worstRisk, certificate });
  }
  if (signal?.aborted) return undefined;
  const base = objective.kind === 'weight-ratio' ? objective.base : undefined;
  return { part: 'train', knob: objective.kind, ...definedOnly({ base }), points, asked };
}

type Solves = ReturnType<typeof withAsked> & {
  readonly solve: (
    value: number,
  ) => Pick<ReturnType<typeof ratioFront>[number], 'found' | 'meanRisk' | 'worstRisk'>;
};

function ratioSolves(
  rows: LabelledRows,
  { ratio, base }: Extract<Knob, { readonly kind: 'weight-ratio' }>,
  options: Omit<LinearMinimaxOptions, 'weights'>,
): Solves {
  const shares = groupShares(rows.groups);
  let { start } = options;
  const solve = (value: number) => {
    const [point] = ratioFront(rows, {
      ...options,
      ...definedOnly({ start }),
      ratios: [value],
      base: base === 'equal' ? uniformMu(shares.length) : shares,
    });
    start = point!.found.model;
    return point!;
  };
  return { ...withAsked(WEIGHT_RATIOS, ratio), solve };
}

function dialSolves(
  rows: LabelledRows,
  { giveUp }: Extract<Knob, { readonly kind: 'give-up' }>,
  options: Omit<LinearMinimaxOptions, 'weights'>,
): Solves {
  const minimax = solveLinearMinimax(rows, options);
  const dial = { ...options, minimax };
  return {
    ...withAsked(dialGiveUps(rows, dial), giveUp),
    solve: (value) => linearDial(rows, { ...dial, giveUps: [value] })[0]!,
  };
}

/** The values with the one that was asked for among them, rising. */
function withAsked(values: readonly number[], asked: number) {
  const all = values.includes(asked) ? values : [...values, asked].sort((one, other) => one - other);
  return { values: all, asked: all.indexOf(asked) };
}
