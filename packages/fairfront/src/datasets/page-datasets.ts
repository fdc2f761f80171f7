// The datasets that a page can have: those whose files come with this package, and are small.

import { readCsvText } from '../read/read-csv-text.js';
import { adult } from './adult.js';
import { datasetData, type LoadedDataset } from './dataset-data.js';
import { parseNameAmong } from './dataset-name.js';
import { german } from './german.js';

const RECIPES = [german, adult];

/** The datasets by name, each with the file below the folder `data` of this package that it is made of. */
export const pageDatasets: readonly {
  readonly name: string;
  readonly title: string;
  readonly file: string;
}[] = RECIPES.flatMap(({ name, title, presets, releases }) =>
  presets.map((preset) => ({
    name: `${name}:${preset.name}`,
    title: `${title}: ${preset.title}`,
    file: `${releases[0]![0]!.path}.gz`,
  })),
);

/** Makes data of a dataset by name. @param bytes of its file */
export async function readDataset(name: string, bytes: Uint8Array): Promise<LoadedDataset> {
  const known = parseNameAmong(name, RECIPES);
  const content = await known.recipe.load({
    has: () => true,
    checked: async (path) => path,
    read: (path, { format: _, ...options }) => readCsvText(bytes, options, path),
  });
  return datasetData(known, content);
}
