// Predicts a CSV file as it is read: every record goes out as it came, with what the model says behind it.

import { readChunks, utf8Bytes } from '#bytes';
import { type Finished, inMemory } from '../read/columns/finished.js';
import { levelColumn, numberColumn } from '../read/csv/csv-columns.js';
import { type CsvHead, type CsvHeadOptions, readCsvHead, spellingOf } from '../read/csv/csv-head.js';
import { scanRecords } from '../read/csv/csv-rows.js';
import type { CsvTokens } from '../read/csv/csv-tokens.js';
import { checkSameNames, type Source } from '../read/source/formats.js';
import { ReadError } from '../read/source/read-error.js';
import type { ModelColumn } from '../runs/object-rows.js';
import { type Batches, type Predicted, placesOf } from './batches.js';
import { csvCell, lineWriter, RecordTexts } from './csv-lines.js';

/** Takes rows with their predictions. */
export interface CsvSink {
  /** The first call. */
  begin(head: CsvHead): Promise<void>;
  /** A block of records. */
  add(bytes: Uint8Array, tokens: CsvTokens): void;
  /**
   * What the model says of all records that were added since the last call.
   * @param columns those of the model, as it got them
   */
  predicted(predicted: Predicted, columns: readonly Finished[]): Promise<void>;
  /** Waits until everything is written. */
  end(): Promise<void>;
}

/** Reads CSV files, predicts their rows batch after batch, and hands both to a sink. @returns notes of the reading */
export async function predictCsv(
  source: Source,
  columns: readonly ModelColumn[],
  batches: Batches,
  options: CsvHeadOptions,
  missing: ReadonlySet<string>,
  sink: CsvSink,
  onProgress: (rows: number, share: number | undefined) => void,
): Promise<readonly string[]> {
  const parts = source.parts ?? [source];
  const heads: CsvHead[] = [];
  for (const part of parts) heads.push(await readCsvHead(part, options));
  const [head] = heads as [CsvHead];
  checkSameLayout(parts, heads);
  const spelling = spellingOf(options);
  const places = placesOf(columns, head.names, source.label);
  await sink.begin(head);
  const builders = () =>
    columns.map(({ name, kind }) => {
      const column =
        kind === 'numeric' ? numberColumn(name, true, missing, spelling) : levelColumn(name, true, missing);
      column.reserve(batches.capacity);
      return column;
    });
  let building = builders();
  let rowCount = 0;
  const flush = async (): Promise<void> => {
    if (rowCount === 0) return;
    const finished = building.map((column) => inMemory(column.finish()));
    await sink.predicted(await batches.predict(rowCount, finished, spelling), finished);
    building = builders();
    rowCount = 0;
  };
  const hasSize = parts.every(({ gzipped }) => !gzipped);
  let before = 0;
  for (const [place, part] of parts.entries()) {
    const { delimiter, lineEnd, linesBefore, bytesBefore, names } = heads[place]!;
    const task = {
      label: part.label,
      delimiter,
      lineEnd: lineEnd === '\r' ? ('\r' as const) : ('\n' as const),
      line: linesBefore + 1,
      skip: bytesBefore,
      encoding: options.encoding ?? 'utf-8',
      names,
    };
    batches.beginFile(part.label);
    await scanRecords(
      readChunks(part),
      task,
      (bytes, tokens) => {
        if (tokens.recordCount === 0) return undefined;
        for (const [i, column] of building.entries()) column.add(bytes, tokens, places[i]!);
        sink.add(bytes, tokens);
        rowCount += tokens.recordCount;
        return rowCount >= batches.capacity ? flush() : undefined;
      },
      (bytes) => onProgress(batches.rowCount, hasSize ? (before + bytes) / source.size : undefined),
    );
    await flush();
    before += part.size;
  }
  await sink.end();
  return [...new Set(heads.flatMap(({ notes }) => notes))];
}

/** Refuses files whose records, written one below the other, would not be one table. */
function checkSameLayout(parts: readonly Source[], heads: readonly CsvHead[]): void {
  checkSameNames(parts.map(({ label }, i) => ({ label, names: heads[i]!.names })));
  const [first] = heads;
  const other = heads.findIndex(
    ({ names, delimiter }) =>
      delimiter !== first!.delimiter || names.some((name, i) => name !== first!.names[i]),
  );
  if (other < 0) return;
  const what = heads[other]!.delimiter === first!.delimiter ? 'order of columns' : 'delimiter';
  throw new ReadError(
    `${parts[other]!.label} has another ${what} than ${parts[0]!.label}, and records are written as they are read; predict these files one by one`,
  );
}

/** Writes CSV: the user's text of each record, delimiter and header, and behind it the new values. */
export function csvLines(
  classes: readonly string[],
  newNames: (names: readonly string[]) => readonly string[],
  options: CsvHeadOptions,
  write: (bytes: Uint8Array) => Promise<void>,
): CsvSink {
  const texts = new RecordTexts();
  let lines: ReturnType<typeof lineWriter>;
  let written: Promise<void> = Promise.resolve();
  return {
    begin: async ({ names, header, delimiter, lineEnd: found }) => {
      const lineEnd = found === '' ? '\n' : found;
      const cells = (all: readonly string[]): string =>
        all.map((name) => csvCell(name, delimiter)).join(delimiter);
      const own = header === '' ? cells(names) : header;
      await write(utf8Bytes(`${own}${delimiter}${cells(newNames(names))}${lineEnd}`));
      lines = lineWriter(classes, { delimiter, lineEnd, spelling: spellingOf(options) });
    },
    add: (bytes, tokens) => texts.add(bytes, tokens),
    predicted: async (predicted) => {
      const bytes = lines(texts, predicted);
      texts.clear();
      await written; // the next batch is read while this one is written
      written = write(bytes);
      written.catch(() => undefined); // it is thrown by whoever waits
    },
    end: () => written,
  };
}
