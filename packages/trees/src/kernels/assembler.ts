// As much of an assembler for WebAssembly as the kernels need: instructions are lists of bytes, a module is the
// sections that the specification asks for. https://webassembly.github.io/spec/core/binary

/** The bytes of an instruction, or of several in a row. */
export type Code = readonly number[];

/** A function of a module: parameters are i32, and so is the result where there is one. */
export interface WasmFunction {
  readonly name: string;
  readonly parameters: number;
  readonly returns: boolean;
  /** Locals after the parameters: first those of i32, then those of v128. */
  readonly locals: { readonly i32: number; readonly v128: number };
  readonly body: Code;
}

const I32 = 0x7f;
const V128 = 0x7b;

export const add: Code = [0x6a];
export const sub: Code = [0x6b];
export const and: Code = [0x71];
export const shiftLeft: Code = [0x74];
export const shiftRight: Code = [0x76];
export const lessThan: Code = [0x49]; // unsigned
export const addPairs: Code = [0xfd, ...unsigned(0xf0)]; // f64x2.add
export const floatsToPair: Code = [0xfd, 0x5f]; // f64x2.promote_low_f32x4

/** Pushes a constant. */
export const constant = (value: number): Code => [0x41, ...signed(value)];
/** Pushes a parameter or a local. */
export const get = (local: number): Code => [0x20, ...unsigned(local)];
/** Pops into a local. */
export const set = (local: number): Code => [0x21, ...unsigned(local)];
/** Pops into a local, and pushes it again. */
export const tee = (local: number): Code => [0x22, ...unsigned(local)];
/** Pops an address, pushes the 4 bytes there. */
export const loadWord: Code = [0x28, 2, 0];
/** Pops an address, pushes the byte there. */
export const loadByte: Code = [0x2d, 0, 0];
/** Pops an address and 4 bytes, and stores them. */
export const storeWord: Code = [0x36, 2, 0];
/** Pops an address, pushes the 8 bytes there. */
export const loadLong: Code = [0x29, 3, 0];
/** Pops an address and 8 bytes, and stores them. */
export const storeLong: Code = [0x37, 3, 0];
/** Pops an address, pushes the two f32 there as the low half of a v128. */
export const loadFloats: Code = [0xfd, 93, 3, 0];
/** Pops an address, pushes the two f64 there. */
export const loadPair: Code = [0xfd, 0, 4, 0];
/** Pops an address and two f64, and stores them. */
export const storePair: Code = [0xfd, 11, 4, 0];

/** Repeats a body that ends by pushing whether to go on; the body runs at least once. */
export const doWhile = (body: Code): Code => [0x03, 0x40, ...body, 0x0d, 0, 0x0b];

/**
 * Makes the bytes of a module of functions on a memory that it imports as `memory.memory`.
 * @param isShared whether the memory is shared between threads
 */
export function assemble(functions: readonly WasmFunction[], isShared: boolean): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters, returns }) => [
    0x60,
    ...vector(Array.from({ length: parameters }, () => [I32])),
    ...vector(returns ? [[I32]] : []),
  ]);
  const limits = isShared ? [3, ...unsigned(1), ...unsigned(65536)] : [0, ...unsigned(1)];
  const bodies = functions.map(({ locals, body }) => {
    const declared = [
      [...unsigned(locals.i32), I32],
      [...unsigned(locals.v128), V128],
    ];
    const code = [...vector(declared), ...body, 0x0b];
    return [...unsigned(code.length), ...code];
  });
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector(types)),
    ...section(2, vector([[...text('memory'), ...text('memory'), 2, ...limits]])),
    ...section(3, vector(functions.map((_, i) => unsigned(i)))),
    ...section(7, vector(functions.map(({ name }, i) => [...text(name), 0, ...unsigned(i)]))),
    ...section(10, vector(bodies)),
  ]);
}

function section(id: number, content: Code): Code {
  return [id, ...unsigned(content.length), ...content];
}

function vector(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function text(name: string): Code {
  return vector([...name].map((letter) => [letter.charCodeAt(0)]));
}

/** LEB128 of a whole number from 0 on. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 127;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 128);
  } while (rest !== 0);
  return bytes;
}

/** LEB128 of a whole number of 32 bits. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; ) {
    const low = rest & 127;
    rest >>= 7;
    const isLast = (rest === 0 && (low & 64) === 0) || (rest === -1 && (low & 64) !== 0);
    bytes.push(isLast ? low : low | 128);
    if (isLast) return bytes;
  }
}
