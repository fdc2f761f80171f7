// The conjunctions of up to three conditions whose rows lose most, among all of one and of two conditions and the best of
// three.
//
//   w, m       Σ w_i and mean loss over the rows of a conjunction; W, m̄ over all rows; m_r over the rest
//   z²         2 (w m ln(m / m̄) + (W − w) m_r ln(m_r / m̄)) / φ            φ = Σ w_i² (ℓ_i − m̄)² / (W m̄)
//   score      z² / 2 − ln K                     K: how many different conjunctions of as many conditions there are
//
// z² is the scan statistic of Kulldorff (1997), with φ for losses whose variance is not their mean but grows with it, as
// that of losses does: it is about χ² where there is no difference, and tells a small set that loses much from a large
// one that holds it better than a difference over its standard error. About e^(−z²/2) of conjunctions are as far off by
// chance, so the score says how much less likely than that among K of them: a further condition must pay for being one
// of so many.
//
// Rows are counted into cells of the codes of two columns; a condition is an interval of codes, so that prefix sums give
// every pair of conditions at once. Third conditions are added to the best pairs, from the cells of one column each.

import type { CodedColumn, Condition } from './condition.js';
import {
  Best,
  Judge,
  type PlacedChoice,
  type SearchedColumn,
  type SearchedRows,
  type SearchLimits,
} from './judge.js';

/** A conjunction that was looked at. */
export interface Conjunction {
  readonly choices: readonly PlacedChoice[];
  /** The root of the scan statistic. */
  readonly z: number;
  readonly score: number;
}

/** Pairs of conditions that a third one is added to. */
const BEAM = 200;
/** Conjunctions whose conditions are chosen anew one after the other, and how many times at most. */
const POLISHED = 20;
const MOST_TURNS = 12;
/** The share of z that must be left where a condition, or an end of an interval, is left out. */
const SAME_WITHOUT = 0.85;
const SAME_OPEN = 0.97;
/** Finds the conjunction of the highest score whose rows lose more than others, among those that are welcome. */
export function searchConjunctions(
  columns: readonly SearchedColumn[],
  rows: SearchedRows,
  limits: SearchLimits,
  isWelcome: (conjunction: Conjunction) => boolean = () => true,
): Conjunction | undefined {
  const judge = new Judge(columns, rows, limits);
  const found: Conjunction[] = [];
  const counts = conjunctionCounts(columns.map(({ coarse }) => differentChoices(coarse)));
  const add = (choices: readonly PlacedChoice[], z2: number): void => {
    found.push({ choices, z: Math.sqrt(z2), score: z2 / 2 - Math.log(counts[choices.length - 1]!) });
  };
  const keep = (best: Best, before: readonly PlacedChoice[] = []): void => {
    for (const { z2, choices } of best.items) add([...before, ...choices], z2);
  };
  const placed = columns.map(({ coarse }, place) => ({ column: coarse, place }));
  for (const own of placed) {
    const best = new Best();
    judge.one(own, best);
    keep(best);
  }
  for (const first of limits.conditions > 1 ? placed : []) {
    for (const second of placed.slice(first.place + 1)) {
      const best = new Best();
      judge.two(first, second, best);
      keep(best);
    }
  }
  const pairs = found.filter(({ choices }) => choices.length === 2).sort((a, b) => b.score - a.score);
  for (const { choices } of limits.conditions > 2 ? pairs.slice(0, BEAM) : []) {
    const rows = rowsThatMeet(choices);
    const best = new Best();
    for (const own of placed) {
      if (choices.every(({ place }) => place !== own.place)) judge.one(own, best, rows);
    }
    keep(best, choices);
  }
  const byScore = (a: Conjunction, b: Conjunction): number => b.score - a.score;
  for (const conjunction of found.sort(byScore).slice(0, POLISHED)) keepPolished(conjunction);
  for (const conjunction of found.sort(byScore)) {
    const simple = simplified(conjunction);
    if (isWelcome(simple)) return simple;
  }
  return undefined;

  /** Chooses each condition anew, given the others, as long as that raises z: a pair was chosen without the third. */
  function keepPolished({ choices, z }: Conjunction): void {
    let [own, z2] = [choices, z * z];
    for (let turn = 0, unchanged = 0; unchanged < own.length && turn < MOST_TURNS; turn++) {
      const turned = turn % own.length;
      const others = own.filter((_, i) => i !== turned);
      const { place } = own[turned]!;
      const best = new Best();
      const rows = others.length === 0 ? undefined : rowsThatMeet(others);
      judge.one({ column: columns[place]!.fine, place }, best, rows);
      const [first] = best.items;
      const isBetter = first !== undefined && first.z2 > z2 * (1 + 1e-9);
      unchanged = isBetter ? 1 : unchanged + 1;
      if (!isBetter) continue;
      own = own.map((choice, i) => (i === turned ? first.choices[0]! : choice));
      z2 = first.z2;
    }
    if (own !== choices) add(own, z2);
  }

  /** Leaves out conditions, and ends of intervals, that hardly matter. The score stays: it says what was found. */
  function simplified({ choices, z, score }: Conjunction): Conjunction {
    let own = choices;
    for (const [variants, least] of [
      [withoutOne, SAME_WITHOUT],
      [withoutEnd, SAME_OPEN],
    ] as const) {
      for (let isShorter = true; isShorter; ) {
        const judged = variants(own).map((fewer) => ({ fewer, z2: judge.all(rowsThatMeet(fewer)) }));
        const best = judged.reduce((most, next) => (next.z2 > most.z2 ? next : most), { fewer: own, z2: 0 });
        isShorter = best.z2 >= (least * z) ** 2;
        if (isShorter) own = best.fewer;
      }
    }
    return { choices: own, z, score };
  }
}

