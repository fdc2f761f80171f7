import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readCsvHeader } from '../../src/datasets/mimic-iii.js';
import { madeFolder } from './data.js';

it.each([
  ['a,b\n1,2\n', true],
  ['"a","b"\r\n1,2\r\n', true],
  ['a,b\n', false],
  ['a,b', false],
  ['a,b\n\n  \n', false],
])('%j', async (text, hasRows) => {
  const { path } = madeFolder({ 'x.csv': text, 'x.csv.gz': gzipSync(text) });
  for (const name of ['x.csv', 'x.csv.gz']) {
    expect(await readCsvHeader(join(path, name))).toEqual({ columns: ['a', 'b'], hasRows });
  }
});

it('reads no further than it must', async () => {
  const whole = gzipSync(
    `a,b\n1,2\n${Array.from({ length: 200_000 }, (_, i) => `${i},${(i * 7919) % 1000}`).join('\n')}`,
  );
  const { path } = madeFolder({ 'x.csv.gz': whole.subarray(0, whole.length - 1000) }); // damaged at its end
  expect(await readCsvHeader(join(path, 'x.csv.gz'))).toEqual({ columns: ['a', 'b'], hasRows: true });
});
