// Why the models say what they say: which columns drive each group's risk on test rows, how predictions follow the
// values of those that matter most, and the largest weights of linear models or what trees gained by each column.
//
// A column's cells are dealt out anew among all test rows together, several times, the same for every column and
// model; what a row loses is its mean over these deals. Of many test rows some are drawn, small groups whole.

import {
  type ColumnImportance,
  createRandom,
  groupShares,
  type LinearModel,
  permutationImportance,
} from '@fairfront/core';
import { areSparse, columnNamed, count, DEFAULT_LEVEL, DEFAULT_RESAMPLES } from '@fairfront/core/internal';
import type { BoostedModel } from '@fairfront/trees';
import type { PreparedFit } from '../task/prepare-fit.js';
import { turn } from '../threads/turn.js';
import type { FittedModel, FittedModels } from '../training/fitted-models.js';
import type { ResolvedFit } from '../training/options/fit-options.js';
import { lossesOf } from '../training/select/selection.js';
import { AlteredRows, thinByGroup } from './altered-rows.js';
import { type FeatureWeight, largestWeights } from './linear-weights.js';
import { MOST_VALUES, type PartialDependence, partialDependence } from './partial-dependence.js';
import { type ColumnGain, columnGains } from './tree-gains.js';

/** Which columns drive the risk, of which model and group. */
export interface Explanation {
  /** null where it would take too long; a note says so. */
  readonly importance: Importance | null;
  /** The chosen model's, for the columns that matter most to any group; at most 6. */
  readonly dependence: readonly PartialDependence[];
  /** At most 20, largest first; absent where models are not linear. */
  readonly weights?: readonly FeatureWeight[];
  /** Largest first; absent where models are not boosted trees. */
  readonly gains?: readonly ColumnGain[];
}

/** By how much each group's test risk rises when the cells of a column are dealt out anew among the rows. */
export interface Importance {
  /** Test rows that were looked at. */
  readonly rows: number;
  /** How often the cells of each column were dealt out. */
  readonly repeats: number;
  /** The level of the intervals. */
  readonly level: number;
  /** The column that surely matters most to any group in the chosen model comes first. */
  readonly columns: readonly ExplainedColumn[];
}

/** How much one column matters to each model. */
export interface ExplainedColumn {
  readonly column: string;
  readonly naive: ColumnImportance;
  /** Of the model that was chosen. */
  readonly minimax: ColumnImportance;
}

type ExplainOptions = Pick<ResolvedFit, 'loss' | 'model' | 'estimation' | 'seed'>;

const MOST_REPEATS = 5;
const MOST_ROWS = 10_000;
/** Fewer would say little of groups. */
const FEWEST_ROWS = 500;
const CURVE_ROWS = 2000;
const MOST_CURVES = 6;
/** What each may take by the rules below: about as many seconds on two cores. */
const MOST_NS = { importance: 4e9, curves: 1.5e9 } as const;
/** Measured for: a cell encoded, a number of a dense row set to 0, a letter of a text, a row's loss, a draw. */
const NS = { cell: 16, zero: 1.5, letter: 60, loss: 60, draw: 1.7 } as const;

/** Explains the naive and the chosen model; undefined where they learn from pictures, whose pixels are no columns. */
export async function explainModels<Model extends FittedModel>(
  fit: PreparedFit,
  models: FittedModels<Model>,
  options: ExplainOptions,
): Promise<{ readonly why?: Explanation; readonly notes: readonly string[] }> {
  if (fit.pictures !== undefined || fit.backbone !== undefined) return { notes: [] };
  const inside = insideModels(fit, { naive: models.naive, minimax: models.minimax.model }, options);
  const size = sizeOf(fit, models);
  if (size === undefined) {
    const columns = count(fit.encoder.columns.length, 'column');
    return {
      why: { importance: null, dependence: [], ...inside },
      notes: [
        `which columns matter to whom was not measured: with ${columns} it would take too long; let the model see fewer with \`features\``,
      ],
    };
  }
  const random = createRandom(options.seed);
  const sample = new AlteredRows(fit, thinByGroup(fit.parts.test.groups, size.rows, random));
  const columns = await columnImportances(fit, models, sample, size.repeats, options);
  return {
    why: {
      importance: {
        rows: Math.ceil(sample.rowCount / (fit.task.families?.length ?? 1)), // people, not their copies
        repeats: size.repeats,
        level: DEFAULT_LEVEL,
        columns,
      },
      dependence: await curvesOf(fit, models, sample, columns, options),
      ...inside,
    },
    notes: [],
  };
}

/** What models are made of, where that can be told. */
function insideModels(
  fit: PreparedFit,
  models: Readonly<Record<'naive' | 'minimax', FittedModel>>,
  { model, estimation }: ExplainOptions,
): Pick<Explanation, 'weights' | 'gains'> {
  if (estimation !== 'joint') return {};
  if (model === 'linear')
    return { weights: largestWeights(fit, models as Record<keyof typeof models, LinearModel>) };
  return model === 'boosted'
    ? { gains: columnGains(fit, models as Record<keyof typeof models, BoostedModel>) }
    : {};
}

