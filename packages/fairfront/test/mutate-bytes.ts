// Every way in which bytes of a file can go wrong, for properties.

import fc from 'fast-check';

type Mutation = (bytes: Buffer) => Buffer;

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const at = (bytes: Buffer, share: number): number => Math.floor(share * bytes.length);

/** A change of bytes: some flipped, written over, left out, put in, or taken from elsewhere. */
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(
    ([where, mask]): Mutation =>
      (bytes) => {
        const changed = Buffer.from(bytes);
        changed[at(bytes, where)]! ^= mask;
        return changed;
      },
  ),
  fc.tuple(place, place, fc.uint8Array({ maxLength: 40 })).map(
    ([from, to, put]): Mutation =>
      (bytes) => {
        const [start, end] = [at(bytes, Math.min(from, to)), at(bytes, Math.max(from, to))];
        return Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(end)]);
      },
  ),
  fc.tuple(place, place, place).map(
    ([from, to, target]): Mutation =>
      (bytes) => {
        const changed = Buffer.from(bytes);
        bytes.copy(changed, at(bytes, target), at(bytes, Math.min(from, to)), at(bytes, Math.max(from, to)));
        return changed;
      },
  ),
);
