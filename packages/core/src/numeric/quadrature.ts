// Adaptive quadrature of several integrands at once, split at given breakpoints.
//
// Each panel gets a Gauss–Kronrod rule (10 and 21 nodes, Piessens et al. 1983, QUADPACK); the panel with the
// largest error is halved until the errors of all panels together meet the tolerance. Integrands that jump or
// kink only at the breakpoints are smooth on every panel, so the rule converges at its full order there.

import { FairfrontError } from '../error.js';
import { compensatedSum } from './sum.js';

/** Writes the value of each integrand at x into `out`. */
export type Integrand = (x: number, out: Float64Array) => void;

/** How exact an integral must be. */
export interface QuadratureOptions {
  /** Largest absolute error of each integral, > 0. Default 1e-12. */
  readonly tolerance?: number;
  /** Limit of panels, ≥ 1. Default 2000. */
  readonly maxPanels?: number;
}

/** Integrals and estimates of their errors. */
export interface Quadrature {
  readonly values: readonly number[];
  /** Estimated absolute errors. */
  readonly errors: readonly number[];
  readonly evaluations: number;
  /** `stopped`: the panels ran out, or a value was not finite. */
  readonly status: 'converged' | 'stopped';
}

// Nodes on [0, 1] from the outermost inwards; odd places are shared with the 10-node Gauss rule. The last is
// the centre.
const NODES = [
  0.9956571630258081, 0.9739065285171717, 0.9301574913557082, 0.8650633666889845, 0.7808177265864169,
  0.6794095682990244, 0.5627571346686047, 0.4333953941292472, 0.2943928627014602, 0.14887433898163122, 0,
] as const;
const KRONROD_WEIGHTS = [
  0.011694638867371874, 0.032558162307964725, 0.054755896574351995, 0.07503967481091996, 0.0931254545836976,
  0.10938715880229764, 0.12349197626206584, 0.13470921731147334, 0.14277593857706009, 0.14773910490133849,
  0.1494455540029169,
] as const;
const GAUSS_WEIGHTS = [
  0.06667134430868814, 0.1494513491505806, 0.21908636251598204, 0.26926671930999635, 0.29552422471475287,
] as const;
const CENTRE = NODES.length - 1;
const NODES_PER_PANEL = 2 * CENTRE + 1;

interface Panel {
  readonly from: number;
  readonly to: number;
  readonly values: Float64Array;
  readonly errors: Float64Array;
  readonly largestError: number;
}

/**
 * ∫ integrand over [breakpoints[0], breakpoints[last]], for `dimension` integrands that share their
 * evaluations.
 * @param breakpoints at least two, sorted; repeated ones are allowed
 */
export function integrate(
  integrand: Integrand,
  dimension: number,
  breakpoints: readonly number[],
  options: QuadratureOptions = {},
): Quadrature {
  const { tolerance = 1e-12, maxPanels = 2000 } = options;
  checkBreakpoints(breakpoints);
  const rule = panelRule(integrand, dimension);
  const panels: Panel[] = [];
  let evaluations = 0;
  for (let i = 1; i < breakpoints.length; i++) {
    if (breakpoints[i]! > breakpoints[i - 1]!) panels.push(rule(breakpoints[i - 1]!, breakpoints[i]!));
  }
  evaluations += panels.length * NODES_PER_PANEL;
  const totalError = (component: number): number =>
    panels.reduce((sum, panel) => sum + panel.errors[component]!, 0);
  const isAccurate = (): boolean => {
    for (let component = 0; component < dimension; component++) {
      if (!(totalError(component) <= tolerance)) return false;
    }
    return true;
  };
  let accurate = isAccurate();
  while (!accurate && panels.length < maxPanels) {
    let worst = 0;
    for (let i = 1; i < panels.length; i++) {
      if (panels[i]!.largestError > panels[worst]!.largestError) worst = i;
    }
    if (!panels.every((panel) => Number.isFinite(panel.largestError))) break; // halving cannot mend an infinity
    const { from, to } = panels[worst]!;
    const middle = (from + to) / 2;
    if (middle <= from || middle >= to) break; // no number lies between: rounding has the last word
    panels[worst] = rule(from, middle);
    panels.push(rule(middle, to));
    evaluations += 2 * NODES_PER_PANEL;
    accurate = isAccurate();
  }
  const components = Array.from({ length: dimension }, (_, component) => component);
  return {
    values: components.map((component) => compensatedSum(panels.map((panel) => panel.values[component]!))),
    errors: components.map(totalError),
    evaluations,
    status: accurate ? 'converged' : 'stopped',
  };
}

/** The Gauss–Kronrod rule on one panel, with its buffers allocated once. */
function panelRule(integrand: Integrand, dimension: number): (from: number, to: number) => Panel {
  const samples = Array.from({ length: NODES_PER_PANEL }, () => new Float64Array(dimension));
  return (from, to) => {
    const centre = (from + to) / 2;
    const half = (to - from) / 2;
    for (let node = 0; node < CENTRE; node++) {
      integrand(centre - half * NODES[node]!, samples[2 * node]!);
      integrand(centre + half * NODES[node]!, samples[2 * node + 1]!);
    }
    integrand(centre, samples[2 * CENTRE]!);
    const values = new Float64Array(dimension);
    const errors = new Float64Array(dimension);
    let largestError = 0;
    for (let component = 0; component < dimension; component++) {
      let kronrod = KRONROD_WEIGHTS[CENTRE]! * samples[2 * CENTRE]![component]!;
      let gauss = 0;
      for (let node = 0; node < CENTRE; node++) {
        const pair = samples[2 * node]![component]! + samples[2 * node + 1]![component]!;
        kronrod += KRONROD_WEIGHTS[node]! * pair;
        if (node % 2 === 1) gauss += GAUSS_WEIGHTS[(node - 1) / 2]! * pair;
      }
      const mean = kronrod / 2;
      let spread = KRONROD_WEIGHTS[CENTRE]! * Math.abs(samples[2 * CENTRE]![component]! - mean);
      for (let node = 0; node < CENTRE; node++) {
        spread +=
          KRONROD_WEIGHTS[node]! *
          (Math.abs(samples[2 * node]![component]! - mean) +
            Math.abs(samples[2 * node + 1]![component]! - mean));
      }
      values[component] = kronrod * half;
      errors[component] = errorEstimate(Math.abs(kronrod - gauss) * half, spread * half);
      largestError = Math.max(largestError, errors[component]!);
    }
    return { from, to, values, errors, largestError };
  };
}

/**
 * QUADPACK's scaling: the difference of the rules is far above the error of the better one once both have
 * converged.
 */
function errorEstimate(difference: number, spread: number): number {
  if (difference === 0 || spread === 0) return difference;
  return spread * Math.min(1, ((200 * difference) / spread) ** 1.5);
}

function checkBreakpoints(breakpoints: readonly number[]): void {
  if (breakpoints.length < 2) {
    throw new FairfrontError(
      'bad-option',
      `an integral needs at least 2 breakpoints; got ${breakpoints.length}`,
    );
  }
  for (let i = 0; i < breakpoints.length; i++) {
    if (!Number.isFinite(breakpoints[i]) || (i > 0 && breakpoints[i]! < breakpoints[i - 1]!)) {
      throw new FairfrontError(
        'bad-option',
        `breakpoints must be finite and sorted; breakpoints[${i}] = ${breakpoints[i]}`,
      );
    }
  }
}
