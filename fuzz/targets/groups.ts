// Expressions that name groups or a target, on tables with any names and levels.

import assert from 'node:assert/strict';
import { type Column, createTable, FairfrontError, type GroupExpression, parseGroups } from '@fairfront/core';
import { inspect, type TaskInspection } from 'fairfront';
import fc from 'fast-check';
import { hostileText } from '../inputs/hostile-texts.js';
import { checkMessage } from '../outcome.js';
import type { Target } from '../target.js';

interface Input {
  readonly columns: readonly { readonly name: string; readonly cells: readonly (string | number | null)[] }[];
  readonly options: Readonly<Record<string, unknown>>;
}

const ROWS = 24;
const word = fc.oneof(fc.constantFrom('sex', 'age', 'race'), hostileText);
const cells = (cell: fc.Arbitrary<string | number>): fc.Arbitrary<(string | number | null)[]> =>
  fc.array(fc.option(cell, { freq: 12 }), { minLength: ROWS, maxLength: ROWS });
const quotedWord = fc.oneof(
  word,
  word.map((text) => `"${text.replaceAll('"', '""')}"`),
);
const number = fc.oneof(
  fc.integer({ min: -3, max: 9 }).map(String),
  fc.constantFrom('1e9', '-0', '0x1', 'Infinity', ''),
);
const item = fc.oneof(
  quotedWord,
  fc.tuple(quotedWord, fc.constantFrom('<', '<=', '>', '>=', ':'), number).map((parts) => parts.join('')),
  fc
    .tuple(quotedWord, fc.array(number, { minLength: 1, maxLength: 3 }))
    .map(([name, edges]) => `${name}:${edges}`),
  fc
    .tuple(
      quotedWord,
      fc.array(fc.oneof(quotedWord, fc.constantFrom('*', 'rest:*', 'a+b')), { minLength: 1, maxLength: 3 }),
    )
    .map(([name, classes]) => `${name}=${classes.join('|')}`),
  fc.string({ unit: fc.constantFrom(...'a"<>=:|+*, 1'), maxLength: 12 }),
);
const expression = fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(','));

export const groups: Target<Input> = {
  inputs: () =>
    fc.record({
      columns: fc
        .record({
          names: fc.uniqueArray(word, { minLength: 3, maxLength: 3 }),
          texts: fc.array(cells(fc.oneof(fc.constantFrom('a', 'b', 'c'), hostileText)), {
            minLength: 2,
            maxLength: 2,
          }),
          numbers: cells(fc.integer({ min: 0, max: 9 })),
        })
        .map(({ names, texts, numbers }) => [
          { name: names[0]!, cells: texts[0]! },
          { name: names[1]!, cells: texts[1]! },
          { name: names[2]!, cells: numbers },
        ]),
      options: fc.record(
        {
          groups: expression,
          target: expression,
          missingGroup: fc.constantFrom('error', 'own', 'drop'),
          missingTarget: fc.constantFrom('error', 'drop'),
          mergeSmall: fc.boolean(),
          minGroup: fc.nat({ max: 5 }),
          groupsAsFeatures: fc.boolean(),
        },
        { requiredKeys: ['groups', 'target'] },
      ),
    }),
  attempt: async ({ columns, options }) => {
    const table = createTable(columns.map(columnOf));
    let task: TaskInspection | undefined;
    try {
      ({ task } = inspect(table, options));
    } catch (error) {
      if (!(error instanceof FairfrontError)) throw error;
      checkMessage(error.message);
      return;
    }
    assert.ok(task !== undefined);
    checkSizes(task, { columns, options });
  },
};

function columnOf({ name, cells }: Input['columns'][number]): Column {
  if (cells.some((cell) => typeof cell === 'number')) {
    return {
      kind: 'numeric',
      name,
      values: Float64Array.from(cells, (cell) => (cell as number | null) ?? Number.NaN),
    };
  }
  const levels = [...new Set(cells.filter((cell) => cell !== null))] as string[];
  const codes = Uint32Array.from(cells, (cell) =>
    cell === null ? levels.length : levels.indexOf(cell as string),
  );
  return { kind: 'categorical', name, levels, codes };
}

/** The sizes of groups are those of a plain evaluation, row by row, where no rows are dropped or merged otherwise. */
function checkSizes({ groups, classes }: TaskInspection, { columns, options }: Input): void {
  const sizes = groups.map(({ rows }) => rows).sort();
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
  assert.equal(sum(sizes), sum(classes.map(({ rows }) => rows)));
  const { missingTarget = 'error', missingGroup = 'error', mergeSmall } = options;
  if (missingTarget === 'drop' || mergeSmall === true) return;
  const expressions = parseGroups(options['groups'] as string);
  const counts = new Map<string, number>();
  for (let row = 0; row < ROWS; row++) {
    const parts = expressions.map((each) =>
      partOf(each, columns.find(({ name }) => name === each.column)!.cells[row]!),
    );
    if (missingGroup === 'drop' && parts.includes(undefined)) continue;
    const key = JSON.stringify(parts.map((part) => part ?? null));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  assert.deepEqual(sizes, [...counts.values()].sort());
}

/** Which part of an expression a cell is in; undefined where it is missing. */
function partOf(expression: GroupExpression, cell: string | number | null): string | number | undefined {
  if (cell === null) return undefined;
  if (expression.kind === 'levels') return cell;
  if (expression.kind === 'bins') {
    const { edges, edgeAbove } = expression;
    return edges.filter((edge) => (edgeAbove ? Number(cell) >= edge : Number(cell) > edge)).length;
  }
  const { classes } = expression;
  const own = classes.findIndex(({ levels }) => levels !== '*' && levels.includes(String(cell)));
  return own >= 0 ? own : classes.findIndex(({ levels }) => levels === '*');
}
