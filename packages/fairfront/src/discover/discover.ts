// The library's `discover`: sub-populations that nobody named and a model serves worse than the rest of the people.

import { assignFolds, createRandom, findColumn, type Table } from '@fairfront/core';
import { describeConditions, discoverGroups, membersOf } from '@fairfront/core/discover';
import { asOneGroup, DEFAULT_LEVEL, quoted, rowOutcomes } from '@fairfront/core/internal';
import { definedOnly } from '../defined-only.js';
import { type Workers, withWorkers } from '../queue/remote-tasks.js';
import { writePage } from '../report/write-page.js';
import type { FinishedRun } from '../runs/finished-run.js';
import { checkClasses } from '../runs/run-predictions.js';
import { completeData, type Data, type LoadedData } from '../task/data.js';
import type { Asked } from '../task/data-options.js';
import { loadData, loadOptionsOf } from '../task/load-data.js';
import { checkAreRead } from '../task/make-task.js';
import { whatHelps } from '../training/what-helps.js';
import { UsageError } from '../usage-error.js';
import { VERSION } from '../version.js';
import { BESIDE_REPORT, checkFolder, writeFolder } from '../write-file.js';
import {
  type DiscoverLoss,
  type DiscoverOptions,
  type ResolvedDiscover,
  resolveDiscoverOptions,
} from './discover-options.js';
import { discoverPage } from './discover-page.js';
import {
  DISCOVER_SCHEMA,
  type DiscoverResult,
  type FoundGroup,
  type TestedGroup,
} from './discover-result.js';
import { type JudgedRows, type OnDiscover, predictedRows, runRows, trainedRows } from './judged-rows.js';

export interface Discovered {
  /** What discover.json holds. */
  readonly result: DiscoverResult;
  /** Which rows of a table with the same columns are in a sub-population found: by row, 1 where it is. */
  members(group: number, table: Table): Uint8Array;
  /** Writes discover.json and report.html into a folder. */
  save(folder: string): Promise<void>;
}

/** What a discovery is told, beside its options. */
export interface DiscoverControls {
  /** The data of a run. Default: what it was fitted to, read again. */
  readonly data?: Table | Data;
  readonly onProgress?: OnDiscover;
  /** Workers on other machines that train models. Default: threads of this one. */
  readonly workers?: Workers | undefined;
}

/**
 * Finds sub-populations that a model serves worse than the rest.
 * @param source a table to train an ordinary linear model on; one with `probabilities` of any model; or a run (`openRun`)
 */
export function discover(
  source: FinishedRun | Table | Data,
  options: DiscoverOptions = {},
  controls: DiscoverControls = {},
): Promise<Discovered> {
  return discoverAsked(source, options, controls);
}

/** The same, with a note in the result of what was asked for, to do it again. */
export async function discoverAsked(
  source: FinishedRun | Table | Data,
  options: DiscoverOptions,
  { data: given, onProgress, workers }: DiscoverControls,
  asked?: Asked,
): Promise<Discovered> {
  const isRun = 'predictions' in source;
  if (isRun) checkClasses(source, 'the search for sub-populations');
  const kind = isRun ? 'run' : options.probabilities === undefined ? 'data' : 'predictions';
  const resolved = resolveDiscoverOptions(options, kind);
  const data = isRun
    ? completeData(given ?? (await dataOfRun(source)))
    : completeData(source, options.ignore);
  const rows = isRun
    ? await runRows(source, data)
    : kind === 'data'
      ? await withWorkers(workers, (tasks) => trainedRows(data, resolved, onProgress, tasks))
      : predictedRows(data, resolved);
  const loss = options.loss ?? (isRun ? source.result.task.loss : 'cross-entropy');
  const found = await findGroups(rows, columnsBy(data, rows, resolved.by), loss, resolved, onProgress);
  const weight = isRun ? source.result.task.weight : options.weight;
  const result: DiscoverResult = {
    schema: DISCOVER_SCHEMA,
    fairfront: VERSION,
    data: isRun ? source.folder : data.label,
    source: kind,
    ...{ target: rows.target, classes: rows.classes, loss },
    ...definedOnly({ weight }),
    ...found,
    notes: rows.notes,
    ...definedOnly({ asked }),
  };
  return {
    result,
    members: (group, table) => {
      const { conditions } = result.groups[group] ?? {};
      if (conditions === undefined)
        throw new UsageError(`there is no sub-population ${group}; ${result.groups.length} were found`);
      return membersOf(table, conditions);
    },
    save: async (folder) => {
      checkFolder(folder);
      const files = {
        'report.html': writePage(discoverPage(result)),
        'discover.json': `${JSON.stringify(result)}\n`,
      };
      writeFolder(folder, files, BESIDE_REPORT);
    },
  };
}

