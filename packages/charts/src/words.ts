// What figures say: names of losses and strategies in words, numbers as readers expect them, and how much room a
// text takes (there is no font to measure in Node, so widths are estimates on the generous side).

import { fontSize } from './theme.js';

export const lossWords = { brier: 'Brier score', 'cross-entropy': 'cross-entropy, nats' } as const;

const strategyWords: Readonly<Record<string, string>> = {
  apstar: 'APStar',
  random: 'random search',
  'multiplicative-weights': 'multiplicative weights',
  'multiplicative-weights (fast)': 'multiplicative weights, fast',
  'cutting-plane': 'cutting plane',
};

export const strategyName = (name: string): string => strategyWords[name] ?? name;

const superscripts: Readonly<Record<string, string>> = {
  '-': '⁻',
  ...Object.fromEntries([...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((digit, i) => [String(i), digit])),
};
const subscripts = [...'₀₁₂₃₄₅₆₇₈₉'];

const raise = (exponent: number): string =>
  [...String(exponent)].map((digit) => superscripts[digit]!).join('');

/** e¹ is the first group's corner, as in the paper. */
export const cornerName = (group: number): string => `e${raise(group + 1)}`;

const lower = (index: number): string =>
  [...String(index)].map((digit) => subscripts[Number(digit)]!).join('');

export const curveName = (group: number): string => `C${lower(group + 1)}`;
export const regionName = (group: number): string => `N${lower(group + 1)}`;

/** 10⁻³, but 1 and 10 as they are. */
export function powerOfTen(exponent: number): string {
  return exponent === 0 || exponent === 1 ? String(10 ** exponent) : `10${raise(exponent)}`;
}

/** Three digits that count. */
export const number3 = (value: number): string => String(Number(value.toPrecision(3)));

// English whatever the reader's system, as all words are.
const twoDigits = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  maximumSignificantDigits: 2,
  useGrouping: false,
});
const wholePercents = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  maximumFractionDigits: 0,
  useGrouping: false,
});

/** 117%, 12%, 1.5%, 0.0004%, −13%: whole percents, or two digits that count below ten; never an exponent. */
export function percent(fraction: number): string {
  // −0 + 0 is 0, which has no sign.
  const format = Math.abs(fraction) < 0.1 ? twoDigits : wholePercents;
  return format.format(fraction + 0).replace('-', '−');
}

export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Of a letter, in units of the font's size; bold included. */
const LETTER_WIDTH = 0.58;

export const textWidth = (text: string, size: number = fontSize.text): number =>
  [...text].length * LETTER_WIDTH * size;

/** The text, or as much of it as fits into `width` pixels. */
export function fitText(text: string, width: number, size: number = fontSize.text): string {
  const letters = [...text];
  const room = Math.max(1, Math.floor(width / (LETTER_WIDTH * size)));
  return letters.length <= room
    ? text
    : `${letters
        .slice(0, room - 1)
        .join('')
        .trimEnd()}…`;
}
