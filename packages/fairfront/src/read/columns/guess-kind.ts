// What a column of texts holds, judged by the first of them that are not missing.

import { count, quoted } from '@fairfront/core/tables';
import { asOption } from './refuse.js';
import { isCodeText, isInfiniteText, isNumberText } from './text-values.js';

export interface KindGuess {
  readonly kind: 'numeric' | 'categorical';
  /** Where a person might have expected the other. */
  readonly note?: string;
}

/** Texts that are looked at. */
export const SAMPLE_TEXTS = 4096;

/** Numbers among other texts are names of levels up to so many of them (1, 2, 3+), and meant as numbers beyond. */
const LEVEL_NUMBERS = 20;

/** @param texts trimmed, none missing */
export function guessKind(name: string, texts: Iterable<string>): KindGuess {
  const different = [...new Set(texts)];
  const numbers = different.filter((text) => isNumberText(text) || isInfiniteText(text)).length;
  const areNumbers =
    numbers === different.length || (numbers > LEVEL_NUMBERS && numbers >= different.length / 2);
  if (!areNumbers) {
    const others = different.filter((text) => !isNumberText(text) && !isInfiniteText(text));
    return numbers < others.length || numbers === 0
      ? { kind: 'categorical' }
      : {
          kind: 'categorical',
          note: `"${name}" has ${count(numbers, 'number')} and also ${quoted(others, 3)}: read as categories; if that means missing, add ${asOption('--missing', others.slice(0, 3))}; if not, ${asOption('--categorical', [name])} says so`,
        };
  }
  const code = different.find(isCodeText);
  return code === undefined
    ? { kind: 'numeric' }
    : {
        kind: 'categorical',
        note: `"${name}" has numbers with leading zeros (${code}): read as categories`,
      };
}
