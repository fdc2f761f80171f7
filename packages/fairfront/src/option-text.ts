// How messages name options: in backticks, as code. Imports no more than threads that read files load anyway.

import { shortened, visible } from '@fairfront/core/tables';

/** Characters of a text, and texts of a list, that are shown. */
const LONGEST_TEXT = 500;
const LONGEST_LIST = 50;

/** An option as messages name it: `minGroup`, or with a value `missingGroup: 'own'`. */
export function optionText(name: string, value?: unknown): string {
  return value === undefined ? `\`${name}\`` : `\`${name}: ${literal(value)}\``;
}

/** A query as messages repeat it: whole, where it can be copied from a line; otherwise only named. */
export function queryText(sql: string): string {
  const canBeCopied = sql.length <= LONGEST_TEXT && visible(sql) === sql;
  return canBeCopied ? optionText('sql', sql) : 'the same `sql` as before';
}

/** A value as code. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return `'${shortened(value, LONGEST_TEXT).replace(/[\\']/g, '\\$&')}'`;
  if (Array.isArray(value)) {
    const shown = value.slice(0, LONGEST_LIST).map(literal);
    return `[${(shown.length < value.length ? [...shown, '…'] : shown).join(', ')}]`;
  }
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
