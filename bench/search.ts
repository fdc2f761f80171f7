// Solves to a certified gap, over random problems with a known optimum: every strategy against APStar. Each
// problem gives one ratio; the median over problems is what is reported. A run that does not certify the gap
// within the limit counts with the limit, which flatters it.

import {
  apStar,
  createRandom,
  cuttingPlane,
  multiplicativeWeights,
  randomSearch,
  type Strategy,
  searchMinimaxSync,
} from '@fairfront/core';
import {
  type ClosedForm,
  closedForm,
  closedFormOracle,
  randomProblem,
  theoryMinimax,
} from '@fairfront/core/theory';
import { median, quantile } from './statistics.js';

const PROBLEMS = 200;
const GROUP_COUNTS = [2, 3, 4, 5, 6];
const LOSSES = ['brier', 'cross-entropy'] as const;
const GAP = 1e-3;
const MAX_SOLVES = 500;
const SEED = 1;

/**
 * Rates of multiplicative weights beside the one its theorem asks for: a baseline is compared at its best,
 * too.
 */
const RATES = [0.3, 1, 3, 10, 30];

const STRATEGIES: readonly (readonly [name: string, create: () => Strategy])[] = [
  ['apstar', () => apStar()],
  ['cutting-plane', () => cuttingPlane()],
  ['multiplicative-weights', () => multiplicativeWeights({ horizon: MAX_SOLVES })],
  ...RATES.map(
    (eta) => [`multiplicative-weights, eta ${eta}`, () => multiplicativeWeights({ eta })] as const,
  ),
  ['random', () => randomSearch({ random: createRandom(SEED) })],
];

interface Run {
  readonly solves: number;
  readonly certified: boolean;
}

/** Counts the solves that strategies need for a certified gap. */
export function benchSearch() {
  const random = createRandom(SEED);
  const forms = Array.from({ length: PROBLEMS }, (_, i) =>
    closedForm(
      randomProblem(
        random,
        GROUP_COUNTS[i % GROUP_COUNTS.length]!,
        LOSSES[Math.floor(i / GROUP_COUNTS.length) % 2]!,
      ),
    ),
  );
  const optima = forms.map((form) => theoryMinimax(form));
  const runs = STRATEGIES.map(([, create]) =>
    forms.map((form, i) => runOnce(form, create(), optima[i]!.upper)),
  );
  const names = STRATEGIES.map(([name]) => name);
  const ratios = runs.map((own) => median(own.map(({ solves }, i) => solves / runs[0]![i]!.solves)));
  process.stdout.write(
    `Solves to a certified gap of ${GAP}: ${PROBLEMS} random problems, 2 to 6 groups, both losses, at most ${MAX_SOLVES} solves\n`,
  );
  console.table(
    runs.map((own, s) => {
      const solves = own.map((run) => run.solves);
      return {
        strategy: names[s],
        median: median(solves),
        p90: quantile(solves, 0.9),
        'not certified': own.filter(({ certified }) => !certified).length,
        'share of APStar’s': Number(ratios[s]!.toFixed(3)),
      };
    }),
  );
  return {
    ratios: Object.fromEntries(
      names.slice(1).map((name, i) => [`${name} solves / apstar solves`, ratios[i + 1]!]),
    ),
    problems: PROBLEMS,
    gap: GAP,
  };
}

function runOnce(form: ClosedForm, strategy: Strategy, optimum: number): Run {
  const { certificate, solves, stopped } = searchMinimaxSync(closedFormOracle(form), {
    strategy,
    gap: GAP,
    maxSolves: MAX_SOLVES,
  });
  const certified = stopped === 'gap';
  const { certified: holds, lower, upper } = certificate;
  if (!holds || lower > optimum * (1 + 1e-7) || upper < optimum * (1 - 1e-7)) {
    throw new Error(`${strategy.name}: bounds ${lower} to ${upper} do not hold the optimum ${optimum}`);
  }
  return { solves, certified };
}
