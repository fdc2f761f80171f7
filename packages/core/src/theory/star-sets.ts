// Random star-shaped sets on the simplex of three weights, to test strategies on what Theorem 5.1 promises
// and nothing else [MMPF Sec. A.2].
//
// N_i = { μ : |f(μ) − f(e^i)| < C_i(θ_i) }, where θ_i ∈ [0, π/3] is the angle at e^i from the side towards
// e^{i+1}, and C_i is piecewise linear through K + 1 random radii. Sets are drawn until they have the
// properties of the theorem:
//   1  the intersection is not empty
//   3  the union covers the triangle, and on each side the two sets at its ends meet: C_i(0) + C_{i+1}(π/3) > 1
// Properties 2 and 4 hold by construction. (The paper's text swaps union and intersection in 1 and 3, and
// means the distance by d_i.) A hole in the union is bounded by arcs of the curves, and away from the sides
// (which are covered by the second part of 3); so the union covers the triangle if every point of every curve
// lies in another set. That is checked at many points of each curve: a hole shorter than the distance between
// them can go unseen. The area is measured on a lattice.

import { FairfrontError } from '../error.js';
import type { RandomSource } from '../numeric/random.js';
import { toPlane } from './simplex-plane.js';

/** C_i: radius by angle, linear between the angles. */
export interface StarCurve {
  /** Rising from 0 to π/3. */
  readonly angles: readonly number[];
  readonly radii: readonly number[];
}

/** Three star-shaped sets, one around each corner of the simplex. */
export interface StarSets {
  readonly curves: readonly [StarCurve, StarCurve, StarCurve];
  /** The share of the triangle that lies in all three sets. */
  readonly area: number;
  /** Whether μ lies in N_group. */
  contains(group: number, mu: readonly number[]): boolean;
}

/** Options of `starSetSampler`. */
export interface StarSetOptions {
  /** K: linear pieces of each curve, ≥ 1. Default 7, as in the paper. */
  readonly pieces?: number;
  /** Cells along a side of the lattice on which the area is measured, ≥ 2. Default 128. */
  readonly resolution?: number;
}

const CORNERS = [toPlane([1, 0, 0]), toPlane([0, 1, 0]), toPlane([0, 0, 1])] as const;
const FULL_ANGLE = Math.PI / 3;

/** A sampler; the lattice is laid once for all sets drawn from it. */
export function starSetSampler(random: RandomSource, options: StarSetOptions = {}): () => StarSets {
  const { pieces = 7, resolution = 128 } = options;
  if (!(Number.isInteger(pieces) && pieces >= 1)) {
    throw new FairfrontError('bad-option', `pieces must be a whole number ≥ 1; got ${pieces}`);
  }
  if (!(Number.isInteger(resolution) && resolution >= 2)) {
    throw new FairfrontError('bad-option', `resolution must be a whole number ≥ 2; got ${resolution}`);
  }
  const lattice = layLattice(resolution);
  return () => {
    for (;;) {
      const ends = CORNERS.map(() => [random.uniform(), random.uniform()] as const);
      if (!sidesMeet(ends)) continue;
      const curves = ends.map((radii) => randomCurve(random, pieces, radii)) as [
        StarCurve,
        StarCurve,
        StarCurve,
      ];
      if (!FINENESS.every((points) => curvesAreCovered(curves, points))) continue;
      const area = intersectionArea(lattice, curves);
      if (area > 0)
        return { curves, area, contains: (group, mu) => isInside(curves[group]!, polar(group, mu)) };
    }
  };
}

/**
 * Points looked at on each curve: a few turn most candidates away at little cost, many make sure of the rest.
 */
const FINENESS = [12, 150, 4000];

type Ends = readonly [atZero: number, atFullAngle: number];

/**
 * A curve between given radii at its ends; all else is drawn. Plain loops: a set takes thousands of
 * candidates.
 */
function randomCurve(random: RandomSource, pieces: number, [first, last]: Ends): StarCurve {
  const angles = [0];
  const radii = [first];
  for (let i = 1; i < pieces; i++) {
    radii.push(random.uniform());
    const angle = FULL_ANGLE * random.uniform();
    let place = i;
    while (angles[place - 1]! > angle) place--;
    angles.splice(place, 0, angle);
  }
  angles.push(FULL_ANGLE);
  radii.push(last);
  return { angles, radii };
}

