// The rules of a gate, read from texts.
//
//   worst <metric> <op> <number>            the group served worst
//   disparity <metric> <op> <number>        the largest difference between two groups
//   overall <metric> <op> <number>          all rows; `mean` is the same
//   group "Name" <metric> <op> <number>     one group
//   impact-ratio | demographic-parity | equal-opportunity | equalised-odds <op> <number>
//   no-worse <metric> [by <number>]         every group, against the baseline
//
// After a metric or a parity that is of one class, `of "class"` says which. Words are read in camelCase, kebab-case and
// snake_case alike; a number may be a percentage.

import { describeNearest, quoted } from '@fairfront/core/internal';
import {
  type ChangingMetric,
  isOfNumbers,
  METRIC_KINDS,
  METRIC_NAMES,
  type MetricName,
} from '../measure/named-metric.js';
import { UsageError } from '../usage-error.js';

/** How far decisions are from parity: what is compared between groups, and how. */
export const PARITIES = {
  'impact-ratio': { parity: 'demographicParity', of: 'ratio' },
  'demographic-parity': { parity: 'demographicParity', of: 'difference' },
  'equal-opportunity': { parity: 'equalOpportunity', of: 'difference' },
  'equalised-odds': { parity: 'equalisedOdds', of: 'difference' },
} as const;
type ParityName = keyof typeof PARITIES;

const OPERATORS = ['<', '<=', '>', '>='] as const;
export type Operator = (typeof OPERATORS)[number];

/** What a rule is about. */
export type RuleSubject =
  | { readonly kind: 'worst' | 'disparity' | 'overall'; readonly metric: MetricName }
  | { readonly kind: 'group'; readonly group: string; readonly metric: MetricName }
  | { readonly kind: 'parity'; readonly parity: ParityName }
  | { readonly kind: 'no-worse'; readonly metric: ChangingMetric };

/** A rule, as it was written and as it is understood. */
export interface Rule {
  readonly text: string;
  readonly about: RuleSubject;
  /** The class it is of, where that was said. */
  readonly ofClass: string | undefined;
  /** Of `no-worse`: how much worse is let pass. */
  readonly limit: number;
  /** Of `no-worse`: none is written; what is worse by more than the limit fails. */
  readonly operator: Operator;
}

/** Reads rules, one on a line; `#` begins a comment. */
export function parseRules(texts: readonly string[]): Rule[] {
  return texts.flatMap((text) => text.split(/\r?\n/)).flatMap((line) => parseRule(line) ?? []);
}

const KINDS = ['worst', 'disparity', 'overall', 'mean', 'group', 'no-worse'] as const;

