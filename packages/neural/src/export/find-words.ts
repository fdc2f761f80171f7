// Words of raw texts in a graph: texts in, the words of a vocabulary that they have out, as core's `tokenise`
// finds them. onnxruntime can cut texts by a regular expression and look strings up in a list. It
// lowers ASCII's letters alone, and those only where the machine has a locale. So words are compared letter
// by letter:
//
//   texts → runs of letters, digits and underscores → each distinct run once
//   runs → letters → numbers, the same for all letters with one lower case: 0 none, 1 not in the vocabulary
//   pairs of neighbours → the number of that pair in the vocabulary, 1 if it has none: pairs, fours, …
//
// until one number is left, which is that of the word. Runs are sorted by length, from 2^k + 1 to 2^(k+1)
// letters at a time, so that a long one takes no room beside short ones; those longer than all words are left
// out.

import { WORD_CLASS } from '@fairfront/core/internal';
import type { Attributes, Graph } from '../graph/graph.js';
import type { DataType, Shape, Tensor } from '../graph/tensor.js';
import { CONTRIB_DOMAIN, ML_DOMAIN } from '../onnx/encode-model.js';
import { add, mul, sub } from '../operators/arithmetic.js';
import { cast } from '../operators/shape.js';

/** No letter, where a run has ended. */
const NONE = 0;
/** A letter, or a block of letters, that no word has. */
const UNKNOWN = 1;

/** The words that texts have, as they follow each other. */
export interface FoundWords {
  /** The index of the word, −1 for none: texts · runs of the text with the most, and one more. */
  readonly words: Tensor;
  /** How many runs the text with the most has: []. */
  readonly runs: Tensor;
}

/** Adds to a graph the words of texts. @param texts rows × 1 */
export function findWords(graph: Graph, texts: Tensor, vocabulary: readonly string[]): FoundWords {
  const op = operators(graph);
  const found = op.cut(texts, { tokenexp: `[${wordRanges()}]+İ?`, mincharnum: 2 }); // rows × 1 × runs
  // A run of one letter is no word: it is there so that something is, if all texts are empty.
  const single = cast(graph, graph.constant('int64', [1], [0]), 'string');
  const all = op('Concat', [op.flat(found), single], 'string', ['all'], { axis: 0 });
  const [distinct, , places] = graph.node(
    'Unique',
    [all],
    [
      { type: 'string', shape: ['runs'] },
      { type: 'int64', shape: ['runs'] },
      { type: 'int64', shape: ['all'] },
    ],
  );
  const wordOf = matchRuns(graph, distinct!, vocabulary);
  const size = op('Shape', [found], 'int64', [3]);
  return {
    words: op('Gather', [wordOf, places!], 'int64', ['all']),
    runs: op('Gather', [size, graph.scalar('int64', -1)], 'int64', []),
  };
}

/** The index of the word that each run is, −1 for none; some more follow, which mean nothing. */
function matchRuns(graph: Graph, distinct: Tensor, vocabulary: readonly string[]): Tensor {
  const op = operators(graph);
  const alphabet = letterNumbers(vocabulary);
  const classes = new Map<number, number[]>(); // log2 of the greatest length → words
  vocabulary.forEach((word, index) => {
    const width = Math.ceil(Math.log2([...word].length));
    const own = classes.get(width);
    if (own === undefined) classes.set(width, [index]);
    else own.push(index);
  });
  const lengths = [...new Set([...classes.keys()].flatMap((width) => [2 ** (width - 1), 2 ** width]))];
  // A run that is longer than each bound: so no cut is ever empty.
  const longer = op(
    'LabelEncoder',
    [graph.constant('int64', [lengths.length], lengths)],
    'string',
    ['bounds'],
    {
      keys_int64s: { ints: lengths },
      values_strings: lengths.map((length) => '0'.repeat(length + 1)),
      default_string: '',
    },
  );
  const runs = op('Concat', [distinct, longer], 'string', ['runs'], { axis: 0 });
  const isLonger = new Map(
    lengths.map((length) => {
      const own = op.flat(op.cut(runs, { tokenexp: '.+', mincharnum: length + 1 }));
      const keys = { keys_strings: [''], values_int64s: { ints: [0] }, default_int64: 1 };
      return [length, op('LabelEncoder', [own], 'int64', ['runs'], keys)];
    }),
  );
  const shape = op('Shape', [runs], 'int64', [1]);
  let wordOf = op('Expand', [graph.scalar('int64', -1), shape], 'int64', ['runs']);
  for (const [width, words] of classes) {
    const isOwn = sub(graph, isLonger.get(2 ** (width - 1))!, isLonger.get(2 ** width)!);
    const own = op.flat(op('NonZero', [isOwn], 'int64', [1, 'own'])); // their places
    const texts = op('Gather', [runs, own], 'string', ['own']);
    const letters = numberLetters(graph, op.cut(texts, { separators: [''], mincharnum: 1 }), alphabet);
    const index = matchLetters(
      graph,
      letters,
      width,
      alphabet.size,
      words.map((word) => ({ word, letters: [...vocabulary[word]!].map((letter) => alphabet.get(letter)!) })),
    );
    wordOf = op('ScatterElements', [wordOf, own, index], 'int64', ['runs'], { axis: 0 });
  }
  return wordOf;
}

