// How well one feature alone tells a label (a class, or a group) from all others: its AUC on rows it did not
// learn from. A feature is cut into codes: the levels of a category, bins of numbers, missing. The score of a
// code is the share of the label among its rows in the other folds,
//
//   s_f(code) = (rows with the label + share of the label) / (rows + 1),   counted outside fold f,
//
// so the relation need not be monotone, and a code that says nothing new about other rows gains nothing: an
// identifier has an AUC of ½. The AUC is the mean of the folds' own.

import type { Column } from '@fairfront/core';

/** Bins of a number that has more different values; fewer are each a code of their own. */
const BINS = 20;

/** Rarer levels are one code: the encoder pools them too, so no model sees them one by one. */
const LEVEL_ROWS = 10;

/** Rows that must have the label, and rows that must not: with fewer, the AUC of noise can be far from ½. */
const SIDE_ROWS = 20;

/** The code of each row looked at. */
export interface Codes {
  readonly codes: ArrayLike<number>;
  readonly codeCount: number;
}

/** What is to be told from a feature. */
export interface Labels {
  readonly names: readonly string[];
  /** The label of each row looked at. */
  readonly labels: ArrayLike<number>;
}

/** An AUC, and which label was told from the others. */
export interface LabelAuc {
  readonly auc: number;
  readonly label: string;
}

/**
 * Finds the label that a feature tells best from all others, and its AUC out of fold.
 * @returns undefined where no label has enough rows to say
 */
export function bestAuc(
  { codes, codeCount }: Codes,
  { names, labels }: Labels,
  folds: Uint8Array,
  foldCount: number,
): LabelAuc | undefined {
  const labelCount = names.length;
  const size = codeCount * labelCount;
  const byFold = new Uint32Array(foldCount * size); // fold × code × label → rows
  const totals = new Uint32Array(size);
  const ofLabel = new Uint32Array(labelCount);
  for (let i = 0; i < folds.length; i++) {
    const cell = codes[i]! * labelCount + labels[i]!;
    byFold[folds[i]! * size + cell]!++;
    totals[cell]!++;
    ofLabel[labels[i]!]!++;
  }
  let best: LabelAuc | undefined;
  for (let label = labelCount === 2 ? 1 : 0; label < labelCount; label++) {
    if (Math.min(ofLabel[label]!, folds.length - ofLabel[label]!) < SIDE_ROWS) continue;
    const share = ofLabel[label]! / folds.length;
    let [sum, judged] = [0, 0];
    for (let fold = 0; fold < foldCount; fold++) {
      const own = byFold.subarray(fold * size, (fold + 1) * size);
      const auc = foldAuc(own, totals, labelCount, label, share);
      if (auc === undefined) continue;
      sum += auc;
      judged++;
    }
    if (judged > 0 && sum / judged > (best?.auc ?? 0)) best = { auc: sum / judged, label: names[label]! };
  }
  return best;
}

/** The AUC on the rows of one fold; undefined where they all have the label, or none has. */
function foldAuc(
  own: Uint32Array,
  totals: Uint32Array,
  labelCount: number,
  label: number,
  share: number,
): number | undefined {
  const codeCount = own.length / labelCount;
  const scores = new Float64Array(codeCount);
  const positives = new Uint32Array(codeCount);
  const negatives = new Uint32Array(codeCount);
  let [allPositives, allNegatives] = [0, 0];
  for (let code = 0; code < codeCount; code++) {
    let [ownRows, rows] = [0, 0];
    for (let cell = code * labelCount; cell < (code + 1) * labelCount; cell++) {
      ownRows += own[cell]!;
      rows += totals[cell]!;
    }
    const cell = code * labelCount + label;
    scores[code] = (totals[cell]! - own[cell]! + share) / (rows - ownRows + 1);
    positives[code] = own[cell]!;
    negatives[code] = ownRows - own[cell]!;
    allPositives += positives[code]!;
    allNegatives += negatives[code]!;
  }
  if (allPositives === 0 || allNegatives === 0) return undefined;
  const ascending = new Uint32Array(codeCount);
  for (let code = 0; code < codeCount; code++) ascending[code] = code;
  ascending.sort((a, b) => scores[a]! - scores[b]!);
  let [wins, below] = [0, 0]; // a tie is half a win
  for (let at = 0; at < codeCount; ) {
    const score = scores[ascending[at]!]!;
    let [tiedPositives, tiedNegatives] = [0, 0];
    for (; at < codeCount && scores[ascending[at]!] === score; at++) {
      tiedPositives += positives[ascending[at]!]!;
      tiedNegatives += negatives[ascending[at]!]!;
    }
    wins += tiedPositives * (below + tiedNegatives / 2);
    below += tiedNegatives;
  }
  return wins / (allPositives * allNegatives);
}

