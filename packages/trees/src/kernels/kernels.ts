// The three loops that growing a tree spends its time in, as WebAssembly: three times as fast as the same in
// JavaScript, which checks the bounds of every access and cannot add a gradient and a hessian at once. All
// addresses are in bytes.
//
// A word has the bins of a row in up to four columns, a byte each: the lowest byte is the first column's.

import { FairfrontError } from '@fairfront/core/tables';
import {
  add,
  addPairs,
  and,
  assemble,
  type Code,
  constant,
  doWhile,
  floatsToPair,
  get,
  lessThan,
  loadByte,
  loadFloats,
  loadLong,
  loadPair,
  loadWord,
  set,
  shiftLeft,
  shiftRight,
  storeLong,
  storePair,
  storeWord,
  sub,
  tee,
  type WasmFunction,
} from './assembler.js';

/** Columns whose bins share a word. */
export const COLUMNS_PER_WORD = 4;

/** The loops, on one memory. */
export interface Kernels {
  /**
   * Adds the gradient and the hessian of each row to its bin, in up to four columns at once.
   * @param words of the columns, by row
   * @param rows the first of the rows' numbers
   * @param end behind the last; there is at least one row
   * @param gradients pairs of f32, in the order of `rows`
   * @param histograms of each column: pairs of f64 by bin
   */
  addToHistograms(
    words: number,
    rows: number,
    end: number,
    gradients: number,
    ...histograms: readonly number[]
  ): void;
  /**
   * Parts rows, in their order: those that go left come first in place, the others are put into `scratch`.
   * @param shift of the column's byte in its word
   * @param table a byte for each bin: 1 goes left
   * @returns how many go left
   */
  partition(words: number, rows: number, end: number, scratch: number, shift: number, table: number): number;
  /** Puts the gradients of rows in the order of the rows. @param gradients pairs of f32, by row */
  gather(rows: number, end: number, gradients: number, ordered: number): void;
}

/** Compiles the loops for a memory. */
export function createKernels(memory: WebAssembly.Memory, isShared: boolean): Kernels {
  const bytes = assemble([...[1, 2, 3, 4].map(histogramKernel), partitionKernel, gatherKernel], isShared);
  const { exports } = new WebAssembly.Instance(compiled(bytes), { memory: { memory } });
  const made = exports as unknown as Kernels & Record<string, (...addresses: number[]) => void>;
  const byCount = [1, 2, 3, 4].map((columns) => made[`histogram${columns}`]!);
  return {
    addToHistograms: (words, rows, end, gradients, ...histograms) =>
      byCount[histograms.length - 1]!(words, rows, end, gradients, ...histograms),
    partition: made.partition,
    gather: made.gather,
  };
}

/** Where a page forbids WebAssembly, trees are what it cannot grow; whoever wants either model can have the other. */
function compiled(bytes: BufferSource): WebAssembly.Module {
  try {
    return new WebAssembly.Module(bytes);
  } catch (error) {
    throw new FairfrontError(
      'bad-problem',
      `boosted trees are grown by WebAssembly, which is not allowed here: ${(error as Error).message}. A page allows it with 'wasm-unsafe-eval' among the script-src of its content policy`,
      { cause: error },
    );
  }
}

/** Pushes the word of the row whose number is at an address in a local. */
function wordOfRow(words: number, row: number): Code {
  return [...get(words), ...get(row), ...loadWord, ...constant(2), ...shiftLeft, ...add, ...loadWord];
}

/** Moves an address in a local on. */
function advance(local: number, bytes: number): Code {
  return [...get(local), ...constant(bytes), ...add, ...set(local)];
}

/** Moves the address of a row on, and pushes whether there are more. */
function nextRow(row: number, end: number): Code {
  return [...get(row), ...constant(4), ...add, ...tee(row), ...get(end), ...lessThan];
}

function histogramKernel(columns: number): WasmFunction {
  const [words, row, end, gradient, histogram] = [0, 1, 2, 3, 4];
  const [word, place, pair] = [4 + columns, 5 + columns, 6 + columns];
  // 16 bytes for each bin, so a byte of the word is wanted times 16
  const addToBin = (column: number): Code => [
    ...get(word),
    ...(column === 0 ? [...constant(4), ...shiftLeft] : [...constant(8 * column - 4), ...shiftRight]),
    ...constant(0xff0),
    ...and,
    ...get(histogram + column),
    ...add,
    ...tee(place),
    ...get(place),
    ...loadPair,
    ...get(pair),
    ...addPairs,
    ...storePair,
  ];
  return {
    name: `histogram${columns}`,
    parameters: 4 + columns,
    returns: false,
    locals: { i32: 2, v128: 1 },
    body: doWhile([
      ...wordOfRow(words, row),
      ...set(word),
      ...[...get(gradient), ...loadFloats, ...floatsToPair, ...set(pair)],
      ...Array.from({ length: columns }, (_, column) => addToBin(column)).flat(),
      ...advance(gradient, 8),
      ...nextRow(row, end),
    ]),
  };
}

const partitionKernel = ((): WasmFunction => {
  const [words, row, end, right, shift, table] = [0, 1, 2, 3, 4, 5];
  const [left, start, goesLeft] = [6, 7, 8];
  return {
    name: 'partition',
    parameters: 6,
    returns: true,
    locals: { i32: 3, v128: 0 },
    body: [
      ...[...get(row), ...tee(left), ...set(start)],
      ...doWhile([
        ...[...wordOfRow(words, row), ...get(shift), ...shiftRight, ...constant(255), ...and],
        ...[...get(table), ...add, ...loadByte, ...constant(2), ...shiftLeft, ...set(goesLeft)],
        // written to both sides; the side it does not go to is written over
        ...[...get(right), ...get(row), ...loadWord, ...storeWord],
        ...[...get(left), ...get(row), ...loadWord, ...storeWord],
        ...[...get(left), ...get(goesLeft), ...add, ...set(left)],
        ...[...get(right), ...constant(4), ...add, ...get(goesLeft), ...sub, ...set(right)],
        ...nextRow(row, end),
      ]),
      ...[...get(left), ...get(start), ...sub, ...constant(2), ...shiftRight],
    ],
  };
})();

const gatherKernel = ((): WasmFunction => {
  const [row, end, gradients, ordered] = [0, 1, 2, 3];
  return {
    name: 'gather',
    parameters: 4,
    returns: false,
    locals: { i32: 0, v128: 0 },
    body: doWhile([
      ...get(ordered),
      ...[...get(gradients), ...get(row), ...loadWord, ...constant(3), ...shiftLeft, ...add, ...loadLong],
      ...storeLong,
      ...advance(ordered, 8),
      ...nextRow(row, end),
    ]),
  };
})();
