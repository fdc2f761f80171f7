// The parameters that training starts from. Orthogonal initialisation (Saxe et al. 2014): the rows or columns
// of each weight matrix, whichever are fewer, are orthonormal. Gram–Schmidt on Gaussian vectors gives a
// uniformly random one; run twice, it is orthogonal to rounding. Kernels of convolutions are Gaussian of
// variance 2 / inputs of a unit (He et al. 2015). Biases are 0; batch normalisation changes nothing at first.

import { FairfrontError, type RandomSource } from '@fairfront/core';
import { standardNormal } from '@fairfront/core/internal';
import { type Network, networkParameters, parameterCount } from './network.js';
import { type Parameter, sizeOf } from './parameter.js';

/** Draws all parameters of a network, one after the other. */
export function initialParameters(network: Network, random: RandomSource): Float32Array {
  const parameters = new Float32Array(parameterCount(network));
  let from = 0;
  for (const parameter of networkParameters(network)) {
    const end = from + sizeOf(parameter.shape);
    fillInitial(parameters.subarray(from, end), parameter, random);
    from = end;
  }
  return parameters;
}

/** Draws one parameter into its place. @param values 0 at first */
export function fillInitial(values: Float32Array, { shape, start }: Parameter, random: RandomSource): void {
  switch (start) {
    case 'zeros':
      return;
    case 'ones':
      values.fill(1);
      return;
    case 'orthogonal':
      values.set(orthogonal(shape[0]!, shape[1]!, random));
      return;
    case 'he-normal': {
      const deviation = Math.sqrt(2 / sizeOf(shape.slice(1)));
      for (let i = 0; i < values.length; i++) values[i] = deviation * standardNormal(random);
    }
  }
}

/** Draws an orthogonal matrix, rows × columns, row by row. */
export function orthogonal(rows: number, columns: number, random: RandomSource): Float64Array {
  const count = Math.min(rows, columns);
  const length = Math.max(rows, columns);
  const vectors = Array.from({ length: count }, () =>
    Float64Array.from({ length }, () => standardNormal(random)),
  );
  vectors.forEach((vector, i) => {
    for (let pass = 0; pass < 2; pass++) {
      for (let j = 0; j < i; j++) subtract(vector, vectors[j]!);
    }
    const norm = Math.sqrt(dotOf(vector, vector));
    if (norm === 0)
      throw new FairfrontError('bad-problem', 'a random matrix was singular; take another seed');
    for (let k = 0; k < length; k++) vector[k]! /= norm;
  });
  const matrix = new Float64Array(rows * columns);
  vectors.forEach((vector, i) => {
    if (rows <= columns) matrix.set(vector, i * columns);
    else for (let k = 0; k < length; k++) matrix[k * columns + i] = vector[k]!;
  });
  return matrix;
}

/** Takes out of `vector` what lies along the unit vector `unit`. */
function subtract(vector: Float64Array, unit: Float64Array): void {
  const along = dotOf(vector, unit);
  for (let k = 0; k < vector.length; k++) vector[k]! -= along * unit[k]!;
}

function dotOf(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < left.length; k++) sum += left[k]! * right[k]!;
  return sum;
}