/** Cuts a column into codes, missing values having one of their own. */
export function codesOf(column: Column, rows: Uint32Array): Codes {
  return column.kind === 'numeric'
    ? numberCodes(column.values, rows)
    : levelCodes(column.codes, column.levels.length, rows);
}

/** Whether each value is missing, as codes; undefined where none is. */
export function missingCodes(column: Column, rows: Uint32Array): Codes | undefined {
  const codes = new Uint8Array(rows.length);
  let missing = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const isMissing =
      column.kind === 'numeric'
        ? Number.isNaN(column.values[row]!)
        : column.codes[row] === column.levels.length;
    if (!isMissing) continue;
    codes[i] = 1;
    missing++;
  }
  return missing === 0 ? undefined : { codes, codeCount: 2 };
}

function levelCodes(levels: ArrayLike<number>, levelCount: number, rows: Uint32Array): Codes {
  const counts = new Uint32Array(levelCount + 1);
  for (let i = 0; i < rows.length; i++) counts[levels[rows[i]!]!]!++;
  const code = new Uint32Array(levelCount + 1); // 0: rare
  let next = 1;
  for (let level = 0; level < levelCount; level++) if (counts[level]! >= LEVEL_ROWS) code[level] = next++;
  code[levelCount] = next++; // missing
  const codes = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) codes[i] = code[levels[rows[i]!]!]!;
  return { codes, codeCount: next };
}

function numberCodes(values: Float64Array, rows: Uint32Array): Codes {
  const sorted = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) sorted[i] = values[rows[i]!]!;
  const ends = binEnds(sorted.sort());
  const codes = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]!]!;
    let [low, high] = [0, ends.length]; // the first end that is not below the value
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ends[middle]! < value) low = middle + 1;
      else high = middle;
    }
    codes[i] = Number.isNaN(value) ? ends.length : low;
  }
  return { codes, codeCount: ends.length + 1 };
}

/**
 * The largest number of each bin: one for each number where they are few, otherwise bins of about equal size.
 * A number that fills a bin has it for itself.
 * @param sorted ascending; NaN, at the end, is passed over
 */
function binEnds(sorted: Float64Array): number[] {
  let known = sorted.length;
  while (known > 0 && Number.isNaN(sorted[known - 1]!)) known--;
  const starts: number[] = []; // of runs of one number
  for (let at = 0; at < known; at++) if (at === 0 || sorted[at] !== sorted[at - 1]) starts.push(at);
  if (starts.length <= BINS) return starts.map((start) => sorted[start]!);
  const ends: number[] = [];
  let from = 0; // where the open bin begins
  for (const [i, start] of starts.entries()) {
    const wanted = (known - from) / Math.max(1, BINS - ends.length);
    const rows = (starts[i + 1] ?? known) - start;
    if (start > from && (start - from >= wanted || rows >= wanted)) {
      ends.push(sorted[start - 1]!);
      from = start;
    }
  }
  return [...ends, sorted[known - 1]!];
}
