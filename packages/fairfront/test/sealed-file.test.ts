import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mutatedBytes } from '../../../fuzz/inputs/mutations.js';
import { readSealed, seal, unseal } from '../src/sealed-file.js';
import { VERSION } from '../src/version.js';
import { sealedText } from './runs/run-fit.js';

const KIND = 'fairfront.test/1';
const content = {
  text: 'é\n"\u0000',
  numbers: [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0, 5e-324, 0.1 + 0.2],
  single: Float32Array.of(1.5, Number.NaN, -0),
  double: new Float64Array(Float64Array.of(9, 0.1, -0, 9).buffer, 8, 2),
  empty: new Float64Array(0),
  nothing: [null, undefined],
  deep: { more: [{ flags: [true, false] }] },
};

describe('a sealed file', () => {
  it('gives back every number bit by bit, in arrays of the same kind', () => {
    const read = unseal(KIND, seal(KIND, content));
    expect(read).toEqual(content);
    expect(Object.is((read as typeof content).numbers[3], -0)).toBe(true);
    expect((read as typeof content).double).toEqual(Float64Array.of(0.1, -0));
  });

  it('holds arrays of whole numbers as well, each as it was', () => {
    const whole = {
      signed: Int32Array.of(-1, 2 ** 31 - 1),
      counts: new Uint32Array(Uint32Array.of(9, 2 ** 32 - 1, 7).buffer, 4, 1),
      bytes: Uint8Array.of(1, 255, 0),
      after: Float64Array.of(0.1), // behind an odd number of bytes
    };
    expect(unseal(KIND, seal(KIND, whole))).toEqual({ ...whole, counts: Uint32Array.of(2 ** 32 - 1) });
  });

  it('is the same for the same content', () => {
    expect(seal(KIND, content)).toEqual(seal(KIND, content));
  });

  it('is refused with any bit changed, before it is looked at', () => {
    const whole = seal(KIND, content);
    for (let bit = 0; bit < 8 * whole.length; bit++) {
      const flipped = Buffer.from(whole);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => unseal(KIND, flipped), `bit ${bit}`).toThrow('is damaged');
    }
  });

  it('is refused at any length but its own', () => {
    const whole = seal(KIND, content);
    for (let length = 0; length < whole.length; length++) {
      expect(() => unseal(KIND, whole.subarray(0, length))).toThrow('is damaged');
    }
    expect(() => unseal(KIND, Buffer.concat([whole, Buffer.of(0)]))).toThrow('is damaged');
  });

  it('is refused after any change of its bytes', () => {
    const whole = seal(KIND, content);
    fc.assert(
      fc.property(mutatedBytes(fc.constant(whole)), (changed) => {
        fc.pre(!whole.equals(changed));
        expect(() => unseal(KIND, Buffer.from(changed))).toThrow('is damaged');
      }),
    );
  });

  it.each([
    ['another kind', 'fairfront.other/1', VERSION],
    ['a newer form', 'fairfront.test/2', VERSION],
    ['a later version of fairfront', KIND, '99.0.0'],
    ['an earlier version of fairfront', KIND, '0.0.9'],
  ])('of %s is refused, and says which', (_, kind, version) => {
    const body = '{}\n';
    const sum = createHash('sha256').update(`${kind} ${version} ${body}`).digest('hex');
    const bytes = Buffer.from(`${kind} ${version} ${sum}\n${body}`);
    expect(() => unseal(KIND, bytes)).toThrow(
      `was written by fairfront ${version} (${kind}), and this is ${VERSION} (${KIND})`,
    );
  });

  it.each([
    ['more numbers than it has', '{"$":"Float64Array","at":0,"length":2}'],
    ['a billion numbers', '{"$":"Float64Array","at":0,"length":1000000000000}'],
    ['numbers before its beginning', '{"$":"Float32Array","at":-8,"length":2}'],
    ['half a number', '{"$":"Float32Array","at":0,"length":0.5}'],
    ['numbers at a text', '{"$":"Float32Array","at":"0","length":1}'],
    ['an array of another kind', '{"$":"BigInt64Array","at":0,"length":1}'],
    ['what every object has', '{"$":"constructor","at":0,"length":1}'],
    ['an array without a place', '{"$":"Float64Array"}'],
    ['a field that is no field', '{"__proto__":{"isAdmin":true}}'],
  ])('with a right checksum that claims %s is refused', (_, json) => {
    expect(() => unseal(KIND, sealedText(KIND, json, Buffer.alloc(8)))).toThrow(/^has (numbers|a field)/);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it.each([
    ['no JSON', '{'],
    ['100,000 levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('with a right checksum and %s throws, and no more', (_, json) => {
    expect(() => unseal(KIND, sealedText(KIND, json))).toThrow(Error);
  });
});

it('does not wait for a pipe in place of a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-sealed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pipe = join(folder, 'fit.bin');
  execFileSync('mkfifo', [pipe]);
  expect(() => readSealed('a kind', pipe)).toThrow('is no file');
});
