// Guesses what a column of texts holds by the first of them that are not missing.

import { count, quoted, shortened } from '@fairfront/core/tables';
import { optionText } from '../../option-text.js';
import { isCodeText, isInfiniteText, isNumberText } from './text-values.js';

export interface KindGuess {
  readonly kind: 'numeric' | 'categorical';
  /** Where a person might have expected the other. */
  readonly note?: string;
}

/** Texts that are looked at. */
export const SAMPLE_TEXTS = 4096;

/** Up to so many numbers among other texts name levels (1, 2, 3+); more are meant as numbers. */
const LEVEL_NUMBERS = 20;

/**
 * Guesses what a column holds.
 * @param texts trimmed, none missing
 * @param isNumber whether a text is a number, as the file spells them
 */
export function guessKind(
  name: string,
  texts: Iterable<string>,
  isNumber: (text: string) => boolean = isNumberText,
): KindGuess {
  const different = [...new Set(texts)];
  const numbers = different.filter((text) => isNumber(text) || isInfiniteText(text)).length;
  const areNumbers =
    numbers === different.length || (numbers > LEVEL_NUMBERS && numbers >= different.length / 2);
  if (!areNumbers) {
    const others = different.filter((text) => !isNumber(text) && !isInfiniteText(text));
    return numbers < others.length || numbers === 0
      ? { kind: 'categorical' }
      : {
          kind: 'categorical',
          note: `${quoted([name])} has ${count(numbers, 'number')} and also ${quoted(others, 3)}: read as categories; if that means missing, add ${optionText('missing', others.slice(0, 3))}; if not, ${optionText('categorical', [name])} says so`,
        };
  }
  const code = different.find(isCodeText);
  return code === undefined
    ? { kind: 'numeric' }
    : {
        kind: 'categorical',
        note: `${quoted([name])} has numbers with leading zeros (${shortened(code)}): read as categories`,
      };
}
