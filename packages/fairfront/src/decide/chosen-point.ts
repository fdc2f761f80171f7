// One point of a front as a fit of its own, judged by test rows, on which nobody has looked.

import { groupShares, predictLinear, type Task, taskPart, worstRisk } from '@fairfront/core';
import { decimalAbove, dot, gapOf, linearProbabilities, quoted } from '@fairfront/core/internal';
import type { KeptFront, KeptPoint } from '../front/kept-front.js';
import { type ChosenPoint, type FitResult, fitResult } from '../measure/fit-result.js';
import { exportModels } from '../runs/export-models.js';
import type { FoundFit } from '../runs/find-fit.js';
import { plainModel } from '../runs/plain-model.js';
import { predictionsCsv } from '../runs/predictions-csv.js';
import type { PreparedFit } from '../task/prepare-fit.js';
import { portableLinear } from '../training/fit-linear.js';
import type { FittedModels } from '../training/fitted-models.js';
import { FIT_DEFAULTS } from '../training/options/fit-options.js';
import { linearPredictionNs } from '../training/prediction-ns.js';
import { certifiedProblem } from '../training/task-words.js';
import { UsageError } from '../usage-error.js';
import { type ChooseOptions, checkChooseOptions } from './choose-options.js';
import { checkGroupNames } from './decide-options.js';

/**
 * Makes a fit of one point of a front. In its result the point is `models.minimax`, beside the naive and the balanced
 * model of the front.
 */
export async function chosenPoint(front: KeptFront, options: ChooseOptions): Promise<FoundFit> {
  checkChooseOptions(options);
  const [point, chosen] = findPoint(front, options);
  const fit = preparedFit(front);
  const models = fittedModels(front, fit, point);
  const measured = await fitResult(
    fit,
    models,
    { ...front.task, model: 'linear', estimation: 'joint', smallestGain: FIT_DEFAULTS.smallestGain },
    { explained: false }, // the columns are not kept
  );
  const exported = exportModels(fit, models);
  const result: FitResult = {
    ...measured,
    fingerprint: front.fingerprint,
    chosen,
    notes: [...measured.notes, ...exported.notes],
  };
  const predictions = await predictionsCsv(fit, models);
  const { name, classes } = front.target;
  return {
    result,
    model: plainModel({
      target: name,
      predicts: 'class',
      classes,
      encoder: front.encoder,
      model: point.model,
    }),
    files: () => ({ ...exported.files, 'predictions.csv': predictions }),
  };
}

/** Makes the function that tells the mean risk of all rows that the front was measured on. */
export function meanRiskOf(front: KeptFront): (point: Pick<KeptPoint, 'risks'>) => number {
  const shares = groupShares(partOf(front, front.task.part).groups);
  return ({ risks }) => dot(shares, risks);
}

function findPoint(front: KeptFront, { mu, groupAtMost, index }: ChooseOptions): [KeptPoint, ChosenPoint] {
  const { points, task, groups } = front;
  const number = points.filter(({ point }) => typeof point === 'number').length;
  const of = (point: KeptPoint, by: ChosenPoint['by']): [KeptPoint, ChosenPoint] => [
    point,
    { point: point.point, points: number, part: task.part, risks: point.risks, by },
  ];
  if (mu !== undefined) {
    if (mu.length !== groups.names.length) {
      throw new UsageError(
        `\`mu\` must have a weight for each of ${groups.names.length} groups, ${quoted(groups.names)}; got ${mu.length}`,
      );
    }
    const distance = (own: KeptPoint): number =>
      own.mu.reduce((sum, weight, a) => sum + Math.abs(weight - mu[a]!), 0) / 2;
    const nearest = points.reduce((best, own) => (distance(own) < distance(best) ? own : best));
    return of(nearest, { kind: 'mu', mu, distance: distance(nearest) });
  }
  if (groupAtMost !== undefined) {
    checkGroupNames('groupAtMost', Object.keys(groupAtMost), groups.names);
    const limits = groups.names.flatMap((group) =>
      Object.hasOwn(groupAtMost, group) ? [{ group, risk: groupAtMost[group]! }] : [],
    );
    const above = ({ risks }: KeptPoint): number =>
      Math.max(...limits.map(({ group, risk }) => risks[groups.names.indexOf(group)]! - risk));
    const those = points.filter((own) => above(own) <= 0);
    if (those.length === 0) throw unattainable(front, limits, above);
    const meanRisk = meanRiskOf(front);
    const least = those.reduce((best, own) => (meanRisk(own) < meanRisk(best) ? own : best));
    return of(least, { kind: 'group-at-most', limits, among: those.length });
  }
  const named = points.find(({ point }) => point === index);
  if (named === undefined) {
    throw new UsageError(
      `\`index\`: the front has points 1 to ${number}, naive, balanced and minimax; got ${index}`,
    );
  }
  return of(named, { kind: 'index' });
}

