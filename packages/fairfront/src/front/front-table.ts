// The table of a front, for the terminal and for the report: what each group gets at the points that have a name.

import { worstRisk } from '@fairfront/core';
import { decimal, percent, riskChange } from '@fairfront/core/internal';
import type { TextTable } from '../report/table.js';
import type { FrontResult } from './front-result.js';

/** Groups from the worst served by naive training to the best. */
export function markTable({ groups, points, marks, task }: FrontResult): TextTable {
  const { naive, balanced, minimax, utopia } = marks;
  const worstFirst = groups
    .map((_, group) => group)
    .sort((one, other) => naive.risks[other]! - naive.risks[one]!);
  const rows = worstFirst.map((group) => {
    const { name, share, rows } = groups[group]!;
    const own = [utopia, naive, balanced, minimax].map(({ risks }) => decimal(risks[group]!));
    return [
      name,
      rows[task.part].toLocaleString('en-US'),
      percent(share),
      ...own,
      riskChange(naive.risks[group]!, minimax.risks[group]!),
      riskChange(utopia.risks[group]!, minimax.risks[group]!),
      decimal(Math.max(...points.map(({ risks }) => risks[group]!))),
    ];
  });
  const worst = [naive, balanced, minimax].map(({ risks }) => worstRisk(risks));
  return {
    columns: [
      { title: 'group', align: 'left' },
      { title: 'rows' },
      { title: 'share' },
      { title: 'own best' },
      { title: 'naive' },
      { title: 'balanced' },
      { title: 'minimax' },
      { title: 'change' },
      { title: 'above best' },
      { title: 'worst' },
    ],
    rows: [
      ...rows,
      ['worst group', '', '', '', ...worst.map(decimal), riskChange(worst[0]!, worst[2]!), '', ''],
    ],
  };
}
