// Judges conjunctions by the scan statistic (formula in search.ts). Rows are counted into cells of codes; a condition is
// an interval of codes, so that sums over the codes before each give every choice, and every pair of choices, at once.

import type { Choice, CodedColumn } from './condition.js';

/** Losses of rows, none below 0, and what each counts for. */
export interface SearchedRows {
  readonly losses: Float64Array;
  readonly weights?: Float64Array | undefined;
}

/** What a conjunction must be, and how many conditions it may have. */
export interface SearchLimits {
  readonly conditions: number;
  /** Least and largest share of the weight. */
  readonly minShare: number;
  readonly maxShare: number;
}

/** A column in few codes, by which all is looked at, and in more, by which the best is made better. */
export interface SearchedColumn {
  readonly coarse: CodedColumn;
  readonly fine: CodedColumn;
}

/** A condition, the codes that it is of, and the place of its column. */
export interface PlacedChoice extends PlacedColumn {
  readonly choice: Choice;
}

/** Conjunctions that are kept of the same columns, and of each pair with a third condition. */
const KEPT = 2;
/** By how much a simpler description may exceed the largest share, so that conditions do not only keep below it. */
const SIMPLER_SHARE = 1.1;
/** Numbers of a cell: w and Σ w ℓ. */
const STRIDE = 2;

/** The few best choices so far. */
export class Best {
  readonly items: { readonly z2: number; readonly choices: readonly PlacedChoice[] }[] = [];
  /** What a choice must exceed to be kept. */
  least = 0;

  add(z2: number, choices: readonly PlacedChoice[]): void {
    this.items.push({ z2, choices });
    this.items.sort((a, b) => b.z2 - a.z2);
    if (this.items.length > KEPT) this.items.pop();
    if (this.items.length === KEPT) this.least = this.items.at(-1)!.z2;
  }
}

/** A column, and its place among all. */
export interface PlacedColumn {
  readonly column: CodedColumn;
  readonly place: number;
}

/** Counts rows into cells and judges every choice of one column, or of two, by them. */
export class Judge {
  /** By row: w and w ℓ. */
  readonly #sums: Float64Array;
  readonly #rowCount: number;
  readonly #weight: number;
  readonly #sum: number;
  /** φ. */
  readonly #dispersion: number;
  readonly #lightest: number;
  readonly #heaviest: number;
  /** Room for the cells of any two columns, for one of their rows, and for sums of it. */
  readonly #cells: Float64Array;
  readonly #own: Float64Array;
  readonly #below: Float64Array;

