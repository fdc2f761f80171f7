// The best pair of rates that all groups can have. Maximise   gain · tpr − price · fpr   over the points that
// lie in every group's set of reachable rates: a linear program in two dimensions, solved by its corners.
//
// Only the upper hulls U_a matter. Every set is convex and holds the diagonal (never, always, and coins
// between). At a given fpr the most one can ask for is E(fpr) = min_a U_a(fpr) ≥ fpr, and every group can
// have it, for it lies between its own points (fpr, fpr) and (fpr, U_a(fpr)). As gain ≥ 0 nothing below E is
// better; points below the diagonal never are. So the optimum is that of the concave function gain · E(f) −
// price · f on [0, 1], whose breakpoints are vertices of the hulls and crossings of two hulls. The best
// vertex is found first; by concavity the optimum is there or at a crossing before the vertex on either side.

import { heightAt, type RocHull } from './roc-hull.js';

/** True and false positive rate. */
export interface Rates {
  readonly fpr: number;
  readonly tpr: number;
}

/**
 * The rates of the highest gain · tpr − price · fpr that every group can have. On a tie the first one found,
 * vertices before crossings and low fpr before high.
 * @param gain of the true positive rate, ≥ 0
 * @param price of the false positive rate, ≥ 0
 */
export function bestCommonRates(hulls: readonly RocHull[], gain: number, price: number): Rates {
  const vertices = [...new Set(hulls.flatMap(({ fpr }) => fpr))].sort((left, right) => left - right);
  let best = ratesAt(hulls, 0);
  let bestVertex = 0;
  const offer = (fpr: number): boolean => {
    const rates = ratesAt(hulls, fpr);
    const isBetter = gain * rates.tpr - price * fpr > gain * best.tpr - price * best.fpr;
    if (isBetter) best = rates;
    return isBetter;
  };
  vertices.forEach((fpr, vertex) => {
    if (offer(fpr)) bestVertex = vertex;
  });
  for (const left of [bestVertex - 1, bestVertex]) {
    const [from, to] = [vertices[left], vertices[left + 1]];
    if (from === undefined || to === undefined) continue;
    for (const share of crossings(
      hulls.map((hull) => heightAt(hull, from)),
      hulls.map((hull) => heightAt(hull, to)),
    )) {
      offer(from + (to - from) * share);
    }
  }
  return best;
}

function ratesAt(hulls: readonly RocHull[], fpr: number): Rates {
  return { fpr, tpr: Math.min(...hulls.map((hull) => heightAt(hull, fpr))) };
}

/**
 * The places, from left to right, where the lowest of some lines over [0, 1] changes; given by heights at
 * both ends.
 */
function crossings(starts: readonly number[], ends: readonly number[]): number[] {
  const found: number[] = [];
  let lowest = starts.indexOf(Math.min(...starts));
  for (;;) {
    let next = lowest;
    let nearest = 1;
    for (let i = 0; i < starts.length; i++) {
      const below = ends[lowest]! - ends[i]!;
      if (below <= 0) continue; // never gets below it
      const above = Math.max(0, starts[i]! - starts[lowest]!);
      const place = above / (above + below);
      if (place < nearest) [next, nearest] = [i, place];
    }
    if (next === lowest) return found;
    found.push(nearest);
    lowest = next; // ends lower than the one before, so the loop ends
  }
}
