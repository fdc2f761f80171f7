// Fits an encoder on training rows: what is standardised by what, which levels have a feature of their own,
// which columns say nothing. The order of the rows does not matter, to the last bit.

import { FairfrontError } from '../error.js';
import {
  type CategoricalColumn,
  findColumn,
  firstRepeated,
  type NumericColumn,
  type Table,
} from '../table/table.js';
import { quoted, shortened } from '../words.js';
import {
  checkRows,
  countCodes,
  type DroppedColumn,
  ENCODER_DEFAULTS,
  ENCODER_SCHEMA,
  type EncodedColumn,
  type Encoder,
  type EncoderOptions,
  type LevelRows,
  nameFeatures,
  type UnnamedFeature,
} from './encoder.js';
import { momentsOf } from './fit-encoder-moments.js';
import { findVocabulary } from './vocabulary.js';

type ResolvedOptions = Required<EncoderOptions>;

/** What becomes of a column: features, or the reason why there are none. */
type FittedColumn =
  | { readonly column: EncodedColumn; readonly features: readonly UnnamedFeature[] }
  | { readonly reason: string };

/**
 * Learns from training rows how columns become features.
 * @param features names of the columns to encode, in any order
 * @param rows the training rows
 */
export function fitEncoder(
  table: Table,
  features: readonly string[],
  rows: Uint32Array,
  options: EncoderOptions = {},
): Encoder {
  const resolved = resolveOptions(options);
  checkFeatures(table, features);
  checkTexts(table, resolved.text);
  if (rows.length === 0)
    throw new FairfrontError('bad-encoder', 'an encoder needs at least one training row');
  checkRows(rows, table);

  const chosen = new Set(features);
  const columns: EncodedColumn[] = [];
  const unnamed: UnnamedFeature[] = [];
  const dropped: DroppedColumn[] = [];
  for (const column of table.columns) {
    if (!chosen.has(column.name)) continue;
    const fitted =
      column.kind === 'numeric'
        ? fitNumeric(column, rows)
        : resolved.text.includes(column.name)
          ? fitText(column, rows, resolved)
          : fitCategorical(column, rows, resolved);
    if ('reason' in fitted) {
      dropped.push({ column: column.name, reason: fitted.reason });
    } else {
      columns.push(fitted.column);
      for (const feature of fitted.features) unnamed.push(feature);
    }
  }
  if (columns.length === 0) {
    const reasons = dropped.slice(0, 5).map(({ column, reason }) => `${quoted([column])} (${reason})`);
    const rest = dropped.length > reasons.length ? ` and ${dropped.length - reasons.length} more` : '';
    throw new FairfrontError(
      'bad-encoder',
      `no feature is left, since no column tells training rows apart: ${reasons.join(', ')}${rest}; name other columns as features`,
    );
  }
  return {
    schema: ENCODER_SCHEMA,
    options: resolved,
    trainingRows: rows.length,
    columns,
    features: nameFeatures(unnamed),
    dropped,
  };
}

function fitNumeric({ name, values }: NumericColumn, rows: Uint32Array): FittedColumn {
  const { valueRows, missingRows, min, max, mean, scale } = momentsOf(values, rows);
  if (valueRows === 0) return { reason: 'no training row has a value' };
  const features: UnnamedFeature[] = [];
  if (scale > 0) features.push({ column: name, kind: 'value' });
  if (missingRows > 0) features.push({ column: name, kind: 'missing', rows: missingRows });
  if (features.length === 0) {
    return {
      reason:
        min === max
          ? `every training row has the value ${min}`
          : `training rows differ by rounding only, from ${min} to ${max}`,
    };
  }
  return { column: { kind: 'numeric', name, mean, scale }, features };
}

