/** What an experiment gives. */
export interface Drawn {
  /** The figure as data, printed with --json. */
  readonly data: unknown;
  /** What is written beside the numbers, by the ending of its name. */
  readonly files: Readonly<Partial<Record<'svg' | 'md', string>>>;
  /** What the figure shows, in text. */
  readonly summary: string;
  /** Of a figure that was interrupted: what is there and what is not. */
  readonly interrupted?: string;
}
