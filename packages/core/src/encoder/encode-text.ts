// The tf-idf of a column of texts, as scikit-learn's TfidfVectorizer has it. With n training rows that have a
// text, n_w of them with word w, and w found f times in a text,
//
//   x_w = t · (ln((1 + n) / (1 + n_w)) + 1),     t = f, or 1 + ln f where it is sublinear
//
// and the x_w of a text are divided by √Σ x_w², so that long texts weigh no more than short ones. A text
// without known words has none but zeros, and so has a missing one beside its feature `missing`.

import type { CategoricalColumn, LevelCodes } from '../table/table.js';
import type { EncodedText, Feature } from './encoder.js';
import { tokenise } from './tokenise.js';

/** A column of texts, encoded text by text: rows with the same text share its entries. */
export interface TextPlan {
  readonly kind: 'text';
  readonly codes: LevelCodes;
  /** Code k has the entries from `offsets[k]` up to `offsets[k + 1]`; the last code is missing. */
  readonly offsets: Uint32Array;
  /** Ascending within a text. */
  readonly features: Uint32Array;
  readonly values: Float64Array;
}

/** ln((1 + n) / (1 + n_w)) + 1: how much one occurrence of a word weighs. */
export function inverseFrequency(column: Pick<EncodedText, 'rows'>, word: { readonly rows: number }): number {
  return Math.log((1 + column.rows) / (1 + word.rows)) + 1;
}

/** Where a column's words have their features, and its missing texts, if they have one. */
interface TextPlaces {
  readonly words: ReadonlyMap<string, number>;
  readonly missing?: number;
}

/** Encodes the texts that some rows have. */
export function planText(
  encoded: EncodedText,
  { levels, codes }: CategoricalColumn,
  { words, missing }: TextPlaces,
  allFeatures: readonly Feature[],
  rows: Uint32Array,
): TextPlan {
  const isUsed = new Uint8Array(levels.length + 1);
  for (let i = 0; i < rows.length; i++) isUsed[codes[rows[i]!]!] = 1;

  const [first = 0] = words.values(); // the features of a column's words stand side by side
  const weights = Float64Array.from({ length: words.size }, (_, i) =>
    inverseFrequency(encoded, allFeatures[first + i] as Feature & { readonly rows: number }),
  );
  const counts = new Uint32Array(words.size);
  const offsets = new Uint32Array(levels.length + 2);
  const entries = growingEntries();
  levels.forEach((text, code) => {
    if (isUsed[code] === 1) {
      const start = entries.length();
      for (const word of tokenise(text)) {
        const feature = words.get(word);
        if (feature === undefined) continue;
        if (counts[feature - first]!++ === 0) entries.add(feature, 0);
      }
      weigh(entries.from(start), counts, weights, first, encoded.sublinear);
    }
    offsets[code + 1] = entries.length();
  });
  if (missing !== undefined) entries.add(missing, 1);
  offsets[levels.length + 1] = entries.length();
  const { features, values } = entries.from(0);
  return { kind: 'text', codes, offsets, features, values };
}

/** Entries of features and values. */
interface Entries {
  readonly features: Uint32Array;
  readonly values: Float64Array;
}

/** Puts one text's features in order, makes its values of the counts, and sets these back to 0. */
function weigh(
  { features, values }: Entries,
  counts: Uint32Array,
  weights: Float64Array,
  first: number,
  sublinear: boolean,
): void {
  features.sort();
  let squares = 0;
  for (let k = 0; k < features.length; k++) {
    const word = features[k]! - first;
    const count = counts[word]!;
    counts[word] = 0;
    const value = (sublinear ? 1 + Math.log(count) : count) * weights[word]!;
    values[k] = value;
    squares += value * value;
  }
  const norm = Math.sqrt(squares);
  for (let k = 0; k < values.length; k++) values[k]! /= norm;
}

/** Entries whose number is not known before; their arrays double. */
function growingEntries() {
  let [features, values] = [new Uint32Array(1024), new Float64Array(1024)];
  let length = 0;
  return {
    length: (): number => length,
    add(feature: number, value: number): void {
      if (length === features.length) {
        const [wider, widerValues] = [new Uint32Array(2 * length), new Float64Array(2 * length)];
        wider.set(features);
        widerValues.set(values);
        [features, values] = [wider, widerValues];
      }
      features[length] = feature;
      values[length] = value;
      length++;
    },
    from: (start: number): Entries => ({
      features: features.subarray(start, length),
      values: values.subarray(start, length),
    }),
  };
}
