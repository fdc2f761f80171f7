// The parameters that a network is made of.

/** Name and shape of a parameter. */
export interface ParameterShape {
  readonly name: string;
  readonly shape: readonly number[];
  /**
   * Set for batch normalisation's running statistics: they belong to the model, but follow the batches of
   * training instead of a gradient, and no optimiser remembers anything of them.
   */
  readonly isStatistic?: true;
}

/** A parameter and the values it starts from. */
export interface Parameter extends ParameterShape {
  /** `he-normal`: Gaussian of variance 2 / inputs of a unit (He et al. 2015). */
  readonly start: 'zeros' | 'ones' | 'orthogonal' | 'he-normal';
}

/** How many numbers a shape has. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1);
}
