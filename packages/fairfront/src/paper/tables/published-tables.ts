// The values that the paper publishes, mean and standard deviation over five splits. data/published-tables.json has
// them, read from the paper's LaTeX source by scripts/published-tables.py; accuracies are shares.
// [MMPF Tables 1 to 5 and 8 to 12]

import { readFileSync } from 'node:fs';

/** Method → column → [mean, standard deviation]. */
type PublishedMetric = Readonly<
  Record<string, Readonly<Record<string, readonly [mean: number, sd: number]>>>
>;

/** Table → metric → method → column → [mean, standard deviation]. */
export const publishedTables: Readonly<Record<string, Readonly<Record<string, PublishedMetric>>>> =
  JSON.parse(readFileSync(new URL('../../../data/published-tables.json', import.meta.url), 'utf8'));