  constructor(
    columns: readonly SearchedColumn[],
    { losses, weights }: SearchedRows,
    { minShare, maxShare }: SearchLimits,
  ) {
    const rowCount = losses.length;
    const sums = new Float64Array(STRIDE * rowCount);
    let [weight, sum, squares] = [0, 0, 0];
    for (let row = 0; row < rowCount; row++) {
      const own = weights?.[row] ?? 1;
      sums[STRIDE * row] = own;
      sums[STRIDE * row + 1] = own * losses[row]!;
      weight += own;
      sum += own * losses[row]!;
    }
    const mean = sum / weight;
    for (let row = 0; row < rowCount; row++) {
      squares += (sums[STRIDE * row + 1]! - sums[STRIDE * row]! * mean) ** 2;
    }
    [this.#sums, this.#rowCount, this.#weight, this.#sum] = [sums, rowCount, weight, sum];
    this.#dispersion = squares / sum;
    // Sums of weights are off by rounding; a share that is just reached counts.
    [this.#lightest, this.#heaviest] = [minShare * weight * (1 - 1e-9), maxShare * weight * (1 + 1e-9)];
    const most = columns.reduce((codes, { fine }) => Math.max(codes, fine.known + 2), 0);
    this.#cells = new Float64Array(STRIDE * most * most);
    this.#own = new Float64Array(STRIDE * most);
    this.#below = new Float64Array(STRIDE * most);
  }

  /** Judges every choice of a column. @param rows by default all */
  one(placed: PlacedColumn, best: Best, rows?: Uint32Array): void {
    const { codes, known } = placed.column;
    const [sums, cells] = [this.#sums, this.#own.fill(0, 0, STRIDE * (known + 1))];
    const count = rows?.length ?? this.#rowCount;
    for (let i = 0; i < count; i++) {
      const row = rows === undefined ? i : rows[i]!;
      const cell = STRIDE * codes[row]!;
      cells[cell]! += sums[STRIDE * row]!;
      cells[cell + 1]! += sums[STRIDE * row + 1]!;
    }
    this.#choose(placed, best);
  }

  /** z² of some rows; 0 where they lose less than others or have no share that is looked for. */
  all(rows: Uint32Array): number {
    let [w, s] = [0, 0];
    for (const row of rows) {
      w += this.#sums[STRIDE * row]!;
      s += this.#sums[STRIDE * row + 1]!;
    }
    const isLookedFor =
      s * this.#weight > w * this.#sum && w >= this.#lightest && w <= SIMPLER_SHARE * this.#heaviest;
    return isLookedFor ? this.#scan(w, s) : 0;
  }

  #scan(w: number, s: number): number {
    const mean = this.#sum / this.#weight;
    const [rest, others] = [this.#weight - w, this.#sum - s];
    const ofRest = others > 0 ? others * Math.log(others / (rest * mean)) : 0;
    return (2 * (s * Math.log(s / (w * mean)) + ofRest)) / this.#dispersion;
  }

  /** Judges every pair of choices of two columns. */
  two(first: PlacedColumn, second: PlacedColumn, best: Best): void {
    const { codes, known, choices } = first.column;
    const others = second.column.codes;
    const width = STRIDE * (second.column.known + 1);
    const [sums, below, own] = [this.#sums, this.#cells, this.#own];
    // By code of the first column, one later, so that sums over codes before each can take their place.
    below.fill(0, 0, width * (known + 2));
    for (let row = 0; row < this.#rowCount; row++) {
      const cell = (codes[row]! + 1) * width + STRIDE * others[row]!;
      below[cell]! += sums[STRIDE * row]!;
      below[cell + 1]! += sums[STRIDE * row + 1]!;
    }
    for (let at = width; at < width * (known + 2); at++) below[at]! += below[at - width]!;
    for (const choice of choices) {
      const low = choice.low * width;
      const high = choice.high * width;
      const end = known * width;
      for (let at = 0; at < width; at++) {
        const inside = below[high + at]! - below[low + at]!;
        own[at] = choice.negated ? below[end + at]! - inside : inside;
      }
      this.#choose(second, best, { ...first, choice });
    }
  }

  /** Judges every choice of a column by the sums of its codes. @param before the choice that rows meet already */
  #choose({ column, place }: PlacedColumn, best: Best, before?: PlacedChoice): void {
    const cells = this.#own;
    const below = this.#below;
    const [weight, sum, dispersion] = [this.#weight, this.#sum, this.#dispersion];
    const [lightest, heaviest] = [this.#lightest, this.#heaviest];
    const mean = sum / weight;
    const end = STRIDE * column.known;
    for (let at = 0; at < end + STRIDE; at++) below[at + STRIDE] = below[at]! + cells[at]!;
    if (below[end + STRIDE]! < lightest) return;
    const { choices, bounds } = column;
    for (let i = 0; i < choices.length; i++) {
      const low = STRIDE * bounds[3 * i]!;
      const high = STRIDE * bounds[3 * i + 1]!;
      let w = below[high]! - below[low]!;
      let s = below[high + 1]! - below[low + 1]!;
      if (bounds[3 * i + 2] === 1) {
        w = below[end]! - w;
        s = below[end + 1]! - s;
      }
      const excess = s - w * mean;
      if (excess <= 0 || w < lightest || w > heaviest) continue;
      const rest = weight - w;
      // x ln x − x + 1 is at most (x − 1)² / 2 from 1 on and (x − 1)² below: most need no logarithm.
      const most = (excess * excess * (1 / w + 2 / rest)) / (mean * dispersion);
      if (most <= best.least) continue;
      const z2 = this.#scan(w, s);
      if (z2 > best.least) {
        const own = { column, place, choice: choices[i]! };
        best.add(z2, before === undefined ? [own] : [before, own]);
      }
    }
  }
}
