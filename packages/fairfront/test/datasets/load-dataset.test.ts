import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adult } from '../../src/datasets/adult.js';
import { sha256Of } from '../../src/datasets/checksum.js';
import { loadDataset } from '../../src/datasets/load-dataset.js';
import type { DatasetRecipe } from '../../src/datasets/recipe.js';
import { expectRejected, madeFolder } from './data.js';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('checksums', () => {
  it('are those of the whole file, streamed', async () => {
    const bytes = randomBytes(200_001); // more than one chunk
    const { path } = madeFolder({ file: bytes });
    expect(await sha256Of(join(path, 'file'))).toBe(sha256(bytes));
  });

  it('a wrong one is an error with file, found and expected', async () => {
    const folder = madeFolder({ 'adult/adult.data': 'not Adult\n' });
    await expectRejected(
      loadDataset(adult, [folder]),
      'bad-file',
      join(folder.path, 'adult', 'adult.data'),
      `sha256 ${sha256(Buffer.from('not Adult\n'))}`,
      'expected 5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d',
      '--no-verify',
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
        await loadDataset(recipe(sha256(changed)), [folder]);
        await expectRejected(loadDataset(recipe(sha256(bytes)), [folder]), 'bad-file', 'a');
      }),
      { numRuns: 20 },
    );
  });

  it('are not asked for with verify: false, nor where none is known', async () => {
    const folder = madeFolder({ 'a/used': 'x', 'a/unused': '' });
    const { notes } = await loadDataset(recipe('wrong'), [folder], { verify: false });
    expect(notes).toEqual([join(folder.path, 'a', 'used')]);
    await loadDataset(recipe(), [folder]);
  });
});
