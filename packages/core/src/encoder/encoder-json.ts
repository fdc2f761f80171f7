// An encoder as it comes back from a file: checked in full, since encoding trusts it.

import { FairfrontError } from '../error.js';
import { shortened } from '../words.js';
import {
  type DroppedColumn,
  ENCODER_DEFAULTS,
  ENCODER_SCHEMA,
  type EncodedColumn,
  type EncodedNumeric,
  type EncodedPicture,
  type EncodedText,
  type Encoder,
  type EncoderOptions,
  type Feature,
  type LevelRows,
  type WordRows,
} from './encoder.js';
import { tokenise } from './tokenise.js';

/**
 * Checks an encoder that was read from JSON.
 * @param json what `JSON.parse` gave; a copy of what belongs to an encoder is returned.
 */
export function parseEncoder(json: unknown): Encoder {
  const { schema, options, trainingRows, columns, features, dropped } = record(json, 'the encoder');
  if (schema !== ENCODER_SCHEMA) fail('schema', `be "${ENCODER_SCHEMA}"`, schema);
  const encoder: Encoder = {
    schema: ENCODER_SCHEMA,
    options: parseOptions(options),
    trainingRows: wholeNumber(trainingRows, 'trainingRows', 1),
    columns: list(columns, 'columns').map((item, i) => parseColumn(item, `columns[${i}]`)),
    features: list(features, 'features').map((item, i) => parseFeature(item, `features[${i}]`)),
    dropped: list(dropped, 'dropped').map((item, i) => parseDropped(item, `dropped[${i}]`)),
  };
  checkDistinct(
    [...encoder.columns.map(({ name }) => name), ...encoder.dropped.map(({ column }) => column)],
    'columns',
  );
  checkDistinct(
    encoder.features.map(({ name }) => name),
    'features',
  );
  checkOrder(encoder);
  return encoder;
}

function parseOptions(json: unknown): Required<EncoderOptions> {
  // Those about texts are absent where an encoder was written before there were texts.
  const { text: noTexts, vocabulary: size, sublinear: isSublinear } = ENCODER_DEFAULTS;
  const {
    minLevelRows,
    levels,
    text: columns = noTexts,
    vocabulary = size,
    sublinear = isSublinear,
  } = record(json, 'options');
  if (levels !== 'train' && levels !== 'table') fail('options.levels', 'be "train" or "table"', levels);
  return {
    minLevelRows: wholeNumber(minLevelRows, 'options.minLevelRows', 1),
    levels,
    text: list(columns, 'options.text').map((name, i) => text(name, `options.text[${i}]`)),
    vocabulary: wholeNumber(vocabulary, 'options.vocabulary', 1),
    sublinear: boolean(sublinear, 'options.sublinear'),
  };
}

function parseColumn(json: unknown, field: string): EncodedColumn {
  const { kind, name, mean, scale, rows, sublinear, height, width } = record(json, field);
  const column = text(name, `${field}.name`);
  if (kind === 'picture') {
    return {
      kind,
      name: column,
      height: wholeNumber(height, `${field}.height`, 1),
      width: wholeNumber(width, `${field}.width`, 1),
    };
  }
  if (kind === 'categorical') return { kind, name: column };
  if (kind === 'text') {
    return {
      kind,
      name: column,
      rows: wholeNumber(rows, `${field}.rows`, 1),
      sublinear: boolean(sublinear, `${field}.sublinear`),
    };
  }
  if (kind !== 'numeric') fail(`${field}.kind`, 'be "numeric", "categorical", "text" or "picture"', kind);
  return {
    kind: 'numeric',
    name: column,
    mean: number(mean, `${field}.mean`, -Infinity),
    scale: number(scale, `${field}.scale`, 0),
  };
}

function parseFeature(json: unknown, field: string): Feature {
  const item = record(json, field);
  const origin = { name: text(item.name, `${field}.name`), column: text(item.column, `${field}.column`) };
  switch (item.kind) {
    case 'value':
      return { ...origin, kind: 'value' };
    case 'level':
      return { ...origin, kind: 'level', ...parseLevel(item, field) };
    case 'other': {
      const levels = list(item.levels, `${field}.levels`);
      if (levels.length === 0) fail(`${field}.levels`, 'name a level', levels);
      return {
        ...origin,
        kind: 'other',
        levels: levels.map((level, i) => parseLevel(level, `${field}.levels[${i}]`)),
      };
    }
    case 'word': {
      const word = text(item.word, `${field}.word`);
      if (tokenise(word)[0] !== word) fail(`${field}.word`, 'be a word in lower case', word);
      return { ...origin, kind: 'word', word, rows: wholeNumber(item.rows, `${field}.rows`, 1) };
    }
    case 'picture':
      return { ...origin, kind: 'picture' };
    case 'missing':
      return { ...origin, kind: 'missing', rows: wholeNumber(item.rows, `${field}.rows`, 0) };
    default:
      return fail(`${field}.kind`, 'be "value", "level", "other", "word", "missing" or "picture"', item.kind);
  }
}

