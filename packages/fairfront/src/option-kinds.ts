// What options take: each kind has a rule in words, a test of values, and a reading of texts from a command line.
// Messages name options in backticks, as code: `minGroup: 5`. The command line turns such mentions into its flags.

import { nearestName, quoted, shortened } from '@fairfront/core/internal';
import { literal, optionText } from './option-text.js';
import { UsageError } from './usage-error.js';

export { optionText } from './option-text.js';

export interface OptionKind {
  /** Completes "it must be …". */
  readonly rule: string;
  accepts(value: unknown): boolean;
  /** All values it can have, where they are few. */
  readonly names?: readonly string[];
  /** The value that a text on a command line stands for; what it cannot read, `accepts` refuses. */
  parse(text: string): unknown;
  /** What a flag that is given twice comes to; by default the last is taken. */
  join?(before: unknown, value: unknown): unknown;
}

/** The kind of every option that a function takes, by its name. */
export type OptionKinds<Options> = { readonly [Name in keyof Required<Options>]: OptionKind };

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
/** The number that a text stands for; 0 has no sign. */
const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text) + 0);

function number(rule: string, accepts: (value: number) => boolean): OptionKind {
  return { rule, accepts: (value) => isNumber(value) && accepts(value), parse: parseNumber };
}

export const text: OptionKind = { rule: 'a text', accepts: isText, parse: (given) => given };
export const path: OptionKind = {
  rule: 'the path of a file or folder',
  accepts: (value) => isText(value) && value.trim() !== '',
  parse: (given) => given,
};
export const flag: OptionKind = {
  rule: 'true or false',
  accepts: (value) => typeof value === 'boolean',
  parse: (given) => given === 'true',
};
export const object: OptionKind = {
  rule: 'an object',
  accepts: (value) => typeof value === 'object' && value !== null,
  parse: () => undefined,
};

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, G: 1e9, T: 1e12 };

