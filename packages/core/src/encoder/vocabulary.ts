// The words of training texts that get a feature: the most frequent ones, as scikit-learn's CountVectorizer
// chooses them with `max_features`.
//
// It sorts the words by their code points, then takes the first of `argsort(-frequency)`. Where words that
// are equally frequent do not all find room, that leaves the choice to numpy's quicksort, which keeps no
// order among equals; so the same sort is done here. (It is what numpy runs on every processor up to 1.24.
// Later versions sort with vector instructions where a processor has them, and may choose other words among
// equals.)

import type { CategoricalColumn } from '../table/table.js';
import type { WordRows } from './encoder.js';
import { tokenise } from './tokenise.js';

/**
 * Finds the most frequent words of a column's texts, in the order of their code points.
 * @param rowsOf how many training rows have each text, by code
 * @param limit how many words at most
 */
export function findVocabulary(
  { levels }: CategoricalColumn,
  rowsOf: Uint32Array,
  limit: number,
): WordRows[] {
  const met = new Map<string, number>();
  const words: { readonly word: string; frequency: number; rows: number; last: number }[] = [];
  levels.forEach((text, code) => {
    const rows = rowsOf[code]!;
    if (rows === 0) return;
    for (const word of tokenise(text)) {
      let place = met.get(word);
      if (place === undefined) {
        place = words.length;
        met.set(word, place);
        words.push({ word, frequency: 0, rows: 0, last: -1 });
      }
      const own = words[place]!;
      own.frequency += rows;
      if (own.last !== code) own.rows += rows;
      own.last = code;
    }
  });
  words.sort((left, right) => compareCodePoints(left.word, right.word));
  const kept =
    words.length <= limit
      ? words
      : Array.from(
          sortPlaces(Float64Array.from(words, ({ frequency }) => -frequency))
            .subarray(0, limit)
            .sort(),
          (place) => words[place]!,
        );
  return kept.map(({ word, rows }) => ({ word, rows }));
}

/** The order of code points; JavaScript's own is that of code units, where surrogates stand before U+E000. */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const [a, b] = [left.charCodeAt(i), right.charCodeAt(i)];
    if (a === b) continue;
    const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xe000;
    return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(a) ? 1 : -1;
  }
  return left.length - right.length;
}

/** Stretches up to this difference of ends are sorted by insertion. */
const SMALL = 16;

/** The places of values in ascending order, equal ones as numpy's quicksort leaves them. */
export function sortPlaces(values: Float64Array): Uint32Array {
  const places = Uint32Array.from(values, (_, i) => i);
  const value = (i: number): number => values[places[i]!]!;
  const swap = (i: number, j: number): void => {
    const kept = places[i]!;
    places[i] = places[j]!;
    places[j] = kept;
  };
  const waiting: [first: number, last: number][] = [[0, values.length - 1]];
  for (let stretch = waiting.pop(); stretch !== undefined; stretch = waiting.pop()) {
    let [first, last] = stretch;
    while (last - first > SMALL) {
      // The median of three splits; it waits before the last.
      const middle = first + ((last - first) >> 1);
      if (value(middle) < value(first)) swap(middle, first);
      if (value(last) < value(middle)) swap(last, middle);
      if (value(middle) < value(first)) swap(middle, first);
      const median = value(middle);
      let [i, j] = [first, last - 1];
      swap(middle, j);
      for (;;) {
        do i++;
        while (value(i) < median);
        do j--;
        while (median < value(j));
        if (i >= j) break;
        swap(i, j);
      }
      swap(i, last - 1);
      // The smaller side goes on at once.
      if (i - first < last - i) {
        waiting.push([i + 1, last]);
        last = i - 1;
      } else {
        waiting.push([first, i - 1]);
        first = i + 1;
      }
    }
    for (let i = first + 1; i <= last; i++) {
      const place = places[i]!;
      const own = values[place]!;
      let j = i;
      for (; j > first && own < value(j - 1); j--) places[j] = places[j - 1]!;
      places[j] = place;
    }
  }
  return places;
}
