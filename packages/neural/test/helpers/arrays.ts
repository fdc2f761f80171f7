// Arrays of f64 and what operators do to them, written index by index: slow, and independent of the graphs
// they check.

export interface Values {
  readonly shape: readonly number[];
  /** Row by row: the last axis runs fastest. */
  readonly data: Float64Array;
}

type Index = readonly number[];

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

/** An array from its entry at each index. */
export function fill(shape: readonly number[], entry: (index: Index) => number): Values {
  const data = new Float64Array(sizeOf(shape));
  for (let flat = 0; flat < data.length; flat++) {
    const index = new Array<number>(shape.length);
    let rest = flat;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      index[axis] = rest % shape[axis]!;
      rest = Math.floor(rest / shape[axis]!);
    }
    data[flat] = entry(index);
  }
  return { shape, data };
}

/** The entry at an index of a shape that the array may have been stretched to. */
export function at({ shape, data }: Values, index: Index): number {
  const lead = index.length - shape.length;
  let flat = 0;
  shape.forEach((size, axis) => {
    flat = flat * size + (size === 1 ? 0 : index[axis + lead]!);
  });
  return data[flat]!;
}

export function map(x: Values, f: (value: number) => number): Values {
  return { shape: x.shape, data: x.data.map(f) };
}

/** f(x, y) entry by entry, stretched to one shape. */
export function combine(x: Values, y: Values, f: (left: number, right: number) => number): Values {
  const rank = Math.max(x.shape.length, y.shape.length);
  const sizeAt = ({ shape }: Values, axis: number): number => shape[axis - rank + shape.length] ?? 1;
  const shape = Array.from({ length: rank }, (_, axis) => Math.max(sizeAt(x, axis), sizeAt(y, axis)));
  return fill(shape, (index) => f(at(x, index), at(y, index)));
}

export function product(x: Values, y: Values): Values {
  const [rows, inner] = x.shape as [number, number];
  return fill([rows, y.shape[1]!], ([i, j]) => {
    let sum = 0;
    for (let k = 0; k < inner; k++) sum += at(x, [i!, k]) * at(y, [k, j!]);
    return sum;
  });
}

/** Axis a of the result is axis order[a] of x. */
export function permuteAxes(x: Values, order: readonly number[]): Values {
  return fill(
    order.map((axis) => x.shape[axis]!),
    (index) =>
      at(
        x,
        order.map((_, axis) => index[order.indexOf(axis)]!),
      ),
  );
}

export const flip = (x: Values): Values => permuteAxes(x, [1, 0]);

/** Σ over axes counted from the front, which stay with size 1. */
export function sumOver(x: Values, axes: readonly number[]): Values {
  const kept = x.shape.map((size, axis) => (axes.includes(axis) ? 1 : size));
  const terms = x.shape.map((size, axis) => (axes.includes(axis) ? size : 1));
  return fill(kept, (index) => {
    const summed = fill(terms, (term) =>
      at(
        x,
        index.map((place, axis) => place + term[axis]!),
      ),
    );
    return summed.data.reduce((sum, value) => sum + value, 0);
  });
}

export function meanOver(x: Values, axes: readonly number[]): Values {
  const terms = axes.reduce((count, axis) => count * x.shape[axis]!, 1);
  return map(sumOver(x, axes), (sum) => sum / terms);
}

/** The same numbers under another shape. */
export function withShape(x: Values, shape: readonly number[]): Values {
  return { shape, data: x.data };
}

export function stretch(x: Values, shape: readonly number[]): Values {
  return fill(shape, (index) => at(x, index));
}

/** softmax along the last axis, from its definition; for arguments of ordinary size. */
export function softmaxOf(x: Values): Values {
  const powers = map(x, Math.exp);
  return combine(powers, sumOver(powers, [x.shape.length - 1]), (power, sum) => power / sum);
}

/** ⟨x, y⟩ of two arrays of one shape. */
export function inner(x: Values, y: Values): number {
  return x.data.reduce((sum, value, i) => sum + value * y.data[i]!, 0);
}

/** Whether two arrays hold the same bits; of a million numbers, in no time. */
export function sameBits(left: Float32Array, right: Float32Array): boolean {
  const bytes = ({ buffer, byteOffset, byteLength }: Float32Array): Buffer =>
    Buffer.from(buffer, byteOffset, byteLength);
  return bytes(left).equals(bytes(right));
}
