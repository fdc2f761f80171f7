// The way from the minimax point to equal risk, on which one group loses and none gains.

import type { Figure1Data } from './figure-data.js';

/** Risks closer than this part of the worst risk count as equal: then there is no harm to show. */
const EQUAL = 1e-3;

export const hasHarm = ({ minimax, equalRisk }: Figure1Data): boolean =>
  minimax.risks.some(
    (risk, group) => Math.abs(risk - equalRisk[group]!) > EQUAL * Math.max(...minimax.risks),
  );