/** How long one row takes that is given other cells, and is judged by so many models. */
function alteredNs({ encoder, parts }: PreparedFit, predictionNs: number, modelCount: number): number {
  const zeros = areSparse(parts.test.features) ? 0 : encoder.features.length;
  const encoding = NS.cell * encoder.columns.length + NS.zero * zeros;
  return encoding + modelCount * (predictionNs + NS.loss);
}

/** How long the texts of one row take, whatever the number of rows with the same ones. */
function textNs({ encoder, task }: PreparedFit): number {
  const { test } = task.splits[0]!;
  const letters = encoder.columns.map(({ kind, name }) => {
    const column = columnNamed(task.table, name)!;
    if (kind !== 'text' || column.kind === 'numeric') return 0;
    return test.reduce((sum, row) => sum + (column.levels[column.codes[row]!]?.length ?? 0), 0);
  });
  return (NS.letter * letters.reduce((sum, own) => sum + own, 0)) / test.length;
}

/** As many deals, then as many rows, as there is time for; undefined if that is too few. */
function sizeOf<Model>(
  fit: PreparedFit,
  { naive, minimax, predictionNs }: FittedModels<Model>,
): { readonly rows: number; readonly repeats: number } | undefined {
  const modelCount = naive === minimax.model ? 1 : 2;
  const ofDeal = alteredNs(fit, predictionNs, modelCount);
  const others = textNs(fit) + modelCount * DEFAULT_RESAMPLES * NS.draw;
  const rowsFor = (repeats: number): number =>
    Math.floor(MOST_NS.importance / (fit.encoder.columns.length * (repeats * ofDeal + others)));
  const wanted = Math.min(MOST_ROWS, fit.parts.test.labels.length);
  for (let repeats = MOST_REPEATS; repeats >= 1; repeats--) {
    if (rowsFor(repeats) >= wanted) return { rows: wanted, repeats };
  }
  const rows = rowsFor(1);
  return rows >= FEWEST_ROWS ? { rows, repeats: 1 } : undefined;
}

async function columnImportances<Model>(
  fit: PreparedFit,
  models: FittedModels<Model>,
  sample: AlteredRows,
  repeats: number,
  { loss, seed }: ExplainOptions,
): Promise<ExplainedColumn[]> {
  const rows = sample.asTheyAre();
  const { features, groups } = rows;
  const { entities } = sample;
  const judged =
    models.naive === models.minimax.model ? [models.naive] : [models.naive, models.minimax.model];
  const lossOf = (probabilities: Float64Array): Float64Array =>
    lossesOf(probabilities, rows, fit.task.target.classes.length, loss);
  const usual: Float64Array[] = [];
  for (const model of judged) usual.push(lossOf(await models.predictRows(model, features)));
  const names = fit.encoder.columns.map(({ name }) => name);
  const permuted = usual.map((own) => names.map(() => own.slice()));
  for (const [c, name] of names.entries()) {
    await turn();
    const random = createRandom(seed); // the same deals for every column
    const versions = Array.from({ length: repeats }, () => sample.dealt(name, random));
    for (const said of await sample.predict(models, judged, versions)) {
      said.forEach((probabilities, m) => {
        const mean = permuted[m]![c]!;
        // As a rise, what does not change the loss is exactly 0.
        lossOf(probabilities).forEach((own, row) => {
          mean[row]! += (own - usual[m]![row]!) / repeats;
        });
      });
    }
  }
  const shares = groupShares(fit.parts.test.groups);
  const found = usual.map((losses, m) =>
    permutationImportance(
      { losses, permuted: permuted[m]!, groups, shares, entities },
      { random: createRandom(seed) }, // the same draws for both models
    ),
  );
  const [naive, minimax] = [found[0]!, found.at(-1)!];
  return names
    .map((column, c) => ({ column, naive: naive[c]!, minimax: minimax[c]! }))
    .sort((one, other) => surelyAtLeast(other) - surelyAtLeast(one));
}

/** How much a column surely matters to the group that it matters most to. */
function surelyAtLeast({ minimax }: ExplainedColumn): number {
  return Math.max(...minimax.byGroup.map(({ low }) => low));
}

/** The curves of the columns that surely matter to some group. */
async function curvesOf<Model>(
  fit: PreparedFit,
  models: FittedModels<Model>,
  sample: AlteredRows,
  columns: readonly ExplainedColumn[],
  { seed }: ExplainOptions,
): Promise<PartialDependence[]> {
  const texts = new Set(fit.encoder.columns.filter(({ kind }) => kind === 'text').map(({ name }) => name));
  const drawn = columns
    .filter((own) => !texts.has(own.column) && surelyAtLeast(own) > 0)
    .slice(0, MOST_CURVES);
  const ns = MOST_CURVES * (MOST_VALUES * alteredNs(fit, models.predictionNs, 1) + textNs(fit));
  const most = Math.min(CURVE_ROWS, Math.floor(MOST_NS.curves / ns));
  if (most < Math.min(FEWEST_ROWS, sample.rowCount)) return [];
  const rows = sample.take(thinByGroup(sample.asTheyAre().groups, most, createRandom(seed)));
  const { groups } = rows.asTheyAre();
  const curves = [];
  for (const { column } of drawn) curves.push(await partialDependence(fit, models, column, rows, { groups }));
  return curves.filter((curve) => curve !== undefined);
}
