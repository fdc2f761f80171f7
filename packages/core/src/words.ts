// Words for messages about tables. Rows are counted from 1, as a person counts them, the header line not
// among them. A name from data is shown by `shown` or `quoted`: short, on one line, and with nothing invisible in it.

import { count, whole } from './numbers.js';

/** Shown of a list before the rest is only counted. */
const SHOWN = 12;
const SHOWN_ROWS = 5;
/** Shown of a name. */
const SHOWN_LETTERS = 60;

/** a, b and 3 more. */
export function listed(texts: readonly string[], shown = SHOWN, separator = ', '): string {
  return texts.slice(0, shown).join(separator) + andMore(texts.length - shown);
}

function andMore(rest: number): string {
  return rest > 0 ? ` and ${whole(rest)} more` : '';
}

/** a; a and b; a, b and c. */
export function withAnd(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`;
}

/** The text with a capital at its beginning. */
export const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** "a", "b" and 3 more. */
export function quoted(names: readonly string[], most = SHOWN): string {
  return listed(
    names.map((name) => `"${shown(name)}"`),
    most,
  );
}

/** 1 row (row 3); 7 rows (rows 3, 4, 9, 12, 13 and 2 more). @param rows counted from 0 */
export function rowList(rows: ArrayLike<number>): string {
  const { length } = rows;
  const numbers = Array.from({ length: Math.min(length, SHOWN_ROWS) }, (_, i) => String(rows[i]! + 1));
  const rest = length - numbers.length;
  return `${count(length, 'row')} (${length === 1 ? 'row' : 'rows'} ${numbers.join(', ')}${andMore(rest)})`;
}

/** The text, cut to so many characters with an ellipsis where it is longer. */
export function shortened(text: string, length = SHOWN_LETTERS): string {
  if (text.length <= length) return text;
  const head = text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, ''); // half a character is none
  return `${head}…`;
}

/** Line ends, other controls, marks of direction, what is never drawn, and half a surrogate pair. */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * The text on one line, every character that cannot be seen as an escape: \n, \x1b, \u202e, \u{e0041}. Neither a
 * terminal nor a page can take it for a command.
 */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (letter) => {
    const hex = letter.codePointAt(0)!.toString(16);
    if (hex.length > 4) return `\\u{${hex}}`;
    return (
      SHORT_ESCAPES[letter] ?? (hex.length > 2 ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`)
    );
  });
}

/** The longest line of a message, in letters. */
const LONGEST_LINE = 2000;

/** A text as one line of a message: visible; where it is endless, what it quotes is shortened, then its middle cut. */
export function oneLine(text: string): string {
  if (text.length <= LONGEST_LINE) return visible(text);
  const brief = text.replace(
    /"[^"]*"|'[^']*'/g,
    (quote) => `${quote[0]}${shown(quote.slice(1, -1))}${quote[0]}`,
  );
  const half = LONGEST_LINE / 2;
  return visible(brief.length <= LONGEST_LINE ? brief : `${brief.slice(0, half)} … ${brief.slice(-half)}`);
}

/** A name from data as a message shows it: visible and shortened. */
export function shown(name: string, length = SHOWN_LETTERS): string {
  return shortened(visible(shortened(name, length)), length);
}

/** Longer names are not compared: nobody mistypes a letter of a page. */
const LONGEST_COMPARED = 100;

/** The name most like the one given, if one is near enough to be what was meant. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  if (name.length > LONGEST_COMPARED) return undefined;
  const wanted = compared(name);
  let limit = Math.max(1, Math.floor(name.length / 3));
  let nearest: string | undefined;
  for (const candidate of names) {
    if (candidate.length > 2 * LONGEST_COMPARED) continue;
    const known = compared(candidate);
    if (Math.abs(known.length - wanted.length) > limit) continue; // so many steps at least
    const distance = editDistance(wanted, known, limit);
    const isAlike = distance < Math.max(wanted.length, known.length); // "a" is not like "b"
    if (isAlike && distance <= limit) {
      nearest = candidate;
      limit = distance - 1;
    }
    if (limit < 0) break;
  }
  return nearest;
}

/** A name without case, and with each accented letter as one character, however it was typed. */
function compared(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/**
 * Says which name may have been meant: the nearest, or, where none is near, what there is.
 * @param otherwise what is said where no name is near. Default: the names
 */
export function describeNearest(
  name: string,
  names: readonly string[],
  otherwise = `there are ${quoted(names)}`,
): string {
  const near = nearestName(name, names);
  if (near === undefined) return otherwise;
  const looksTheSame = near !== name && near.normalize('NFC') === name.normalize('NFC');
  const how = looksTheSame
    ? `, which looks the same but is ${spelledOut(near)}, not ${spelledOut(name)}`
    : '';
  return `did you mean ${quoted([near])}${how}?`;
}

/** A text with all but the characters of ASCII as \u00e9. */
export function spelledOut(text: string): string {
  const plain = Array.from(shortened(text), (character) => {
    const code = character.codePointAt(0)!;
    const hex = code.toString(16).padStart(4, '0');
    return code < 0x80 || character === '…' ? character : code > 0xffff ? `\\u{${hex}}` : `\\u${hex}`;
  });
  return plain.join('');
}

/**
 * Insertions, deletions, substitutions and swaps of neighbours that turn one text into the other (optimal
 * string alignment); more than `limit` where it takes more.
 */
function editDistance(left: string, right: string, limit: number): number {
  const width = right.length + 1;
  let [beforePrevious, previous, current] = [0, 1, 2].map(() => new Uint32Array(width).fill(limit + 1)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  for (let j = 0; j < width; j++) previous[j] = j;
  for (let i = 1; i <= left.length; i++) {
    // Farther from the diagonal than the limit, there are more steps than that.
    const from = Math.max(1, i - limit);
    const to = Math.min(right.length, i + limit);
    let fewest = i;
    current[from - 1] = from === 1 ? i : limit + 1;
    for (let j = from; j <= to; j++) {
      const isSame = left.charCodeAt(i - 1) === right.charCodeAt(j - 1);
      let steps = Math.min(previous[j - 1]! + (isSame ? 0 : 1), previous[j]! + 1, current[j - 1]! + 1);
      const isSwapped =
        i > 1 &&
        j > 1 &&
        left.charCodeAt(i - 1) === right.charCodeAt(j - 2) &&
        left.charCodeAt(i - 2) === right.charCodeAt(j - 1);
      if (isSwapped) steps = Math.min(steps, beforePrevious[j - 2]! + 1);
      current[j] = steps;
      if (steps < fewest) fewest = steps;
    }
    if (to < right.length) current[to + 1] = limit + 1;
    if (fewest > limit) return fewest;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return previous[right.length]!;
}
