// A file of blocks, each with a checksum: what does not fit into memory is written once and read again and again. The
// blocks are known to whoever wrote them, not to the file, so a file is of use to one run and its threads.

import { closeSync, constants, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { shortened } from '@fairfront/core/internal';
import { FairfrontError } from '@fairfront/core/tables';
import { describeFileError } from '../describe-file-error.js';
import { UsageError } from '../usage-error.js';

/** Where a block is, and what its bytes sum to. */
export interface BlockPlace {
  readonly at: number;
  readonly length: number;
  readonly crc: number;
}

/** What a thread needs to read a file of blocks. */
export interface BlockList {
  readonly path: string;
  readonly blocks: readonly BlockPlace[];
  /** Whether the file is on a storage, where others may damage and mend it: a whole block is checked at every read. */
  readonly isShared?: true;
}

/** Writes a file of blocks. */
export class BlockWriter {
  readonly #path: string;
  readonly #blocks: BlockPlace[] = [];
  #file: number | undefined;
  /** Whether the file is the one that was begun here. */
  #isOwn = false;
  #at = 0;

  /** @param path a file that is not there yet */
  constructor(path: string) {
    this.#path = path;
    this.#file = this.#write(() => openSync(path, 'wx'));
    this.#isOwn = true;
  }

  /** Adds a block made of some pieces, one after the other. */
  append(...pieces: readonly ArrayBufferView[]): void {
    let crc = 0;
    let length = 0;
    for (const { buffer, byteOffset, byteLength } of pieces) {
      if (byteLength === 0) continue; // zlib begins a sum anew with no bytes
      const bytes = new Uint8Array(buffer, byteOffset, byteLength);
      crc = crc32(bytes, crc);
      this.#write(() => {
        for (let done = 0; done < byteLength; ) {
          done += writeSync(this.#file!, bytes, done, byteLength - done, this.#at + length + done);
        }
      });
      length += byteLength;
    }
    this.#blocks.push({ at: this.#at, length, crc });
    this.#at += length;
  }

  /** Ends the file. */
  finish(): BlockList {
    this.#write(() => fsyncSync(this.#file!));
    this.#close();
    return { path: this.#path, blocks: this.#blocks };
  }

  /** Ends and removes the file. */
  discard(): void {
    this.#close();
    rmSync(this.#path, { force: true });
  }

  #close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** A file that cannot be written is of no use, and is removed. */
  #write<Value>(act: () => Value): Value {
    try {
      return act();
    } catch (error) {
      if (this.#isOwn) this.discard();
      throw new UsageError(
        `cannot write ${shortened(this.#path, 200)}, where rows are kept that do not fit into memory: ${describeFileError(error)}; make room, or choose another folder with \`out\``,
      );
    }
  }
}

/** Reads blocks of a file. A block is checked when it is read for the first time, those of a storage more often. */
export class BlockReader {
  readonly #list: BlockList;
  readonly #checked: Uint8Array;
  #file: number | undefined;

  constructor(list: BlockList) {
    this.#list = list;
    this.#checked = new Uint8Array(list.blocks.length);
  }

  /**
   * Reads a block, or some of its bytes.
   * @param into has room for all of them
   * @param from the first byte. Default: the whole block
   */
  read(block: number, into: Uint8Array, from = 0, to = this.#list.blocks[block]!.length): Uint8Array {
    const { at, length, crc } = this.#list.blocks[block]!;
    const bytes = into.subarray(0, to - from);
    const isWhole = to - from === length;
    if (this.#checked[block] === 0 || (isWhole && this.#list.isShared)) {
      const whole = isWhole ? bytes : new Uint8Array(length);
      this.#fill(block, whole, at);
      if (crc32(whole) !== crc) throw this.#damaged(block, 'its checksum is another');
      this.#checked[block] = 1;
      if (whole !== bytes) bytes.set(whole.subarray(from, to));
      return bytes;
    }
    this.#fill(block, bytes, at + from);
    return bytes;
  }

  /** Closes the file; it is opened again when it is needed. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #fill(block: number, bytes: Uint8Array, at: number): void {
    try {
      this.#file ??= openSync(this.#list.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      for (let done = 0; done < bytes.length; ) {
        const read = readSync(this.#file, bytes, done, bytes.length - done, at + done);
        if (read === 0) throw this.#damaged(block, 'the file ends before it');
        done += read;
      }
    } catch (error) {
      if (error instanceof FairfrontError) throw error;
      throw this.#damaged(block, describeFileError(error));
    }
  }

  #damaged(block: number, why: string): FairfrontError {
    return new FairfrontError(
      'bad-file',
      `${shortened(this.#list.path, 200)}, where rows are kept that do not fit into memory: block ${block + 1} cannot be read: ${why}; was it changed, or is the disk failing? Start again, and the file is made anew`,
    );
  }
}
