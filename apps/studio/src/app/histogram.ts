// What a column's values look like, as bars.

import type { ColumnInspection } from 'fairfront';

export type Bars = NonNullable<ColumnInspection['histogram']>;

/** A step for a slider over a range: a power of ten of which there are about 100, whole for whole ranges. */
export function sliderStep({ min, max }: { readonly min: number; readonly max: number }): number {
  const size = 10 ** Math.floor(Math.log10((max - min) / 50));
  return Number.isInteger(min) && Number.isInteger(max) ? Math.max(1, size) : size;
}
