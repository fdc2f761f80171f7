// What figures say: names of losses and strategies in words, and how much room a text takes (there is no font to
// measure in Node, so widths are estimates on the generous side).

import { fontSize } from './theme.js';

export const lossWords = {
  brier: 'Brier score',
  'cross-entropy': 'cross-entropy, nats',
  rmse: 'RMSE',
} as const;

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

/**
 * The name of a dense ResNet, as the paper writes it: ResNet (512×512)×2.
 * @param hidden the width of each block
 */
export const networkName = (hidden: readonly number[]): string =>
  `dense ResNet (${hidden[0]}×${hidden[0]})×${hidden.length}`;

/** The width of a letter, in units of the font's size; bold included. */
const LETTER_WIDTH = 0.58;

/** Chinese, Japanese and Korean letters and pictures take the room of two. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\uFF01-\uFF60]/u;

const lettersOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);

/** How much wider a text in bold is than is estimated. */
export const BOLDER = 1.12;

/** About how wide a text is, in pixels. */
export const textWidth = (text: string, size: number = fontSize.text): number =>
  lettersOf(text) * LETTER_WIDTH * size;

/** The text, or as much of it as fits into `width` pixels. */
export function fitText(text: string, width: number, size: number = fontSize.text): string {
  if (textWidth(text, size) <= width) return text;
  const letters = [...text];
  do letters.pop();
  while (letters.length > 0 && textWidth(`${letters.join('')}…`, size) > width);
  while (' …'.includes(letters.at(-1) ?? '-')) letters.pop();
  return `${letters.join('')}…`;
}

/** The text in lines that fit into `width` pixels, broken between words; a word that is longer is broken too. */
export function wrapText(text: string, width: number, size: number = fontSize.text): string[] {
  const lines: string[] = [''];
  // A separator stays behind the part it follows.
  for (const word of text.split(/ (?!·)/)) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if (textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else if (textWidth(word, size) <= width) lines.push(word);
    else for (const part of breakWord(word, width, size)) lines.push(part);
  }
  return lines.filter((line, i) => line !== '' || lines.length === 1 || i > 0);
}

function breakWord(word: string, width: number, size: number): string[] {
  const parts = [''];
  for (const letter of word) {
    const longer = parts.at(-1) + letter;
    if (parts.at(-1) === '' || textWidth(longer, size) <= width) parts[parts.length - 1] = longer;
    else parts.push(letter);
  }
  return parts;
}

/** As `wrapText`, in `most` lines: the last is cut. */
export function wrapAtMost(
  text: string,
  width: number,
  most: number,
  size: number = fontSize.text,
): string[] {
  const lines = wrapText(text, width, size);
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most - 1), fitText(lines.slice(most - 1).join(' '), width, size)];
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
  const room = Math.max(1, Math.floor((width * letters.length) / lettersOf(text) / (LETTER_WIDTH * size)));
  if (letters.length <= room) return text;
  const tail = Math.floor((room - 1) / 2);
  return `${letters.slice(0, room - 1 - tail).join('')}…${letters.slice(letters.length - tail).join('')}`;
}

/** What a title must fit into, however wide the figure: names in it are cut, in pixels. */
export const TITLE_WIDTH = 840;

/**
 * @param names share the room that is left: short ones stay whole
 * @param width what the sentence must fit into, in pixels
 */
export function fitSentence<Names extends readonly string[]>(
  names: Names,
  sentence: (names: Names) => string,
  width = TITLE_WIDTH,
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

/** A name as it is told to those who cannot see the figure: not for minutes. */
export const spoken = (name: string): string => fitGroupName(name, TITLE_WIDTH / 2);
