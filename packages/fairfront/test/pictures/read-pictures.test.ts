import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { columnOfTexts, createTable, type Table } from '@fairfront/core';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPictures, type PictureRequest, readPictures } from '../../src/pictures/read-pictures.js';
import { loadData } from '../../src/task/load-data.js';
import { expectRejected } from '../datasets/data.js';
import { makeTar } from '../datasets/make-tar.js';
import { workFolder } from '../runs/run-fit.js';

const folder = workFolder();
const plain = (width: number, height: number, background: string | object): Sharp =>
  sharp({ create: { width, height, channels: 3, background: background as string } });
const save = async (name: string, picture: Sharp): Promise<void> => {
  await picture.toFile(join(folder, name));
};
const tableOf = (cells: readonly (string | undefined)[]): Table =>
  createTable([
    columnOfTexts(
      'path',
      cells.map((cell) => cell),
    ),
  ]);
const read = (cells: readonly (string | undefined)[], request: Partial<PictureRequest> = {}) =>
  readPictures(tableOf(cells), { column: 'path', size: 4, folder, ...request });
/** The first pixel of a row's picture. */
const firstPixel = (values: Uint8Array, row: number, size = 4): number[] => [
  ...values.subarray(row * size * size * 3, row * size * size * 3 + 3),
];

/** Left half one colour, right half another. */
async function halves(left: string, right: string, width = 16, height = 8): Promise<Sharp> {
  const half = await plain(width / 2, height, right)
    .png()
    .toBuffer();
  return plain(width, height, left).composite([{ input: half, left: width / 2, top: 0 }]);
}

beforeAll(async () => {
  await save('red.png', plain(8, 8, '#ff0000'));
  await save('green.png', plain(8, 8, '#00ff00'));
});

describe('a picture becomes 8-bit red, green and blue', () => {
  it('of every kind', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    await save('clear.png', sharp({ create: { width: 8, height: 8, channels: 4, background: clear } }));
    await save('grey.png', plain(8, 8, '#808080').toColourspace('b-w'));
    await save('deep.png', plain(8, 8, '#ff8000').toColourspace('rgb16'));
    await save('print.jpg', plain(8, 8, '#ffffff').toColourspace('cmyk').jpeg({ quality: 100 }));
    const { values } = await read(['clear.png', 'grey.png', 'deep.png', 'print.jpg', 'red.png']);
    expect(values).toHaveLength(5 * 4 * 4 * 3);
    expect(firstPixel(values, 0)).toEqual([255, 255, 255]); // on white
    expect(firstPixel(values, 1)).toEqual([128, 128, 128]);
    expect(firstPixel(values, 2)).toEqual([255, 128, 0]);
    for (const value of firstPixel(values, 3)) expect(value).toBeGreaterThan(245);
    expect(firstPixel(values, 4)).toEqual([255, 0, 0]);
  });

  it('turned as the camera held it', async () => {
    // Orientation 6: to be turned by 90 degrees clockwise, so what was left is above.
    await save('turned.png', (await halves('#ff0000', '#0000ff', 8)).withMetadata({ orientation: 6 }));
    const { values } = await read(['turned.png']);
    expect(firstPixel(values, 0)).toEqual([255, 0, 0]);
    expect([...values.slice(3 * 3, 3 * 4)]).toEqual([255, 0, 0]);
    expect([...values.slice(-3)]).toEqual([0, 0, 255]);
  });

  it('of the square in its middle', async () => {
    const sides = await halves('#ff0000', '#0000ff', 40, 10);
    await save('wide.png', sides);
    const { values } = await read(['wide.png'], { size: 10 });
    expect(firstPixel(values, 0, 10)).toEqual([255, 0, 0]);
    expect([...values.slice(9 * 3, 10 * 3)]).toEqual([0, 0, 255]);
    let red = 0;
    for (let i = 0; i < values.length; i += 3) if (values[i]! > 127) red++;
    expect(red).toBe(50);
  });
});

describe('a cell', () => {
  it('is a path, or the picture itself', async () => {
    const bytes = await plain(8, 8, '#0000ff').webp({ lossless: true }).toBuffer();
    const { values } = await read(['red.png', `data:image/webp;base64,${bytes.toString('base64')}`]);
    expect([firstPixel(values, 0), firstPixel(values, 1)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ]);
  });

  it('that comes again has its picture again, decoded once', async () => {
    const told: number[][] = [];
    const cells = Array.from({ length: 250 }, (_, row) => (row % 2 === 0 ? 'red.png' : 'green.png'));
    const { values } = await read(cells, { onPictures: (...how) => told.push(how) });
    expect(firstPixel(values, 248)).toEqual([255, 0, 0]);
    expect(firstPixel(values, 249)).toEqual([0, 255, 0]);
    expect(told).toEqual([
      [125, 250],
      [250, 250],
    ]);
  });

  it('is read for some of the rows', async () => {
    const table = tableOf(['no.png', 'green.png', 'no.png']);
    const pictures = await openPictures(table, { column: 'path', size: 4, folder });
    const values = await pictures.read(1, 2);
    expect(values).toHaveLength(48);
    expect(firstPixel(values, 0)).toEqual([0, 255, 0]);
    await pictures.close();
  });

  it('names a file of a tar', async () => {
    const tar = join(folder, 'some.tar');
    const content = await plain(8, 8, '#00ff00').png().toBuffer();
    writeFileSync(tar, makeTar([{ name: './deep/green.png', content }]));
    const { values } = await read(['deep/green.png'], { folder: tar });
    expect(firstPixel(values, 0)).toEqual([0, 255, 0]);
    const away = read(['../green.png', '/green.png', 'green.png'], { folder: tar });
    await expectRejected(
      away,
      'bad-file',
      'row 1: ../green.png: a path inside a tar begins',
      'row 2: /green.png',
    );
    await expectRejected(read(['green.png'], { folder: tar }), 'bad-file', 'the tar has no such file');
  });
});

