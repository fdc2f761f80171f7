// The figures of the paper and of reports: data in, one self-contained <svg> out, drawn in the document that is handed in.

export { drawComparison } from './comparison.js';
export type * from './estimation-data.js';
export { parameterWords } from './estimation-style.js';
export { drawFigure1 } from './figure-1.js';
export { drawFigure2 } from './figure-2.js';
export { drawFigure3 } from './figure-3.js';
export { drawFigure5 } from './figure-5.js';
export { drawFigure6 } from './figure-6.js';
export { drawFigure7 } from './figure-7.js';
export { drawFigure8 } from './figure-8.js';
export type * from './figure-data.js';
export { drawGapBySolve } from './gap-by-solve.js';
export { drawGroupFigures } from './group-figures.js';
export { NOTICEABLE } from './group-rows.js';
export { drawParetoFront } from './pareto-front.js';
export { drawPublishedTable } from './published-table.js';
export { drawReliability } from './reliability.js';
export { drawRiskSources } from './risk-sources.js';
export { drawRisksByGroup } from './risks-by-group.js';
export { drawSearchPath } from './search-path.js';
export type { ChartDocument, ChartElement } from './svg-element.js';
export { svgText } from './svg-text.js';
export { networkName, percent, plural, strategyName } from './words.js';
