// Results made by hand, for what is said and drawn of them. Predictions are made so that every group has the risk that
// is asked for, and are then really measured, so that intervals, changes and the verdict follow from rows.

import {
  type Certificate,
  createRandom,
  type GroupIndex,
  type GroupMetrics,
  groupMetrics,
  measure,
  type PartName,
  worstRisk,
} from '@fairfront/core';
import { type FullyConnectedNetwork, JOINT_DEFAULTS } from '@fairfront/neural';
import { type FitResult, judgeFit, type ModelResult } from '../../src/measure/fit-result.js';
import type { ModelName } from '../../src/measure/model-metrics.js';
import type { RefinementReport, SearchReport } from '../../src/training/find-minimax.js';
import type { CandidateReport, SelectionReport } from '../../src/training/select/selection.js';

export interface MadeResult extends Partial<Pick<FitResult, 'atMost' | 'repeats' | 'warnings'>> {
  readonly names?: readonly string[];
  /** The risks of each model by group, on all parts unless others are given. Balanced is naive by default. */
  readonly risks: Readonly<Record<Exclude<ModelName, 'balanced'>, readonly number[]>> & {
    readonly balanced?: readonly number[];
  };
  /** The minimax model's, without the penalty. */
  readonly trainRisks?: readonly number[];
  /** The minimax model's, on the rows that chose. */
  readonly validationRisks?: readonly number[];
  /**
   * By which share of the risk the losses of rows are above and below it, independently for each model: the larger, the
   * wider every interval. At 0.02 a change of half a percent is apart from 0. From 0 to 1; default 0.02.
   */
  readonly spread?: number;
  /** The probability of its own class that a model gives a test row, instead of one made from the risk. */
  readonly ownClass?: Partial<Record<ModelName, (group: number, row: number, label: number) => number>>;
  readonly loss?: FitResult['task']['loss'];
  readonly features?: number;
  /** Makes it a result of networks. */
  readonly network?: Pick<FitResult['task'], 'model'> & Pick<FullyConnectedNetwork, 'hidden' | 'activation'>;
  /** Makes it a result of a choice; 'naive' makes the minimax model the naive one. */
  readonly chosen?: Partial<CandidateReport>;
  readonly selection?: Partial<Omit<SelectionReport, 'chosen'>>;
  readonly smallestGain?: number;
  readonly certificate?: Partial<Certificate>;
  readonly relativeGap?: number;
  readonly search?: Partial<Omit<SearchReport, 'certificate' | 'refinement'>>;
  readonly refinement?: Pick<RefinementReport, 'share' | 'populationRisk'>;
  readonly notes?: readonly string[];
}

/** Rows of each group, by part. */
const ROWS: Readonly<Record<PartName, number>> = { train: 1200, validation: 800, test: 400 };

/** Which bit of a row's number decides whether its loss is above or below the risk. */
const NOISE_BIT: Readonly<Record<ModelName, number>> = { naive: 1, minimax: 2, balanced: 4 };
const LABEL_BIT = 8;

/** Rows of all groups, half of each class. */
function madeRows(names: readonly string[], part: PartName): { labels: Int32Array; groups: GroupIndex } {
  const own = ROWS[part];
  const rows = Array.from({ length: names.length * own }, (_, i) => i);
  return {
    labels: Int32Array.from(rows, (i) => labelOf(i % own)),
    groups: {
      names: [...names],
      groups: Int32Array.from(rows, (i) => Math.floor(i / own)),
      counts: names.map(() => own),
    },
  };
}

function labelOf(row: number): number {
  return (row & LABEL_BIT) === 0 ? 0 : 1;
}

/** Probabilities of both classes, of which each row's own has this. */
function probabilitiesOf(
  groupCount: number,
  part: PartName,
  own: (group: number, row: number, label: number) => number,
): Float64Array {
  return Float64Array.from({ length: 2 * groupCount * ROWS[part] }, (_, place) => {
    const i = Math.floor(place / 2);
    const row = i % ROWS[part];
    const chance = own(Math.floor(i / ROWS[part]), row, labelOf(row));
    return place % 2 === labelOf(row) ? chance : 1 - chance;
  });
}

/** The probability of a row's own class at which it has the loss. */
function chanceOf(loss: number, name: FitResult['task']['loss']): number {
  return name === 'brier' ? 1 - Math.sqrt(loss / 2) : Math.exp(-loss);
}

function kindOf(
  network: MadeResult['network'],
  l2: number,
): Pick<FitResult['task'], 'model' | 'l2' | 'network'> {
  if (network === undefined) return { model: 'linear', l2 };
  const { model, hidden, activation } = network;
  const { loss: _, seed: __, ...training } = JOINT_DEFAULTS;
  return { model, network: { ...training, hidden, activation } };
}

