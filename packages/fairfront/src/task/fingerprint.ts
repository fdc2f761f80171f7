// Which data a fit is of.

import { PART_NAMES, type SparseRows } from '@fairfront/core';
import { areStreamed, type StreamedRows } from '@fairfront/core/internal';
import { type Sha256, sha256 } from '#hash';
import type { PreparedFit } from './prepare-fit.js';

/** A text that is the same for the same rows, features, classes or numbers, groups and weights. */
export function fingerprint({ task, parts, encoder }: PreparedFit): string {
  const hash = sha256().update(JSON.stringify([encoder.features, task.target.classes]));
  for (const part of PART_NAMES) {
    const { features, labels, values, groups } = parts[part];
    hash.update(JSON.stringify(groups.names)).update(groups.groups).update(labels);
    if (values !== undefined) hashValues(hash.update('values'), values);
    if (groups.weights !== undefined) hashValues(hash.update('weights'), groups.weights);
    if (areStreamed(features)) {
      for (const name of ['values', 'offsets', 'columns'] as const) hashBlocks(hash, features, name);
      continue;
    }
    hashValues(hash, features.values);
    if ('offsets' in features) {
      hashValues(hash, features.offsets);
      hashValues(hash, features.columns);
    }
  }
  return hash.digest();
}

/** Adds what an array of all rows would hold. */
function hashBlocks(
  hash: Sha256,
  { blockEnds, readBlock, isSparse }: StreamedRows,
  name: 'values' | 'offsets' | 'columns',
): void {
  if (!isSparse && name !== 'values') return;
  let entries = 0;
  for (let block = 0; block < blockEnds.length; block++) {
    const rows = readBlock(block) as SparseRows;
    if (name !== 'offsets') hashValues(hash, rows[name]);
    else {
      const before = entries;
      hashValues(
        hash,
        rows.offsets.subarray(block === 0 ? 0 : 1).map((offset) => before + offset),
      );
    }
    entries += rows.values.length;
  }
}

/** Bytes that a hash takes at once; 2³¹ are refused. */
const MOST_HASHED = 2 ** 30;

/** Adds any number of values to a hash. */
export function hashValues(
  hash: { update(bytes: Uint8Array): unknown },
  { buffer, byteOffset, byteLength }: ArrayBufferView,
): void {
  for (let at = 0; at < byteLength; at += MOST_HASHED) {
    hash.update(new Uint8Array(buffer, byteOffset + at, Math.min(MOST_HASHED, byteLength - at)));
  }
}
