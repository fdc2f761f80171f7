// Which false and true positive rates a group's scores can give: the ROC points of all thresholds, and what
// mixtures of them reach.

/** Positive if score ≥ threshold; always and never are −∞ and ∞, which JSON does not know. */
export type Threshold = number | 'always' | 'never';

/**
 * Vertices of the upper hull from (0, 0), never, to (1, 1), always; strictly concave, but for a first edge
 * that may be upright.
 */
export interface RocHull {
  readonly fpr: readonly number[];
  readonly tpr: readonly number[];
  readonly thresholds: readonly Threshold[];
}

/**
 * From the top score down, one point for each distinct score; those below a chord are dropped (Andrew 1979).
 * Turns are told on counts, whole numbers, so without rounding.
 * @param positives scores of the rows of class 1, at least one, sorted to rise
 * @param negatives of class 0, likewise
 */
export function rocHull(positives: Float64Array, negatives: Float64Array): RocHull {
  const fp = [0];
  const tp = [0];
  const thresholds: Threshold[] = ['never'];
  let p = positives.length; // scores from here on are ≥ threshold
  let n = negatives.length;
  while (p + n > 0) {
    const score = Math.max(p > 0 ? positives[p - 1]! : -Infinity, n > 0 ? negatives[n - 1]! : -Infinity);
    while (p > 0 && positives[p - 1] === score) p--;
    while (n > 0 && negatives[n - 1] === score) n--;
    const x = negatives.length - n;
    const y = positives.length - p;
    while (fp.length > 1 && !turnsRight(fp, tp, x, y)) {
      fp.pop();
      tp.pop();
      thresholds.pop();
    }
    fp.push(x);
    tp.push(y);
    thresholds.push(p + n > 0 ? score + 0 : 'always'); // + 0: −0 would come back from JSON as 0
  }
  return {
    fpr: fp.map((count) => count / negatives.length),
    tpr: tp.map((count) => count / positives.length),
    thresholds,
  };
}

/** Whether the way over the last two vertices to (x, y) bends to the right at the last. */
function turnsRight(fp: readonly number[], tp: readonly number[], x: number, y: number): boolean {
  const last = fp.length - 1;
  const [fromX, fromY] = [fp[last - 1]!, tp[last - 1]!];
  return (fp[last]! - fromX) * (y - fromY) < (tp[last]! - fromY) * (x - fromX);
}

/** The last vertex whose false positive rate is at most this. */
export function vertexAt({ fpr }: RocHull, rate: number): number {
  let low = 0;
  let high = fpr.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fpr[middle]! <= rate) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where between a vertex and the next the rate lies, from 0 to 1. */
export function shareAlongEdge({ fpr }: RocHull, vertex: number, rate: number): number {
  const from = fpr[vertex]!;
  return rate === from ? 0 : (rate - from) / (fpr[vertex + 1]! - from);
}

/** The highest true positive rate at a false positive rate. */
export function heightAt(hull: RocHull, rate: number): number {
  const vertex = vertexAt(hull, rate);
  const share = shareAlongEdge(hull, vertex, rate);
  const { tpr } = hull;
  return share === 0 ? tpr[vertex]! : (1 - share) * tpr[vertex]! + share * tpr[vertex + 1]!;
}