/** All but one of the conditions. */
function withoutOne(choices: readonly PlacedChoice[]): PlacedChoice[][] {
  return choices.length === 1 ? [] : choices.map((_, left) => choices.filter((_, i) => i !== left));
}

/** The same with an interval that has one end only. */
function withoutEnd(choices: readonly PlacedChoice[]): PlacedChoice[][] {
  return choices.flatMap(({ place, column, choice }, changed) => {
    const { low, high, negated, condition } = choice;
    if (condition.kind !== 'between' || negated || low === 0 || high === column.known) return [];
    return column.choices
      .filter((own) => own.condition.kind === 'between')
      .filter((own) => (own.low === 0 && own.high === high) || (own.low === low && own.high === column.known))
      .map((open) => choices.map((own, i) => (i === changed ? { place, column, choice: open } : own)));
  });
}

/** How many conjunctions of one, of two and of three conditions there are. @param choices of each column */
export function conjunctionCounts(choices: readonly number[]): [number, number, number] {
  const counts: [number, number, number] = [0, 0, 0];
  for (const own of choices) {
    counts[2] += counts[1] * own;
    counts[1] += counts[0] * own;
    counts[0] += own;
  }
  return counts;
}

/** Choices of a column that differ: intervals of the same numbers are so much alike that they count as their codes. */
function differentChoices({ choices, known }: CodedColumn): number {
  const intervals = choices.filter(({ condition }) => condition.kind === 'between').length;
  return choices.length - intervals + Math.min(intervals, known);
}

/** The conditions of a conjunction. */
export function conditionsOf({ choices }: Pick<Conjunction, 'choices'>): Condition[] {
  return choices.map(({ choice }) => choice.condition);
}

/** Codes of rows, and by code whether it meets a choice. */
interface Met {
  readonly codes: Uint8Array;
  readonly isMet: Uint8Array;
}

/** The rows that meet all choices, in their order. */
export function rowsThatMeet(choices: readonly PlacedChoice[]): Uint32Array {
  const rowCount = choices[0]!.column.codes.length;
  const tests = choices.map(({ column, choice }): Met => {
    const { codes, known } = column;
    const { low, high, negated } = choice;
    const isMet = Uint8Array.from({ length: known + 1 }, (_, code) => {
      const isInside = code >= low && code < high;
      return (negated ? !isInside && code < known : isInside) ? 1 : 0;
    });
    return { codes, isMet };
  });
  // Always three, so that the loop has no loop inside: the first again where there are fewer.
  const [first, second = first, third = first] = tests as [Met, Met?, Met?];
  const [one, isOne] = [first.codes, first.isMet];
  const [two, isTwo] = [second.codes, second.isMet];
  const [three, isThree] = [third.codes, third.isMet];
  const rows = new Uint32Array(rowCount);
  let count = 0;
  for (let row = 0; row < rowCount; row++) {
    rows[count] = row;
    count += isOne[one[row]!]! & isTwo[two[row]!]! & isThree[three[row]!]!;
  }
  return rows.subarray(0, count);
}
