// What a text in a table stands for: a missing value, a number, or a level.

/** Texts that stand for a missing value, whatever the column. */
export const MISSING_MARKERS: readonly string[] = ['', 'NA', 'NaN', 'nan', 'null', 'NULL', '?'];

// Each way through these patterns has one place to stop: of a cell with 100,000 digits and a letter, every
// place at which digits could end would otherwise be tried with every other.
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const INFINITE = /^[+-]?inf(inity)?$/i;

/** 12, -0.5, 1e-3: a number in plain spelling. */
export function isNumberText(text: string): boolean {
  return NUMBER.test(text);
}

/** Infinite, in words or because it is too large for a double. */
export function isInfiniteText(text: string): boolean {
  return INFINITE.test(text) || (NUMBER.test(text) && !Number.isFinite(Number(text)));
}

/** 007, 02139: digits that name a thing; as a number they would lose their zeros. */
export function isCodeText(text: string): boolean {
  return /^0\d+$/.test(text);
}

/** 1,5 or 1,234 or 1.234,56: a number as other countries write it, or with thousands marked. */
export function isCommaNumberText(text: string): boolean {
  return /^[+-]?[\d.]*,[\d.,]*\d$/.test(text);
}
