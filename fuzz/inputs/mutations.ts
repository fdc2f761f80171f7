// Something that was right, with changes that nobody meant to make: to its bytes, or to its values.

import fc from 'fast-check';

type Change = (bytes: Buffer, at: number) => Buffer;

/** So many bytes from there on removed, and others in their place. */
function spliced(
  bytes: Buffer,
  at: number,
  removed: number,
  added: Uint8Array | readonly number[] = [],
): Buffer {
  return Buffer.concat([
    bytes.subarray(0, at),
    Buffer.from(added as Uint8Array),
    bytes.subarray(at + removed),
  ]);
}

const byte = fc.oneof(
  fc.constantFrom(...Buffer.from('"",\n\r\0 ;\t|#\\\'N?\xff\xc3{[', 'latin1')),
  fc.integer({ min: 0, max: 255 }),
);

/** Which of several, as a share of all. Of all doubles below 1 nearly every one is next to 0, so none is drawn. */
export const share = fc.nat({ max: 2 ** 30 - 1 }).map((each) => each / 2 ** 30);

const change: fc.Arbitrary<Change> = fc.oneof(
  byte.map(
    (each): Change =>
      (bytes, at) =>
        spliced(bytes, at, 0, [each]),
  ),
  byte.map(
    (each): Change =>
      (bytes, at) =>
        spliced(bytes, at, 1, [each]),
  ),
  fc.nat({ max: 7 }).map(
    (bit): Change =>
      (bytes, at) =>
        spliced(bytes, at, 1, [bytes[at]! ^ (1 << bit)]),
  ),
  fc.constant<Change>((bytes, at) => spliced(bytes, at, 1)),
  fc.constant<Change>((bytes, at) => bytes.subarray(0, at)),
  fc.constant<Change>((bytes, at) => spliced(bytes, at, 0, bytes.subarray(at, at + 5))),
  // A stretch of any length: replaced, or written over with one from elsewhere.
  fc.tuple(share, fc.uint8Array({ maxLength: 40 })).map(
    ([end, added]): Change =>
      (bytes, at) =>
        spliced(bytes, at, Math.floor(end * (bytes.length - at)), added),
  ),
  fc.tuple(share, share).map(
    ([from, to]): Change =>
      (bytes, at) => {
        const other = bytes.subarray(Math.floor(from * bytes.length), Math.floor(to * bytes.length));
        return spliced(bytes, at, other.length, other);
      },
  ),
  // At a line's end: another kind of end, or another value.
  fc.constantFrom('\r', '\n', ',', ';', ',N', '""', ',""').map(
    (text): Change =>
      (bytes, at) => {
        const end = bytes.indexOf(0x0a, at);
        return end < 0 ? bytes : spliced(bytes, end, 0, Buffer.from(text));
      },
  ),
);

/** Bytes of which a few were changed. */
export function mutatedBytes(original: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  const changes = fc.array(fc.tuple(change, share), {
    minLength: 1,
    maxLength: 4,
  });
  return fc.tuple(original, changes).map(([before, all]) => {
    let bytes: Buffer = Buffer.from(before);
    for (const [each, at] of all) if (bytes.length > 0) bytes = each(bytes, Math.floor(at * bytes.length));
    return Uint8Array.from(bytes);
  });
}

const oddValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', [], {}, 0, -1, 0.5, 2 ** 31, 2 ** 53, 1e308, 'NaN', '__proto__'),
  fc.constantFrom<unknown>(
    Number.NaN,
    Number.POSITIVE_INFINITY,
    undefined,
    [[]],
    { length: 4e9 },
    'x'.repeat(1e5),
  ),
  fc.anything({ maxDepth: 2 }),
);

/** Where a value is changed: at each level which of its parts, as a share of all. */
const place = fc.array(share, { maxLength: 8 });

/** A value of plain data in which a few parts have become others. */
export function mutatedValue(original: unknown): fc.Arbitrary<unknown> {
  return fc
    .array(fc.tuple(place, oddValue), { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce((value, [at, odd]) => replaced(value, at, odd), original));
}

function replaced(value: unknown, [at, ...further]: readonly number[], odd: unknown): unknown {
  if (at === undefined || value === null || typeof value !== 'object' || ArrayBuffer.isView(value))
    return odd;
  const keys = Object.keys(value);
  const key = keys[Math.floor(at * keys.length)];
  if (key === undefined) return odd;
  const part = replaced((value as Record<string, unknown>)[key], further, odd);
  if (Array.isArray(value)) return value.map((each, i) => (String(i) === key ? part : each));
  // With every key as it is, `__proto__` too.
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, name === key ? part : each]));
}
