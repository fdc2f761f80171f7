import { prepareTask } from '@fairfront/core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { ham10000 } from '../../src/datasets/ham10000.js';
import { ham10000At64 } from '../../src/datasets/ham10000-pictures.js';
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
    const { table, pictures } = dataset;
    expect(texts(table, 'image_id').slice(0, 3)).toEqual(['ISIC_0027615', 'ISIC_0029876', 'ISIC_0031193']);
    expect(pictures).toMatchObject({ column: 'image_id', height: 28, width: 28 });
    expect(pictures!.values).toHaveLength(10_015 * 28 * 28 * 3);
    // Skin is red before it is blue: channels are in order, and images begin where they should.
    const means = [0, 1, 2].map((channel) => {
      let sum = 0;
      for (let i = channel; i < pictures!.values.length; i += 3) sum += pictures!.values[i]!;
      return sum / (pictures!.values.length / 3);
    });
    expect(means[0]).toBeGreaterThan(means[1]! + 20);
    expect(means[0]).toBeGreaterThan(means[2]! + 20);
  });

  it('shows of the same lesion similar images: table and pixels belong together', () => {
    const { table, pictures } = dataset;
    const size = 28 * 28 * 3;
    const distance = (i: number, j: number): number => {
      let sum = 0;
      for (let k = 0; k < size; k++)
        sum += Math.abs(pictures!.values[i * size + k]! - pictures!.values[j * size + k]!);
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

  it('decodes the 7,017 originals at 64 × 64, each for its row', async () => {
    const { table, pictures } = await loadRecipe(ham10000At64, [realFolder]);
    expect(table.rowCount).toBe(7_017);
    expect(pictures).toMatchObject({ column: 'image_id', height: 64, width: 64 });
    // The same lesion at 28 × 28 is about as bright: both are of the same row.
    const small = new Map(texts(dataset.table, 'image_id').map((id, row) => [id, row]));
    const mean = (values: Uint8Array, row: number, size: number): number =>
      values.subarray(row * size, (row + 1) * size).reduce((sum, value) => sum + value, 0) / size;
    let [same, other] = [0, 0];
    const images = texts(table, 'image_id');
    for (let row = 0; row < 1000; row++) {
      const own = mean(pictures!.values, row, 64 * 64 * 3);
      const there = small.get(images[row]!)!;
      same += Math.abs(own - mean(dataset.pictures!.values, there, 28 * 28 * 3));
      other += Math.abs(own - mean(dataset.pictures!.values, (there + 5_000) % 10_015, 28 * 28 * 3));
    }
    expect(same).toBeLessThan(0.25 * other);
    // Each of the study's splits has enough of every diagnosis, also of the rarest.
    const { target, features, splitBy, presets } = ham10000At64;
    const { groups, minGroup } = presets[0]!;
    for (const seed of [1, 2, 3, 4, 5]) {
      const splitting = { kind: 'drawn', seed, by: splitBy! } as const;
      const task = prepareTask(table, { target, features, groups, minGroup: minGroup!, splitting });
      expect(task.groups.names).toHaveLength(7);
    }
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
    const { table, pictures } = await loadIndexed(order);
    expect(texts(table, 'image_id')).toEqual(['ISIC_3', 'ISIC_1', 'ISIC_2']);
    expect(texts(table, 'dx')).toEqual(['nv', 'nv', 'mel']);
    expect(table.columns.find(({ name }) => name === 'age')).toMatchObject({
      values: Float64Array.of(43, 41, 42),
    });
    expect([pictures!.values[0], pictures!.values.at(-1)]).toEqual([0, 2]);
  });

  it('is the metadata alone without pixels, and says so', async () => {
    const { table, pictures, notes } = await load({ 'HAM10000_metadata.csv': metadata });
    expect(texts(table, 'image_id')).toEqual(['ISIC_1', 'ISIC_2', 'ISIC_3']);
    expect(pictures).toBeUndefined();
    expect(notes.join()).toContain('no pictures');
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

  const loadImages = async (names: readonly string[]): Promise<Dataset> => {
    const red = { width: 80, height: 64, channels: 3 as const, background: '#ff0000' };
    const content = await sharp({ create: red }).jpeg().toBuffer();
    const files = {
      'ham10000/HAM10000_metadata.csv': metadata,
      'ham10000/ham10000_7017_index.csv': csv(lesion(2, 'mel'), lesion(1)),
      'ham10000/ham10000_7017_64x64_jpeg.tar': makeTar(names.map((name) => ({ name, content }))),
    };
    return loadRecipe(ham10000At64, [madeFolder(files)], { verify: false });
  };

  it('pairs the pictures of the tar with the rows of their index', async () => {
    const { table, pictures } = await loadImages(['ISIC_1.jpg', 'ISIC_3.jpg', 'ISIC_2.jpg']);
    expect(texts(table, 'image_id')).toEqual(['ISIC_2', 'ISIC_1']);
    expect(texts(table, 'dx')).toEqual(['mel', 'nv']);
    expect(pictures!.values).toHaveLength(2 * 64 * 64 * 3);
    expect(pictures!.values[0]).toBeGreaterThan(250);
  });

  it('refuses a tar without a picture of the index', async () => {
    await expectRejected(loadImages(['ISIC_2.jpg']), 'bad-file', 'row 2: ISIC_1.jpg', 'no such file');
  });
});
