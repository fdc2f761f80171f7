// What figures say: names of losses and strategies in words, numbers as readers expect them, and how much
// room a text takes (there is no font to measure in Node, so widths are estimates on the generous side).

import { fontSize } from './theme.js';

export const lossWords = { brier: 'Brier score', 'cross-entropy': 'cross-entropy, nats' } as const;

/** Where risks were measured. */
export const partWords = {
  test: 'test rows',
  validation: 'validation rows',
  train: 'training rows',
} as const;

const strategyWords: Readonly<Record<string, string>> = {
  apstar: 'APStar',
  random: 'random search',
  'multiplicative-weights': 'multiplicative weights',
  'multiplicative-weights (fast)': 'multiplicative weights, fast',
  'exponential-weights': 'exponential weights',
  'cutting-plane': 'cutting plane',
};

/** The name of a strategy as readers know it. */
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

/** C₁, C₂, …: the boundary of a group’s region [MMPF Sec. A.2]. */
export const curveName = (group: number): string => `C${lower(group + 1)}`;
/** N₁, N₂, …: the region of a group [MMPF Thm. 5.1]. */
export const regionName = (group: number): string => `N${lower(group + 1)}`;

/** 10⁻³, but 1 and 10 as they are. */
export function powerOfTen(exponent: number): string {
  return exponent === 0 || exponent === 1 ? String(10 ** exponent) : `10${raise(exponent)}`;
}

const MOST_DECIMALS = 9;

/** Three digits that count. */
export const number3 = (value: number): string => String(Number(value.toPrecision(3)));

/**
 * All with as many decimals as give the largest three digits that count, and no fewer than `least`: 0.412,
 * 0.030.
 */
export function decimals(values: readonly number[], least = 0): (value: number) => string {
  const largest = Math.max(...values.filter(Number.isFinite).map(Math.abs), 0);
  const whole = largest > 0 ? Math.floor(Math.log10(largest)) + 1 : 1;
  const places = Math.min(Math.max(3 - whole, least), MOST_DECIMALS);
  return (value) => (Number.isFinite(value) ? value.toFixed(places) : '∞');
}

/** As `decimals`, with as many more as tell different values apart. */
export function tellApart(values: readonly number[]): string[] {
  const different = new Set(values).size;
  let texts = values.map(decimals(values));
  for (let places = 1; places <= MOST_DECIMALS && new Set(texts).size < different; places++) {
    texts = values.map(decimals(values, places));
  }
  return texts;
}

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

/** As `percent`, never below the value: bounds. */
export function percentAbove(fraction: number): string {
  const digits = fraction < 0.1 ? 10 ** (1 - Math.floor(Math.log10(100 * fraction))) : 1;
  return percent(fraction > 0 ? Math.ceil(100 * digits * fraction - 1e-9) / (100 * digits) : 0);
}

/** A count with its noun: 1 run, 2 runs. */
export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/**
 * The name of a dense ResNet, as the paper writes it: ResNet (512×512)×2.
 * @param hidden the width of each block
 */
export const networkName = (hidden: readonly number[]): string =>
  `dense ResNet (${hidden[0]}×${hidden[0]})×${hidden.length}`;

/** a; a and b; a, b and c. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** The width of a letter, in units of the font's size; bold included. */
const LETTER_WIDTH = 0.58;

/** About how wide a text is, in pixels. */
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

const PART_SEPARATOR = ' · ';
/** A part of a name is not cut below this many letters. */
const SHORTEST_PART = 4;

/**
 * A group's name that fits into `width` pixels. Of an intersection the longest parts are cut first, since
 * what tells two groups apart may be the last part as well as the first.
 */
export function fitGroupName(name: string, width: number, size: number = fontSize.text): string {
  const parts = name.split(PART_SEPARATOR).map((part) => [...part]);
  const excess = (): number =>
    textWidth(parts.map((part) => part.join('')).join(PART_SEPARATOR), size) - width;
  while (excess() > 0) {
    const longest = parts.reduce((one, other) => (other.length > one.length ? other : one));
    if (longest.length <= SHORTEST_PART) break;
    longest.splice(-2, 2, '…');
  }
  return fitText(parts.map((part) => part.join('')).join(PART_SEPARATOR), width, size);
}

/** Group names that fit into `width` pixels; those that would look the same are cut in the middle instead. */
export function fitGroupNames(names: readonly string[], width: number): string[] {
  const fitted = names.map((name) => fitGroupName(name, width));
  return fitted.map((text, i) =>
    fitted.filter((other) => other === text).length > 1 ? cutInTheMiddle(names[i]!, width) : text,
  );
}

function cutInTheMiddle(text: string, width: number, size: number = fontSize.text): string {
  const letters = [...text];
  const room = Math.max(1, Math.floor(width / (LETTER_WIDTH * size)));
  if (letters.length <= room) return text;
  const tail = Math.floor((room - 1) / 2);
  return `${letters.slice(0, room - 1 - tail).join('')}…${letters.slice(letters.length - tail).join('')}`;
}

/**
 * @param width what the heading must fit into, in pixels;
 * @param names share the room that is left: short ones stay whole
 */
export function fitSentence<Names extends readonly string[]>(
  width: number,
  names: Names,
  sentence: (names: Names) => string,
): string {
  const withNames = (write: (name: string) => string): string =>
    sentence(names.map(write) as unknown as Names);
  let room =
    width -
    textWidth(
      withNames(() => ''),
      fontSize.title,
    );
  const fitted = new Map<string, string>();
  const fromShort = [...names].sort((one, other) => [...one].length - [...other].length);
  fromShort.forEach((name, i) => {
    const text = fitGroupName(name, room / (names.length - i), fontSize.title);
    room -= textWidth(text, fontSize.title);
    fitted.set(name, text);
  });
  return withNames((name) => fitted.get(name)!);
}

/** The text with a capital at its beginning. */
export const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
