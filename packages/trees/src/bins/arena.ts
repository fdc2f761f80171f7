// One memory that kernels work on, and that threads can share: typed arrays are cut from it one after the other.

import { FairfrontError } from '@fairfront/core/tables';

const PAGE = 65536;
const ALIGNMENT = 64; // a line of the processor's cache: threads that write to different arrays do not share one

/** The bytes that an array takes in an arena. */
export function alignedBytes(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** A memory, and how much of it is in use. It survives being sent to another thread where it is shared. */
export interface Arena {
  readonly memory: WebAssembly.Memory;
  readonly isShared: boolean;
  used: number;
}

/** Makes a memory of so many bytes. @param isShared whether threads are to share it */
export function createArena(bytes: number, isShared: boolean): Arena {
  const pages = Math.ceil((bytes + ALIGNMENT) / PAGE);
  if (pages > 65536) {
    throw new FairfrontError(
      'bad-problem',
      `boosted trees need ${(bytes / 2 ** 30).toFixed(1)} GB for these rows, and can have 4 GB at most; take fewer rows, columns, bins or leaves`,
    );
  }
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: isShared });
  return { memory, isShared, used: ALIGNMENT };
}

type ArrayType<Values> = {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, offset: number, length: number): Values;
};

/** Cuts an array of zeros from an arena; without one, the array has memory of its own. */
export function allocate<Values>(arena: Arena | undefined, type: ArrayType<Values>, length: number): Values {
  if (arena === undefined) return new type(new ArrayBuffer(length * type.BYTES_PER_ELEMENT), 0, length);
  const offset = arena.used;
  arena.used += alignedBytes(length * type.BYTES_PER_ELEMENT);
  return new type(arena.memory.buffer, offset, length);
}
