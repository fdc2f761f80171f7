import { closeSync, openSync, readSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { ham10000 } from '../../src/datasets/ham10000.js';
import { loadHamImages } from '../../src/datasets/ham10000-images.js';
import { loadRecipe } from '../../src/datasets/load-dataset.js';
import type { Dataset } from '../../src/datasets/recipe.js';
import { describeReal, expectRejected, groupCounts, madeFolder, realFolder, texts } from './data.js';
import { makeTar } from './make-tar.js';

describeReal('HAM10000', 'ham10000', () => {
  let dataset: Dataset;
  beforeAll(async () => {
    dataset = await loadRecipe(ham10000, [realFolder]);
  });

  it('has 10,015 images of seven diagnoses and 7,470 lesions', () => {
    const { table } = dataset;
    expect(table.rowCount).toBe(10_015);
    expect(groupCounts(dataset, 'diagnosis')).toEqual({
      akiec: 327,
      bcc: 514,
      bkl: 1_099,
      df: 115,
      mel: 1_113,
      nv: 6_705,
      vasc: 142,
    });
    expect(new Set(texts(table, 'lesion_id')).size).toBe(7_470);
  });

  it('has rows in the order of the pixels, which are those of the file', () => {
    const { table, pixels } = dataset;
    expect(texts(table, 'image_id').slice(0, 3)).toEqual(['ISIC_0027615', 'ISIC_0029876', 'ISIC_0031193']);
    expect(pixels).toMatchObject({ height: 28, width: 28, channels: 3 });
    expect(pixels!.values).toHaveLength(10_015 * 28 * 28 * 3);
    // Skin is red before it is blue: channels are in order, and images begin where they should.
    const means = [0, 1, 2].map((channel) => {
      let sum = 0;
      for (let i = channel; i < pixels!.values.length; i += 3) sum += pixels!.values[i]!;
      return sum / (pixels!.values.length / 3);
    });
    expect(means[0]).toBeGreaterThan(means[1]! + 20);
    expect(means[0]).toBeGreaterThan(means[2]! + 20);
  });

  it('shows of the same lesion similar images: table and pixels belong together', () => {
    const { table, pixels } = dataset;
    const size = 28 * 28 * 3;
    const distance = (i: number, j: number): number => {
      let sum = 0;
      for (let k = 0; k < size; k++)
        sum += Math.abs(pixels!.values[i * size + k]! - pixels!.values[j * size + k]!);
      return sum / size;
    };
    const first = new Map<string, number>();
    let [same, other, pairs] = [0, 0, 0];
    texts(table, 'lesion_id').forEach((lesion, row) => {
      const before = first.get(lesion!);
      if (before === undefined) first.set(lesion!, row);
      else {
        same += distance(before, row);
        other += distance((before + 5_000) % table.rowCount, row);
        pairs++;
      }
    });
    expect(pairs).toBe(10_015 - 7_470);
    expect(same / pairs).toBeLessThan(0.8 * (other / pairs));
  });

  it('finds the 7,017 originals in their tar, and the rows they show', async () => {
    const { archive, rows } = await loadHamImages(dataset);
    expect(archive.names).toHaveLength(7_017);
    expect(new Set(rows).size).toBe(7_017);
    const images = texts(dataset.table, 'image_id');
    expect(Array.from(rows, (row) => `${images[row]}.jpg`)).toEqual(archive.names);
    const file = openSync(archive.path, 'r');
    const start = Buffer.alloc(2);
    const end = Buffer.alloc(2);
    for (let i = 0; i < archive.names.length; i += 500) {
      readSync(file, start, 0, 2, archive.offsets[i]!);
      readSync(file, end, 0, 2, archive.offsets[i]! + archive.lengths[i]! - 2);
      expect([start.toString('hex'), end.toString('hex')], archive.names[i]!).toEqual(['ffd8', 'ffd9']); // JPEG
    }
    closeSync(file);
  });
});

describe('HAM10000 made up', () => {
  const header = 'lesion_id,image_id,dx,dx_type,age,sex,localization';
  const lesion = (id: number, dx = 'nv', lesionId = `HAM_${id}`): string =>
    `${lesionId},ISIC_${id},${dx},histo,${40 + id},male,trunk`;
  const csv = (...lines: string[]): string => [header, ...lines, ''].join('\n');
  const metadata = csv(lesion(1), lesion(2, 'mel'), lesion(3));
  const order = csv(lesion(3), lesion(1), lesion(2, 'mel'));
  const pixelsOf = (images: number): Uint8Array =>
    Uint8Array.from({ length: images * 28 * 28 * 3 }, (_, i) => Math.floor(i / (28 * 28 * 3)));

  const load = (files: Record<string, string | Uint8Array>): Promise<Dataset> => {
    const named = Object.entries(files).map(([name, content]) => [`ham10000/${name}`, content]);
    return loadRecipe(ham10000, [madeFolder(Object.fromEntries(named))], { verify: false });
  };
  const loadIndexed = (index: string, images = 3): Promise<Dataset> =>
    load({
      'HAM10000_metadata.csv': metadata,
      'dermamnist_10015_index.csv': index,
      'dermamnist_10015_28x28x3_u8.bin': pixelsOf(images),
    });

  it('puts the metadata in the order of the index', async () => {
    const { table, pixels } = await loadIndexed(order);
    expect(texts(table, 'image_id')).toEqual(['ISIC_3', 'ISIC_1', 'ISIC_2']);
    expect(texts(table, 'dx')).toEqual(['nv', 'nv', 'mel']);
    expect(table.columns.find(({ name }) => name === 'age')).toMatchObject({
      values: Float64Array.of(43, 41, 42),
    });
    expect([pixels!.values[0], pixels!.values.at(-1)]).toEqual([0, 2]);
  });

  it('is the metadata alone without pixels, and says so', async () => {
    const { table, pixels, notes } = await load({ 'HAM10000_metadata.csv': metadata });
    expect(texts(table, 'image_id')).toEqual(['ISIC_1', 'ISIC_2', 'ISIC_3']);
    expect(pixels).toBeUndefined();
    expect(notes.join()).toContain('no pixels');
  });

  it.each([
    ['another diagnosis', csv(lesion(3), lesion(1, 'mel'), lesion(2, 'mel')), 'dx', '1 row (row 2)'],
    ['another lesion', csv(lesion(3), lesion(1), lesion(2, 'mel', 'HAM_9')), 'lesion_id', '1 row (row 3)'],
    ['an unknown image', csv(lesion(3), lesion(1), lesion(4)), 'image_id', '1 row (row 3)'],
    ['an image twice', csv(lesion(3), lesion(3), lesion(1)), 'image_id', '1 row (row 2)'],
    ['an image less', csv(lesion(3), lesion(1)), '2 images', '3'],
  ])('refuses an index with %s', async (_, index, ...parts) => {
    await expectRejected(loadIndexed(index), 'bad-file', 'dermamnist_10015_index.csv', ...parts);
  });

  it('refuses pixels of the wrong size', async () => {
    await expectRejected(loadIndexed(order, 2), 'bad-file', '4704 bytes', '3 images', '7056');
  });

  const jpegs = (names: readonly string[]): Uint8Array =>
    makeTar(names.map((name) => ({ name, content: Buffer.from(name) })));
  const loadImages = async (names: readonly string[], index = csv(lesion(2, 'mel'), lesion(1))) =>
    loadHamImages(
      await load({
        'HAM10000_metadata.csv': metadata,
        'ham10000_7017_index.csv': index,
        'ham10000_7017_64x64_jpeg.tar': jpegs(names),
      }),
    );

  it('pairs the images of the tar with rows', async () => {
    const { rows } = await loadImages(['ISIC_2.jpg', 'ISIC_1.jpg']);
    expect([...rows]).toEqual([1, 0]);
  });

  it.each([
    ['out of order', ['ISIC_1.jpg', 'ISIC_2.jpg'], '2 rows (rows 1, 2)'],
    ['too many', ['ISIC_2.jpg', 'ISIC_1.jpg', 'ISIC_3.jpg'], '1 row (row 3)'],
    ['too few', ['ISIC_2.jpg'], '1 row (row 2)'],
  ])('refuses a tar with images %s', async (_, names, message) => {
    await expectRejected(loadImages(names), 'bad-file', 'ham10000_7017_index.csv', message);
  });

  it('says what the images need', async () => {
    const dataset = await load({ 'HAM10000_metadata.csv': metadata });
    await expectRejected(
      loadHamImages(dataset),
      'usage',
      'ham10000_7017_64x64_jpeg.tar and ham10000/ham10000_7017_index.csv',
    );
  });
});
