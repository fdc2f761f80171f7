// HAM10000's originals at 64 × 64, as JPEG files in a tar: where each is, and which row of the table it
// belongs to. Nothing is decoded here.

import { FairfrontError } from '@fairfront/core';
import { rowList } from '@fairfront/core/internal';
import { UsageError } from '../usage-error.js';
import { categorical, textAt } from './derive.js';
import { HAM_IMAGES, HAM_IMAGES_INDEX, matchLesions, readLesions } from './ham10000.js';
import type { Dataset } from './recipe.js';
import { indexTar, type TarIndex } from './tar-index.js';

export interface HamImages {
  readonly archive: TarIndex;
  /** For each image of the archive the row of the dataset's table. */
  readonly rows: Uint32Array;
}

/** Finds the images of HAM10000 inside their archive. */
export async function loadHamImages({ table, files }: Dataset): Promise<HamImages> {
  const lacking = [HAM_IMAGES, HAM_IMAGES_INDEX].filter((path) => !files.has(path));
  if (lacking.length > 0) throw new UsageError(`the images need ${lacking.join(' and ')} in the data folder`);
  const index = await readLesions(files, HAM_IMAGES_INDEX);
  const archive = indexTar(await files.checked(HAM_IMAGES));
  const images = categorical(index, 'image_id');
  const length = Math.max(archive.names.length, index.rowCount);
  const differing = Array.from({ length }, (_, i) => i).filter(
    (i) => archive.names[i] !== `${textAt(images, i)}.jpg`,
  );
  if (differing.length > 0) {
    throw new FairfrontError(
      'bad-file',
      `${HAM_IMAGES} does not hold the images in the order of ${HAM_IMAGES_INDEX}: ${rowList(differing)} of the index; get both anew`,
    );
  }
  return { archive, rows: matchLesions(table, index, HAM_IMAGES_INDEX) };
}
