// HAM10000: dermatoscopic images of seven kinds of skin lesions, the diagnosis both predicted and sensitive
// [MMPF, HAM10000]. The table is the metadata; the pixels are DermaMNIST's 28 × 28 images of the same
// lesions, paired with it by an index. Several images show one lesion, so splits go by lesion_id: otherwise a
// model is tested on lesions it was trained on.

import { readFile } from 'node:fs/promises';
import { FairfrontError, type Table, takeRows } from '@fairfront/core';
import { rowList } from '@fairfront/core/internal';
import type { Pictures } from '../pictures/pictures.js';
import { readTable } from '../read/read-table.js';
import { categorical, textAt } from './derive.js';
import type { DatasetFiles, DatasetRecipe } from './recipe.js';

export const METADATA = 'ham10000/HAM10000_metadata.csv';
export const METADATA_SHA = '06aee5e603d313ba69de38263053c792a1dff030eb9c44a96ceb477ceefb99a5';
const INDEX = 'ham10000/dermamnist_10015_index.csv';
const PIXELS = 'ham10000/dermamnist_10015_28x28x3_u8.bin';
/** Pixels of a side of DermaMNIST's pictures. */
const SIDE = 28;

export const ham10000: DatasetRecipe = {
  name: 'ham10000',
  title: 'seven diagnoses of skin lesions, with images',
  rowCount: 10_015,
  licence: 'CC BY-NC 4.0, non-commercial',
  howToGet:
    'HAM10000_metadata.csv from https://doi.org/10.7910/DVN/DBW86T. For its pictures also: dermamnist_10015_28x28x3_u8.bin, the images of train, ' +
    'val and test of DermaMNIST (https://medmnist.com) one after the other as raw bytes, with dermamnist_10015_index.csv, whose columns ' +
    'image_id, lesion_id and dx say which each is',
  releases: [
    [
      { path: METADATA, sha256: METADATA_SHA },
      {
        path: INDEX,
        sha256: '3564a9d914d783115563d36e2ac4f3272d7028ae70d908fc9908170d370192e9',
        optional: true,
      },
      {
        path: PIXELS,
        sha256: '5121734bb05b6a6d153148f1727774beb5d245572e2d9e31b92c79f20e2ec46e',
        optional: true,
      },
    ],
  ],
  target: 'dx',
  // Not dx_type: how a diagnosis was confirmed depends on which it is.
  features: ['age', 'sex', 'localization'],
  encoderOptions: {},
  // Of the rarest, dermatofibroma, a fifth is 23 images.
  presets: [{ name: 'diagnosis', groups: 'dx', title: 'the diagnosis itself', minGroup: 20 }],
  splitBy: 'lesion_id',

  async load(files) {
    const metadata = await readLesions(files, METADATA);
    if (!files.has(PIXELS) || !files.has(INDEX)) {
      const note = `no pictures: ${PIXELS} and ${INDEX} are not both there; rows are in the order of ${METADATA}`;
      return { table: metadata, notes: [note] };
    }
    const index = await readLesions(files, INDEX);
    const table = takeRows(metadata, matchLesions(metadata, index, INDEX));
    if (table.rowCount !== metadata.rowCount) {
      throw new FairfrontError(
        'bad-file',
        `${INDEX} names ${table.rowCount} images, ${METADATA} ${metadata.rowCount}; get the files anew`,
      );
    }
    return { table, pictures: await readPixels(await files.checked(PIXELS), table.rowCount), notes: [] };
  },
};

/** Reads images stored row by row, red, green and blue of a pixel side by side. */
async function readPixels(path: string, imageCount: number): Promise<Pictures> {
  const bytes = await readFile(path);
  const expected = imageCount * SIDE * SIDE * 3;
  if (bytes.length !== expected) {
    throw new FairfrontError(
      'bad-file',
      `${path} has ${bytes.length} bytes; ${imageCount} images of ${SIDE} × ${SIDE} × 3 have ${expected}. Get the file anew`,
    );
  }
  const values = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length); // a view: no second copy
  return { column: 'image_id', height: SIDE, width: SIDE, values };
}

/** Reads a table of images: image_id, lesion_id, dx and what else the file has. */
export async function readLesions(files: DatasetFiles, path: string): Promise<Table> {
  const { table } = await readTable(await files.checked(path), {
    format: 'csv',
    categorical: ['image_id', 'lesion_id', 'dx', 'dx_type', 'sex', 'localization'],
    numeric: ['age'],
  });
  return table;
}

/** Finds for each row of the index the metadata's row of the image; they must agree on lesion and dx. */
export function matchLesions(metadata: Table, index: Table, path: string): Uint32Array {
  const images = categorical(metadata, 'image_id');
  const rowOf = new Map(Array.from(images.codes, (code, row) => [images.levels[code], row]));
  const wanted = categorical(index, 'image_id');
  const rows = new Uint32Array(index.rowCount);
  const unknown: number[] = [];
  const met = new Set<number>();
  for (let row = 0; row < index.rowCount; row++) {
    const found = rowOf.get(textAt(wanted, row));
    if (found === undefined || met.has(found)) unknown.push(row);
    else met.add(found);
    rows[row] = found ?? 0;
  }
  if (unknown.length > 0) {
    throw new FairfrontError(
      'bad-file',
      `${path}: image_id is not that of one image of its own in ${rowList(unknown)}; get the file anew`,
    );
  }
  for (const name of ['lesion_id', 'dx']) {
    const [here, there] = [categorical(index, name), categorical(metadata, name)];
    const differing = Array.from(rows.keys()).filter(
      (row) => textAt(here, row) !== textAt(there, rows[row]!),
    );
    if (differing.length > 0) {
      throw new FairfrontError(
        'bad-file',
        `${path}: ${name} is not what the metadata say in ${rowList(differing)}; get the file anew`,
      );
    }
  }
  return rows;
}
