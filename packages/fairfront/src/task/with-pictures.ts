// Pictures that a column of a table names, read beside it.

import { optionText } from '../option-text.js';
import { readPictures } from '../pictures/read-pictures.js';
import { UsageError } from '../usage-error.js';
import type { Data } from './data.js';
import type { PictureOptions } from './data-options.js';

/** Pixels of a side, where neither the caller nor the model says how many. */
export const DEFAULT_IMAGE_SIZE = 64;

/** Reads the pictures that the options ask for; data that have them are handed back as they are. */
export async function withPictures<Loaded extends Data>(
  data: Loaded,
  { image, imageSize, imageFolder }: PictureOptions,
  surroundings: { readonly folder: string; onPictures?(done: number, total: number): void },
): Promise<Loaded> {
  const { pictures } = data;
  if (pictures !== undefined) {
    if (image !== undefined && image !== pictures.column) {
      throw new UsageError(
        `${optionText('image', image)}: the data have their pictures by column "${pictures.column}"; leave it out`,
      );
    }
    return data;
  }
  if (image === undefined) {
    const given = Object.entries({ imageSize, imageFolder }).find(([, value]) => value !== undefined);
    if (given === undefined) return data;
    throw new UsageError(`${optionText(given[0])} is for pictures; name their column with \`image\``);
  }
  const read = await readPictures(data.table, {
    column: image,
    size: imageSize ?? DEFAULT_IMAGE_SIZE,
    folder: imageFolder ?? surroundings.folder,
    onPictures: surroundings.onPictures,
  });
  return { ...data, pictures: read };
}
