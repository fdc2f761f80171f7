// Results made by hand, for what is said and drawn of them.

import type { Certificate, GroupMetric, GroupMetrics, PartName } from '@fairfront/core';
import { JOINT_DEFAULTS, type Network } from '@fairfront/neural';
import type { FitResult, ModelName } from '../../src/measure/fit-result.js';
import type { RefinementReport, SearchReport } from '../../src/training/find-minimax.js';

export interface MadeResult {
  readonly names?: readonly string[];
  /** Of each model, on all parts unless `trainRisks` says otherwise. */
  readonly risks: Readonly<Record<Exclude<ModelName, 'balanced'>, readonly number[]>>;
  /** Of the minimax model, without the penalty. */
  readonly trainRisks?: readonly number[];
  readonly loss?: FitResult['task']['loss'];
  /** Makes it a result of networks. */
  readonly network?: Pick<FitResult['task'], 'model'> & Pick<Network, 'hidden' | 'activation'>;
  readonly certificate?: Partial<Certificate>;
  readonly relativeGap?: number;
  readonly search?: Partial<Omit<SearchReport, 'certificate' | 'refinement'>>;
  readonly refinement?: Pick<RefinementReport, 'share' | 'populationRisk'>;
  readonly notes?: readonly string[];
}

function metric(byGroup: readonly number[]): GroupMetric {
  const mean = byGroup.reduce((sum, value) => sum + value, 0) / byGroup.length;
  const worst = Math.max(...byGroup);
  return {
    byGroup,
    sampleMean: mean,
    groupMean: mean,
    worst,
    worstGroup: byGroup.indexOf(worst),
    disparity: worst - Math.min(...byGroup),
  };
}

/** The other loss is ten times as large, so that a mistake between the two shows. */
function metrics(risks: readonly number[], loss: FitResult['task']['loss']): GroupMetrics {
  const other = risks.map((risk) => 10 * risk);
  const even = metric(risks.map(() => 0.5));
  return {
    accuracy: even,
    brier: metric(loss === 'brier' ? risks : other),
    crossEntropy: metric(loss === 'brier' ? other : risks),
    ece: even,
    mce: even,
  };
}

function kindOf(network: MadeResult['network']): Pick<FitResult['task'], 'model' | 'l2' | 'network'> {
  if (network === undefined) return { model: 'linear', l2: 1e-6 };
  const { model, hidden, activation } = network;
  const { loss: _, seed: __, ...training } = JOINT_DEFAULTS;
  return { model, network: { ...training, hidden, activation } };
}

export function madeResult({
  risks,
  names = risks.naive.map((_, group) => 'ABCDEF'[group]!),
  trainRisks = risks.minimax,
  loss = 'cross-entropy',
  network,
  certificate = {},
  relativeGap = 0.001,
  search = {},
  refinement,
  notes = [],
}: MadeResult): FitResult {
  const parts = (of: (part: PartName) => readonly number[]): Record<PartName, GroupMetrics> => ({
    train: metrics(of('train'), loss),
    validation: metrics(of('validation'), loss),
    test: metrics(of('test'), loss),
  });
  const mu = names.map(() => 1 / names.length);
  const rows = { train: 6000, validation: 2000, test: 1000 };
  return {
    schema: 'fairfront.result/1',
    fairfront: '0.0.0',
    data: 'made.csv',
    task: {
      target: 'outcome',
      classes: ['no', 'yes'],
      loss,
      estimation: 'joint',
      ...kindOf(network),
      seed: 1,
      features: 7,
      rows,
    },
    groups: names.map((name) => ({ name, share: 1 / names.length, rows })),
    models: {
      naive: { mu, metrics: parts(() => risks.naive) },
      balanced: { mu, metrics: parts(() => risks.naive) },
      minimax: { mu, metrics: parts((part) => (part === 'train' ? trainRisks : risks.minimax)) },
    },
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
          : { ...refinement, tolerance: 1e-4, solves: 3, risksBefore: risks.minimax },
      relativeGap,
      worst: (certificate.lower ?? 0.3996) / (1 - relativeGap),
      problem: network === undefined ? 'the problem' : null,
    },
    notes,
  };
}
