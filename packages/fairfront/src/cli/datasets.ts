// `fairfront datasets`: what is known by name, where each was looked for, licence, and how to get it.

import type { Command } from 'commander';
import { type DataFolder, dataFolders, insideFolder } from '../datasets/data-folders.js';
import { describeFolder, gettingIt, locateDataset, lookedAt } from '../datasets/locate.js';
import type { DatasetRecipe } from '../datasets/recipe.js';
import { datasets } from '../datasets/registry.js';
import { formatTable } from '../report/table.js';
import { SOURCE_KINDS } from '../task/data-options.js';
import { type Context, createContext, type TellingOptions } from './context.js';
import { addFlags, addTelling } from './options/flags.js';
import type { Terminal } from './terminal.js';

/** One dataset, as --json has it. */
export interface DatasetListing {
  readonly name: string;
  readonly title: string;
  /** null where it depends on the release. */
  readonly rows: number | null;
  readonly target: string;
  readonly presets: DatasetRecipe['presets'];
  readonly publishedSplits: number;
  readonly licence: string;
  /** The folder of its files. */
  readonly found: string | null;
  /** Optional files that are not there. */
  readonly without: readonly string[];
  readonly lookedIn: readonly string[];
  readonly howToGet: string;
}

/** Gives the command its flags, help and action. */
export function defineDatasets(command: Command, terminal: Terminal): void {
  addFlags(addTelling(command), 'Options:', SOURCE_KINDS, { dataDir: ['<folder>', 'where to look first'] })
    .addHelpText('after', '\nExample:\n  fairfront datasets --data-dir ~/data')
    .action(({ dataDir, ...telling }: TellingOptions & { readonly dataDir?: string }) => {
      const { environment, home, platform } = terminal;
      const folders = dataFolders({ dataDir, environment, home, platform });
      listDatasets(createContext(telling, terminal), folders);
    });
}

function listDatasets(context: Context, folders: readonly DataFolder[]): void {
  const listings = datasets.map((recipe): DatasetListing => {
    const found = locateDataset(recipe, folders);
    return {
      name: recipe.name,
      title: recipe.title,
      rows: recipe.rowCount ?? null,
      target: recipe.target,
      presets: recipe.presets,
      publishedSplits: recipe.publishedSplits?.count ?? 0,
      licence: recipe.licence,
      found: found?.location ?? null,
      without: found?.without.map(({ path }) => path) ?? [],
      lookedIn: folders.map(({ path }) => path),
      howToGet: recipe.howToGet,
    };
  });
  context.result(listings);
  context.say(
    formatTable(
      [
        { title: 'dataset', align: 'left' },
        { title: 'rows' },
        { title: 'presets', align: 'left' },
        { title: 'what', align: 'left' },
        { title: 'licence', align: 'left' },
        { title: 'found in', align: 'left' },
      ],
      listings.map(({ name, rows, presets, title, licence, found }) => [
        name,
        rows === null ? '' : rows.toLocaleString('en-US'),
        presets.map((preset) => preset.name).join(', '),
        title,
        licence,
        found === null ? 'not found' : found.startsWith(insideFolder.path) ? insideFolder.from : found,
      ]),
    ).split('\n'),
  );
  context.say(['', 'Looked in, in this order:', ...folders.map((folder) => `  ${describeFolder(folder)}`)]);
  for (const { name, without } of listings) {
    if (without.length > 0) context.say(['', `${name} is there without ${without.join(', ')}`]);
  }
  for (const recipe of datasets) {
    if (locateDataset(recipe, folders) !== undefined) continue;
    const lacking = lookedAt(recipe, folders).map(({ folder, lacks }) => `  ${folder.path}: ${lacks}`);
    context.say(['', `${recipe.name} was not found:`, ...lacking, ...gettingIt(recipe, folders)]);
  }
  context.say(['', 'Use one by its name: fairfront inspect adult:gender-ethnicity']);
}