/** What a choice by folds would report of these models. */
function madeSelection(
  risks: Readonly<Record<ModelName, readonly number[]>>,
  chosen: Partial<CandidateReport>,
  selection: MadeResult['selection'],
): SelectionReport {
  const candidate = (own: Partial<CandidateReport>): CandidateReport => {
    const { model = 'minimax' } = own;
    return { model, step: model === 'minimax' ? 1 : 0, from: 'naive', l2: 1e-3, risks: risks[model], ...own };
  };
  const naive = candidate({ model: 'naive' });
  const taken = candidate(chosen);
  return {
    by: 'cross-validation',
    folds: 5,
    naive,
    chosen: taken,
    gain: { value: worstRisk(naive.risks) - worstRisk(taken.risks), standardError: 0.001 },
    candidates: [naive, candidate({ model: 'balanced', from: 'balanced' }), candidate({})],
    untried: [],
    ...selection,
  };
}

/** A result whose models have these risks. */
export function madeResult({
  risks: { naive, balanced = naive, minimax: found },
  names = naive.map((_, group) => 'ABCDEF'[group]!),
  chosen,
  trainRisks = chosen?.model === 'naive' ? naive : found,
  validationRisks = chosen?.model === 'naive' ? naive : found,
  spread = 0.02,
  ownClass = {},
  loss = 'cross-entropy',
  features = 7,
  network,
  selection,
  smallestGain = 0.01,
  certificate = {},
  relativeGap = 0.001,
  search = {},
  refinement,
  notes = [],
  warnings = [],
  atMost,
  repeats,
}: MadeResult): FitResult {
  const isNaive = chosen?.model === 'naive';
  const minimax = isNaive ? naive : found;
  const risks = { naive, balanced, minimax };
  const predicted = (model: ModelName, part: PartName, of: readonly number[]): Float64Array => {
    const noise = NOISE_BIT[isNaive && model === 'minimax' ? 'naive' : model];
    const made = (group: number, row: number): number =>
      chanceOf(of[group]! * ((row & noise) === 0 ? 1 - spread : 1 + spread), loss);
    return probabilitiesOf(names.length, part, (part === 'test' ? ownClass[model] : undefined) ?? made);
  };
  const metrics = (model: ModelName, part: PartName, of: readonly number[]): GroupMetrics => {
    const { labels, groups } = madeRows(names, part);
    return groupMetrics(predicted(model, part, of), labels, groups, 2);
  };
  const { labels, groups: index } = madeRows(names, 'test');
  const test = {
    naive: predicted('naive', 'test', naive),
    balanced: predicted('balanced', 'test', balanced),
    minimax: predicted('minimax', 'test', minimax),
  };
  const measured = measure(test, labels, index, 2, {
    intervals: { random: createRandom(1), resamples: 200 },
  });
  const mu = names.map(() => 1 / names.length);
  const model = (name: ModelName): ModelResult => ({
    mu,
    metrics: {
      train: metrics(name, 'train', name === 'minimax' ? trainRisks : risks[name]),
      validation: metrics(name, 'validation', name === 'minimax' ? validationRisks : risks[name]),
      test: measured.models[name],
    },
  });
  const byFolds = chosen !== undefined && (selection?.by ?? 'cross-validation') === 'cross-validation';
  const own = byFolds ? { ...ROWS, validation: 0 } : ROWS;
  const all = (part: PartName): number => names.length * own[part];
  const known = {
    task: {
      target: 'outcome',
      classes: ['no', 'yes'],
      loss,
      estimation: 'joint',
      ...kindOf(network, chosen?.l2 ?? 1e-6),
      seed: 1,
      features,
      rows: { train: all('train'), validation: all('validation'), test: all('test') },
    },
    groups: names.map((name) => ({ name, share: 1 / names.length, rows: own })),
    models: { naive: model('naive'), balanced: model('balanced'), minimax: model('minimax') },
    changes: { balanced: measured.changes.balanced!, minimax: measured.changes.minimax! },
  } as const;
  const choice = {
    ...(chosen === undefined ? {} : { selection: madeSelection(risks, chosen, selection) }),
    ...(atMost === undefined ? {} : { atMost }),
  };
  return {
    schema: 'fairfront.result/2',
    fairfront: '0.0.0',
    data: 'made.csv',
    fingerprint: 'made',
    verdict: judgeFit(known, choice, { smallestGain }),
    ...known,
    ...choice,
    ...(repeats === undefined ? {} : { repeats }),
    search: {
      strategy: 'apstar',
      options: {},
      steeredBy: 'validation',
      solves: 100,
      stopped: 'max-solves',
      maxSolves: 100,
      gap: 1e-4,
      trace: [],
      ...search,
      certificate: {
        certified: true,
        lower: 0.3996,
        upper: 0.4,
        relativeGap: 0.001,
        ...certificate,
      } as Certificate,
      refinement:
        refinement === undefined
          ? null
          : { weaklyOptimal: false, ...refinement, tolerance: 1e-4, solves: 3, risksBefore: found },
      relativeGap,
      worst: (certificate.lower ?? 0.3996) / (1 - relativeGap),
      problem: network === undefined ? 'the problem' : null,
    },
    warnings,
    notes,
  };
}
