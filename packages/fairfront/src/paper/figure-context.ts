/** What a figure may ask of whoever draws it. */
export interface FigureContext {
  /** Same seed, same figure. A whole number in [0, 2³²). */
  readonly seed: number;
  /** Told how far long work has come. */
  readonly progress?: FigureProgress;
}

export interface FigureProgress {
  update(what: string, done: number, total: number): void;
}