/** Letters of the vocabulary, in lower case → their numbers. */
function letterNumbers(vocabulary: readonly string[]): Map<string, number> {
  const letters = new Set(vocabulary.flatMap((word) => [...word]));
  return new Map([...letters].map((letter, i) => [letter, i + UNKNOWN + 1]));
}

/**
 * The numbers of letters, whatever their case. A capital Σ is ς after a cased letter and not before one, σ
 * elsewhere.
 */
function numberLetters(graph: Graph, letters: Tensor, alphabet: ReadonlyMap<string, number>): Tensor {
  const op = operators(graph);
  const [sigma, final] = [alphabet.get('σ') ?? UNKNOWN, alphabet.get('ς') ?? UNKNOWN];
  const hasSigma = sigma !== UNKNOWN || final !== UNKNOWN;
  const capital = hasSigma ? alphabet.size + UNKNOWN + 1 : UNKNOWN;
  const forms = [...alphabet].map(([letter, number]) => ({ letter, number }));
  for (const [letter, lower] of capitals()) {
    const number = alphabet.get(lower);
    if (number !== undefined && letter !== 'Σ') forms.push({ letter, number });
  }
  const numbers = op('LabelEncoder', [letters], 'int64', letters.shape, {
    keys_strings: [...forms.map(({ letter }) => letter), 'Σ', ''],
    values_int64s: { ints: [...forms.map(({ number }) => number), capital, NONE] },
    default_int64: UNKNOWN,
  });
  if (!hasSigma) return numbers;
  const isCased = (letter: string): number => (/^\p{Cased}$/u.test(letter) ? 1 : 0);
  const table = [0, 0, ...[...alphabet.keys()].map(isCased), 1];
  const cased = op(
    'Gather',
    [graph.constant('int64', [table.length], table), numbers],
    'int64',
    letters.shape,
  );
  const pads = (before: number, after: number): Tensor => graph.constant('int64', [4], [0, before, 0, after]);
  // Moved by one letter: the cased-ness of the letter before, and of the letter behind.
  const before = op('Pad', [cased, pads(1, -1)], 'int64', letters.shape);
  const behind = op('Pad', [cased, pads(-1, 1)], 'int64', letters.shape);
  const endsWord = op('Greater', [before, behind], 'bool', letters.shape);
  const small = op(
    'Where',
    [endsWord, graph.scalar('int64', final), graph.scalar('int64', sigma)],
    'int64',
    letters.shape,
  );
  const isCapital = op('Equal', [numbers, graph.scalar('int64', capital)], 'bool', letters.shape);
  return op('Where', [isCapital, small, numbers], 'int64', letters.shape);
}

/**
 * The word that each run of at most 2^width letters is, −1 for none.
 * @param letters runs × at most 2^width
 * @param letterCount letters of the vocabulary
 */
