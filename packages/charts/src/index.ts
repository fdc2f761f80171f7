// The figures of the paper and of reports: data in, one self-contained <svg> out, drawn in the document that
// is handed in.

export { type Figure, type FigureData, type FigureName, figures, kindOf } from './figures.js';
export type * from './marks/data.js';
export type { DrawOptions, FigureKind, FigureTable, FigureWords } from './marks/figure-kind.js';
export { type ChartDocument, type ChartElement, pageSvg, svgText } from './marks/svg.js';
export { darkStyle } from './marks/theme.js';
export type * from './paper/data.js';
export type * from './paper/estimation-data.js';
export { drawFigure1 } from './paper/figure-1.js';
export { drawFigure2 } from './paper/figure-2.js';
export { drawFigure3 } from './paper/figure-3.js';
export { drawFigure5 } from './paper/figure-5.js';
export { drawFigure6 } from './paper/figure-6.js';
export { drawFigure7 } from './paper/figure-7.js';
export { drawFigure8 } from './paper/figure-8.js';
export { drawPublishedTable } from './paper/published-table.js';
export { drawComparison } from './report/comparison.js';
export type * from './report/data.js';
export { drawDecisionsByGroup } from './report/decisions-by-group.js';
export { drawEvidenceByLook } from './report/evidence-by-look.js';
export { drawGapBySolve } from './report/gap-by-solve.js';
export { drawGroupMetrics } from './report/group-metrics.js';
export { drawHistogram } from './report/histogram.js';
export { drawImportance } from './report/importance.js';
export { drawLiveSearch } from './report/live-search.js';
export { drawParetoFront } from './report/pareto-front.js';
export { drawPartialDependence } from './report/partial-dependence.js';
export { drawReliability } from './report/reliability.js';
export { drawRiskSources } from './report/risk-sources.js';
export { drawRisksByGroup } from './report/risks-by-group.js';
export { drawSearchPath } from './report/search-path.js';
export { drawTradeOff } from './report/trade-off.js';