/** A size in bytes, on a command line such as 2GB. */
export const bytes: OptionKind = {
  rule: 'a number of bytes above 0, on a command line such as 512MB, 2GB or 1.5GB',
  accepts: (value) => isNumber(value) && value > 0 && Number.isFinite(value),
  parse: (given) => {
    const [, number, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([KMGT]?)B\s*$/i.exec(given) ?? [];
    return number === undefined ? Number.NaN : Math.floor(Number(number) * UNITS[unit.toUpperCase()]!);
  },
};

/** A whole number, both bounds included. */
export function wholeNumber(from: number, to: number): OptionKind {
  return number(
    `a whole number from ${from} to ${to}`,
    (value) => Number.isInteger(value) && value >= from && value <= to,
  );
}

/** A finite number above a bound. */
export function numberAbove(bound: number): OptionKind {
  return number(`a number above ${bound}`, (value) => value > bound && Number.isFinite(value));
}

/** A number between two bounds, neither included. */
export function numberBetween(from: number, to: number): OptionKind {
  return number(`a number between ${from} and ${to}`, (value) => value > from && value < to);
}

/** A number from one bound on, below the other. */
export function numberFrom(from: number, below: number = Number.POSITIVE_INFINITY): OptionKind {
  return number(
    below === Number.POSITIVE_INFINITY
      ? `a number of at least ${from}`
      : `a number of at least ${from} and below ${below}`,
    (value) => value >= from && value < below,
  );
}

/** A number, both bounds included. */
export function numberWithin(from: number, to: number): OptionKind {
  return number(`a number from ${from} to ${to}`, (value) => value >= from && value <= to);
}

/** A share of something: above 0, at most 1. */
export const shareOf: OptionKind = number(
  'a number above 0 and at most 1',
  (value) => value > 0 && value <= 1,
);

/** A number of a kind, or a word. */
export function numberOr(word: string, kind: OptionKind): OptionKind {
  return {
    rule: `${kind.rule}, or ${word}`,
    accepts: (value) => value === word || kind.accepts(value),
    parse: (given) => (given === word ? word : kind.parse(given)),
  };
}

/** Whole numbers with commas between them. */
export function wholeNumbers(from: number, to: number): OptionKind {
  const one = wholeNumber(from, to);
  return {
    rule: `whole numbers from ${from} to ${to}, with commas between them`,
    accepts: (value) => Array.isArray(value) && value.length > 0 && value.every(one.accepts),
    parse: (given) => given.split(',').map(parseNumber),
  };
}

/** Three shares: of training, validation and test rows. */
export const shares: OptionKind = {
  rule: 'three shares, such as 0.6,0.2,0.2',
  accepts: (value) => Array.isArray(value) && value.length === 3 && value.every(Number.isFinite),
  parse: (given) => given.split(',').map(parseNumber),
};

/**
 * Numbers by name, such as those of groups. From a command line name=number, and each further one by the flag again.
 * @param one the kind of each number
 * @param forAll whether a number without a name is taken too
 */
export function numbersByName(one: OptionKind, forAll: boolean): OptionKind {
  const isByName = (value: unknown): value is object =>
    object.accepts(value) && !Array.isArray(value) && Object.keys(value as object).length > 0;
  return {
    rule: `${one.rule} for each name, such as Female=0.4${forAll ? ', or for all of them, such as 0.4' : ''}`,
    accepts: (value) =>
      isByName(value) ? Object.values(value).every(one.accepts) : forAll && one.accepts(value),
    parse: (given) => {
      const at = given.lastIndexOf('='); // a name may hold one too
      return at < 0
        ? parseNumber(given)
        : Object.fromEntries([[given.slice(0, at).trim(), parseNumber(given.slice(at + 1))]]);
    },
    join: (before, value) => (isByName(before) && isByName(value) ? { ...before, ...value } : value),
  };
}

/** A list of texts. @param parse reads them from a command line */
export function texts(parse: (given: string) => string[]): OptionKind {
  return {
    rule: "a list of texts, such as ['age', 'income']",
    accepts: (value) => Array.isArray(value) && value.every(isText),
    parse,
  };
}

/** One of several names. */
export function oneOf(names: readonly (string | boolean)[]): OptionKind {
  return {
    rule: `one of ${names.join(', ')}`,
    names: names.filter(isText),
    accepts: (value) => names.includes(value as string),
    parse: (given) => given,
  };
}

/** Some of several names; from a command line each once, in the order of the names. */
export function someOf(names: readonly string[]): OptionKind {
  const accepts = (value: unknown): boolean =>
    Array.isArray(value) && value.every((name) => names.includes(name));
  return {
    rule: `some of ${names.join(', ')}`,
    accepts,
    parse: (given) => {
      const some = given.split(',').map((name) => name.trim());
      return accepts(some) ? names.filter((name) => some.includes(name)) : some;
    },
  };
}

/** Refuses options that do not exist, and values that an option does not take. */
export function checkOptions<Options extends object>(options: Options, kinds: OptionKinds<Options>): void {
  if (!object.accepts(options)) throw new UsageError('the options must be an object');
  const names = Object.keys(kinds);
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof Options] : undefined;
    if (kind === undefined) {
      const near = nearestName(name, names);
      const hint = near === undefined ? `there are ${names.join(', ')}` : `did you mean ${optionText(near)}?`;
      throw new UsageError(`there is no option ${quoted([name])}; ${hint}`);
    }
    if (value !== undefined && !kind.accepts(value)) {
      throw new UsageError(`${optionText(name)} must be ${kind.rule}; got ${shortened(literal(value))}`);
    }
  }
}

/** Refuses options that would have no effect, instead of passing them over. */
export function checkWithout(options: object, names: readonly string[], reason: string): void {
  const given = Object.entries(options).filter(
    ([name, value]) => names.includes(name) && value !== undefined,
  );
  if (given.length === 0) return;
  const mentions = given.map(([name, value]) => optionText(name, value === false ? false : undefined));
  throw new UsageError(`${mentions.join(', ')}: ${reason}; leave ${given.length === 1 ? 'it' : 'them'} out`);
}
