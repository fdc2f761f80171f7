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
