// Random tables and random ways to write them as CSV, right and wrong.

import fc from 'fast-check';
import { mutatedBytes } from './mutations.js';

export interface CsvFile {
  readonly bytes: Uint8Array;
  /** What separates values. */
  readonly delimiter: string;
}

const delimiter = fc.constantFrom(',', ';', '\t', '|');

/** What people and programs write into cells. */
const oddText = fc.constantFrom(
  ...['', 'NA', 'NaN', 'nan', 'null', 'NULL', '?', ' NA ', ' ?', 'N', 'na', '-', 'true', 'x', 'y'],
  ...['1.', '.5', '+3', '1e3', '1E-3', '-0', '007', '00', '0', '0.0', '1_000', '5\u00a0', '1,5', '1.234,5'],
  ...['inf', '-Infinity', '1e999', '-nan', 'NAN', '+-5', '1e', '0x10', '１'],
  ...['#c', 'a"b', '"', "it's", '\\', '\\"', 'x;y', 'a,b', '\u2028', '\u0007'],
);

const anyText = fc.oneof(
  oddText,
  fc.integer({ min: -100, max: 1000 }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.string({
    unit: fc.constantFrom(...'ab",;\t|\n\r \'\\#01é😀\u00a0'),
    maxLength: 6,
  }),
);

const level = fc.constantFrom('a', 'b', 'c', ' a', 'b ', '', 'NA');
const number = fc.integer({ min: 0, max: 60 }).map(String);
const mostly = (text: fc.Arbitrary<string>, seldom: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 30, arbitrary: text }, { weight: 1, arbitrary: seldom });

const cells = (rowCount: number): fc.Arbitrary<string[]> =>
  fc.oneof(
    ...[anyText, level, mostly(number, fc.constantFrom('', '?', ' 7 ')), mostly(number, anyText)].map(
      (text) => fc.array(text, { minLength: rowCount, maxLength: rowCount }),
    ),
  );

const name = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom('Age', 'age', ' x ', 'é', 'a b', 'q"q', 'column_2') },
  { weight: 10, arbitrary: fc.string({ unit: fc.constantFrom(...'abcd_'), minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom('', '7', 'two\nlines') },
);

interface Writing {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly mark: string;
  readonly isEnded: boolean;
  /** By cell, over and over: how it is written. */
  readonly manners: readonly ('plain' | 'quoted' | 'padded')[];
  /** By line, over and over: whether a blank one comes before it. */
  readonly blanks: readonly boolean[];
}

const writing: fc.Arbitrary<Writing> = fc.record({
  delimiter,
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  mark: fc.constantFrom('', '\ufeff'),
  isEnded: fc.boolean(),
  manners: fc.oneof(
    fc.constant(['plain'] as const),
    fc.constant(['quoted'] as const),
    fc.array(fc.constantFrom('plain', 'quoted', 'padded'), { minLength: 1, maxLength: 20 }),
  ),
  blanks: fc.oneof(fc.constant([false]), fc.array(fc.boolean(), { minLength: 1, maxLength: 20 })),
});

/** RFC 4180: quotes where they must be, and where the manner asks for them. */
function write(header: readonly string[], columns: readonly (readonly string[])[], how: Writing): string {
  let written = 0;
  const cell = (text: string): string => {
    const manner = how.manners[written++ % how.manners.length];
    const mustQuote = text.includes(how.delimiter) || /[\r\n]|^\s*"/.test(text);
    if (manner === 'plain' && !mustQuote) return text;
    const quoted = `"${text.replaceAll('"', '""')}"`;
    return manner === 'padded' ? ` ${quoted}  ` : quoted;
  };
  const rows = columns[0]!.map((_, row) => columns.map((column) => column[row]!));
  const lines = [header, ...rows].map((row) => row.map(cell).join(how.delimiter));
  const isBlankBefore = (line: number): boolean =>
    line > 0 && columns.length > 1 && how.blanks[line % how.blanks.length]!;
  const text = lines.map((line, i) => (isBlankBefore(i) ? how.lineEnd + line : line)).join(how.lineEnd);
  return how.mark + text + (how.isEnded ? how.lineEnd : '');
}

/** Valid CSV of one to four columns. */
export const csvFile: fc.Arbitrary<CsvFile> = fc
  .record({ width: fc.integer({ min: 1, max: 4 }), rowCount: fc.integer({ min: 0, max: 60 }) })
  .chain(({ width, rowCount }) =>
    fc.record({
      header: fc.uniqueArray(name, { minLength: width, maxLength: width, selector: (each) => each.trim() }),
      columns: fc.array(cells(rowCount), { minLength: width, maxLength: width }),
      how: writing,
    }),
  )
  .map(({ header, columns, how }) => ({
    bytes: Buffer.from(write(header, columns, how)),
    delimiter: how.delimiter,
  }));

/** CSV in which something was changed that nobody meant to change. */
export const brokenCsvFile: fc.Arbitrary<CsvFile> = csvFile.chain((file) =>
  mutatedBytes(fc.constant(file.bytes)).map((bytes) => ({ ...file, bytes })),
);
