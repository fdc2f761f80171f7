// What the methods that a fit is compared with give, as plain data: part of `result.json`.

import {
  type AuditMetrics,
  type GroupMetric,
  type GroupMetrics,
  groupMetric,
  groupMetrics,
  type LabelledRows,
  PART_NAMES,
  type PartName,
} from '@fairfront/core';
import { expectedAccuracies, expectedRates, expectedRisks } from '@fairfront/core/baselines';
import type { PreparedFit } from '../task/prepare-fit.js';
import type { GridPoint } from '../training/compare/choose.js';
import { type ComparedModels, scoresOf } from '../training/compare/compare-methods.js';
import type { BaselineName } from '../training/options/methods.js';

type ByPart<Value> = Readonly<Record<PartName, Value>>;

export interface ComparedResult {
  readonly baselines: readonly BaselineResult[];
  readonly equalisedOdds: readonly EqualisedOddsResult[];
  readonly equalRisk?: EqualRiskResult;
}

export interface BaselineResult {
  readonly name: BaselineName;
  readonly title: string;
  readonly parameter: {
    readonly symbol: string;
    readonly value: number;
    readonly grid: readonly GridPoint[];
  };
  readonly needsGroup: boolean;
  readonly metrics: ByPart<GroupMetrics> & { readonly test: AuditMetrics };
}

/** Decisions, not probabilities; what they have in expectation over their draws. */
export interface EqualisedOddsResult {
  /** Whose scores it decides by. */
  readonly of: string;
  readonly needsGroup: true;
  /** The rates that all groups share on validation rows. */
  readonly fitted: { readonly tpr: number; readonly fpr: number };
  readonly accuracy: ByPart<GroupMetric>;
  /** Rates on test rows by group; null where a group has no row of the class. */
  readonly test: { readonly tpr: readonly (number | null)[]; readonly fpr: readonly (number | null)[] };
}

export interface EqualRiskResult {
  readonly of: 'minimax';
  readonly needsGroup: true;
  /** What every group's risk is on validation rows. */
  readonly risk: number;
  /** The share of each group's predictions whose confidence is withheld. */
  readonly withheld: readonly number[];
  /** Whether every decision stays the minimax model's. */
  readonly keepsDecisions: boolean;
  /** In expectation over what is withheld. */
  readonly risks: ByPart<GroupMetric>;
  readonly accuracy: ByPart<GroupMetric>;
}

/** Here test rows are looked at. @param test metrics of the test rows, by baseline */
export async function comparedResult(
  fit: PreparedFit,
  compared: ComparedModels,
  test: Readonly<Record<string, AuditMetrics>>,
): Promise<ComparedResult> {
  const { parts, task } = fit;
  const classCount = task.target.classes.length;
  const rowsOf = (part: PartName, choosing: Choosing | undefined): LabelledRows =>
    isChosenBy(part, choosing) ? choosing.rows : parts[part];
  const baselines = compared.baselines.map(({ baseline, chosen }): BaselineResult => {
    const { name, title, symbol, needsGroup } = baseline;
    const { candidate, value, grid, choosing } = chosen;
    return {
      name,
      title,
      parameter: { symbol, value, grid },
      needsGroup: needsGroup(value),
      metrics: {
        ...byPart((part) => {
          const { labels, groups } = rowsOf(part, choosing);
          const said = isChosenBy(part, choosing) ? choosing.probabilities : candidate.predict(part);
          return groupMetrics(said, labels, groups, classCount);
        }),
        test: test[name]!,
      },
    };
  });
  const equalisedOdds: EqualisedOddsResult[] = [];
  for (const { of, rule, predict, choosing } of compared.equalisedOdds) {
    const rates = await byPartAsync(async (part) => {
      const { labels, groups } = rowsOf(part, choosing);
      const said = isChosenBy(part, choosing) ? choosing.probabilities : await predict(part);
      return expectedRates(rule, scoresOf(said), labels, groups);
    });
    equalisedOdds.push({
      of,
      needsGroup: true,
      fitted: { tpr: rule.tpr, fpr: rule.fpr },
      accuracy: byPart((part) =>
        groupMetric(
          rates[part].map(({ accuracy }) => accuracy!), // every group has rows
          rowsOf(part, choosing).groups,
          'lowest',
        ),
      ),
      test: { tpr: rates.test.map(({ tpr }) => tpr), fpr: rates.test.map(({ fpr }) => fpr) },
    });
  }
  if (compared.equalRisk === undefined) return { baselines, equalisedOdds };
  const { rule, predict } = compared.equalRisk;
  const risks = await byPartAsync(async (part) => {
    const { labels, groups } = parts[part];
    return groupMetric(expectedRisks(rule, await predict(part), labels, groups), groups, 'highest');
  });
  const accuracy = await byPartAsync(async (part) => {
    const { labels, groups } = parts[part];
    return groupMetric(expectedAccuracies(rule, await predict(part), labels, groups), groups, 'lowest');
  });
  return {
    baselines,
    equalisedOdds,
    equalRisk: {
      of: 'minimax',
      needsGroup: true,
      risk: rule.risk,
      withheld: rule.groups.map(({ rho }) => rho),
      keepsDecisions: rule.groups.every(({ keepsDecisions }) => keepsDecisions),
      risks,
      accuracy,
    },
  };
}

type Choosing = ComparedModels['baselines'][number]['chosen']['choosing'];

/** Whether a part is that of the rows which chose, for a model that was trained on them once more. */
function isChosenBy(part: PartName, choosing: Choosing): choosing is NonNullable<Choosing> {
  return part === 'validation' && choosing !== undefined;
}

function byPart<Value>(of: (part: PartName) => Value): ByPart<Value> {
  return { train: of('train'), validation: of('validation'), test: of('test') };
}

async function byPartAsync<Value>(of: (part: PartName) => Promise<Value>): Promise<ByPart<Value>> {
  const values: Partial<Record<PartName, Value>> = {};
  for (const part of PART_NAMES) values[part] = await of(part);
  return values as ByPart<Value>;
}
