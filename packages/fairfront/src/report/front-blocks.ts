// What is possible between the groups, and what one pays for another at the chosen point: the Pareto front of a fit, or,
// where that was not drawn up, the models on the way from naive to minimax.

import type { ParetoFrontData } from '@fairfront/charts';
import { worstRisk } from '@fairfront/core';
import { decimal } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import { MODEL_NAMES } from '../measure/model-metrics.js';
import type { FitFront, FitFrontPoint } from '../training/fit-front.js';
import { type CandidateReport, keepsNaive } from '../training/select/selection.js';
import { muAt, startOf } from '../training/select/steps.js';
import { lossName } from '../training/task-words.js';
import { figure, table, words } from './blocks.js';
import { exchangeWords } from './exchange-words.js';
import { worstFirst } from './fit-tables.js';
import type { Block } from './page.js';
import { stepWords } from './selection-words.js';
import type { TextTable } from './table.js';

/** The blocks on what is possible. */
export function frontBlocks(result: FitResult): Block[] {
  const { front, groups } = result;
  if (groups.length < 2) return [];
  const blocks = front === undefined ? stepBlocks(result) : [frontFigure(result, front)];
  return [...words(exchangeWords(result)), ...blocks];
}

function frontFigure({ task, groups }: FitResult, { part, points, marks }: FitFront): Block {
  const data: ParetoFrontData = {
    loss: task.loss,
    part,
    groups: groups.map(({ name }) => name),
    points,
    marks: [
      ...MODEL_NAMES.map((name) => ({ name, ...marks[name] })),
      { name: 'utopia', risks: marks.utopia.risks },
      { name: 'equal-risk', risks: marks.equalRisk.risks },
    ],
  };
  return figure(
    'pareto-front',
    data,
    `Each point is a linear model for other weights of the groups, at the training rows (${lossName({ task })}, lower is better). On the front no group can be served better without another being served worse. Utopia has the own best of every group at once.`,
  );
}

/** The candidates with the penalty, or the trees, of the chosen one, on the way from naive to minimax. */
function stepBlocks(result: FitResult): Block[] {
  const { selection, task } = result;
  if (selection === undefined) return [];
  const { candidates, naive, chosen } = selection;
  const alike = candidates.filter(
    (own) =>
      own.l2 === chosen.l2 && (own.from === 'naive' || own.model === 'balanced' || isSame(own, chosen)),
  );
  const steps = [naive, ...alike.filter(({ model }) => model !== 'naive')].sort(byStep);
  if (steps.length < 3) return [];
  const data = stepData(result, steps);
  const what = 'The models that could have been chosen, on the way from ordinary training to minimax';
  return [
    ...(data === undefined ? [] : [figure('pareto-front', data, `${what}: a line for each.`)]),
    table(
      stepTable(result, steps),
      `${what}: risk (${lossName({ task })}, lower is better) on the rows that chose. The one that was chosen: ${keepsNaive(selection) ? 'ordinary training' : stepWords(chosen)}.`,
    ),
  ];
}

/** So many groups are drawn as lines from group to group; in a plane or a triangle, steps would pass for a front. */
const FEWEST_LINES = 4;
/** More are no picture, but a table. */
const MOST_LINES = 16;

/** The steps as lines; undefined where the weights behind them are not known. */
function stepData(
  { selection, models, task, groups }: FitResult,
  steps: readonly CandidateReport[],
): ParetoFrontData | undefined {
  const { chosen } = selection!;
  const count = groups.length;
  if (task.model !== 'linear' || count < FEWEST_LINES || count > MOST_LINES || chosen.step === 0)
    return undefined;
  const shares = models.naive.mu;
  const start = startOf(chosen, shares);
  // μ(t) = (1 − t) · μ(0) + t · μ*, turned around.
  const minimax = models.minimax.mu.map((own, group) => start[group]! + (own - start[group]!) / chosen.step);
  const point = (step: CandidateReport): FitFrontPoint => ({
    mu: muAt(step, shares, minimax),
    risks: step.risks,
  });
  const mark = (name: 'naive' | 'balanced' | 'minimax', step: CandidateReport | undefined) =>
    step === undefined ? [] : [{ name, ...point(step) }];
  return {
    loss: task.loss,
    part: 'validation',
    groups: groups.map(({ name }) => name),
    points: steps.map(point),
    marks: [
      ...mark('naive', selection!.naive),
      ...mark(
        'balanced',
        steps.find(({ model }) => model === 'balanced'),
      ),
      ...mark('minimax', chosen),
    ],
  };
}

const isSame = (one: CandidateReport, other: CandidateReport): boolean =>
  one.model === other.model && one.step === other.step && one.from === other.from && one.l2 === other.l2;

const byStep = (one: CandidateReport, other: CandidateReport): number =>
  Number(one.from === 'balanced') - Number(other.from === 'balanced') || one.step - other.step;

function stepTable(result: FitResult, steps: readonly CandidateReport[]): TextTable {
  const line = (name: string, of: (risks: readonly number[]) => number): string[] => [
    name,
    ...steps.map(({ risks }) => decimal(of(risks))),
  ];
  return {
    columns: [{ title: 'group', align: 'left' }, ...steps.map((step) => ({ title: stepTitle(step) }))],
    rows: [
      ...worstFirst(result, 'validation').map((group) =>
        line(result.groups[group]!.name, (risks) => risks[group]!),
      ),
      line('worst group', worstRisk),
    ],
  };
}

function stepTitle({ model, step, from }: CandidateReport): string {
  if (model !== 'minimax' || step === 1) return model;
  return `${Math.round(100 * step)}% from ${from}`;
}
