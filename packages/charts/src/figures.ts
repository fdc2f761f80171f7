// Every figure of a report by name: how it is drawn at a given width, what it says in words, and its numbers as a table.

import type { FigureKind } from './marks/figure-kind.js';
import { comparison } from './report/comparison.js';
import type {
  ComparisonData,
  DecisionsByGroupData,
  EvidenceByLookData,
  GapBySolveData,
  GroupMetricsData,
  HistogramData,
  ImportanceData,
  LiveSearchData,
  ParetoFrontData,
  PartialDependenceData,
  ReliabilityData,
  RiskSourcesData,
  RisksByGroupData,
  SearchPathData,
  TradeOffData,
} from './report/data.js';
import { decisionsByGroup } from './report/decisions-by-group.js';
import { evidenceByLook } from './report/evidence-by-look.js';
import { gapBySolve } from './report/gap-by-solve.js';
import { groupMetrics } from './report/group-metrics.js';
import { histogram } from './report/histogram.js';
import { importance } from './report/importance.js';
import { liveSearch } from './report/live-search.js';
import { paretoFront } from './report/pareto-front.js';
import { partialDependence } from './report/partial-dependence.js';
import { reliability } from './report/reliability.js';
import { riskSources } from './report/risk-sources.js';
import { risksByGroup } from './report/risks-by-group.js';
import { searchPath } from './report/search-path.js';
import { tradeOff } from './report/trade-off.js';

/** What each kind of figure is drawn from. */
export interface FigureData {
  readonly comparison: ComparisonData;
  readonly 'decisions-by-group': DecisionsByGroupData;
  readonly 'evidence-by-look': EvidenceByLookData;
  readonly 'gap-by-solve': GapBySolveData;
  readonly 'group-metrics': GroupMetricsData;
  readonly histogram: HistogramData;
  readonly importance: ImportanceData;
  readonly 'live-search': LiveSearchData;
  readonly 'pareto-front': ParetoFrontData;
  readonly 'partial-dependence': PartialDependenceData;
  readonly reliability: ReliabilityData;
  readonly 'risk-sources': RiskSourcesData;
  readonly 'risks-by-group': RisksByGroupData;
  readonly 'search-path': SearchPathData;
  readonly 'trade-off': TradeOffData;
}

export type FigureName = keyof FigureData;

/** A figure: its kind, and what it is drawn from. */
export type Figure = {
  [Name in FigureName]: { readonly name: Name; readonly data: FigureData[Name] };
}[FigureName];

/** The kinds of figures by name. */
export const figures: { readonly [Name in FigureName]: FigureKind<FigureData[Name]> } = {
  comparison,
  'decisions-by-group': decisionsByGroup,
  'evidence-by-look': evidenceByLook,
  'gap-by-solve': gapBySolve,
  'group-metrics': groupMetrics,
  histogram,
  importance,
  'live-search': liveSearch,
  'pareto-front': paretoFront,
  'partial-dependence': partialDependence,
  reliability,
  'risk-sources': riskSources,
  'risks-by-group': risksByGroup,
  'search-path': searchPath,
  'trade-off': tradeOff,
};

/** The kind of a figure, for whoever has one of any kind. */
export const kindOf = ({ name }: Figure): FigureKind<unknown> => figures[name] as FigureKind<unknown>;
