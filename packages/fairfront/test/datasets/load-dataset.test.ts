import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adult } from '../../src/datasets/adult.js';
import { german } from '../../src/datasets/german.js';
import { datasetFiles, loadDataset, loadRecipe, sha256Of } from '../../src/datasets/load-dataset.js';
import { locateDataset } from '../../src/datasets/locate.js';
import type { DatasetRecipe } from '../../src/datasets/recipe.js';
import { expectRejected, insideFolder, madeFolder } from './data.js';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('checksums', () => {
  it('are those of the whole file, streamed', async () => {
    const bytes = randomBytes(200_001); // more than one chunk
    const { path } = madeFolder({ file: bytes });
    expect(await sha256Of(join(path, 'file'))).toBe(sha256(bytes));
  });

  it('of a gzipped file is that of its content, and a file that is cut off says so', async () => {
    const bytes = Buffer.from('a,b\n1,2\n');
    const packed = gzipSync(bytes);
    const { path } = madeFolder({ 'file.gz': packed, 'cut.gz': packed.subarray(0, 15) });
    expect(await sha256Of(join(path, 'file.gz'))).toBe(sha256(bytes));
    await expectRejected(sha256Of(join(path, 'cut.gz')), 'bad-file', 'cut.gz', 'damaged or cut off');
  });

  it('a changed file inside the package would be noticed', async () => {
    const folder = madeFolder({ 'german/german.data.gz': gzipSync('not German\n') });
    await expectRejected(loadRecipe(german, [folder]), 'bad-file', 'german.data.gz', 'expected b21f3d81');
  });

  it.each([adult, german])('of $name inside the package are right, of every file', async (recipe) => {
    const found = locateDataset(recipe, [insideFolder])!;
    expect(found.without).toEqual([]);
    for (const { path } of recipe.releases[0]!) {
      expect(await datasetFiles(found).checked(path)).toBe(join(insideFolder.path, `${path}.gz`));
    }
  });

  it('a wrong one is an error with file, found and expected', async () => {
    const folder = madeFolder({ 'adult/adult.data': 'not Adult\n' });
    await expectRejected(
      loadRecipe(adult, [folder]),
      'bad-file',
      join(folder.path, 'adult', 'adult.data'),
      `sha256 ${sha256(Buffer.from('not Adult\n'))}`,
      'expected 5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d',
      '`verify: false`',
    );
  });

  const recipe = (digest?: string): DatasetRecipe => ({
    ...adult,
    releases: [
      [
        { path: 'a/used', ...(digest === undefined ? {} : { sha256: digest }) },
        { path: 'a/unused', sha256: 'wrong' },
      ],
    ],
    load: async (files) => ({
      table: { rowCount: 0, columns: [] },
      notes: [await files.checked('a/used')],
    }),
  });

  it('any change of the file is noticed, and no other file is looked at', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 50 }), fc.nat(), async (bytes, at) => {
        const changed = Uint8Array.from(bytes, (byte, i) => (i === at % bytes.length ? byte ^ 1 : byte));
        const folder = madeFolder({ 'a/used': changed, 'a/unused': '' });
        await loadRecipe(recipe(sha256(changed)), [folder]);
        await expectRejected(loadRecipe(recipe(sha256(bytes)), [folder]), 'bad-file', 'a');
      }),
      { numRuns: 20 },
    );
  });

  it('are not asked for with verify: false, nor where none is known', async () => {
    const folder = madeFolder({ 'a/used': 'x', 'a/unused': '' });
    const { notes } = await loadRecipe(recipe('wrong'), [folder], { verify: false });
    expect(notes).toEqual([join(folder.path, 'a', 'used')]);
    await loadRecipe(recipe(), [folder]);
  });
});

describe('a dataset by its name', () => {
  const places = { environment: {}, home: '/nowhere', platform: 'linux' };

  it('comes with all that a task needs', async () => {
    const { label, table, columns, notes, encoderOptions, defaults } = await loadDataset(
      'adult:gender',
      places,
    );
    expect(label).toBe('adult:gender');
    expect(table.rowCount).toBe(30_162);
    expect(columns).toEqual(table.columns.map(({ name, kind }) => ({ name, kind })));
    expect(notes).toEqual(['2,399 rows with missing values left out']);
    expect(encoderOptions).toBe(adult.encoderOptions);
    expect(defaults).toEqual({ target: 'income', features: adult.features, groups: 'sex' });
  });

  it('takes a published split, and has no groups without a preset', async () => {
    const { label, defaults } = await loadDataset('adult', { ...places, datasetSplit: 0 });
    expect(label).toBe('adult');
    expect(defaults).not.toHaveProperty('groups');
    expect(defaults.splitting).toMatchObject({ kind: 'given', splits: [{ train: { length: 18_096 } }] });
  });

  it('is read from dataDir where that has it', async () => {
    const line = 'A11 6 A34 A43 1169 A65 A75 4 A91 A101 4 A121 67 A143 A152 2 A173 1 A192 A201 1';
    const { path } = madeFolder({ 'german/german.data': `${line}\n${line}\n` });
    const made = await loadDataset('german:age', { ...places, dataDir: path, verify: false });
    expect(made.table.rowCount).toBe(2);
    expect((await loadDataset('german:age', places)).table.rowCount).toBe(1_000);
  });

  it.each([
    [{ datasetSplit: 0 }, '`datasetSplit`: dataset german has no published splits; use `split`'],
    [{ dataDir: '/nowhere/at/all' }, '`dataDir`: there is no folder /nowhere/at/all'],
  ] as const)('%j is an error that names the option', async (options, message) => {
    await expectRejected(loadDataset('german', { ...places, ...options }), 'usage', message);
  });

  it('that is not there says where to get it and where to put it', async () => {
    await expectRejected(
      loadDataset('support2', places),
      'usage',
      'dataset support2 was not found. Looked in\n  /nowhere/.cache/fairfront/data (cache folder): no such folder\nGet it: ',
      'Put it into /nowhere/.cache/fairfront/data/support2; ',
    );
  });
});