function parseLevel(json: unknown, field: string): LevelRows {
  const { level, rows } = record(json, field);
  return { level: text(level, `${field}.level`), rows: wholeNumber(rows, `${field}.rows`, 0) };
}

function parseDropped(json: unknown, field: string): DroppedColumn {
  const { column, reason } = record(json, field);
  return { column: text(column, `${field}.column`), reason: text(reason, `${field}.reason`) };
}

/** Which kinds of features a column has and in which order, by their first letters; and the rule in words. */
function allowedKinds(column: EncodedColumn): [kinds: RegExp, rule: string] {
  switch (column.kind) {
    case 'categorical':
      return [/^l*o?m?$/, 'stand together: levels, other, missing'];
    case 'text':
      return [/^w+m?$/, 'stand together: words, missing'];
    case 'picture':
      return [/^p$/, 'be one, the picture'];
    case 'numeric':
      return [column.scale > 0 ? /^vm?$/ : /^m$/, 'stand together: the value unless scale is 0, missing'];
  }
}

/** Features follow the order of columns. */
function checkOrder({ columns, features }: Encoder): void {
  let next = 0;
  for (const column of columns) {
    const start = next;
    while (features[next]?.column === column.name) next++;
    const own = features.slice(start, next);
    const kinds = own.map(({ kind }) => kind[0]).join('');
    const [allowed, rule] = allowedKinds(column);
    if (own.length === 0 || !allowed.test(kinds)) {
      fail(
        `features of column "${shortened(column.name)}"`,
        rule,
        own.map(({ kind }) => kind),
      );
    }
    checkDistinct(
      own.flatMap((feature) => (feature.kind === 'word' ? [feature.word] : [])),
      `words of column "${shortened(column.name)}"`,
    );
    checkDistinct(
      own
        .flatMap((feature) =>
          feature.kind === 'level' ? [feature] : feature.kind === 'other' ? feature.levels : [],
        )
        .map(({ level }) => level),
      `levels of column "${shortened(column.name)}"`,
    );
  }
  if (next < features.length) {
    fail(`features[${next}].column`, 'be that of an encoded column, in their order', features[next]!.column);
  }
  if (columns.length === 0) fail('columns', 'name at least one column', columns);
}

function checkDistinct(names: readonly string[], what: string): void {
  const met = new Set<string>();
  for (const name of names) {
    if (met.has(name)) fail(what, 'have names that differ', name);
    met.add(name);
  }
}

/** The fields of all parts of an encoder, none of them checked yet. */
type Fields = Readonly<
  Partial<
    Record<
      | keyof Encoder
      | keyof EncoderOptions
      | keyof EncodedNumeric
      | keyof EncodedPicture
      | keyof EncodedText
      | keyof LevelRows
      | keyof WordRows
      | keyof DroppedColumn,
      unknown
    >
  >
>;

function record(json: unknown, field: string): Fields {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? json
    : fail(field, 'be an object', json);
}

function list(json: unknown, field: string): readonly unknown[] {
  return Array.isArray(json) ? json : fail(field, 'be a list', json);
}

function text(json: unknown, field: string): string {
  return typeof json === 'string' ? json : fail(field, 'be a text', json);
}

function number(json: unknown, field: string, min: number): number {
  if (typeof json === 'number' && Number.isFinite(json) && json >= min) return json;
  return fail(field, min === 0 ? 'be a number from 0' : 'be a number', json);
}

function wholeNumber(json: unknown, field: string, min: number): number {
  return Number.isSafeInteger(json) && (json as number) >= min
    ? (json as number)
    : fail(field, `be a whole number from ${min}`, json);
}

function boolean(json: unknown, field: string): boolean {
  return typeof json === 'boolean' ? json : fail(field, 'be true or false', json);
}

function fail(field: string, rule: string, value: unknown): never {
  const shown = shortened(JSON.stringify(value) ?? String(value));
  throw new FairfrontError(
    'bad-encoder',
    `encoder: ${field} must ${rule}; got ${shown}. Hand over an encoder as it was written`,
  );
}
