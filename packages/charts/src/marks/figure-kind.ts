// What a kind of figure is, to whoever draws, describes or saves one. It knows no drawing code.

import type { ChartDocument, ChartElement } from './svg.js';

export interface DrawOptions {
  /** In pixels, 280 or more; of thumbnails 120. Default 720. */
  readonly width?: number;
  /** Whether title and note are part of the picture, as in a file; a page sets them beside. Default true. */
  readonly titled?: boolean;
}

export interface FigureWords {
  /** What the figure finds, in one line. */
  readonly title: string;
  /** How to read it. */
  readonly note: string;
  /** What it shows, with the numbers that matter, for readers who cannot see it. */
  readonly alternative: string;
}

/** The numbers of a figure as they are drawn. */
export interface FigureTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** A kind of figure. */
export interface FigureKind<Data> {
  /** Draws the figure. */
  draw<E extends ChartElement>(data: Data, document: ChartDocument<E>, options?: DrawOptions): E;
  /** Says what the figure finds, how to read it, and what it shows. */
  describe(data: Data): FigureWords;
  /** Gives what is drawn as a table. */
  tabulate(data: Data): FigureTable;
}
