// The table of a front, for the terminal and for the report: what each group gets at the points that have a name.

import { percent } from '@fairfront/charts/internal';
import { worstRisk } from '@fairfront/core';
import { change, decimal } from '../report/numbers.js';
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
      change(minimax.risks[group]! / naive.risks[group]! - 1),
      change(minimax.risks[group]! / utopia.risks[group]! - 1),
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
      ['worst group', '', '', '', ...worst.map(decimal), change(worst[2]! / worst[0]! - 1), '', ''],
    ],
  };
}