/** C_i(0) + C_{i+1}(π/3) > 1 on every side. Drawn and checked first: seven of eight candidates end here. */
function sidesMeet(ends: readonly Ends[]): boolean {
  return ends.every(([atZero], i) => atZero + ends[(i + 1) % 3]![1] > 1);
}

/** Whether every point of each curve that lies in the triangle is inside another set. */
function curvesAreCovered(curves: readonly StarCurve[], points: number): boolean {
  return curves.every((curve, group) => {
    const [next, last] = [(group + 1) % 3, (group + 2) % 3];
    const mu = [0, 0, 0];
    for (let i = 0; i <= points; i++) {
      const angle = (FULL_ANGLE * i) / points;
      const radius = radiusAt(curve, angle);
      mu[next] = (radius * Math.sin(FULL_ANGLE - angle)) / Math.sin(FULL_ANGLE);
      mu[last] = (radius * Math.sin(angle)) / Math.sin(FULL_ANGLE);
      mu[group] = 1 - mu[next] - mu[last];
      const covered = (other: number): boolean => isInside(curves[other]!, polar(other, mu));
      if (mu[group] > 0 && !covered(next) && !covered(last)) return false;
    }
    return true;
  });
}

/** Angle and distance of every cell's centre from each corner. */
interface Lattice {
  readonly cells: number;
  readonly angles: readonly Float64Array[];
  readonly distances: readonly Float64Array[];
}

function layLattice(resolution: number): Lattice {
  const centres: (readonly number[])[] = [];
  const place = (first: number, second: number): void => {
    centres.push([first / (3 * resolution), second / (3 * resolution)]);
  };
  // A cell pointing up has its centre a third of a step in from its corner, one pointing down two thirds.
  for (let i = 0; i < resolution; i++) {
    for (let j = 0; i + j < resolution; j++) {
      place(3 * i + 1, 3 * j + 1);
      if (i + j < resolution - 1) place(3 * i + 2, 3 * j + 2);
    }
  }
  const positions = CORNERS.map((_, group) => centres.map((mu) => polar(group, mu)));
  return {
    cells: centres.length,
    angles: positions.map((row) => Float64Array.from(row, ({ angle }) => angle)),
    distances: positions.map((row) => Float64Array.from(row, ({ distance }) => distance)),
  };
}

function intersectionArea(lattice: Lattice, curves: readonly StarCurve[]): number {
  let common = 0;
  for (let cell = 0; cell < lattice.cells; cell++) {
    let count = 0;
    for (let group = 0; group < 3; group++) {
      if (lattice.distances[group]![cell]! < radiusAt(curves[group]!, lattice.angles[group]![cell]!)) count++;
    }
    if (count === 3) common++;
  }
  return common / lattice.cells;
}

interface Polar {
  readonly angle: number;
  readonly distance: number;
}

function polar(group: number, mu: readonly number[]): Polar {
  const [x, y] = toPlane(mu);
  const [cornerX, cornerY] = CORNERS[group]!;
  const [nextX, nextY] = CORNERS[(group + 1) % 3]!;
  const [dx, dy] = [x - cornerX, y - cornerY];
  const distance = Math.hypot(dx, dy);
  const cosine = distance === 0 ? 1 : (dx * (nextX - cornerX) + dy * (nextY - cornerY)) / distance;
  return { angle: Math.acos(Math.min(1, Math.max(-1, cosine))), distance };
}

function isInside(curve: StarCurve, { angle, distance }: Polar): boolean {
  return distance === 0 || distance < radiusAt(curve, angle);
}

function radiusAt({ angles, radii }: StarCurve, angle: number): number {
  let piece = 1;
  while (piece < angles.length - 1 && angle > angles[piece]!) piece++;
  const from = angles[piece - 1]!;
  const share = Math.min(1, (angle - from) / (angles[piece]! - from));
  return radii[piece - 1]! + share * (radii[piece]! - radii[piece - 1]!);
}
