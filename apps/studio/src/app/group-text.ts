// Groups as the studio edits them, written in the language of `groups` (docs/data.md), and read from it.

import type { GroupExpression, LevelClass } from '@fairfront/core';
import type { ColumnInspection } from 'fairfront';

/** A name that needs no quotes: nothing in it means anything to the language, and it is no number. */
const PLAIN = /^[\p{L}_](?:[\p{L}\p{N}_ .-]*[\p{L}\p{N}_.-])?$/u;

const name = (text: string): string => (PLAIN.test(text) ? text : `"${text.replaceAll('"', '""')}"`);

const classText = ({ label, levels }: LevelClass): string =>
  `${label === undefined ? '' : `${name(label)}:`}${levels === '*' ? '*' : levels.map(name).join('+')}`;

/** An expression as people write it: `sex`, `age<55`, `race=White|Other:*`. */
export function expressionText(expression: GroupExpression): string {
  const column = name(expression.column);
  switch (expression.kind) {
    case 'levels':
      return column;
    case 'mapping':
      return `${column}=${expression.classes.map(classText).join('|')}`;
    case 'bins': {
      const { edges, edgeAbove } = expression;
      return edges.length === 1
        ? `${column}${edgeAbove ? '<' : '<='}${edges[0]}`
        : `${column}:${edges.join(',')}`;
    }
  }
}

/** Groups as people write them: `sex,age<55`. */
export const groupText = (groups: readonly GroupExpression[]): string => groups.map(expressionText).join(',');

/**
 * A target as it is written: a column, or two classes of it, the one of interest last.
 * @param above of numbers: those above are the last class
 * @param order of two levels: both
 */
export function targetText(column: string, above?: number, order?: readonly string[]): string {
  if (above !== undefined) return `${name(column)}>${above}`;
  if (order === undefined) return column;
  return expressionText({ kind: 'mapping', column, classes: order.map((level) => ({ levels: [level] })) });
}

/** Of more different numbers, each cannot be a group or a class. */
const MOST_DISTINCT = 20;

/** Whether a column has too many numbers for each to be a group. */
export const needsBins = ({ kind, distinct }: ColumnInspection): boolean =>
  kind === 'numeric' && (distinct === null || (distinct ?? 0) > MOST_DISTINCT);

/** How a column makes groups at first: its levels, or two bins around a round number near its mean. */
export function firstExpression(column: ColumnInspection): GroupExpression {
  if (!needsBins(column)) return { kind: 'levels', column: column.name };
  return { kind: 'bins', column: column.name, edges: [roundMiddle(column)], edgeAbove: true };
}

/** A number of two digits near the mean, inside the range. */
export function roundMiddle({ range }: ColumnInspection): number {
  if (range === undefined) return 0;
  const { min, max, mean } = range;
  const rounded = Number(mean.toPrecision(2));
  return rounded > min && rounded <= max ? rounded : mean;
}

/** Levels that are named one by one; the others are put together under one name. */
export const LEVELS_NAMED = 12;

/**
 * Levels put together by name: those of one name are a class. Where each keeps its own, the levels are the groups.
 * @param names of each of the first levels
 * @param rest what all others are called; undefined where there are none
 */
export function mergeLevels(
  column: string,
  levels: readonly string[],
  names: readonly string[],
  rest?: string,
): GroupExpression {
  const called = names.map((given, i) => (given.trim() === '' ? levels[i]! : given.trim()));
  if (rest === undefined && called.every((given, i) => given === levels[i]))
    return { kind: 'levels', column };
  const classes = [...new Set(called)]
    .filter((label) => label !== rest)
    .map((label): LevelClass => {
      const own = levels.filter((_, i) => called[i] === label);
      return own.length === 1 && own[0] === label ? { levels: own } : { label, levels: own };
    });
  const others = rest === undefined ? [] : [{ label: rest, levels: '*' as const }];
  return { kind: 'mapping', column, classes: [...classes, ...others] };
}

/** What each level is called under an expression: the inverse of `mergeLevels`. */
export function levelNames(expression: GroupExpression, levels: readonly string[]): string[] {
  if (expression.kind !== 'mapping') return [...levels];
  return levels.map((level) => {
    const own = expression.classes.find(({ levels: those }) => those !== '*' && those.includes(level));
    const found = own ?? expression.classes.find(({ levels: those }) => those === '*');
    return found?.label ?? level;
  });
}