function fitCategorical(
  column: CategoricalColumn,
  rows: Uint32Array,
  { levels, minLevelRows }: ResolvedOptions,
): FittedColumn {
  const { name } = column;
  const counts = countCodes(column, rows);
  const own: LevelRows[] = [];
  const pooled: LevelRows[] = [];
  const inTable = levels === 'table' ? levelsInTable(column) : undefined;
  column.levels.forEach((level, code) => {
    const one = { level, rows: counts[code]! };
    if (inTable === undefined) {
      if (one.rows > 0) (one.rows < minLevelRows ? pooled : own).push(one);
    } else if (inTable[code] === 1) own.push(one);
  });
  const missingRows = counts[column.levels.length]!;

  const features: UnnamedFeature[] = own.map((one) => ({ column: name, kind: 'level', ...one }));
  if (pooled.length > 0) features.push({ column: name, kind: 'other', levels: pooled });
  if (missingRows > 0) features.push({ column: name, kind: 'missing', rows: missingRows });
  if (features.length === 1) return { reason: reasonOf(features[0]!, minLevelRows) };
  return { column: { kind: 'categorical', name }, features };
}

function fitText(
  column: CategoricalColumn,
  rows: Uint32Array,
  { vocabulary, sublinear }: ResolvedOptions,
): FittedColumn {
  const { name, levels } = column;
  const counts = countCodes(column, rows);
  const missingRows = counts[levels.length]!;
  if (missingRows === rows.length) return { reason: 'no training row has a text' };
  const same = levels.findIndex((_, code) => counts[code] === rows.length);
  if (same >= 0) return { reason: `every training row is "${shortened(levels[same]!)}"` };
  const features: UnnamedFeature[] = findVocabulary(column, counts, vocabulary).map((word) => ({
    column: name,
    kind: 'word',
    ...word,
  }));
  if (features.length === 0) {
    return { reason: 'no training row has a word of two or more letters or digits' };
  }
  if (missingRows > 0) features.push({ column: name, kind: 'missing', rows: missingRows });
  return { column: { kind: 'text', name, rows: rows.length - missingRows, sublinear }, features };
}

/** Why a column whose only feature this is says nothing. */
function reasonOf(feature: UnnamedFeature, minLevelRows: number): string {
  if (feature.kind === 'missing') return 'no training row has a value';
  const level = feature.kind === 'other' && feature.levels.length === 1 ? feature.levels[0]! : feature;
  if ('level' in level) return `every training row is "${shortened(level.level)}"`;
  return `every level has fewer than ${minLevelRows} training rows`;
}

/**
 * 1 by code where any row of the table has the level: a table may list levels whose rows have been left out.
 */
function levelsInTable({ levels, codes }: CategoricalColumn): Uint8Array {
  const present = new Uint8Array(levels.length + 1);
  for (let row = 0; row < codes.length; row++) present[codes[row]!] = 1;
  return present;
}

function resolveOptions({
  minLevelRows = ENCODER_DEFAULTS.minLevelRows,
  levels = ENCODER_DEFAULTS.levels,
  text = ENCODER_DEFAULTS.text,
  vocabulary = ENCODER_DEFAULTS.vocabulary,
  sublinear = ENCODER_DEFAULTS.sublinear,
}: EncoderOptions): ResolvedOptions {
  if (!Number.isInteger(minLevelRows) || minLevelRows < 1) {
    throw new FairfrontError(
      'bad-option',
      `minLevelRows must be a whole number from 1; got ${minLevelRows}. 1 pools no level`,
    );
  }
  if (levels !== 'train' && levels !== 'table') {
    throw new FairfrontError('bad-option', `levels must be "train" or "table"; got ${String(levels)}`);
  }
  if (!Number.isInteger(vocabulary) || vocabulary < 1) {
    throw new FairfrontError('bad-option', `vocabulary must be a whole number from 1; got ${vocabulary}`);
  }
  return { minLevelRows, levels, text, vocabulary, sublinear };
}

function checkTexts(table: Table, text: readonly string[]): void {
  for (const name of text) {
    if (findColumn(table, name, '`text`').kind === 'categorical') continue;
    throw new FairfrontError(
      'bad-column',
      `\`text\`: column ${quoted([name])} holds numbers; name columns of texts, or read it as categorical`,
    );
  }
}

function checkFeatures(table: Table, features: readonly string[]): void {
  if (features.length === 0) {
    throw new FairfrontError('bad-column', 'features: name at least one column');
  }
  for (const name of features) findColumn(table, name, 'features');
  const twice = firstRepeated(features);
  if (twice !== undefined) {
    throw new FairfrontError('bad-column', `features: ${quoted([twice])} named twice; name each column once`);
  }
}
