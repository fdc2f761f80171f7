// Images of one size as raw bytes: row-major, one image after the other, red, green and blue of a pixel side by side.

import { readFile } from 'node:fs/promises';
import { FairfrontError } from '@fairfront/core';

export interface Pixels {
  readonly height: number;
  readonly width: number;
  readonly channels: number;
  /** images × height × width × channels */
  readonly values: Uint8Array;
}

export async function readPixels(
  path: string,
  imageCount: number,
  { height, width, channels }: Omit<Pixels, 'values'>,
): Promise<Pixels> {
  const bytes = await readFile(path);
  const expected = imageCount * height * width * channels;
  if (bytes.length !== expected) {
    throw new FairfrontError(
      'bad-file',
      `${path} has ${bytes.length} bytes; ${imageCount} images of ${height} × ${width} × ${channels} have ${expected}. Get the file anew`,
    );
  }
  return {
    height,
    width,
    channels,
    values: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), // a view: no second copy of the images
  };
}