function matchLetters(
  graph: Graph,
  letters: Tensor,
  width: number,
  letterCount: number,
  words: readonly { readonly word: number; readonly letters: readonly number[] }[],
): Tensor {
  const op = operators(graph);
  const size = op(
    'Gather',
    [op('Shape', [letters], 'int64', [2]), graph.constant('int64', [1], [1])],
    'int64',
    [1],
  );
  const short = sub(graph, graph.constant('int64', [1], [2 ** width]), size);
  const pads = op('Concat', [graph.constant('int64', [3], [0, 0, 0]), short], 'int64', [4], { axis: 0 });
  let numbers = op('Pad', [letters, pads], 'int64', ['own', 2 ** width]);
  let blocks = words.map((own) => Array.from({ length: 2 ** width }, (_, i) => own.letters[i] ?? NONE));
  let base = letterCount + UNKNOWN + 1; // above every number
  for (let level = 1; level <= width; level++) {
    const half = 2 ** (width - level);
    const every = (from: number): Tensor =>
      op(
        'Slice',
        [numbers, ...[[from], [2 ** 31], [1], [2]].map((values) => graph.constant('int64', [1], values))],
        'int64',
        ['own', half],
      );
    const keys = new Map<number, number>([[NONE, NONE]]); // left · base + right → number of the pair
    const isLast = level === width;
    blocks = blocks.map((own, i) =>
      Array.from({ length: half }, (_, pair) => {
        const key = own[2 * pair]! * base + own[2 * pair + 1]!;
        if (isLast) keys.set(key, words[i]!.word);
        else if (!keys.has(key)) keys.set(key, keys.size + UNKNOWN);
        return keys.get(key)!;
      }),
    );
    if (isLast) keys.delete(NONE);
    const key = add(graph, mul(graph, every(0), graph.scalar('int64', base)), every(1));
    numbers = op('LabelEncoder', [key], 'int64', ['own', half], {
      keys_int64s: { ints: [...keys.keys()] },
      values_int64s: { ints: [...keys.values()] },
      default_int64: isLast ? -1 : UNKNOWN,
    });
    base = keys.size + UNKNOWN;
  }
  return op.flat(numbers);
}

/** Nodes with one output, whose sizes are known when the graph is run. */
export function operators(graph: Graph) {
  const op = (
    operator: string,
    inputs: readonly Tensor[],
    type: DataType,
    shape: Shape,
    attributes: Attributes = {},
  ): Tensor => {
    const domain = operator === 'LabelEncoder' ? ML_DOMAIN : operator === 'Tokenizer' ? CONTRIB_DOMAIN : '';
    return graph.node(operator, inputs, [{ type, shape }], { domain, attributes })[0]!;
  };
  return Object.assign(op, {
    /** Cuts each text into pieces; where others have more, '' follows. */
    cut: (texts: Tensor, attributes: Attributes): Tensor =>
      op('Tokenizer', [texts], 'string', [...texts.shape, 'pieces'], {
        mark: 0,
        pad_value: '',
        ...attributes,
      }),
    flat: (x: Tensor): Tensor => op('Reshape', [x, graph.constant('int64', [1], [-1])], x.type, ['flat']),
  });
}

let knownRanges: string | undefined;

/**
 * What words are made of, but for İ, which ends one, as ranges of code points: a runtime's own classes may be
 * of another version of Unicode.
 */
function wordRanges(): string {
  if (knownRanges !== undefined) return knownRanges;
  const isPart = new RegExp(`^${WORD_CLASS}$`, 'u');
  const ranges: string[] = [];
  let first = -1;
  for (let code = 0; code <= 0x110000; code++) {
    const letter = code < 0x110000 ? String.fromCodePoint(code) : '';
    if (isPart.test(letter) && letter !== 'İ') {
      if (first < 0) first = code;
    } else if (first >= 0) {
      ranges.push(`\\x{${first.toString(16)}}-\\x{${(code - 1).toString(16)}}`);
      first = -1;
    }
  }
  knownRanges = ranges.join('');
  return knownRanges;
}

let knownCapitals: [string, string][] | undefined;

/**
 * Every letter that is not its own lower case, with its lower case; that of İ is i, since a word ends there.
 */
function capitals(): readonly (readonly [string, string])[] {
  if (knownCapitals !== undefined) return knownCapitals;
  knownCapitals = [['İ', 'i']];
  for (let code = 0; code < 0x110000; code++) {
    const letter = String.fromCodePoint(code);
    const lower = letter.toLowerCase();
    if (lower !== letter && letter !== 'İ') knownCapitals.push([letter, lower]);
  }
  return knownCapitals;
}