function parseRule(line: string): Rule | undefined {
  const { text, tokens } = tokenise(line);
  if (tokens.length === 0) return undefined;
  const refuse = (message: string): never => {
    throw new UsageError(`rule ${quoted([text])}: ${message}`);
  };
  let at = 0;
  /** The next token, which must be there. */
  const next = (what: string): Token => tokens[at++] ?? refuse(`${what} is missing at its end`);
  const nextWord = <Name extends string>(what: string, names: readonly Name[]): Name => {
    const { text: word, isQuoted } = next(what);
    const found = isQuoted ? undefined : names.find((name) => plain(name) === plain(word));
    return found ?? refuse(`there is no ${what} ${quoted([word])}; ${describeNearest(word, names)}`);
  };
  const metric = (): MetricName => nextWord('metric', METRIC_NAMES);
  const number = (highest: number, takesNegative = false): number => {
    const { text: word } = next('number');
    const [, digits, percent] = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(%?)$/i.exec(word) ?? [];
    if (digits === undefined || (digits.startsWith('-') && !takesNegative))
      return refuse(`${quoted([word])} is no number; write one such as 0.1 or 10%`);
    const value = Number(digits) / (percent === '' ? 1 : 100);
    if (value <= highest) return value;
    return refuse(
      `${word} is more than it can ever be, ${highest}${value <= 100 ? `; did you mean ${word}%?` : ''}`,
    );
  };
  const operator = (): Operator => nextWord('comparison', OPERATORS);
  const classNamed = (isOfClass: boolean): string | undefined => {
    if (tokens[at]?.isQuoted !== false || tokens[at]?.text !== 'of') return undefined;
    if (!isOfClass) refuse('it is not about one class; leave out "of"');
    at++;
    return next('class').text;
  };
  const rule = (about: RuleSubject, isOfClass: boolean, highest: number): Rule => {
    const ofClass = classNamed(isOfClass);
    const isSigned = 'metric' in about && (about.metric === 'bias' || about.metric === 'r2');
    return { text, about, ofClass, operator: operator(), limit: number(highest, isSigned) };
  };

  const first = nextWord('kind of rule', [...KINDS, ...(Object.keys(PARITIES) as ParityName[])]);
  const read = (): Rule => {
    if (isParity(first)) return rule({ kind: 'parity', parity: first }, true, 1);
    const group = first === 'group' ? next('group').text : '';
    const named = metric();
    const { better, highest, ofClass: isOfClass = false } = METRIC_KINDS[named];
    if (first === 'no-worse') {
      if (!canBeWorse(named)) return refuse(`${named} cannot be compared with a baseline; take ${COMPARED}`);
      const ofClass = classNamed(isOfClass);
      const limit = at < tokens.length && nextWord('word', ['by']) === 'by' ? number(highest) : 0;
      return { text, about: { kind: first, metric: named }, ofClass, operator: '<=', limit };
    }
    if (first === 'worst' && better === undefined) {
      refuse(`neither end of ${named} is the worst; ask for its disparity, or name a group`);
    }
    const kind = first === 'mean' ? 'overall' : first;
    if (kind === 'overall' && !MEANS.includes(named)) {
      refuse(`${named} is judged by group; ask for the worst, or take ${MEANS.join(', ')}`);
    }
    return rule(
      kind === 'group' ? { kind, group, metric: named } : { kind, metric: named },
      isOfClass,
      highest,
    );
  };
  const found = read();
  const rest = tokens[at];
  return rest === undefined
    ? found
    : refuse(`${quoted([rest.text])} comes after its end; one rule on a line`);
}

/** Whether one end of a metric is good, and changes of it have intervals. */
function canBeWorse(name: MetricName): name is ChangingMetric {
  return METRIC_KINDS[name].better !== undefined && name !== 'ece' && name !== 'mce' && !isOfNumbers(name);
}

const COMPARED = METRIC_NAMES.filter(canBeWorse).join(', ');
/** Those that all rows have together, with intervals. */
const MEANS: readonly MetricName[] = [
  ...(['accuracy', 'brier', 'crossEntropy'] as const),
  ...METRIC_NAMES.filter(isOfNumbers),
];

function isParity(word: string): word is ParityName {
  return Object.hasOwn(PARITIES, word);
}

/** A word as it is compared: crossEntropy, cross-entropy and cross_entropy are one; so are equalised and equalized. */
function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[-_]/g, '').replace('equalized', 'equalised');
}

interface Token {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** What is between quotes is one token, in which a quote is written twice; signs of comparison stand by themselves. */
const TOKEN = /"((?:[^"]|"")*)"|'((?:[^']|'')*)'|([<>=!]+)|([^\s<>=!"'#]+)|(#.*)|(\S)/g;

function tokenise(line: string): { readonly text: string; readonly tokens: readonly Token[] } {
  const tokens: Token[] = [];
  for (const { 0: whole, 1: double, 2: single, 3: sign, 4: word, 5: comment, index } of line.matchAll(
    TOKEN,
  )) {
    if (comment !== undefined) return { text: line.slice(0, index).trim(), tokens };
    const inside = double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'");
    tokens.push({ text: inside ?? sign ?? word ?? whole, isQuoted: inside !== undefined });
  }
  return { text: line.trim(), tokens };
}
