// What a table looks like as a picture: its cross-entropies.

import type { PublishedTableData } from '@fairfront/charts';
import type { TableResult } from './table-result.js';
import { METRIC_TITLES } from './table-text.js';

const METRIC = 'crossEntropy';

export function tablePicture({ title, rows }: TableResult): PublishedTableData {
  const own = rows.filter(({ metric }) => metric === METRIC);
  return {
    title,
    metric: METRIC_TITLES[METRIC].toLowerCase(),
    columns: Object.keys(own[0]!.columns),
    methods: own.map(({ method, columns }) => ({
      name: method,
      isMinimax: method.startsWith('MMPF'),
      figures: Object.values(columns).map(({ mean, sd, published, apart = false }) => ({
        ours: { mean, sd },
        ...(published === undefined ? {} : { published }),
        apart,
      })),
    })),
  };
}
