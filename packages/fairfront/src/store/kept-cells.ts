// Cells of columns that lie in files of blocks, as plain data: a thread that wrote them can say so to another.

/** How the cells of a block are written: codes and whole numbers in as few bits as hold them, other numbers exactly. */
export type CellForm = 'u8' | 'u16' | 'u32' | 'i8' | 'i16' | 'i32' | 'f32' | 'f64';

/** Where cells of a column are, some rows in a file. */
export interface KeptCells {
  /** The file of blocks. */
  readonly path: string;
  readonly rowCount: number;
  /** Rows of each block; the last may have fewer. */
  readonly blockRows: number;
  /** The blocks of the file that hold them, in the order of the rows, and how each is written. */
  readonly blocks: readonly number[];
  readonly forms: readonly CellForm[];
  /** Of numbers: how many are not missing, and whether one is infinite. */
  readonly present: number;
  readonly isInfinite: boolean;
}

/** A column of kept cells: those of one file after those of another. */
export type KeptColumn =
  | { readonly kind: 'numeric'; readonly name: string; readonly kept: readonly KeptCells[] }
  | {
      readonly kind: 'categorical';
      readonly name: string;
      readonly levels: readonly string[];
      readonly kept: readonly KeptCodes[];
    };

/** Kept codes of levels, with the level that each stands for. */
export type KeptCodes = KeptCells & { readonly codes: Uint32Array };

/** Takes the cells of columns that are not to stay in memory. */
export interface CellStore {
  /** Rows that a column hands over at a time. */
  readonly blockRows: number;
  /** Begins a column. */
  begin(): CellSink;
}

/** Takes the cells of one column. */
export interface CellSink {
  /** Takes `blockRows` cells, or fewer the last time. Their memory may be used again. */
  append(cells: Float64Array | Uint32Array): void;
  finish(): KeptCells;
}
