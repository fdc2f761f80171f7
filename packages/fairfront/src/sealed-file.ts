// Files that only fairfront itself reads again: an unfinished run, the finished cells of an experiment. A sealed file
// is a line that says what it is, which version wrote it, and the SHA-256 of all else; a line of JSON; and the numbers
// of typed arrays as they are in memory. A file with a bit changed is refused before anything in it is looked at, and
// one that was made by somebody else is data still: texts, numbers, lists and objects, nothing that acts.

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { FairfrontError } from '@fairfront/core';
import { VERSION } from './version.js';

const BLOCKS = { Float32Array, Float64Array, Int32Array, Uint32Array, Uint16Array, Uint8Array };
type BlockName = keyof typeof BLOCKS;
type BlockValues = InstanceType<(typeof BLOCKS)[BlockName]>;
/** The first line is no longer than this. */
const LONGEST_HEAD = 200;

/** In the place of what JSON has no form for: NaN, −0, nothing in a list, an array of numbers. */
type Placeholder = { readonly $: 'number'; readonly is: string } | { readonly $: 'undefined' } | Block;
interface Block {
  readonly $: BlockName;
  /** The first byte, after the JSON. */
  readonly at: number;
  readonly length: number;
}

/** Makes the content of a sealed file. @param kind with the version of its form, such as fairfront.checkpoint/4 */
export function seal(kind: string, content: unknown): Buffer {
  const blocks: Uint8Array[] = [];
  let at = 0;
  const json = JSON.stringify(content, function (this: unknown, _, value: unknown): unknown {
    const $ = blockName(value);
    if ($ !== undefined) {
      const { buffer, byteOffset, byteLength, length } = value as BlockValues;
      blocks.push(new Uint8Array(buffer, byteOffset, byteLength));
      at += byteLength;
      return { $, at: at - byteLength, length } satisfies Placeholder;
    }
    if (value === undefined && Array.isArray(this)) return { $: 'undefined' } satisfies Placeholder;
    const isLost = typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0));
    return isLost ? ({ $: 'number', is: value === 0 ? '-0' : String(value) } satisfies Placeholder) : value;
  });
  const body = [Buffer.from(`${json}\n`), ...blocks];
  return Buffer.concat([Buffer.from(headOf(kind, VERSION, body)), ...body]);
}

function blockName(value: unknown): BlockName | undefined {
  if (!ArrayBuffer.isView(value)) return undefined;
  const name = (Object.keys(BLOCKS) as BlockName[]).find((own) => value.constructor === BLOCKS[own]);
  if (name === undefined) throw new TypeError(`a sealed file has no form for ${value.constructor.name}`);
  return name;
}

/**
 * Reads a sealed file of this kind; throws what completes "the file …".
 * @param anyVersion whether any version of fairfront may have written it, and not this one only. Default false
 */
export function unseal(kind: string, bytes: Buffer, anyVersion = false): unknown {
  const head = bytes.toString('latin1', 0, bytes.subarray(0, LONGEST_HEAD).indexOf('\n') + 1);
  const [found = '', version = ''] = head.split(' ');
  const body = bytes.subarray(head.length);
  if (head === '' || head !== headOf(found, version, [body])) {
    throw new FairfrontError('bad-file', 'is damaged, or was not written by this version of fairfront');
  }
  if (found !== kind || (version !== VERSION && !anyVersion)) {
    const written = `was written by fairfront ${version} (${found}), and this is ${VERSION} (${kind})`;
    throw new FairfrontError('bad-file', written);
  }
  const end = body.indexOf('\n');
  const memory = body.subarray(end + 1);
  return JSON.parse(body.toString('utf8', 0, end), (key, value: unknown) => {
    if (key === '__proto__') throw new FairfrontError('bad-file', 'has a field "__proto__"');
    return isPlaceholder(value) ? restored(value, memory) : value;
  });
}

/** Reads a sealed file. A pipe or a device in its place, which could keep us waiting for ever, is refused. */
export function readSealed(kind: string, path: string, anyVersion = false): unknown {
  if (!statSync(path).isFile()) throw new FairfrontError('bad-file', 'is no file');
  return unseal(kind, readFileSync(path), anyVersion);
}

function headOf(kind: string, version: string, body: readonly Uint8Array[]): string {
  const sum = createHash('sha256').update(`${kind} ${version} `);
  for (const bytes of body) sum.update(bytes);
  return `${kind} ${version} ${sum.digest('hex')}\n`;
}

function isPlaceholder(value: unknown): value is Placeholder {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, '$');
}

function restored(stand: Placeholder, memory: Buffer): unknown {
  if (stand.$ === 'undefined') return undefined;
  if (stand.$ === 'number') return Number(stand.is);
  const Kind = Object.hasOwn(BLOCKS, stand.$) ? BLOCKS[stand.$] : undefined;
  const { at, length } = stand;
  const end = at + length * (Kind?.BYTES_PER_ELEMENT ?? Number.NaN);
  const isThere = Number.isInteger(at) && Number.isInteger(length) && at >= 0 && length >= 0;
  if (Kind === undefined || !isThere || !(end <= memory.length)) {
    throw new FairfrontError('bad-file', 'has numbers that are not in it');
  }
  const start = memory.byteOffset + at;
  return new Kind(memory.buffer.slice(start, memory.byteOffset + end) as ArrayBuffer);
}
