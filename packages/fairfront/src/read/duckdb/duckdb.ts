// DuckDB, embedded: a connection for each piece of work. Nothing is downloaded, nothing left behind, and no
// file touched but the one that is read: views in a stranger's database can name any other.

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, type DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import { shortened } from '@fairfront/core/internal';
import type { Source } from '../source/formats.js';
import { ReadError } from '../source/read-error.js';
import { WAL_NAMES } from '../source/source.js';

/** Holds rows on their way to us. With the default of 1 MB the threads that parse wait for each other. */
const STREAMING_BUFFER = '64MB';

/** Memory that a thread of DuckDB has at least. */
const THREAD_MEMORY = 64 << 20;

/**
 * Does a piece of work with a connection of its own.
 * @param folder for what does not fit in memory
 * @param allowed what the work may do beyond: `writes` a file, take no more `memory` than so many bytes
 */
export async function withDuckDb<Result>(
  source: Source,
  folder: string,
  work: (connection: DuckDBConnection, instance: DuckDBInstance) => Promise<Result>,
  { writes, memory }: { readonly writes?: string; readonly memory?: number } = {},
): Promise<Result> {
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    temp_directory: join(folder, 'duckdb'),
  });
  const connection = await instance.connect();
  const interrupt = (): void => connection.interrupt(); // or the process waits for the query's end
  process.once('exit', interrupt);
  try {
    const files = (source.parts ?? [source]).flatMap(({ path, original }) => [
      path,
      original,
      ...WAL_NAMES.map((name) => original + name),
    ]);
    if (writes !== undefined) files.push(writes);
    if (memory !== undefined) {
      const threads = Math.max(1, Math.min(availableParallelism(), Math.floor(memory / THREAD_MEMORY)));
      await connection.run(
        `SET memory_limit = '${Math.floor(memory / 2 ** 20)}MiB'; SET threads = ${threads}`,
      );
    }
    await connection.run(`SET streaming_buffer_size = '${STREAMING_BUFFER}';
      SET allowed_paths = [${files.map(sqlText)}];
      SET enable_external_access = false;
      SET lock_configuration = true`);
    return await work(connection, instance);
  } finally {
    process.removeListener('exit', interrupt);
    connection.closeSync();
    instance.closeSync();
  }
}

/** Queries a few rows, as plain values. */
export async function queryRows(connection: DuckDBConnection, sql: string): Promise<unknown[][]> {
  return (await connection.runAndReadAll(sql)).getRowsJS();
}

/** Views a column's numbers in DuckDB's memory, as long as the chunk lasts; NULLs are undefined. */
export function doubles(chunk: DuckDBDataChunk, column: number): Float64Array {
  const { buffer, byteOffset } = rawData(chunk, column, Float64Array.BYTES_PER_ELEMENT);
  return new Float64Array(buffer, byteOffset, chunk.rowCount);
}

/** The same for numbers of 16 bits. */
export function shorts(chunk: DuckDBDataChunk, column: number): Uint16Array {
  const { buffer, byteOffset } = rawData(chunk, column, Uint16Array.BYTES_PER_ELEMENT);
  return new Uint16Array(buffer, byteOffset, chunk.rowCount);
}

/** The same for numbers of 8 bits. */
export function bytes(chunk: DuckDBDataChunk, column: number): Uint8Array {
  return rawData(chunk, column, 1);
}

function rawData(chunk: DuckDBDataChunk, column: number, bytesEach: number): Uint8Array {
  return duckdb.vector_get_data(
    duckdb.data_chunk_get_vector(chunk.chunk, column),
    chunk.rowCount * bytesEach,
  );
}

/** The files of a source as SQL: one, or a list. */
export function sqlFiles({ path, parts }: Source): string {
  return parts === undefined ? sqlText(path) : `[${parts.map((part) => sqlText(part.path))}]`;
}

/** Writes a text as SQL. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Puts what DuckDB says about a file into our words. */
export function explainDuckDb(path: string, error: unknown): ReadError {
  const message = error instanceof Error ? error.message : String(error);
  const [first = ''] = message.split('\n');
  const said = shortened(first, 300)
    .replace(/^([A-Z]\w* )+Error: /, '')
    .replace(
      /^Cannot access .* - file system operations.*/,
      (all) => `${all.split(' - ')[0]}: no file is read but this one`,
    )
    .trim();
  const isDamaged = /parquet|magic bytes|decompress|read enough bytes|corrupt/i.test(said);
  return new ReadError(`${path}: ${isDamaged ? `the file is damaged or incomplete (${said})` : said}`, {
    cause: error,
  });
}
