// From cells of a table to pixels. Every picture is turned as its camera held it, laid on white where it is
// transparent, brought to 8-bit red, green and blue, made as small as its shorter side allows, and cut to the
// square in its middle. Some pictures are decoded at a time, each straight to its place: there is no second
// copy of all.

import { type CategoricalColumn, FairfrontError, findColumn, type Table } from '@fairfront/core';
import { count, quoted, shortened } from '@fairfront/core/internal';
import { UsageError } from '../usage-error.js';
import { cellName, openPictureFiles, type PictureFiles } from './picture-files.js';
import type { Pictures } from './pictures.js';

/** Where pictures are, and how they are wanted. */
export interface PictureRequest {
  /** The column with their paths, or with themselves. */
  readonly column: string;
  /** Pixels of a side. */
  readonly size: number;
  /** A folder, or a tar, where paths begin. */
  readonly folder: string;
  /** Told now and then how many rows have their picture. */
  readonly onPictures?: ((done: number, total: number) => void) | undefined;
}

/** The pictures of a table, to be read some rows at a time. */
export interface OpenPictures {
  /** Reads the pictures of the rows from one on and before another: rows × size × size × 3. */
  read(from: number, to: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Pictures decoded at a time: enough for all cores, few in memory. */
const AT_A_TIME = 8;
/** Rows after which progress is told. */
const TOLD = 100;
/** Broken pictures after which no more are looked at, and those of them that are told. */
const MOST_BROKEN = 100;
const BROKEN_SHOWN = 5;
/**
 * Pixels of a picture before it is made small. More are refused: a small file can unpack to fill the memory.
 */
const MOST_PIXELS = 2 ** 28;
/** Pixels of a side, the most that JPEG has. A line of millions takes gigabytes, however few lines there are. */
const LONGEST_SIDE = 65_535;

/** Reads the pictures that a column of a table names. The same picture in several rows is decoded once. */
export async function readPictures(table: Table, request: PictureRequest): Promise<Pictures> {
  const { column, size } = request;
  const pictures = await openPictures(table, request);
  try {
    return { column, height: size, width: size, values: await pictures.read(0, table.rowCount) };
  } finally {
    await pictures.close();
  }
}

/** Opens the pictures that a column of a table names. */
export async function openPictures(table: Table, request: PictureRequest): Promise<OpenPictures> {
  const column = pictureColumn(table, request.column);
  const files = await openPictureFiles(request.folder);
  return {
    read: async (from, to) => {
      const values = new Uint8Array((to - from) * request.size ** 2 * 3);
      await decodeRows(column, { ...request, from, to }, files, values);
      return values;
    },
    close: files.close,
  };
}

/** Makes pictures of another size. */
export async function resizePictures(pictures: Pictures, size: number): Promise<Pictures> {
  const { height, width, values } = pictures;
  if (height === size && width === size) return pictures;
  const sharp = await loadSharp();
  const bytes = height * width * 3;
  const resized = new Uint8Array((values.length / bytes) * size * size * 3);
  for (let row = 0; row * bytes < values.length; row++) {
    const picture = sharp(values.subarray(row * bytes, (row + 1) * bytes), {
      raw: { height, width, channels: 3 },
    });
    resized.set(await picture.resize(size, size, { fit: 'cover' }).raw().toBuffer(), row * size * size * 3);
  }
  return { ...pictures, height: size, width: size, values: resized };
}

function pictureColumn(table: Table, name: string): CategoricalColumn {
  const column = findColumn(table, name, '`image`');
  if (column.kind === 'categorical') return column;
  throw new UsageError(`\`image\`: column ${quoted([name])} holds numbers; it must hold paths of pictures`);
}

async function decodeRows(
  { name, levels, codes }: CategoricalColumn,
  { size, from, to, onPictures }: PictureRequest & { readonly from: number; readonly to: number },
  files: PictureFiles,
  values: Uint8Array,
): Promise<void> {
  const sharp = await loadSharp();
  const bytes = size * size * 3;
  const rowsOf = new Map<number, number[]>(); // by picture
  for (let row = from; row < to; row++) {
    const rows = rowsOf.get(codes[row]!);
    if (rows === undefined) rowsOf.set(codes[row]!, [row]);
    else rows.push(row);
  }
  const broken: { readonly row: number; readonly what: string }[] = [];
  const decode = async (cell: string | undefined): Promise<Uint8Array> => {
    if (cell === undefined) throw new Error('there is no picture');
    const encoded = await files.read(cell);
    if (encoded.length === 0) throw new Error('it is empty');
    const picture = sharp(encoded, { limitInputPixels: MOST_PIXELS, autoOrient: true });
    const { width, height } = await picture.metadata();
    if (Math.max(width, height) > LONGEST_SIDE) {
      throw new Error(`it has a side of more than ${LONGEST_SIDE.toLocaleString('en-US')} pixels`);
    }
    const { data, info } = await picture
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize(size, size, { fit: 'cover' })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`it has ${count(info.channels, 'channel')} in place of 3`);
    return data;
  };
  const waiting = rowsOf.entries();
  let done = 0;
  const work = async (): Promise<void> => {
    for (const [code, rows] of waiting) {
      if (broken.length >= MOST_BROKEN) return;
      const cell = levels[code];
      try {
        const pixels = await decode(cell);
        for (const row of rows) values.set(pixels, (row - from) * bytes);
      } catch (error) {
        const file = cell === undefined ? '' : `${cellName(cell)}: `;
        broken.push({ row: rows[0]!, what: `${file}${describeDecoding(error as Error)}` });
      }
      const before = done;
      done += rows.length;
      const isTold = done === to - from || Math.floor(done / TOLD) > Math.floor(before / TOLD);
      if (isTold) onPictures?.(done, to - from);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  if (broken.length > 0) throw brokenPictures(name, broken);
}

async function loadSharp(): Promise<typeof import('sharp')['default']> {
  return (await import('sharp').catch(cannotDecode)).default;
}

function cannotDecode(cause: unknown): never {
  const why = shortened((cause as Error).message.split('\n')[0]!, 200);
  throw new FairfrontError(
    'missing-runtime',
    `pictures are decoded by sharp, which cannot be loaded here (${why}); install it for this platform: npm install sharp`,
    { cause },
  );
}

/** What sharp says, in plain words. */
function describeDecoding({ message }: Error): string {
  if (/pixel limit/.test(message)) {
    return `it has more than ${MOST_PIXELS.toLocaleString('en-US')} pixels`;
  }
  if (/unsupported image format/.test(message)) return 'it is no picture of a known kind';
  return message.split('\n')[0]!;
}

function brokenPictures(
  name: string,
  broken: readonly { readonly row: number; readonly what: string }[],
): FairfrontError {
  const shown = [...broken]
    .sort((left, right) => left.row - right.row)
    .slice(0, BROKEN_SHOWN)
    .map(({ row, what }) => `row ${row + 1}: ${what}`);
  const left = broken.length - shown.length;
  const more = left === 0 ? '' : `; and ${left}${broken.length >= MOST_BROKEN ? ' or more' : ''} others`;
  return new FairfrontError(
    'bad-file',
    `column ${quoted([name])}: ${count(broken.length, 'picture')} cannot be read. ${shown.join('; ')}${more}. Mend them, or leave those rows out; \`imageFolder\` names the folder or tar where paths begin`,
  );
}
