// Levels that are written differently and look like one: `Male`, `male` and `MALE`, `Y` and `Yes`, `Zürich`
// and `Zurich`. It matters where they are different classes of the target or different groups. Texts that
// cannot be told apart by eye, such as `é` as one character or as two, matter everywhere, in names of
// columns too.

import type { AssignedGroups, CategoricalColumn, Column, GroupExpression, Task } from '@fairfront/core';
import { asWritten, columnNamed, listed, quoted, spelledOut, visible } from '@fairfront/core/internal';
import { optionText } from '../option-kinds.js';
import type { Warning } from './warning.js';

/** Words that mean the same where more than one of them occurs in a column. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['y', 'yes'],
  ['n', 'no'],
  ['t', 'true'],
  ['f', 'false'],
  ['m', 'male', 'man', 'men', 'males'],
  ['f', 'w', 'female', 'woman', 'women', 'females'],
];

/** Levels of a column, and characters of an expression, beyond which the way out is not spelled out. */
const MOST_LEVELS = 12;
const LONGEST_EXPRESSION = 400;

/** Finds classes of the target that look like one. */
export function similarClasses({ table, target }: Task): Warning[] {
  const column = columnNamed(table, target.column);
  if (column?.kind !== 'categorical') return [];
  return similarSets(column, target.labels).map((same) => ({
    kind: 'similar-levels',
    columns: [column.name],
    message: `target ${quoted([column.name])} has classes that look like one, ${toldApart(same)}; write them alike in the data`,
  }));
}

/** Finds groups made by one expression that look like one. */
export function similarGroups(
  { table, groupExpressions }: Task,
  expression: GroupExpression,
  { groups }: AssignedGroups,
): Warning[] {
  const column = columnNamed(table, expression.column);
  if (column?.kind !== 'categorical') return [];
  const sets = similarSets(column, groups);
  if (sets.length === 0) return [];
  const described = listed(
    sets.map((same) => toldApart(same)),
    undefined,
    ' and ',
  );
  const spelled =
    expression.kind === 'levels' && column.levels.length <= MOST_LEVELS ? together(column, sets) : '';
  const groupsOption =
    spelled === '' || spelled.length > LONGEST_EXPRESSION || visible(spelled) !== spelled // could not be copied
      ? '`groups`'
      : groupExpressions.length === 1
        ? optionText('groups', spelled)
        : `${spelled} in \`groups\``;
  const wayOut = `put them together with ${groupsOption}, or write them alike in the data`;
  return [
    {
      kind: 'similar-levels',
      columns: [column.name],
      message: `${quoted([column.name])} has levels that look like one in different groups, ${described}; ${wayOut}`,
    },
  ];
}

/** Finds names of columns, and levels of a column, that look the same to the eye. @param columns whose levels count */
export function sameLooks(names: readonly string[], columns: readonly Column[]): Warning[] {
  const ofNames = lookAlikes(names).map(
    (same): Warning => ({
      kind: 'similar-names',
      columns: same,
      message: `columns have names that look the same, ${toldApart(same)}; are they one column? Rename them so that they can be told apart`,
    }),
  );
  const ofLevels = columns.flatMap((column): Warning[] => {
    if (column.kind !== 'categorical') return [];
    const sets = lookAlikes(column.levels).map(toldApart);
    if (sets.length === 0) return [];
    return [
      {
        kind: 'similar-levels',
        columns: [column.name],
        message: `${quoted([column.name])} has levels that look the same, ${listed(sets, undefined, ' and ')}; write them alike in the data`,
      },
    ];
  });
  return [...ofNames, ...ofLevels];
}

const PLAIN = /^[ -~]*$/;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Sets of texts that differ by what cannot be seen: how accents are encoded, kinds of space, no width. */
function lookAlikes(texts: readonly string[]): string[][] {
  if (texts.every((text) => PLAIN.test(text))) return [];
  const byLooks = new Map<string, string[]>();
  for (const text of texts) {
    const looks = looksOf(text);
    byLooks.set(looks, byLooks.get(looks) ?? []);
    byLooks.get(looks)!.push(text);
  }
  return [...byLooks.values()].filter((same) => same.length > 1);
}

function looksOf(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/** Texts in quotes; those that look the same with their characters spelled out. */
function toldApart(texts: readonly string[]): string {
  return new Set(texts.map(looksOf)).size === texts.length
    ? quoted(texts)
    : listed(texts.map((text) => `"${spelledOut(text)}"`));
}

/** sex=Male:Male+male|Female */
function together({ name, levels }: CategoricalColumn, sets: readonly (readonly string[])[]): string {
  const met = new Set<string>();
  const classes = levels.flatMap((level) => {
    if (met.has(level)) return [];
    const same = sets.find((set) => set.includes(level));
    if (same === undefined) return [asWritten(level)];
    for (const other of same) met.add(other);
    return [`${asWritten(level)}:${same.map(asWritten).join('+')}`];
  });
  return `${asWritten(name)}=${classes.join('|')}`;
}

/**
 * Sets of levels that look like one and are not all of one class.
 * @param classes of each row; below 0: the row is not used
 */
function similarSets({ levels, codes }: CategoricalColumn, classes: Int32Array): string[][] {
  const classOf = new Int32Array(levels.length + 1).fill(-1);
  for (let row = 0; row < classes.length; row++) if (classes[row]! >= 0) classOf[codes[row]!] = classes[row]!;
  const used = levels
    .map((level, code) => ({ level, class: classOf[code]! }))
    .filter((each) => each.class >= 0);
  const bySpelling = new Map<string, typeof used>();
  for (const each of used) {
    const spelling = spellingOf(each.level);
    bySpelling.set(spelling, bySpelling.get(spelling) ?? []);
    bySpelling.get(spelling)!.push(each);
  }
  for (const words of SYNONYMS) {
    const present = words.filter((word) => bySpelling.has(word));
    const [first, ...others] = present;
    for (const word of others) {
      bySpelling.get(first!)!.push(...bySpelling.get(word)!);
      bySpelling.delete(word);
    }
  }
  return [...bySpelling.values()]
    .filter((same) => new Set(same.map((each) => each.class)).size > 1)
    .map((same) => same.map(({ level }) => level));
}

/** A level without what people spell differently: case, accents, space, a last full stop, what is not seen. */
function spellingOf(level: string): string {
  return looksOf(level)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}])[\s_-]+(?=[\p{L}\p{N}])/gu, ' ')
    .trim()
    .replace(/\.$/, '');
}
