// The two tables of the demo, for the terminal and for the report.

import { percent, strategyName } from '@fairfront/charts/internal';
import { change, decimal } from '../report/numbers.js';
import type { TextTable } from '../report/table.js';
import type { DemoResult } from './demo.js';
import { stopWords } from './words.js';

export function groupTable({ groups }: DemoResult): TextTable {
  return {
    columns: [
      { title: 'group', align: 'left' },
      { title: 'share' },
      { title: 'own best' },
      { title: 'balanced' },
      { title: 'minimax' },
      { title: 'change' },
      { title: 'weight μ' },
    ],
    rows: groups.map(({ name, share, utopia, balanced, minimax, mu }) => [
      name,
      percent(share),
      decimal(utopia),
      decimal(balanced),
      decimal(minimax),
      change(minimax / balanced - 1),
      decimal(mu),
    ]),
  };
}

export function strategyTable(result: DemoResult): TextTable {
  return {
    columns: [
      { title: 'strategy', align: 'left' },
      { title: 'solves' },
      { title: 'worst risk' },
      { title: 'certified gap' },
      { title: 'stopped', align: 'left' },
    ],
    rows: result.strategies.map(({ strategy, solves, worstRisk, certificate, stopped }) => [
      strategyName(strategy),
      String(solves),
      worstRisk.toFixed(6),
      percent(certificate.relativeGap),
      stopWords(stopped, result),
    ]),
  };
}
