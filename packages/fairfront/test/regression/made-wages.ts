// Wages of two regions: in the north schooling pays, in the south, which has fewer people, experience does. Nobody sees
// the region, so that least squares serves the north, and the south must wait for minimax.

import { createRandom, type Table } from '@fairfront/core';
import { tableOf } from '../../../core/test/table/table-cells.js';

/** A table of wages. @param unit what wages are measured in */
export function wages(rowCount: number, unit = 1, seed = 7): Table {
  const random = createRandom(seed);
  const noise = (): number => random.exponential() - random.exponential();
  const rows = Array.from({ length: rowCount }, () => {
    const region = random.uniform() < 0.75 ? 'north' : 'south';
    const [schooling, experience] = [4 * random.uniform(), 4 * random.uniform()];
    const pays = region === 'north' ? 3 * schooling : 3 * experience;
    return { region, schooling, experience, wage: unit * (20 + pays + noise()) };
  });
  return tableOf({
    region: rows.map((row) => row.region),
    schooling: rows.map((row) => row.schooling),
    experience: rows.map((row) => row.experience),
    trade: rows.map((_, row) => ['smith', 'clerk', 'nurse'][row % 3]!),
    wage: rows.map((row) => row.wage),
  });
}

export const WAGES = { target: 'wage', groups: 'region', loss: 'squared' } as const;