/** Says what can be had instead. */
function unattainable(
  { points, groups, task }: KeptFront,
  limits: readonly { readonly group: string; readonly risk: number }[],
  above: (point: KeptPoint) => number,
): UsageError {
  const nearest = points.reduce((best, own) => (above(own) < above(best) ? own : best));
  const told = limits.map(({ group, risk }) => {
    const place = groups.names.indexOf(group);
    const best = Math.min(...points.map(({ risks }) => risks[place]!));
    return `${quoted([group])}: asked for ${risk}, its best is ${decimalAbove(best)}, the nearest point has ${decimalAbove(nearest.risks[place]!)}`;
  });
  return new UsageError(
    `\`groupAtMost\`: no point of the front keeps ${limits.length === 1 ? 'it' : 'all of it'} on ${task.part} rows. ${told.join('; ')} (point ${nearest.point}). Ask for that, or for the point with \`index\``,
  );
}

function taskOf({ target, groups, split, entities, notes }: KeptFront): Task {
  return {
    table: { columns: [], rowCount: 0 }, // not kept
    target: { ...target, column: target.name },
    groups: { ...groups, merged: [] },
    groupExpressions: [],
    features: [],
    splits: [split],
    ...(entities && { entities }),
    partCounts: { train: [], validation: [], test: [] },
    notes,
  };
}

function partOf(front: KeptFront, part: 'train' | 'validation' | 'test') {
  return taskPart(taskOf(front), 0, part);
}

/** The fit as it was, without the columns and features of its rows: nothing is predicted anew. */
function preparedFit(front: KeptFront): PreparedFit {
  const { data, encoder, split, notes } = front;
  const part = (name: 'train' | 'validation' | 'test'): PreparedFit['parts']['train'] => {
    const { labels, groups } = partOf(front, name);
    const features = { rowCount: labels.length, columnCount: 0, values: new Float64Array(0) };
    return { features, labels, groups };
  };
  return {
    ...{ label: data, encoder, split, notes, layout: 'sparse' },
    task: taskOf(front),
    parts: { train: part('train'), validation: part('validation'), test: part('test') },
  };
}

function fittedModels(
  front: KeptFront,
  fit: PreparedFit,
  chosen: KeptPoint,
): FittedModels<KeptPoint['model']> {
  const { points, search, task, target } = front;
  const keptOf = new Map(points.map((point) => [point.model, point]));
  const named = (name: 'naive' | 'balanced'): KeptPoint['model'] =>
    points.find(({ point }) => point === name)!.model;
  const { model, mu, risks, trainRisks } = chosen;
  return {
    ...portableLinear(fit),
    naive: named('naive'),
    balanced: named('balanced'),
    minimax: {
      model,
      mu,
      risks,
      trainRisks,
      search,
      relativeGap: gapOf(search.certificate, worstRisk(trainRisks)),
    },
    l2: task.l2,
    problem: certifiedProblem(task),
    predict: (own, part) => {
      if (part === 'train') throw new TypeError('what models say of training rows is not kept');
      return linearProbabilities(keptOf.get(own)!.scores[part].slice(), target.classes.length);
    },
    trainMetrics: (own) => keptOf.get(own)!.trainMetrics,
    predictRows: predictLinear,
    predictionNs: linearPredictionNs(fit.parts.train.features, target.classes.length),
  };
}
