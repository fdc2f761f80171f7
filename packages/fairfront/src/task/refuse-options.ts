// Options that would have no effect on the data named are refused, not passed over.

import { quoted } from '@fairfront/core/internal';
import type { DatasetRecipe } from '../datasets/recipe.js';
import { UsageError } from '../usage-error.js';
import type { DataOptions } from './data-options.js';

/** What a dataset's recipe settles. */
export function refuseForDataset({ name, features }: DatasetRecipe, options: DataOptions): void {
  const complaints = [
    complaint(`the recipe of ${name} says how its files are read`, {
      '--categorical': options.categorical,
      '--numeric': options.numeric,
      '--missing': options.missing,
      '--columns': options.columns,
      '--skip-lines': options.skipLines,
      '--delimiter': options.delimiter,
      '--encoding': options.encoding,
      '--format': options.format,
      '--table': options.table,
      '--sql': options.sql,
    }),
    complaint(`what a model may see of ${name} is settled by its recipe, whatever the groups`, {
      '--groups-as-features': options.groupsAsFeatures,
    }),
    complaint(`${name} is encoded as its recipe says, after the literature`, {
      '--min-level-rows': options.minLevelRows,
    }),
  ].flat();
  if (complaints.length > 0) throw new UsageError(complaints.join('\n'));
  const others = options.features?.filter((feature) => !features.includes(feature)) ?? [];
  if (others.length > 0) {
    throw new UsageError(
      `--features: ${quoted(others)}: not among the features of ${name}, and its recipe lets a model see no other column; choose among ${quoted(features)}`,
    );
  }
}

/** What only datasets by name have. @param label what is read as a file */
export function refuseForFile(label: string, options: DataOptions): void {
  const complaints = complaint(`for datasets by name only, and ${label} is read as a file`, {
    '--dataset-split': options.datasetSplit,
    '--data-dir': options.dataDir,
    '--no-verify': options.verify === false,
  });
  if (complaints.length > 0) throw new UsageError(complaints.join('\n'));
}

/** @returns none where none of the options is given */
function complaint(reason: string, options: Readonly<Record<string, unknown>>): string[] {
  const given = Object.keys(options).filter((name) => options[name] !== undefined && options[name] !== false);
  if (given.length === 0) return [];
  return [`${given.join(', ')}: ${reason}; leave ${given.length === 1 ? 'it' : 'them'} out`];
}
