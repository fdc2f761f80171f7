import type { Progress } from '../terminal/progress.js';

/** What a figure may ask of whoever draws it. */
export interface FigureContext {
  readonly seed: number;
  readonly progress: Progress;
}
