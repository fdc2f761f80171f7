// Made-up pictures with a table beside them: the class is in the colour, which one group shows less than the
// other.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '@fairfront/core';
import sharp from 'sharp';

export const SIDE = 8;

/** Writes a table with a picture for each row. @returns the path of the table */
export async function makePictures(folder: string, rowCount: number, seed = 3): Promise<string> {
  const random = createRandom(seed);
  mkdirSync(join(folder, 'png'), { recursive: true });
  const lines = ['file,sex,age,dx'];
  for (let row = 0; row < rowCount; row++) {
    const isIll = random.uniform() < 0.5;
    const sex = random.uniform() < 0.35 ? 'F' : 'M';
    const strength = (sex === 'F' ? 30 : 90) * (isIll ? 1 : -1);
    const pixels = Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, i) => {
      const colour = 128 + (i % 3 === 0 ? strength : 0) + 80 * (random.exponential() - random.exponential());
      return Math.max(0, Math.min(255, colour));
    });
    const picture = sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } });
    writeFileSync(join(folder, 'png', `${row}.png`), await picture.png().toBuffer());
    lines.push(`png/${row}.png,${sex},${30 + Math.floor(40 * random.uniform())},${isIll ? 'ill' : 'well'}`);
  }
  const path = join(folder, 'lesions.csv');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}
