// Levels of a category: their order, and how a column is made of them.

import { type CategoricalColumn, createCodes } from './table.js';

/** Numbers by size before texts by code unit: 2 before 10, "A" before "a", the same everywhere. */
export function compareLevels(left: string, right: string): number {
  const [leftNumber, rightNumber] = [levelNumber(left), levelNumber(right)];
  if (leftNumber !== rightNumber) {
    if (Number.isNaN(leftNumber)) return Number.isNaN(rightNumber) ? compareText(left, right) : 1;
    return Number.isNaN(rightNumber) ? -1 : leftNumber - rightNumber;
  }
  return compareText(left, right);
}

/**
 * Levels in the order they were met, put into theirs.
 * @param met no two the same
 * @returns `codes[0]` for missing, `codes[k]` for `met[k − 1]`
 */
export function orderLevels(met: readonly string[]): {
  readonly levels: readonly string[];
  readonly codes: Uint32Array;
} {
  const levels = [...met].sort(compareLevels);
  const sorted = new Map(levels.map((level, code) => [level, code]));
  return { levels, codes: Uint32Array.from([met.length, ...met.map((level) => sorted.get(level)!)]) };
}

/**
 * A column from codes given in the order in which levels were met.
 * @param met no two the same
 * @param codes 0 is missing, k stands for `met[k − 1]`
 */
export function categoricalColumn(
  name: string,
  met: readonly string[],
  codes: ArrayLike<number>,
): CategoricalColumn {
  const { levels, codes: ordered } = orderLevels(met);
  const result = createCodes(levels.length, codes.length);
  for (let row = 0; row < codes.length; row++) result[row] = ordered[codes[row]!]!;
  return { kind: 'categorical', name, levels, codes: result };
}

/** A column from texts; `undefined` is missing. */
export function columnOfTexts(name: string, texts: readonly (string | undefined)[]): CategoricalColumn {
  const met = new Map<string, number>();
  for (const text of texts) if (text !== undefined && !met.has(text)) met.set(text, met.size + 1);
  return categoricalColumn(
    name,
    [...met.keys()],
    Uint32Array.from(texts, (text) => (text === undefined ? 0 : met.get(text)!)),
  );
}

/** Numbers by size: NaN, which no number is equal to, for what is none. */
function levelNumber(level: string): number {
  return level.trim() === '' ? Number.NaN : Number(level);
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
