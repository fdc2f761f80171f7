// Reads the rows of a CSV file, or of a piece of one: bytes in, columns out, one pass.

import { byteRoom, isUtf8, joinBytes, latin1Text, utf8Bytes, utf16Text } from '#bytes';
import type { CellStore } from '../../store/kept-cells.js';
import type { Declared, Grown, Missing } from '../columns/finished.js';
import type { NumberSpelling } from '../columns/number-spelling.js';
import { decodeLatin, type Encoding, notEncoded, zeroByte } from '../source/encoding.js';
import { ReadError } from '../source/read-error.js';
import { type CsvColumn, guessedColumn, levelColumn, numberColumn } from './csv-columns.js';
import { CsvTokens } from './csv-tokens.js';

/** What is to be read, and how. Plain data, so that a worker can be told. */
export interface CsvRowsTask {
  /** What a person calls the file. */
  readonly label: string;
  readonly delimiter: string;
  readonly lineEnd: '\n' | '\r';
  /** The line of the first row, from 1. */
  readonly line: number;
  /** Bytes of UTF-8 before the first row. */
  readonly skip: number;
  readonly encoding: Encoding;
  readonly names: readonly string[];
  readonly wanted: ReadonlySet<string>;
  readonly declared: Declared;
  readonly missing: Missing;
  readonly spelling: NumberSpelling;
  /** Bytes that will come, as far as is known: room is made for the rows in them. */
  readonly size: number;
}

export interface CsvRows {
  readonly rowCount: number;
  readonly finished: readonly Grown[];
  readonly notes: readonly string[];
  /** Whether a column was settled by fewer texts than are asked for: more rows might settle it otherwise. */
  readonly isUnsettled: boolean;
}

/** A record longer than this means that a quote is left open. */
const LONGEST_RECORD = 16 << 20;

/** A piece of CSV: where its bytes come from, and how they are rows. */
export interface CsvPiece {
  readonly task: CsvRowsTask;
  chunks(): AsyncIterable<Uint8Array>;
}

/**
 * Reads rows in one pass, block after block.
 * @param pieces with the same columns, read as one
 * @param onProgress told how many rows and bytes have been read
 * @param store where cells go that are not to stay in memory
 */
export async function readCsvRows(
  pieces: readonly CsvPiece[],
  onProgress: (rowCount: number, bytes: number) => void,
  store?: CellStore,
): Promise<CsvRows & { readonly starts: readonly number[] }> {
  const columns = createColumns(pieces[0]!.task, store);
  const size = pieces.reduce((sum, { task }) => sum + task.size, 0);
  const starts: number[] = [];
  let rowCount = 0;
  let bytesBefore = 0;
  for (const { task, chunks } of pieces) {
    starts.push(rowCount);
    const places = pieces[0]!.task.names.map((name) => task.names.indexOf(name));
    let bytesOfPiece = 0;
    await scanRecords(
      chunks(),
      task,
      (bytes, tokens, length) => {
        for (const [i, column] of columns.entries()) column?.add(bytes, tokens, places[i]!);
        if (rowCount === 0) {
          const expected = Math.ceil((1.1 * tokens.recordCount * size) / length);
          for (const column of columns) column?.reserve(expected);
        }
        rowCount += tokens.recordCount;
      },
      (bytesRead) => {
        bytesOfPiece = bytesRead;
        onProgress(rowCount, bytesBefore + bytesRead);
      },
    );
    bytesBefore += bytesOfPiece;
  }
  return {
    rowCount,
    starts,
    finished: columns.flatMap((column) => (column === undefined ? [] : [column.finish()])),
    notes: columns.flatMap((column) => column?.note ?? []),
    isUnsettled: columns.some((column) => column?.isUnsettled),
  };
}

/**
 * Cuts a file up into records and keeps none of them.
 * @param take is handed a block of records, and how many bytes they are; it is waited for
 * @param onProgress told after each chunk how many bytes have come
 */
export async function scanRecords(
  chunks: AsyncIterable<Uint8Array>,
  task: Pick<CsvRowsTask, 'label' | 'delimiter' | 'lineEnd' | 'line' | 'skip' | 'encoding' | 'names'>,
  take: (bytes: Uint8Array, tokens: CsvTokens, size: number) => void | Promise<void>,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const { label, names, lineEnd } = task;
  const lineEndByte = lineEnd.charCodeAt(0);
  const tokens = new CsvTokens(label, task.delimiter, names.length, task.line, lineEnd === '\r');
  /** @returns where the first record begins that is not whole */
  const takeRecords = async (bytes: Uint8Array, to: number, isLast: boolean): Promise<number> => {
    let position = 0;
    while (position < to) {
      const { line } = tokens;
      const next = tokens.scan(bytes, position, to, isLast);
      if (next === position) break;
      checkText(bytes.subarray(position, next), line, task);
      const taken = take(bytes, tokens, next - position);
      if (taken !== undefined) await taken;
      position = next;
    }
    return position;
  };
  const buffer = new RecordBuffer();
  let bytesRead = 0;
  let toSkip = task.skip;
  for await (const chunk of utf8Chunks(chunks, task)) {
    const skipped = Math.min(toSkip, chunk.length);
    toSkip -= skipped;
    bytesRead += chunk.length;
    const bytes = buffer.append(chunk.subarray(skipped));
    buffer.keepFrom(await takeRecords(bytes, bytes.lastIndexOf(lineEndByte) + 1, false));
    if (buffer.length > LONGEST_RECORD) {
      throw new ReadError(
        `${label}, line ${tokens.line}: the line is longer than ${LONGEST_RECORD >> 20} MB; is a quote left open before it?`,
      );
    }
    onProgress(bytesRead);
  }
  if (buffer.length > 0) {
    const bytes = buffer.append(utf8Bytes(lineEnd));
    await takeRecords(bytes, bytes.length, true);
  }
}

