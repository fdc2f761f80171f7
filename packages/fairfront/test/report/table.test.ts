import { expect, it } from 'vitest';
import { formatTable } from '../../src/report/table.js';

it('aligns text left and numbers right, and leaves no trailing blanks', () => {
  const text = formatTable(
    [{ title: 'name', align: 'left' }, { title: 'n' }],
    [
      ['a', '10'],
      ['longer', '7'],
    ],
  );
  expect(text).toBe('name     n\n──────  ──\na       10\nlonger   7');
});

it('keeps a row on one line, and takes any number of rows', () => {
  const columns = [{ title: 'na\nme', align: 'left' as const }, { title: 'n' }];
  expect(
    formatTable(columns, [['a\nb\x1b[2J', '1']])
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual(['na\\nme       n', '───────────  ─', 'a\\nb\\x1b[2J  1']);
  const rows = Array.from({ length: 300_000 }, () => ['a', '1']);
  expect(formatTable(columns, rows).split('\n')).toHaveLength(rows.length + 2);
});
