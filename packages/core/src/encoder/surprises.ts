// What rows hold that training did not prepare the encoder for: levels it has not met, missing values where
// none were missing.

import type { CategoricalColumn, NumericColumn, Table } from '../table/table.js';
import { type FeaturePlaces, matchColumn, placeFeatures } from './encode-plan.js';
import type { Encoder, LevelRows } from './encoder.js';
import { checkRows, countCodes } from './encoder.js';

/** What rows hold of a column that training did not prepare the encoder for. */
export interface Surprise {
  readonly column: string;
  /**
   * Levels that neither have a feature nor are pooled. They are encoded as `other` where there is one,
   * otherwise as nothing.
   */
  readonly levels: readonly LevelRows[];
  /**
   * Rows whose value is missing where that has no feature. A number is encoded as the mean then, a level as
   * nothing.
   */
  readonly missingRows: number;
}

/** Finds the surprises of every column; columns without any are left out. */
export function findSurprises(encoder: Encoder, table: Table, rows: Uint32Array): Surprise[] {
  checkRows(rows, table);
  const places = placeFeatures(encoder);
  return encoder.columns
    .map((encoded) => {
      const column = matchColumn(encoded, table);
      const place = places.get(encoded.name)!;
      if (column.kind === 'numeric') return surpriseOfNumbers(column, rows, place);
      return surpriseOfLevels(column, rows, place, encoded.kind === 'text');
    })
    .filter(({ levels, missingRows }) => levels.length > 0 || missingRows > 0);
}

function surpriseOfNumbers(
  { name, values }: NumericColumn,
  rows: Uint32Array,
  place: FeaturePlaces,
): Surprise {
  let missingRows = 0;
  if (place.missing === undefined) {
    for (let i = 0; i < rows.length; i++) if (Number.isNaN(values[rows[i]!]!)) missingRows++;
  }
  return { column: name, levels: [], missingRows };
}

/** @param isText every text may be new */
function surpriseOfLevels(
  column: CategoricalColumn,
  rows: Uint32Array,
  place: FeaturePlaces,
  isText: boolean,
): Surprise {
  const counts = countCodes(column, rows);
  return {
    column: column.name,
    levels: isText
      ? []
      : column.levels
          .map((level, code) => ({ level, rows: counts[code]! }))
          .filter((met) => met.rows > 0 && !place.levels.has(met.level)),
    missingRows: place.missing === undefined ? counts[column.levels.length]! : 0,
  };
}