/** Reads again what a run was fitted to. */
async function dataOfRun({ result, folder }: FinishedRun): Promise<LoadedData> {
  const { data, options = {} } = result.asked ?? {};
  if (data === undefined) {
    throw new UsageError(`${folder} does not say which data it was fitted to; hand them over beside the run`);
  }
  return loadData(data, loadOptionsOf(options));
}

/** The columns that describe people. */
function columnsBy(
  data: LoadedData,
  { table, hidden }: JudgedRows,
  by: readonly string[] | undefined,
): string[] {
  if (by === undefined) {
    return table.columns.map(({ name }) => name).filter((name) => !hidden.includes(name));
  }
  checkAreRead(data, { '`by`': by });
  for (const name of by) findColumn(table, name, '`by`');
  const barred = by.filter((name) => hidden.includes(name));
  if (barred.length === 0) return [...new Set(by)];
  throw new UsageError(
    `\`by\`: ${quoted(barred)}: it is the target, what the model said, a weight or whose a row is, which describes nobody beforehand; take it out`,
  );
}

type Found = Pick<DiscoverResult, 'rows' | 'by' | 'conjunctions' | 'tested' | 'groups' | 'unconfirmed'> &
  Pick<DiscoverResult, 'conditions' | 'minShare' | 'level' | 'intervalLevel' | 'seed'>;

/** Searches one half of the rows, tests on the other, and asks what would help those found. */
async function findGroups(
  rows: JudgedRows,
  by: readonly string[],
  loss: DiscoverLoss,
  { conditions, minShare, candidates, level, seed }: ResolvedDiscover,
  onProgress: OnDiscover | undefined,
): Promise<Found> {
  const { table, labels, probabilities, weights, entities, classes, testRows } = rows;
  const lossesOf = (said: Float64Array, own: Int32Array): Float64Array => {
    const { crossEntropy, brier, hits } = rowOutcomes(said, own, classes.length);
    if (loss === 'error') return Float64Array.from(hits, (hit) => 1 - hit);
    return loss === 'brier' ? brier : crossEntropy;
  };
  const losses = lossesOf(probabilities, labels);
  const groups = asOneGroup({ names: [], groups: labels, counts: [], weights });
  const halves = assignFolds({ labels, groups }, 2, createRandom(seed), entities);
  await onProgress?.('searching', 0, undefined);
  const search = { columns: by, conditions, minShare, candidates, level, intervalLevel: DEFAULT_LEVEL };
  const discovery = discoverGroups({ table, losses, weights, entities, halves }, search);
  const confirmed: FoundGroup[] = [];
  const unconfirmed: TestedGroup[] = [];
  const toExplain = discovery.groups.filter((group) => group.confirmed).length;
  for (const { conditions: own, confirming, adjusted, confirmed: isConfirmed } of discovery.groups) {
    const told = { description: describeConditions(own), conditions: own, confirming, adjusted };
    if (!isConfirmed) {
      unconfirmed.push(told);
      continue;
    }
    await onProgress?.('asking what would help', confirmed.length, toExplain);
    const members = membersOf(table, own);
    const help = await whatHelps(rows, losses, lossesOf, members, halves, seed);
    confirmed.push({ ...told, rows: members.reduce((sum, member) => sum + member, 0), help });
  }
  const [searching, confirming] = discovery.rows;
  return {
    ...{ seed, rows: { searching, confirming, test: testRows }, by, conditions, minShare },
    ...{ conjunctions: discovery.conjunctions, tested: discovery.groups.length },
    ...{ level, intervalLevel: DEFAULT_LEVEL, groups: confirmed, unconfirmed },
  };
}
