// A dataset as data of a task, wherever its files were read.

import type { EncoderOptions, Splitting, Table, TaskOptions } from '@fairfront/core';
import { definedOnly } from '../defined-only.js';
import type { Pictures } from '../pictures/pictures.js';
import type { ColumnReport } from '../read/read-options.js';
import type { DatasetName } from './dataset-name.js';
import type { DatasetContent } from './recipe.js';

/** A dataset's table with all that a task needs to know about it. */
export interface LoadedDataset {
  readonly table: Table;
  /** The name it was asked for by: adult:gender. */
  readonly label: string;
  /** The name without the preset: adult. */
  readonly dataset: string;
  readonly columns: readonly ColumnReport[];
  readonly notes: readonly string[];
  /** A picture for each row. */
  readonly pictures?: Pictures;
  readonly encoderOptions: EncoderOptions;
  /** Target, features, the preset's groups, and how rows are split where the data decides that. */
  readonly defaults: Partial<Omit<TaskOptions, 'groups'>> & { readonly groups?: string };
}

/** Makes data of a dataset's content. @param given the published split that is asked for */
export function datasetData(
  { recipe, preset }: DatasetName,
  content: DatasetContent,
  given?: Splitting,
): LoadedDataset {
  const { table, notes, pictures } = content;
  const { features = recipe.features, encoderOptions = recipe.encoderOptions } = content;
  const splitting =
    given ?? (recipe.splitBy === undefined ? undefined : ({ kind: 'drawn', by: recipe.splitBy } as const));
  return {
    table,
    label: preset === undefined ? recipe.name : `${recipe.name}:${preset.name}`,
    dataset: recipe.name,
    columns: table.columns.map(({ name, kind }) => ({ name, kind })),
    notes,
    ...(pictures && { pictures }),
    encoderOptions,
    defaults: {
      target: recipe.target,
      features,
      ...definedOnly({
        groups: preset?.groups,
        missingGroup: preset?.missingGroup,
        minGroup: preset?.minGroup,
        splitting,
      }),
    },
  };
}
