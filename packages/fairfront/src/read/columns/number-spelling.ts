// How numbers are spelled in a file: which mark begins the decimals, and which may stand between thousands.

import { isNumberText } from './text-values.js';

/** What may stand between thousands. A space is any kind of space, and ' also the typographic ’. */
export const THOUSANDS = [',', '.', ' ', "'", '_'] as const;

/** How numbers are spelled; plain data, so that a worker can be told. */
export interface NumberSpelling {
  readonly decimal: '.' | ',';
  /** Between groups of three digits. Left out: nothing. */
  readonly thousands?: (typeof THOUSANDS)[number] | undefined;
}

/** 1234.5: as programs write numbers. */
export const PLAIN: NumberSpelling = { decimal: '.' };

/** Spells a number plainly; undefined where the text is no number. */
export type Respell = (text: string) => string | undefined;

/** Makes the function that takes texts in a spelling and returns them in the plain one. */
export function respell({ decimal, thousands }: NumberSpelling): Respell {
  if (decimal === '.' && thousands === undefined) return (text) => (isNumberText(text) ? text : undefined);
  const point = `\\${decimal}`;
  // Groups have three digits, and the first begins with no zero: 0.123 is not 123.
  const mark =
    thousands === undefined
      ? undefined
      : ({ ' ': '\\s', "'": "['’]" }[thousands as string] ?? `\\${thousands}`);
  const whole = mark === undefined ? '\\d+' : `(?:[1-9]\\d{0,2}(?:${mark}\\d{3})+|\\d+)`;
  const number = new RegExp(`^[+-]?(?:${whole}(?:${point}\\d*)?|${point}\\d+)(?:e[+-]?\\d+)?$`, 'i');
  const marks = mark === undefined ? '' : new RegExp(mark, 'g');
  return (text) => (number.test(text) ? text.replace(marks, '').replace(decimal, '.') : undefined);
}
