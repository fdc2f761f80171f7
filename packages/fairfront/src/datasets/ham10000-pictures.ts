// HAM10000 with larger pictures: originals at 64 × 64, as JPEG files in a tar, 7,017 of its 10,015 pictures;
// and all originals, 224 × 224 of their middle, as the paper's network takes them. Target, groups and splits
// are those of ham10000.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { columnOfTexts, type Table, takeRows } from '@fairfront/core';
import type { Pictures } from '../pictures/pictures.js';
import { readPictures } from '../pictures/read-pictures.js';
import { UsageError } from '../usage-error.js';
import { categorical, textAt, withColumns } from './derive.js';
import { ham10000, METADATA, METADATA_SHA, matchLesions, readLesions } from './ham10000.js';
import type { DatasetRecipe } from './recipe.js';

const TAR = 'ham10000/ham10000_7017_64x64_jpeg.tar';
const INDEX = 'ham10000/ham10000_7017_index.csv';
/** Beside the metadata. */
const ORIGINALS = 'images';
const FROM_DATAVERSE = 'from https://doi.org/10.7910/DVN/DBW86T';

export const ham10000At64: DatasetRecipe = {
  ...ham10000,
  name: 'ham10000-64',
  title: 'seven diagnoses of skin lesions, with pictures of 64 × 64',
  rowCount: 7_017,
  // Of the rarest, dermatofibroma, a fifth is 15 images.
  presets: ham10000.presets.map((preset) => ({ ...preset, minGroup: 10 })),
  howToGet:
    `HAM10000_metadata.csv ${FROM_DATAVERSE}; ham10000_7017_64x64_jpeg.tar, originals made 64 × 64, ` +
    'with ham10000_7017_index.csv, whose columns image_id, lesion_id and dx say which each is',
  releases: [
    [
      { path: METADATA, sha256: METADATA_SHA },
      { path: TAR, sha256: '0f8e7b38bbfce9c0288dbaa923ce0036606d105b22b2e79c66f402e24338efc0' },
      { path: INDEX, sha256: '59137520795c624cd0cf6abfae4058cd74bf980a2574de6de8b14ebfdaf13763' },
    ],
  ],

  async load(files) {
    const metadata = await readLesions(files, METADATA);
    const index = await readLesions(files, INDEX);
    const table = takeRows(metadata, matchLesions(metadata, index, INDEX));
    return { table, pictures: await picturesOf(table, await files.checked(TAR), 64), notes: [] };
  },
};

export const ham10000Full: DatasetRecipe = {
  ...ham10000,
  name: 'ham10000-full',
  title: 'seven diagnoses of skin lesions, with the original pictures at 224 × 224',
  howToGet: `HAM10000_metadata.csv and both parts of the images ${FROM_DATAVERSE}, all unpacked into the folder ham10000/${ORIGINALS}`,
  releases: [[{ path: METADATA, sha256: METADATA_SHA }]],

  async load(files) {
    const table = await readLesions(files, METADATA);
    const folder = join(dirname(await files.checked(METADATA)), ORIGINALS);
    if (!existsSync(folder)) {
      throw new UsageError(`there is no folder ${folder}. Get it: ${ham10000Full.howToGet}`);
    }
    return { table, pictures: await picturesOf(table, folder, 224), notes: [] };
  },
};

/** @param folder a folder or tar with a file for each image_id */
function picturesOf(table: Table, folder: string, size: number): Promise<Pictures> {
  const names = categorical(table, 'image_id');
  const paths = Array.from({ length: table.rowCount }, (_, row) => `${textAt(names, row)}.jpg`);
  const named = withColumns(table, [columnOfTexts('image_id', paths)]);
  return readPictures(named, { column: 'image_id', size, folder });
}