describe('what is no picture', () => {
  it('is told with row, column and file', async () => {
    writeFileSync(join(folder, 'empty.png'), '');
    writeFileSync(join(folder, 'text.png'), 'no picture');
    const whole = await plain(64, 64, '#123456').png().toBuffer();
    writeFileSync(join(folder, 'half.png'), whole.subarray(0, whole.length / 2));
    mkdirSync(join(folder, 'folder.png'));
    const bad = read(['red.png', 'empty.png', 'text.png', undefined, 'gone.png', 'folder.png']);
    await expectRejected(
      bad,
      'bad-file',
      'column "path": 5 pictures cannot be read',
      'row 2: empty.png: it is empty',
      'row 3: text.png: it is no picture of a known kind',
      'row 4: there is no picture',
      'row 5: gone.png: there is no such file',
      'row 6: folder.png: it is a folder',
      '`imageFolder`',
    );
    await expectRejected(read(['half.png']), 'bad-file', 'row 1: half.png');
  });

  it('is not told a hundred times', async () => {
    const cells = Array.from({ length: 500 }, (_, i) => `gone-${i}.png`);
    const error = await read(cells).catch((refused: Error) => refused.message);
    expect(error).toMatch(/row 1: gone-0.png.*; and \d+ or more others/);
    expect(String(error).length).toBeLessThan(600);
  });

  it('may not unpack to more pixels than fit in memory', async () => {
    const huge = `<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"/>`;
    const cell = `data:image/svg+xml;base64,${Buffer.from(huge).toString('base64')}`;
    await expectRejected(read([cell]), 'bad-file', 'row 1: a picture in the table', '268,435,456 pixels');
  });

  it('may not have lines of millions of pixels', async () => {
    // A right header, and data that nobody gets to see.
    const png = await plain(8, 8, '#ff0000').png().toBuffer();
    png.writeUInt32BE(4_000_000, 16);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    writeFileSync(join(folder, 'line.png'), png);
    await expectRejected(
      read(['line.png']),
      'bad-file',
      'row 1: line.png: it has a side of more than 65,535',
    );
  });

  it.runIf(existsSync('/dev/zero'))('may not be a device', async () => {
    await expectRejected(read(['/dev/zero']), 'bad-file', 'row 1: /dev/zero: it is a device or a pipe');
  });

  it('has a folder that is not there', async () => {
    await expectRejected(read(['a.png'], { folder: join(folder, 'nowhere') }), 'usage', '`imageFolder: ');
  });
});

describe('data with pictures', () => {
  it('of a CSV file has its pictures beside it', async () => {
    const path = join(folder, 'lesions.csv');
    writeFileSync(path, 'path,dx\nred.png,a\ngreen.png,b\n');
    const { pictures } = await loadData(path, { image: 'path', imageSize: 6 });
    expect(pictures).toMatchObject({ column: 'path', height: 6, width: 6 });
    expect(firstPixel(pictures!.values, 1, 6)).toEqual([0, 255, 0]);
    await expectRejected(loadData(path, { image: 'pth' }), 'bad-file', '`image`', 'no column "pth"');
    await expectRejected(loadData(path, { imageSize: 6 }), 'usage', '`imageSize` is for pictures');
    await expectRejected(loadData('german', { image: 'path' }), 'usage', '`image`', 'recipe of german');
  });

  it.each(['bytes', 'struct'])('of a Parquet file has them as %s', async (form) => {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const connection = await (await DuckDBInstance.create()).connect();
    const path = join(folder, `${form}.parquet`);
    const files = ['red.png', 'green.png'].map((name) => join(folder, name));
    const cell = form === 'bytes' ? 'content' : "{ 'bytes': content, 'path': filename }";
    await connection.run(
      `COPY (SELECT ${cell} AS image, row_number() OVER () AS n FROM read_blob([${files.map((file) => `'${file}'`)}])) TO '${path}' (FORMAT parquet)`,
    );
    const { table, pictures } = await loadData(path, { image: 'image', imageSize: 4 });
    const order = (table.columns[1] as { values: Float64Array }).values;
    expect([...order].sort()).toEqual([1, 2]);
    const pixels = [0, 1].map((row) => firstPixel(pictures!.values, row).join());
    expect(pixels.sort()).toEqual(['0,255,0', '255,0,0']);
    await expectRejected(loadData(path), 'bad-file', 'column "image" holds');
  });

  it('of a SQLite file has them as bytes', async () => {
    const { default: sqlite } = await import('node-sqlite3-wasm');
    const path = join(folder, 'pictures.sqlite');
    const database = new sqlite.Database(path);
    database.run('CREATE TABLE lesions (picture, n)');
    const bytes = await plain(8, 8, '#0000ff').png().toBuffer();
    database.run('INSERT INTO lesions VALUES (?, 1), (?, 2)', [new Uint8Array(bytes), 'red.png']);
    database.close();
    const { pictures } = await loadData(path, { image: 'picture', imageSize: 4 });
    expect([firstPixel(pictures!.values, 0), firstPixel(pictures!.values, 1)]).toEqual([
      [0, 0, 255],
      [255, 0, 0],
    ]);
  });
});
