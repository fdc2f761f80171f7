// Finds columns whose texts are numbers in a spelling that is not the file's (1.234,5), or numbers with a unit
// (11.0%, € 591), and says how to read them.

import { quoted } from '@fairfront/core/tables';
import { optionText } from '../../option-text.js';
import { type NumberSpelling, respell } from './number-spelling.js';

/** Numbers that are spelled in another way. */
export interface OtherSpelling {
  /** The ways that fit most texts; none where the texts differ from numbers by their unit only. */
  readonly spellings: readonly NumberSpelling[];
  /** What stands beside the number: %, €, kg. */
  readonly unit?: string | undefined;
  readonly example: string;
}

const SPELLINGS: readonly NumberSpelling[] = [
  { decimal: '.' },
  { decimal: ',' },
  { decimal: ',', thousands: '.' },
  { decimal: '.', thousands: ',' },
  { decimal: '.', thousands: ' ' },
  { decimal: ',', thousands: ' ' },
  { decimal: '.', thousands: "'" },
  { decimal: '.', thousands: '_' },
];
const RESPELL = SPELLINGS.map(respell);

/** Texts looked at. */
const SAMPLE = 1000;
/** Fewer different numbers are not worth a note, and may well be names: 50%, 100%. */
const FEWEST_NOTED = 3;

/** Longer texts are no numbers. */
const LONGEST = 40;

const CURRENCY = String.raw`[A-Z]{0,3}\p{Sc}|USD|EUR|GBP|CHF|JPY|CNY|INR|CAD|AUD|SEK|NOK|DKK|PLN|BRL`;
const WITH_UNIT = new RegExp(
  String.raw`^([+-]?)\s*(${CURRENCY})?\s*([+-]?[\d.,](?:[\d.,'’_\s]*[\d.,])?)\s*(%|‰|${CURRENCY}|°?\p{L}{1,12})?$`,
  'u',
);

/**
 * Finds out whether half of the texts or more are numbers in another spelling, or numbers with a unit.
 * @param texts trimmed, no two the same
 * @param current the spelling in which they are no numbers
 * @param fewest how many different numbers there must be. Default 1
 */
export function findOtherSpelling(
  texts: readonly string[],
  current: NumberSpelling,
  fewest = 1,
): OtherSpelling | undefined {
  const step = Math.ceil(texts.length / SAMPLE);
  const sample = texts.filter((_, i) => i % step === 0);
  const cut = sample.flatMap((text) => {
    const match = text.length > LONGEST ? null : WITH_UNIT.exec(text);
    return match === null ? [] : [{ text, number: match[1]! + match[3]!, unit: match[2] ?? match[4] }];
  });
  const unit = moreThanHalf(cut.map((each) => each.unit));
  const own = cut.filter((each) => each.unit === unit);
  const read = RESPELL.map((plain) => own.filter(({ number }) => plain(number) !== undefined));
  const most = Math.max(...read.map(({ length }) => length));
  if (most < fewest || 2 * most < sample.length) return undefined;
  const fitting = SPELLINGS.filter((_, i) => read[i]!.length === most);
  const plain = respell(current);
  const isRead = own.filter(({ number }) => plain(number) !== undefined).length >= most;
  if (isRead && unit === undefined) return undefined;
  const isNeeded = ({ decimal, thousands }: NumberSpelling): boolean =>
    !fitting.some((each) => thousands !== undefined && isSame(each, { decimal })) &&
    !fitting.some((each) => decimal !== current.decimal && isSame(each, { ...current, thousands }));
  const example = read[SPELLINGS.indexOf(fitting[0]!)]!.find(({ text }) => plain(text) === undefined)!.text;
  return { spellings: isRead ? [] : fitting.filter(isNeeded), unit, example };
}

/** The options that read numbers in these spellings: `decimal: ','` and `thousands: '.'`, or others. */
export function describeSpellings(spellings: readonly NumberSpelling[]): string {
  return spellings
    .map(({ decimal, thousands }) => {
      const marks = thousands === undefined ? [] : [optionText('thousands', thousands)];
      return (decimal === '.' && marks.length > 0 ? marks : [optionText('decimal', decimal), ...marks]).join(
        ' and ',
      );
    })
    .join(', or ');
}

/**
 * Notes about columns that were not read as numbers though most of their texts are; one for those alike.
 * @param canRespell whether the options that say how numbers are spelled are there for the source
 */
export function spellingNotes(
  columns: readonly { readonly name: string; readonly texts: readonly string[] }[],
  current: NumberSpelling,
  canRespell: boolean,
): string[] {
  const alike = new Map<string, { readonly names: string[]; readonly start: string; readonly end: string }>();
  for (const { name, texts } of columns) {
    const found = findOtherSpelling(texts, current, FEWEST_NOTED);
    if (found === undefined) continue;
    const { spellings, unit, example } = found;
    const ways = [
      ...(unit === undefined ? [] : [`take ${quoted([unit])} out of the file`]),
      ...(spellings.length === 0
        ? []
        : [
            canRespell
              ? `read them with ${describeSpellings(spellings)}`
              : 'write them with a decimal point and without other marks',
          ]),
    ];
    const what = unit === undefined ? 'in another spelling' : `with ${quoted([unit])}`;
    const end = `${ways.join(', and ')}, or, if they are names, add`;
    const known = alike.get(what + end);
    if (known === undefined) {
      const start = `not read as numbers, though most texts are numbers ${what}, such as ${quoted([example])}`;
      alike.set(what + end, { names: [name], start, end });
    } else known.names.push(name);
  }
  return [...alike.values()].map(
    ({ names, start, end }) => `${quoted(names)}: ${start}; ${end} ${optionText('categorical', names)}`,
  );
}

function isSame(left: NumberSpelling, right: NumberSpelling): boolean {
  return left.decimal === right.decimal && left.thousands === right.thousands;
}

/** The unit that more than half of the texts have; undefined also where most have none. */
function moreThanHalf(units: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string | undefined, number>();
  for (const unit of units) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return [...counts].find(([, times]) => 2 * times > units.length)?.[0];
}
