/** Which kind of model was taken, by which risks. */
export interface KindReport {
  readonly chosen: 'linear' | 'boosted';
  /** By group, on rows out of fold: of the model that each kind would have given. */
  readonly risks: Readonly<Record<'linear' | 'boosted', readonly number[]>>;
  /** By how much the worst group's risk is below the linear model's with trees. */
  readonly gain: { readonly value: number; readonly standardError: number };
}
