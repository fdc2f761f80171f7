// ONNX files with changes to their fields. A protobuf message is a tree, whatever its schema says; written anew after a
// change all lengths are right, so that a reader gets as far as what the fields mean.

import fc from 'fast-check';
import { share } from './mutations.js';

interface Field {
  readonly no: number;
  /** 0: a number, 1 and 5: bytes of fixed length, 2: a text, bytes or a message. */
  readonly type: number;
  readonly value: bigint | Uint8Array | Field[];
}

type Change = (field: Field, others: readonly Field[]) => readonly Field[];

const number = fc.oneof(
  fc.constantFrom(
    0n,
    1n,
    2n,
    3n,
    7n,
    11n,
    2n ** 14n,
    2n ** 31n,
    2n ** 33n,
    2n ** 53n,
    2n ** 63n,
    2n ** 64n - 1n,
  ),
  fc.bigInt({ min: 0n, max: 40n }),
);
const text = fc.oneof(
  fc
    .constantFrom('', 'x'.repeat(20_000), '../x', 'Identity', 'Reshape', 'If', 'ai.onnx')
    .map((each) => Buffer.from(each)),
  fc.uint8Array({ maxLength: 12 }),
);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant<Change>(() => []),
  fc.constant<Change>((field) => [field, structuredClone(field)]),
  fc.tuple(number, text).map(
    ([digits, letters]): Change =>
      ({ no, type, value }) => [{ no, type, value: type === 0 ? digits : type === 2 ? letters : value }],
  ),
  // What another field of the kind holds: another name, number or message.
  fc.tuple(share, fc.boolean()).map(
    ([which, isAdded]): Change =>
      (field, others) => {
        const alike = others.filter(({ type, no, value }) =>
          Array.isArray(value) ? no === field.no : type === field.type && !Array.isArray(field.value),
        );
        const other = alike[Math.floor(which * alike.length)];
        const changed = other === undefined ? [] : [{ ...structuredClone(other), no: field.no }];
        return isAdded ? [field, ...changed] : changed;
      },
  ),
);

/** A message in which a few fields have become others. */
export function mutatedProtobuf(original: Uint8Array): fc.Arbitrary<Uint8Array> {
  return fc.array(fc.tuple(share, change), { minLength: 1, maxLength: 4 }).map((changes) => {
    const message = parse(original)!;
    for (const [at, each] of changes) {
      const places = placesIn(message);
      const place = places[Math.floor(at * places.length)];
      if (place === undefined) break;
      const others = places.map(({ fields, i }) => fields[i]!);
      place.fields.splice(place.i, 1, ...each(place.fields[place.i]!, others));
    }
    return Uint8Array.from(encode(message));
  });
}

function placesIn(fields: Field[]): { fields: Field[]; i: number }[] {
  return fields.flatMap(({ value }, i) => [{ fields, i }, ...(Array.isArray(value) ? placesIn(value) : [])]);
}

/** The fields, or nothing where the bytes are no message. */
function parse(bytes: Uint8Array): Field[] | undefined {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; at < bytes.length && shift < 64n; shift += 7n) {
      const byte = bytes[at++]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    at = Number.POSITIVE_INFINITY;
    return 0n;
  };
  while (at < bytes.length) {
    const key = Number(varint());
    const [no, type] = [key >> 3, key & 7];
    if (no < 1 || no > 30 || ![0, 1, 2, 5].includes(type)) return undefined;
    if (type === 0) fields.push({ no, type, value: varint() });
    else {
      const length = type === 2 ? Number(varint()) : type === 1 ? 8 : 4;
      const value = bytes.subarray(at, at + length);
      at += length;
      fields.push({ no, type, value: (type === 2 && length > 0 && parse(value)) || value });
    }
  }
  return at === bytes.length ? fields : undefined;
}

function encode(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(({ no, type, value }) => {
      const key = varintBytes(BigInt(no * 8 + type));
      if (typeof value === 'bigint') return [key, varintBytes(value)];
      const bytes = Array.isArray(value) ? encode(value) : value;
      return type === 2 ? [key, varintBytes(BigInt(bytes.length)), bytes] : [key, bytes];
    }),
  );
}

function varintBytes(value: bigint): Buffer {
  const bytes: number[] = [];
  for (; value >= 0x80n; value >>= 7n) bytes.push(Number(value & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(value)]);
}
