// Made-up weights and pictures, by the formula that golden/pictures.py has too.

import { groupIndex, type LabelledRows } from '@fairfront/core';
import { type PictureNetwork, parameterCount, splitParameters } from '../../src/network/network.js';
import type { PictureMoves } from '../../src/training/batches.js';

/** DenseNet's code at a size for tests; it is not offered, so its kind has no type. */
export const densenet11 = (height: number, width: number, classes: number): PictureNetwork => ({
  kind: 'densenet11' as PictureNetwork['kind'],
  picture: { height, width },
  classes,
});

/** A whole number in [0, 2³²) for entry i of tensor t. */
export function madeInteger(i: number, t: number): number {
  let h = (i + Math.imul(t, 0x9e3779b9)) >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A number in [−½, ½). */
export function madeUnit(i: number, t: number): number {
  return madeInteger(i, t) / 2 ** 32 - 0.5;
}

export function madeParameters(network: PictureNetwork): Float32Array {
  const parameters = new Float32Array(parameterCount(network));
  splitParameters(network, parameters).forEach(({ name, shape, values }, t) => {
    const own = (u: number): number => {
      if (shape.length > 1)
        return Math.sqrt(24 / shape.slice(1).reduce((size, length) => size * length, 1)) * u;
      if (name.endsWith('running_mean')) return (2 * u) / 5;
      if (name.endsWith('running_var')) return 1 + u;
      return name.endsWith('weight') ? 1 + u / 2 : u / 5;
    };
    for (let i = 0; i < values.length; i++) values[i] = own(madeUnit(i, t));
  });
  return parameters;
}

export function madePictures(rowCount: number, { picture }: PictureNetwork): LabelledRows['features'] {
  const columnCount = picture.height * picture.width * 3;
  const values = Uint8Array.from({ length: rowCount * columnCount }, (_, i) => madeInteger(i, 1000) % 256);
  return { rowCount, columnCount, values };
}

export function madeRows(rowCount: number, network: PictureNetwork, groupCount = 3): LabelledRows {
  const names = Array.from({ length: groupCount }, (_, group) => `group ${group}`);
  return {
    features: madePictures(rowCount, network),
    labels: Int32Array.from({ length: rowCount }, (_, row) => row % network.classes),
    groups: groupIndex(
      Array.from({ length: rowCount }, (_, row) => names[Math.floor(row / 3) % groupCount]!),
      names,
    ),
  };
}

export function madeMoves(size: number): PictureMoves {
  const list = (t: number, own: (integer: number) => number): Int32Array =>
    Int32Array.from({ length: size }, (_, i) => own(madeInteger(i, t)));
  return {
    down: list(1001, (integer) => (integer % 5) - 2),
    right: list(1002, (integer) => (integer % 5) - 2),
    flip: list(1003, (integer) => integer % 2),
  };
}
