// Limited-memory BFGS (Nocedal 1980): minimises a smooth function of many variables from its values and
// gradients alone. Each step goes along −H g, where H is made of the last few changes of x and of the
// gradient by the two-loop recursion, starting from a diagonal; its length is found by bisection until the
// weak Wolfe conditions hold (Lewis and Overton 2013).

import { SUFFICIENT } from './armijo.js';

/** What to minimise, and when to stop. */
export interface LbfgsProblem {
  /** Fills the gradient at x and returns the value there. */
  evaluate(x: Float64Array, gradient: Float64Array): number;
  /** Where to start; not changed. */
  readonly start: Float64Array;
  /**
   * About the inverse of the second derivative along each variable, > 0: what makes variables of different
   * scales alike.
   */
  readonly diagonal: Float64Array;
  /**
   * Whether it is close enough: told the value, and what the last quadratic model says that it can still
   * fall.
   */
  done(value: number, fall: number): boolean;
  readonly maxIterations: number;
}

/** Where L-BFGS ended. */
export interface LbfgsResult {
  readonly x: Float64Array;
  readonly gradient: Float64Array;
  readonly value: number;
  /** `stalled`: no step along the gradient itself lowers the value, which rounding allows no more. */
  readonly status: 'converged' | 'max-iterations' | 'stalled';
  readonly iterations: number;
}

/** Pairs remembered. */
const MEMORY = 20;
/**
 * Pairs from which on the quadratic model is believed. With fewer it knows the diagonal at best, and what is
 * left to fall may be so much more.
 */
const INFORMED = 5;
const CAUTION = 1e6;
/** Weak Wolfe conditions: Armijo's, and the share of itself to which the slope must flatten. */
const CURVATURE = 0.9;
const MAX_TRIALS = 50;
/** Differences of values below this share of them are rounding. */
const ROUNDING = 1e-15;

/** Minimises a smooth function by L-BFGS. */
export function minimiseSmooth({
  evaluate,
  start,
  diagonal,
  done,
  maxIterations,
}: LbfgsProblem): LbfgsResult {
  const n = start.length;
  let x = start.slice();
  let gradient = new Float64Array(n);
  let value = evaluate(x, gradient);
  let trial = new Float64Array(n);
  let trialGradient = new Float64Array(n);
  const direction = new Float64Array(n);
  const memory = createMemory(n);

  const finish = (status: LbfgsResult['status'], iterations: number): LbfgsResult => ({
    x,
    gradient,
    value,
    status,
    iterations,
  });

  for (let iterations = 0; ; iterations++) {
    memory.direction(gradient, diagonal, direction);
    let slope = inner(gradient, direction);
    if (!(slope < 0)) {
      memory.clear();
      memory.direction(gradient, diagonal, direction);
      slope = inner(gradient, direction);
    }
    const fall = (-slope / 2) * (memory.size() >= Math.min(INFORMED, n) ? 1 : CAUTION);
    if (!(slope < 0) || done(value, fall)) return finish('converged', iterations);
    if (iterations === maxIterations) return finish('max-iterations', iterations);

    let shortest = 0;
    let longest = Number.POSITIVE_INFINITY;
    let length = 1;
    let found = false;
    for (let trials = 0; trials < MAX_TRIALS; trials++) {
      for (let i = 0; i < n; i++) trial[i] = x[i]! + length * direction[i]!;
      const trialValue = evaluate(trial, trialGradient);
      const trialSlope = inner(trialGradient, direction);
      const falls = trialValue <= value + SUFFICIENT * length * slope + ROUNDING * Math.abs(value);
      if (!falls) longest = length;
      else if (trialSlope < CURVATURE * slope) shortest = length;
      else {
        memory.remember(x, trial, gradient, trialGradient);
        [x, trial] = [trial, x];
        [gradient, trialGradient] = [trialGradient, gradient];
        value = trialValue;
        found = true;
        break;
      }
      length = longest === Number.POSITIVE_INFINITY ? 2 * length : (shortest + longest) / 2;
    }
    if (found) continue;
    if (memory.size() === 0) return finish('stalled', iterations);
    memory.clear();
  }
}

function createMemory(n: number) {
  const steps: Float64Array[] = [];
  const changes: Float64Array[] = [];
  const curvatures: number[] = []; // stepᵀ change
  const factors = new Float64Array(MEMORY);
  return {
    size: (): number => steps.length,
    clear: (): void => {
      steps.length = 0;
      changes.length = 0;
      curvatures.length = 0;
    },
    remember: (x: Float64Array, nextX: Float64Array, g: Float64Array, nextG: Float64Array): void => {
      const isFull = steps.length === MEMORY;
      const step = isFull ? steps.shift()! : new Float64Array(n);
      const change = isFull ? changes.shift()! : new Float64Array(n);
      if (isFull) curvatures.shift();
      for (let i = 0; i < n; i++) {
        step[i] = nextX[i]! - x[i]!;
        change[i] = nextG[i]! - g[i]!;
      }
      const curvature = inner(step, change);
      if (!(curvature > 0)) return;
      steps.push(step);
      changes.push(change);
      curvatures.push(curvature);
    },
    /** −H g by the two-loop recursion. */
    direction: (gradient: Float64Array, diagonal: Float64Array, direction: Float64Array): void => {
      for (let i = 0; i < n; i++) direction[i] = -gradient[i]!;
      for (let m = steps.length - 1; m >= 0; m--) {
        factors[m] = inner(steps[m]!, direction) / curvatures[m]!;
        for (let i = 0; i < n; i++) direction[i]! -= factors[m]! * changes[m]![i]!;
      }
      let scale = 1;
      if (steps.length > 0) {
        const last = steps.length - 1;
        let scaled = 0;
        for (let i = 0; i < n; i++) scaled += diagonal[i]! * changes[last]![i]! ** 2;
        scale = curvatures[last]! / scaled;
      }
      for (let i = 0; i < n; i++) direction[i]! *= scale * diagonal[i]!;
      for (let m = 0; m < steps.length; m++) {
        const factor = factors[m]! - inner(changes[m]!, direction) / curvatures[m]!;
        for (let i = 0; i < n; i++) direction[i]! += factor * steps[m]![i]!;
      }
    },
  };
}

function inner(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += left[i]! * right[i]!;
  return sum;
}
