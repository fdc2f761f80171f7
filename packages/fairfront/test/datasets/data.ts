// Datasets for tests: Adult and German from inside the package, other real ones where their files are, and
// small ones made on the spot.

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type AssignedGroups,
  assignGroups,
  type CategoricalColumn,
  FairfrontError,
  type FairfrontErrorCode,
  parseGroups,
  type Table,
} from '@fairfront/core';
import { describe, expect, onTestFinished } from 'vitest';
import type { DataFolder } from '../../src/datasets/data-folders.js';

import type { Dataset } from '../../src/datasets/recipe.js';

export { insideFolder } from '../../src/datasets/data-folders.js';

const projectRoot = fileURLToPath(new URL('../../../..', import.meta.url));

export const realFolder: DataFolder = {
  path: process.env['FAIRFRONT_DATA'] ?? join(projectRoot, '..', 'shared', 'data'),
  from: '$FAIRFRONT_DATA',
};

/**
 * Tests on real files that do not ship with the package, skipped with the reason printed where they are not
 * there.
 */
export function describeReal(name: string, folder: string, tests: () => void): void {
  const absent = !existsSync(join(realFolder.path, folder));
  if (absent) {
    process.stdout.write(
      `skipped: ${name}, since there is no ${join(realFolder.path, folder)}; set FAIRFRONT_DATA\n`,
    );
  }
  describe.skipIf(absent)(name, tests);
}

/** A data folder with these files, gone after the test. */
export function madeFolder(files: Readonly<Record<string, string | Uint8Array>>): DataFolder {
  const path = mkdtempSync(join(tmpdir(), 'fairfront-datasets-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return { path, from: 'dataDir' };
}

export async function expectRejected(
  action: Promise<unknown>,
  code: FairfrontErrorCode,
  ...parts: readonly string[]
): Promise<void> {
  const error: unknown = await action.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(FairfrontError);
  expect((error as FairfrontError).code).toBe(code);
  for (const part of parts) expect((error as FairfrontError).message).toContain(part);
}

/** The texts of a column by row. */
export function texts(table: Table, name: string): (string | undefined)[] {
  const { levels, codes } = table.columns.find((column) => column.name === name) as CategoricalColumn;
  return Array.from(codes, (code) => levels[code]);
}

/** The groups of a preset, as a user of it gets them. */
export function presetGroups({ recipe, table }: Dataset, name: string): AssignedGroups {
  const { groups, missingGroup } = recipe.presets.find((preset) => preset.name === name)!;
  return assignGroups(table, parseGroups(groups), missingGroup);
}

/** How many rows each group of a preset has. */
export function groupCounts(dataset: Dataset, name: string): Record<string, number> {
  const { names, groups } = presetGroups(dataset, name);
  return counts(Array.from(groups, (group) => names[group] ?? 'left out'));
}

/** How many rows have each value. */
export function counts(values: readonly (string | undefined)[]): Record<string, number> {
  const result: Record<string, number> = {};
  for (const value of values) result[value ?? 'missing'] = (result[value ?? 'missing'] ?? 0) + 1;
  return result;
}

export function columnNames(table: Table): string[] {
  return table.columns.map(({ name }) => name);
}
