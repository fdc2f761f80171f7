// Tables of two groups whose law is known: the few may follow the many, or a law of their own.

import { type Column, createRandom, createTable, type Table } from '@fairfront/core';
import { standardNormal } from '@fairfront/core/internal';
import { categories, numbers } from '../../runs/made-table.js';

export interface MadeGroups {
  readonly rowCount: number;
  /** How far the law of the few is from that of the many: 0 the same, 1 the opposite. */
  readonly unlike: number;
  /** The share of the few among all rows. Default 0.25. */
  readonly share?: number;
  /** How far apart the few are in what tells their labels: with little, nobody can foretell them. Default 1. */
  readonly spread?: number;
  readonly seed?: number;
}

/** Every fifth row is a test row, every fifth one a validation row. */
export const partOf = (row: number): string => ['train', 'train', 'train', 'validation', 'test'][row % 5]!;

/** Columns x, y, group (few, many), label (no, yes) and part. */
export function madeGroups({ rowCount, unlike, share = 0.25, spread = 1, seed = 1 }: MadeGroups): Table {
  const random = createRandom(seed);
  const rows = Array.from({ length: rowCount }, () => {
    const isFew = random.uniform() < share;
    const scale = isFew ? spread : 1;
    const [x, y] = [scale * standardNormal(random), scale * standardNormal(random)];
    const score = 2 * (isFew ? 1 - 2 * unlike : 1) * x + y;
    const chance = 1 / (1 + Math.exp(-score));
    return { x, y, group: isFew ? 'few' : 'many', label: random.uniform() < chance ? 'yes' : 'no' };
  });
  const texts = (name: 'group' | 'label'): Column =>
    categories(
      name,
      rows.map((row) => row[name]),
    );
  return createTable([
    numbers(
      'x',
      rows.map(({ x }) => x),
    ),
    numbers(
      'y',
      rows.map(({ y }) => y),
    ),
    texts('group'),
    texts('label'),
    categories(
      'part',
      rows.map((_, row) => partOf(row)),
    ),
  ]);
}

export const GROUPS = { target: 'label', groups: 'group', splitColumn: 'part' } as const;
/** Naive training serves the few badly. */
export const UNLIKE: MadeGroups = { rowCount: 1000, unlike: 0.7 };
/** One law for all, by which labels of the few are hard to foretell: there is nothing to gain. */
export const ALIKE: MadeGroups = { rowCount: 1000, unlike: 0, spread: 0.4 };
