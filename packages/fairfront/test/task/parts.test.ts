import { symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { expectUsageError, inspectJson, inspectLive, madeFiles } from '../inspect/run-inspect.js';

const TASK = ['--target', 'y', '--groups', 'sex', '--min-group', '5'];

/** @param note by row */
function rows(count: number, note: (row: number) => string = (row) => `n${row % 4}`): string {
  const lines = Array.from(
    { length: count },
    (_, row) => `${row % 2 === 0 ? 'F' : 'M'},${row % 7},${note(row)},${row % 4 < 2 ? 'no' : 'yes'}`,
  );
  return `sex,x,note,y\n${lines.join('\n')}\n`;
}

function partArgs(paths: readonly string[]): string[] {
  return ['--train', '--validation', '--test'].flatMap((option, i) => [option, paths[i]!]);
}

describe('a file for each part', () => {
  it.each([0, 1, 2])(
    'a text that makes no category in file %d is used of none, and it is said',
    async (at) => {
      const paths = madeFiles(
        Object.fromEntries(
          ['a.csv', 'b.csv', 'c.csv'].map((name, i) => [
            name,
            i === at ? rows(10_020, (row) => `text ${row}`) : rows(40),
          ]),
        ),
      );
      const { kinds, roles, featureColumns, notes } = await inspectJson(...partArgs(paths), ...TASK);
      expect(kinds).toEqual({ sex: 'categorical', x: 'numeric', note: 'text', y: 'categorical' });
      expect(roles['note']).toBe('not used');
      expect(featureColumns).toEqual(['x']);
      const others = paths.filter((_, i) => i !== at);
      expect(notes).toContain(
        `"note" of ${others.join(', ')} is not used either, since it makes no category in ${paths[at]}`,
      );
      await expectUsageError(
        [...partArgs(paths), ...TASK, '--features', 'note'],
        'features: column "note" has so many different texts',
        'add --categorical note',
      );
    },
  );

  it('must have the same columns otherwise', async () => {
    const paths = madeFiles({ 'a.csv': rows(40), 'b.csv': rows(40), 'c.csv': 'sex,y\nF,no\nM,yes\n' });
    await expectUsageError([...partArgs(paths), ...TASK], 'c.csv lacks "x", "note", compared with ');
  });

  it('must be three files, however their paths are written', async () => {
    const [a, b] = madeFiles({ 'a.csv': rows(40), 'b.csv': rows(40) }) as [string, string];
    const link = join(dirname(a), 'link.csv');
    symlinkSync(a, link);
    for (const again of [a, relative('.', a), link]) {
      await expectUsageError(
        [...partArgs([a, b, again]), ...TASK],
        `--train and --test are the same, ${again}; a row belongs to one part`,
      );
    }
    await expectUsageError(partArgs([a, '-', '-']), '--validation and --test are the same, standard input');
    await expectUsageError([...partArgs([a, b, 'nosuch.csv'])], 'cannot read nosuch.csv');
  });

  it('refuse what is for datasets by name', async () => {
    const paths = madeFiles({ 'a.csv': rows(40), 'b.csv': rows(40), 'c.csv': rows(40) });
    await expectUsageError(
      [...partArgs(paths), ...TASK, '--dataset-split', '0', '--no-verify'],
      '--dataset-split, --no-verify: for datasets by name only, and what --train names is read as a file',
    );
  });
});

describe('progress of reading', () => {
  it('names no total that nobody knows', async () => {
    const [gzipped, plain] = madeFiles({ 'a.csv.gz': gzipSync(rows(40)), 'a.csv': rows(40) });
    expect((await inspectLive(gzipped!)).err).toBe('\r\x1b[Kreading rows: 40\r\x1b[K');
    expect((await inspectLive(plain!)).err).toContain('reading rows: 40 of 40');
  });

  it('is cleared also where reading fails', async () => {
    const [broken] = madeFiles({ 'broken.csv': `${rows(40)}F,1\n` });
    const { code, err } = await inspectLive(broken!);
    expect(code).toBe(2);
    expect(err).toContain('\r\x1b[Kerror: ');
  });
});
