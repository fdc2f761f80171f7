// Pictures as data: one for each row of a table, all of one size.

/** The pictures of a column, one for each row. */
export interface Pictures {
  /** The column of the table that names them. */
  readonly column: string;
  readonly height: number;
  readonly width: number;
  /** rows × height × width × 3: the red, green and blue of a pixel side by side */
  readonly values: Uint8Array;
}
