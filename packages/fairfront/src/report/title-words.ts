// What a report is about, in words that a stranger understands: never a path.

import { parseGroups } from '@fairfront/core';
import { visible } from '@fairfront/core/internal';
import type { Asked } from '../task/data-options.js';

interface Subject {
  readonly data: string;
  readonly target: string;
  readonly classes: readonly string[];
  readonly groupCount: number;
  readonly asked?: Asked | undefined;
  /** Whether the fit looked for groups itself. */
  readonly isFound?: boolean;
}

/** A dataset with groups that have a name: adult:gender-ethnicity. */
const PRESET = /^([\w-]+):([\w-]+)$/;

/** Is income “>50K”? A model for adult, judged by sex and income. */
export function fitTitle({ data, target, classes, groupCount, asked, isFound }: Subject): string {
  const what = targetName(target);
  const asksOne = classes[1] === target ? `Is ${target}?` : `Is ${what} “${classes[1]}”?`;
  const question = classes.length === 2 ? asksOne : `Which ${what}?`;
  const [, dataset, preset] = PRESET.exec(data) ?? [];
  if (preset !== undefined && asked?.options['groups'] === undefined) {
    return `${question} A model for ${dataset}, judged by ${preset.replaceAll('-', ' and ')}`;
  }
  return `${question} A model for ${dataName(data)}, judged ${groupWords(groupCount, asked, isFound)}`;
}

/** loans.csv of a path; a dataset has its own name. */
export function dataName(data: string): string {
  const name = data.split(/[/\\]/).at(-1)!;
  return visible(name === '' ? data : name);
}

/** Income of `income=low|high:*`: its classes say the rest. */
export function targetName(target: string): string {
  const at = target.indexOf('=');
  const [column] = at >= 0 && /[|:]/.test(target.slice(at)) ? groupColumns(target) : [];
  return column ?? target;
}

/** By sex and income; for 4 groups, where their columns are not known. @param isFound whether a fit looked for groups */
export function groupWords(groupCount: number, asked?: Asked | undefined, isFound = false): string {
  const spec = asked?.options['groups'];
  if (isFound && groupCount > 1) return 'by groups that were found';
  if (isFound) return 'without groups';
  const texts = Array.isArray(spec) ? spec.map(String) : typeof spec === 'string' ? [spec] : [];
  const columns = [...new Set(texts.flatMap(groupColumns))];
  if (columns.length === 0) return groupCount === 1 ? 'without groups' : `for ${groupCount} groups`;
  return `by ${columns.slice(0, -1).join(', ')}${columns.length > 1 ? ' and ' : ''}${columns.at(-1)}`;
}

/** The columns that make groups: `sex,age<30,race=White|Other:*` is of sex, age and race. */
function groupColumns(spec: string): string[] {
  try {
    return [...new Set(parseGroups(spec).map(({ column }) => visible(column)))];
  } catch {
    return []; // a name that was made visible may no longer be read as it was
  }
}
