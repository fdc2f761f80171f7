// Selection rates and impact ratios by sex, by race or ethnicity, and by both: the arithmetic of a bias audit under New
// York City's Local Law 144 of 2021. The rules (6 RCNY § 5-301) in short:
//
//   selection rate  selected / applicants of the category
//   scoring rate    applicants of the category with a score above the median of all scores / applicants of the category
//   impact ratio    rate of the category / highest rate of a category
//   unknown         applicants whose category is not known are counted, and not in the calculation
//   small           a category of less than 2% of the data may be left out of ratios; its count and rate are told
//
// The law sets no limit for ratios. Four fifths is that of the Uniform Guidelines on Employee Selection Procedures
// (29 CFR 1607.4 D, 1978).

import {
  assignGroups,
  FairfrontError,
  findColumn,
  type GroupExpression,
  parseGroups,
  type Table,
} from '@fairfront/core';
import {
  describeNearest,
  impactRatios,
  isMissing,
  medianOfSorted,
  quoted,
  rowList,
  rowNumbers,
  rowsWhere,
} from '@fairfront/core/internal';
import type { LoadedData } from '../task/data.js';
import { checkAreRead } from '../task/make-task.js';
import { UsageError } from '../usage-error.js';
import type { Ll144Options } from './ll144-options.js';
import { FOUR_FIFTHS, type Ll144Result, type Ll144Table, SMALL_SHARE } from './ll144-result.js';

/** Who was selected, among whom. */
export interface Selection extends Pick<Ll144Result, 'rate' | 'by' | 'median'> {
  /** The applicants, as rows of the table. */
  readonly rows: Uint32Array;
  /** By applicant: 1 or 0. */
  readonly selected: Uint8Array;
}

/** Reads who was selected from the columns of `selected` or `scores`; undefined where neither is named. */
export function selectionIn(
  { table }: LoadedData,
  { selected, scores }: Ll144Options,
): Selection | undefined {
  if (selected !== undefined && scores !== undefined) {
    throw new UsageError('`selected` and `scores`: rates are of decisions or of scores; name one of them');
  }
  if (table.rowCount === 0) throw new FairfrontError('bad-table', 'the table has no applicants: no rows');
  const rows = rowNumbers(table.rowCount);
  const those = (isSelected: (row: number) => boolean): Uint8Array => {
    const own = new Uint8Array(rows.length);
    for (let row = 0; row < own.length; row++) own[row] = isSelected(row) ? 1 : 0;
    return own;
  };
  if (selected !== undefined) {
    const decided = those(decisionsOf(table, selected));
    return { rate: 'selection', by: selected, median: null, rows, selected: decided };
  }
  if (scores === undefined) return undefined;
  const values = scoresOf(table, scores);
  const median = medianOfSorted(values.slice().sort());
  const above = those((row) => values[row]! > median);
  return { rate: 'scoring', by: scores, median, rows, selected: above };
}

/** Computes the tables. */
export function ll144Result(
  data: LoadedData,
  { ll144, keepSmall = false }: Ll144Options,
  selection: Selection,
  level: number,
): Ll144Result {
  const expressions = parseGroups(ll144!);
  if (expressions.length > 2) {
    throw new UsageError(
      '`ll144`: name the column of sex, that of race or ethnicity, or both; got more than two',
    );
  }
  const columns = expressions.map(({ column }) => column);
  checkAreRead(data, { '`ll144`': columns });
  for (const column of columns) findColumn(data.table, column, '`ll144`');
  const by = expressions.length === 1 ? [expressions] : [...expressions.map((one) => [one]), expressions];
  const { rows, selected, ...told } = selection;
  return {
    ...told,
    applicants: rows.length,
    selected: selected.reduce((sum, own) => sum + own, 0),
    level,
    tables: by.map((those) => tableBy(data.table, those, selection, { keepSmall, level })),
  };
}

function tableBy(
  table: Table,
  expressions: readonly GroupExpression[],
  { rows, selected }: Selection,
  { keepSmall, level }: { readonly keepSmall: boolean; readonly level: number },
): Ll144Table {
  const { names, groups } = assignGroups(table, expressions, 'drop');
  const counts = [...names, 'unknown'].map((name) => ({ name, rows: 0, selected: 0 }));
  for (let i = 0; i < rows.length; i++) {
    const own = counts.at(groups[rows[i]!]!)!; // −1, unknown, is the last
    own.rows++;
    own.selected += selected[i]!;
  }
  const unknown = counts.pop()!;
  const known = counts
    .filter((own) => own.rows > 0)
    .map((own) => ({ ...own, leftOut: !keepSmall && own.rows / rows.length < SMALL_SHARE }));
  const ratios = impactRatios(known, level);
  return {
    columns: expressions.map(({ column }) => column),
    categories: known.map(({ name, leftOut, ...own }, i) => {
      const { rate, ratio, isHighest } = ratios[i]!;
      return {
        name,
        applicants: own.rows,
        selected: own.selected,
        rate,
        impactRatio: ratio,
        isHighest,
        isLeftOut: leftOut,
        isBelowFourFifths: ratio !== null && ratio.value < FOUR_FIFTHS,
      };
    }),
    unknown: { applicants: unknown.rows, selected: unknown.selected },
  };
}

/** Reads `column=value`; any of the signs may be the one between. */
function decisionsOf(table: Table, text: string): (row: number) => boolean {
  const names = table.columns.map(({ name }) => name);
  const at = [...text.matchAll(/=/g)].map(({ index }) => index);
  const sign = at.find((place) => names.includes(text.slice(0, place))) ?? at[0];
  if (sign === undefined) {
    throw new UsageError(`\`selected\`: say which value, as in ${quoted([`${text}=yes`])}`);
  }
  const [name, value] = [text.slice(0, sign), text.slice(sign + 1)];
  const column = findColumn(table, name, '`selected`');
  checkComplete(table, name, '`selected`', 'say there who was selected');
  if (column.kind === 'numeric') {
    const { values } = column;
    const number = value.trim() === '' ? Number.NaN : Number(value);
    if (!values.includes(number)) {
      throw new UsageError(
        `\`selected\`: column ${quoted([name])} holds numbers, and none is ${quoted([value])}`,
      );
    }
    return (row) => values[row] === number;
  }
  const code = column.levels.indexOf(value);
  if (code < 0) {
    throw new UsageError(
      `\`selected\`: column ${quoted([name])} has no ${quoted([value])}; ${describeNearest(value, column.levels)}`,
    );
  }
  const { codes } = column;
  return (row) => codes[row] === code;
}

function scoresOf(table: Table, name: string): Float64Array {
  const column = findColumn(table, name, '`scores`');
  if (column.kind !== 'numeric') {
    throw new UsageError(
      `\`scores\`: column ${quoted([name])} holds texts (${quoted(column.levels, 4)}), not numbers; of decisions, say \`selected\``,
    );
  }
  checkComplete(table, name, '`scores`', 'fill it in');
  return column.values;
}

function checkComplete(table: Table, name: string, option: string, wayOut: string): void {
  const column = findColumn(table, name, option);
  const missing = rowsWhere(table.rowCount, (row) => isMissing(column, row));
  if (missing.length === 0) return;
  throw new FairfrontError(
    'bad-column',
    `${option}: column ${quoted([name])} is missing in ${rowList(missing)}; ${wayOut}, or leave the rows out`,
  );
}