/** What is left of one chunk and the next, one behind the other in the same memory. */
class RecordBuffer {
  #bytes = byteRoom(0);
  length = 0;

  append(chunk: Uint8Array): Uint8Array {
    if (this.length + chunk.length > this.#bytes.length) {
      const larger = byteRoom(2 * (this.length + chunk.length));
      larger.set(this.#bytes.subarray(0, this.length));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.length);
    this.length += chunk.length;
    return this.#bytes.subarray(0, this.length);
  }

  keepFrom(start: number): void {
    this.#bytes.copyWithin(0, start, this.length);
    this.length -= start;
  }
}

/** By their place in the file; undefined for those that are not wanted. */
function createColumns(
  { names, wanted, declared, missing, spelling }: CsvRowsTask,
  store: CellStore | undefined,
): (CsvColumn | undefined)[] {
  return names.map((name) => {
    if (!wanted.has(name)) return undefined;
    if (declared.numeric.has(name)) return numberColumn(name, true, missing, spelling, store);
    return declared.categorical.has(name)
      ? levelColumn(name, true, missing, store)
      : guessedColumn(name, missing, spelling, store);
  });
}

/** The text in UTF-8, without a byte order mark. */
async function* utf8Chunks(
  chunks: AsyncIterable<Uint8Array>,
  { encoding, label }: Pick<CsvRowsTask, 'encoding' | 'label'>,
): AsyncGenerator<Uint8Array> {
  const recoded =
    encoding === 'utf-16' ? fromUtf16(chunks, label) : encoding === 'latin-1' ? fromLatin(chunks) : chunks;
  let first: Uint8Array | undefined = byteRoom(0); // until a mark could be in it
  for await (const bytes of recoded) {
    if (first === undefined) yield bytes;
    else {
      first = joinBytes([first, bytes]);
      if (first.length < MARK.length) continue;
      yield withoutMark(first);
      first = undefined;
    }
  }
  if (first !== undefined) yield withoutMark(first);
}

async function* fromLatin(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield utf8Bytes(decodeLatin(chunk));
}

const HALF_CHARACTER = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
/** A byte that no text in UTF-8 has. */
const NO_TEXT = Uint8Array.of(0xff);

/** Half a character becomes a byte that is no UTF-8, so that the check of the rows finds it, and its line. */
async function* fromUtf16(chunks: AsyncIterable<Uint8Array>, label: string): AsyncGenerator<Uint8Array> {
  const recode = (text: string): Uint8Array => {
    const bytes = utf8Bytes(text); // with U+FFFD for half a character; hardly any other text has one
    if (!HALF_CHARACTER.test(text)) return bytes;
    return joinBytes(text.split(HALF_CHARACTER).flatMap((piece) => [utf8Bytes(piece), NO_TEXT]));
  };
  let rest: Uint8Array = byteRoom(0); // half a character
  for await (const chunk of chunks) {
    const bytes = joinBytes([rest, chunk]);
    const whole = bytes.length - (bytes.length % 2);
    const isCut = whole > 0 && (bytes[whole - 1]! & 0xfc) === 0xd8;
    const end = isCut ? whole - 2 : whole;
    rest = bytes.slice(end);
    yield recode(utf16Text(bytes, 0, end));
  }
  if (rest.length > 0) throw notEncoded(`${label}, its last character`, 'utf-16');
}

const MARK = '\xef\xbb\xbf';

function withoutMark(bytes: Uint8Array): Uint8Array {
  return latin1Text(bytes, 0, MARK.length) === MARK ? bytes.subarray(MARK.length) : bytes;
}

/** @param bytes whole records, the first of which is in this line */
function checkText(
  bytes: Uint8Array,
  line: number,
  { label, encoding }: Pick<CsvRowsTask, 'label' | 'encoding'>,
): void {
  const zero = bytes.indexOf(0);
  if (zero < 0 && isUtf8(bytes)) return;
  let bad = line;
  for (let start = 0; start < bytes.length; bad++) {
    const end = bytes.indexOf(0x0a, start);
    const next = end < 0 ? bytes.length : end + 1;
    if ((zero >= 0 && zero < next) || !isUtf8(bytes.subarray(start, next))) break;
    start = next;
  }
  throw zero >= 0 ? zeroByte(label, bad, encoding) : notEncoded(`${label}, line ${bad}`, encoding);
}
