// People of whom some, women below 36, follow a law of their own.

import { columnOfTexts, createRandom, createTable, type Table } from '@fairfront/core';
import { numbers } from './made-table.js';

/** @param hasOwnLaw whether they do; otherwise all follow the law of the others */
export function plantedTable(rowCount: number, seed: number, hasOwnLaw: boolean): Table {
  const random = createRandom(seed);
  const noise = (): number => random.exponential() - random.exponential();
  const rows = Array.from({ length: rowCount }, (_, i) => {
    const age = 18 + Math.floor(60 * random.uniform());
    const sex = random.uniform() < 0.5 ? 'F' : 'M';
    const city = ['north', 'south', 'west'][Math.floor(3 * random.uniform())]!;
    const x = [noise(), noise()] as const;
    const score = hasOwnLaw && sex === 'F' && age < 36 ? 3 * x[1] - x[0] : 2 * x[0];
    const y = random.uniform() < 1 / (1 + Math.exp(-score)) ? 'yes' : 'no';
    const part = ['train', 'train', 'train', 'validation', 'test'][i % 5]!;
    return { age, sex, city, x, y, part };
  });
  const texts = (name: 'sex' | 'city' | 'y' | 'part') =>
    columnOfTexts(
      name,
      rows.map((row) => row[name]),
    );
  const values = (name: string, of: (row: (typeof rows)[number]) => number) => numbers(name, rows.map(of));
  return createTable([
    values('age', ({ age }) => age),
    texts('sex'),
    texts('city'),
    values('x1', ({ x }) => x[0]),
    values('x2', ({ x }) => x[1]),
    texts('part'),
    texts('y'),
  ]);
}
