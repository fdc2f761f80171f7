// What a column and a table are. Numbers stay numbers; everything else is a level of a category.

/** A column of numbers. */
export interface NumericColumn {
  readonly kind: 'numeric';
  readonly name: string;
  /** NaN is missing; never infinite. */
  readonly values: Float64Array;
}

/** A column of levels. */
export interface CategoricalColumn {
  readonly kind: 'categorical';
  readonly name: string;
  /** What a code stands for: `levels[codes[row]]`. In the order of `compareLevels`, no two the same. */
  readonly levels: readonly string[];
  /** By row; `levels.length` is missing. */
  readonly codes: LevelCodes;
}

/** Codes in the narrowest integers that hold the levels and the code for missing. */
export type LevelCodes = Uint8Array | Uint16Array | Uint32Array;

/** A column of a table. */
export type Column = NumericColumn | CategoricalColumn;

/** Columns of the same length. */
export interface Table {
  readonly rowCount: number;
  readonly columns: readonly Column[];
}
