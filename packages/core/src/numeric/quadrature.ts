// Adaptive quadrature of several integrands at once, split at given breakpoints.
//
// Each panel gets a Gauss–Kronrod rule (10 and 21 nodes, Piessens et al. 1983, QUADPACK); the panel with the largest
// error is halved until the errors of all panels together meet the tolerance. Integrands that jump or kink only at the breakpoints
// are smooth on every panel, so the rule converges at its full order there.

import { FairfrontError } from '../error.js';
import { compensatedSum } from './sum.js';

/** Writes the value of each integrand at x into `out`. */
export type Integrand = (x: number, out: Float64Array) => void;

export interface QuadratureOptions {
  /** Largest absolute error of each integral, > 0. Default 1e-12. */
  readonly tolerance?: number;
  /** Limit of panels, ≥ 1. Default 2000. */
  readonly maxPanels?: number;
}

export interface Quadrature {
  readonly values: readonly number[];
  /** Estimated absolute errors. */
  readonly errors: readonly number[];
  readonly evaluations: number;
  /** `stopped`: the panels ran out, or a value was not finite. */
  readonly status: 'converged' | 'stopped';
}

// Nodes on [0, 1] from the outermost inwards; odd places are shared with the 10-node Gauss rule. The last is the centre.
const NODES = [
  0.995657163025808080735527280689003, 0.97390652851717172007796401208445,
  0.930157491355708226001207180059508, 0.865063366688984510732096688423493,
  0.78081772658641689706371757834504, 0.679409568299024406234327365114874,
  0.562757134668604683339000099272694, 0.43339539412924719079926594316579,
  0.294392862701460198131126603103866, 0.14887433898163121088482600112972, 0,
] as const;
const KRONROD_WEIGHTS = [
  0.011694638867371874278064396062192, 0.03255816230796472747881897245939, 0.05475589657435199603138130024458,
  0.07503967481091995276704314091619, 0.093125454583697605535065465083366,
  0.109387158802297641899210590325805, 0.123491976262065851077958109585166,
  0.134709217311473325928054001771707, 0.142775938577060080797094273138717,
  0.147739104901338491374841515972068, 0.149445554002916905664936468389821,
] as const;
const GAUSS_WEIGHTS = [
  0.066671344308688137593568809893332, 0.149451349150580593145863396957658,
  0.219086362515982043995534934228163, 0.269266719309996355091226921569469,
  0.295524224714752870173815619188769,
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
 * ∫ integrand over [breakpoints[0], breakpoints[last]], for `dimension` integrands that share their evaluations.
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

/** QUADPACK's scaling: the difference of the rules is far above the error of the better one once both have converged. */
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
