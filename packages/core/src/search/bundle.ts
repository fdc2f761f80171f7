// What a set of risk vectors tells of Φ(μ) = min_h ⟨μ, r(h)⟩: every model tried, minimum or not, gives a
// plane above it,
//
//   Φ(μ) ≤ ⟨μ, r^k⟩ for every k,        model(μ) = min_k ⟨μ, r^k⟩
//
// so Φ can only reach a level ℓ where every plane does. The three questions a search asks of the bundle are
// small programs over the simplex.

import { worstRisk } from '../groups/risks.js';
import { solveQuadraticProgram } from '../numeric/quadratic-program.js';
import { projectOntoSimplex } from '../numeric/simplex.js';
import { dot } from '../numeric/sum.js';

/** The planes of all models tried. */
export interface Bundle {
  add(risks: readonly number[], centre: readonly number[]): void;
  /** The largest value the planes allow, and where: max_μ min_k ⟨μ, r^k⟩. A linear program. */
  maximise(): { readonly mu: readonly number[]; readonly value: number };
  /** The μ nearest to `centre` at which every plane reaches `level`; undefined where rounding hides it. */
  project(centre: readonly number[], level: number): readonly number[] | undefined;
  /**
   * Where ⟨slope, μ⟩ − ½ (μ − centre)ᵀ B (μ − centre) is largest among the μ at which every plane reaches
   * `level`; undefined where rounding hides it.
   */
  climb(quadratic: QuadraticModel, level: number): readonly number[] | undefined;
}

/** A quadratic model of Φ around a centre. */
export interface QuadraticModel {
  readonly centre: readonly number[];
  readonly slope: readonly number[];
  /** B, n × n row-major, positive semidefinite. */
  readonly curvature: Float64Array;
}

/**
 * Interior points never touch the boundary: a weight this small is a 0 that they approached, up to rounding.
 */
const NO_WEIGHT = 1e-11;

function cleanMu(weights: Float64Array): number[] {
  return projectOntoSimplex(Array.from(weights, (weight) => (weight < NO_WEIGHT ? 0 : weight)));
}

/**
 * An empty bundle.
 * @param scale a typical risk, > 0: the unit of the curvature
 * @param maxPlanes how many to keep; the one farthest above the model at the centre goes first
 */
export function createBundle(groupCount: number, scale: number, maxPlanes: number): Bundle {
  const planes: (readonly number[])[] = [];
  const identity = new Float64Array(groupCount * groupCount);
  for (let i = 0; i < groupCount; i++) identity[i * groupCount + i] = 1;

  /**
   * Σ μ = 1, μ ≥ 0, and every plane at or above the level, or above a height that is a variable of its own.
   */
  const feasibleSet = (level: number | 'variable') => {
    const variables = level === 'variable' ? groupCount + 1 : groupCount;
    const rows = planes.length + groupCount;
    const constraints = new Float64Array(rows * variables);
    const bounds = new Float64Array(rows);
    // Every plane is brought to order 1: only its direction matters. The height is at most the least of their
    // largest risks.
    const units = planes.map((plane) => worstRisk(plane) || scale);
    const heightUnit = Math.min(...units);
    planes.forEach((plane, k) => {
      const unit = units[k]!;
      for (let a = 0; a < groupCount; a++) constraints[k * variables + a] = plane[a]! / unit;
      if (level === 'variable') constraints[k * variables + groupCount] = -heightUnit / unit;
      else bounds[k] = level / unit;
    });
    for (let a = 0; a < groupCount; a++) constraints[(planes.length + a) * variables + a] = 1;
    const equality = new Float64Array(variables);
    equality.fill(1, 0, groupCount);
    return { constraints, bounds, equality, equalityBound: 1 };
  };

  const climb = (
    { centre, slope, curvature }: QuadraticModel,
    level: number,
  ): readonly number[] | undefined => {
    const linear = Float64Array.from(slope, (value, i) => {
      let pull = 0;
      for (let j = 0; j < groupCount; j++) pull += curvature[i * groupCount + j]! * centre[j]!;
      return -value / scale - pull;
    });
    const { x, status } = solveQuadraticProgram({
      quadratic: curvature,
      linear,
      ...feasibleSet(level),
      start: Float64Array.from(centre),
    });
    return status === 'solved' ? cleanMu(x) : undefined;
  };

  return {
    add: (risks, centre) => {
      if (planes.length === maxPlanes) {
        const heights = planes.map((plane) => dot(centre, plane));
        planes.splice(heights.indexOf(Math.max(...heights)), 1);
      }
      planes.push(risks);
    },
    maximise: () => {
      const variables = groupCount + 1; // μ and the height t, in a unit of its own
      const linear = new Float64Array(variables);
      linear[groupCount] = -1;
      const start = new Float64Array(variables).fill(1 / groupCount);
      start[groupCount] = 0;
      const { x } = solveQuadraticProgram({
        quadratic: new Float64Array(variables * variables),
        linear,
        ...feasibleSet('variable'),
        start,
      });
      const mu = cleanMu(x.subarray(0, groupCount));
      return { mu, value: Math.min(...planes.map((plane) => dot(mu, plane))) };
    },
    project: (centre, level) =>
      climb({ centre, slope: new Array<number>(groupCount).fill(0), curvature: identity }, level),
    climb,
  };
}
