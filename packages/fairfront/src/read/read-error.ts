import { FairfrontError } from '@fairfront/core';

/** A file that cannot be read as a table: which, where, why, and the way out. Exit code 2. */
export class ReadError extends FairfrontError {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('bad-file', message, options);
    this.name = 'ReadError';
  }
}

/** What DuckDB says of a file, in our words. */
export function explainDuckDb(path: string, error: unknown): ReadError {
  const message = error instanceof Error ? error.message : String(error);
  const line = /CSV Error on Line: (\d+)/.exec(message)?.[1];
  const where = line === undefined ? path : `${path}, line ${line}`;
  return new ReadError(`${where}: ${reason(message)}`, { cause: error });
}

function reason(message: string): string {
  const ragged = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message);
  if (ragged !== null) {
    return `the line has ${ragged[2]} values, the table ${ragged[1]} columns; mend the line, or quote values that hold the delimiter`;
  }
  if (/unterminated quote/i.test(message)) {
    return 'a quoted value does not end where it should; double the quotes inside it ("") and close it';
  }
  if (/unicode|utf-?8/i.test(message)) {
    return 'the text is not UTF-8; save it as UTF-8, or say what it is: --encoding latin-1 or --encoding utf-16';
  }
  if (/Maximum line size/i.test(message)) return 'the line is too long; is a quote left open before it?';
  if (/state machine reached an invalid state/.test(message)) {
    return 'this is not regular CSV: line ends of two kinds, or quotes in odd places; save it again as plain CSV';
  }
  const [first = ''] = message.split('\n');
  const said = first.replace(/^([A-Z]\w* )+Error: /, '').trim();
  return /parquet|magic bytes|decompress|read enough bytes|corrupt/i.test(said)
    ? `the file is damaged or incomplete (${said})`
    : said;
}
