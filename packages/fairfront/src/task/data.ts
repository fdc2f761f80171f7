// Data as a task is made of them: a table, and what is known of it beyond its cells.

import {
  type EncoderOptions,
  findColumn,
  type LabelOptions,
  type Table,
  type TaskOptions,
} from '@fairfront/core';
import type { Backbone } from '@fairfront/neural';
import type { Pictures } from '../pictures/pictures.js';
import type { ColumnReport, RowCache } from '../read/read-options.js';
import { UsageError } from '../usage-error.js';

/** A table with what is known of it. What `readTable` and `loadData` return can be handed on as it is. */
export interface Data {
  readonly table: Table;
  /** What a person calls the data. Default "table". */
  readonly label?: string;
  /** Every column of the source, also those that are not in the table. */
  readonly columns?: readonly ColumnReport[];
  /** What a person should know of how it was read. */
  readonly notes?: readonly string[];
  /** Where the rows are kept, if they do not fit into memory; the matrices of a fit are kept there too. */
  readonly cache?: RowCache;
  /** The dataset known by name that this is. */
  readonly dataset?: string;
  /** How a dataset by name is encoded. */
  readonly encoderOptions?: EncoderOptions;
  /** One picture for each row of the table. */
  readonly pictures?: Pictures;
  /** What a backbone made of the pictures, as columns of the table. */
  readonly backbone?: BackboneColumns;
  /** What of the task the data themselves decide. */
  readonly defaults?: Partial<DataDefaults>;
}

/** A task as data may decide it: with one family of groups. */
export type DataDefaults = Omit<TaskOptions, 'groups'> & Pick<LabelOptions, 'groups'>;

/** Data of which everything is known. */
export type LoadedData = Required<Omit<Data, Unknown>> & Pick<Data, Unknown>;
type Unknown = 'dataset' | 'pictures' | 'backbone' | 'cache';

/** Columns of a table that a backbone made of its pictures. */
export interface BackboneColumns {
  /** The column of the pictures. */
  readonly column: string;
  readonly backbone: Backbone;
  /** One for each of the backbone's features. */
  readonly columns: readonly string[];
}

/** Fills in what is not known of data, and leaves out columns. */
export function completeData(data: Table | Data, ignore: readonly string[] = []): LoadedData {
  const isObject = typeof data === 'object' && data !== null;
  const given: Data = isObject && 'table' in data ? data : { table: data as Table };
  if (given.table?.columns === undefined) {
    throw new UsageError('the data must be a table, or what readTable or loadData returns');
  }
  const { table, label = 'table', notes = [], encoderOptions = {}, defaults = {} } = given;
  const columns = given.columns ?? table.columns.map(({ name, kind }) => ({ name, kind }));
  const ignored = new Set(ignore);
  const names = new Set(columns.map(({ name }) => name));
  for (const name of ignored) if (!names.has(name)) findColumn(table, name, '`ignore`');
  const isUsed = ({ name }: { readonly name: string }): boolean => !ignored.has(name);
  return {
    ...given,
    table: { ...table, columns: table.columns.filter(isUsed) },
    label,
    columns: columns.map((column) => (isUsed(column) ? column : { ...column, kind: 'ignored' })),
    notes,
    encoderOptions,
    defaults: {
      ...defaults,
      ...(defaults.features && { features: defaults.features.filter((name) => !ignored.has(name)) }),
    },
  };
}
