// A front as plain data: what `front.json` holds and `--json` prints, schema fairfront.front/1.

import { groupMetrics, type LinearModel, predictLinear, worstRisk } from '@fairfront/core';
import type { PreparedFit } from '../task/prepare-fit.js';
import type { SearchReport } from '../training/find-minimax.js';
import { type GroupReport, groupReports, type TaskReport, taskReport } from '../training/task-report.js';
import { certifiedProblem } from '../training/task-words.js';
import { VERSION } from '../version.js';
import type { FoundFront } from './find-front.js';
import type { FrontPart, ResolvedFront } from './front-options.js';

export const FRONT_SCHEMA = 'fairfront.front/1';

export interface FrontMark {
  readonly mu: readonly number[];
  readonly risks: readonly number[];
}

export interface FrontResult {
  readonly schema: typeof FRONT_SCHEMA;
  readonly fairfront: string;
  readonly data: string;
  readonly task: TaskReport & {
    /** The rows on which risks are measured. */
    readonly part: FrontPart;
    /** Weights are multiples of 1/steps. */
    readonly steps: number;
  };
  readonly groups: readonly GroupReport[];
  /** The front: what no other point of the grid dominates, in the order of the grid. */
  readonly points: readonly FrontMark[];
  /** How many points of the grid another one dominates. */
  readonly dominated: number;
  readonly marks: {
    readonly naive: FrontMark;
    readonly balanced: FrontMark;
    readonly minimax: FrontMark;
    readonly utopia: {
      /** The least risk that any of the models has for each group. */
      readonly risks: readonly number[];
      /**
       * The risk of each group under the model trained for it alone. On rows that it was not trained on, it need not be
       * the least.
       */
      readonly alone: readonly number[];
    };
  };
  readonly search: Omit<SearchReport, 'trace' | 'steeredBy' | 'refinement'> & {
    /** Which rows' risks chose the minimax model. */
    readonly steeredBy: FrontPart;
    /** By which share the worst training risk of the minimax model can at most be lowered; null: not certified. */
    readonly relativeGap: number | null;
    /** That risk, the penalty counted in. */
    readonly worst: number;
    /** Worst training risk of the minimax model, without the penalty. */
    readonly worstTrainRisk: number;
    /** What the certificate speaks of. */
    readonly problem: string;
  };
  readonly notes: readonly string[];
}

export function frontResult(fit: PreparedFit, found: FoundFront, options: ResolvedFront): FrontResult {
  const { points, dominated, solved, naive, balanced, minimax, relativeGap, steps } = found;
  const { trace: _, refinement: __, ...search } = found.search;
  const { loss, l2, part } = options;
  const groups = groupReports(fit);
  const everyModel = [...solved, naive, balanced, minimax];
  return {
    schema: FRONT_SCHEMA,
    fairfront: VERSION,
    data: fit.label,
    task: { ...taskReport(fit, options, { l2: options.l2 }), part, steps },
    groups,
    points: points.map(mark),
    dominated,
    marks: {
      naive: mark(naive),
      balanced: mark(balanced),
      minimax: mark(minimax),
      utopia: {
        risks: groups.map((_, group) => Math.min(...everyModel.map(({ risks }) => risks[group]!))),
        alone: groups.map((_, group) => solved.find(({ mu }) => mu[group] === 1)!.risks[group]!), // a corner of the grid
      },
    },
    search: {
      ...search,
      steeredBy: part,
      relativeGap,
      worst: worstRisk(minimax.trainRisks),
      worstTrainRisk: worstTrainRisk(fit, minimax.model, loss),
      problem: certifiedProblem({ loss, l2 }),
    },
    notes: [...fit.notes, ...unfinishedNotes(everyModel.map(({ model }) => model))],
  };
}

function mark({ mu, risks }: FrontMark): FrontMark {
  return { mu, risks };
}

function worstTrainRisk({ parts }: PreparedFit, model: LinearModel, loss: ResolvedFront['loss']): number {
  const { features, labels, groups } = parts.train;
  const { brier, crossEntropy } = groupMetrics(
    predictLinear(model, features),
    labels,
    groups,
    model.classCount,
  );
  return (loss === 'brier' ? brier : crossEntropy).worst;
}

function unfinishedNotes(models: readonly LinearModel[]): string[] {
  const unfinished = models.filter(({ training }) => training?.status === 'max-iterations').length;
  return unfinished === 0
    ? []
    : [
        `${unfinished} of ${models.length} trainings ended before their minimum; a larger \`l2\` makes them easier`,
      ];
}
