// Figures 7 and 8 in words, for the terminal.

import type {
  EstimationCase,
  EstimationPoint,
  EstimationRow,
  Figure7Data,
  Figure8Data,
  MeanAndDeviation,
  PairedDifference,
} from '@fairfront/charts';
import { parameterWords } from '@fairfront/charts/internal';
import { count, percent1 } from '@fairfront/core/internal';
import { formatTable } from '../report/table.js';
import { CLEAR, winner } from './studies/compare-ways.js';
import { describeFront, describeNetwork } from './summaries.js';

const KINDS = [
  'Case I, groups differ in x alone',
  'Case II, groups differ in Y given x alone',
  'Groups differ in both',
];

/** Figure 7 in words. */
export function describeDependence({ examples }: Figure7Data): string {
  return examples
    .map((example, i) => `${KINDS[i]} (${parameterWords(example)}):\n${describeFront(example)}`)
    .join('\n\n');
}

/** Figure 8 in words: a table, and who is ahead. */
export function describeEstimation({ hidden, maxSolves, epochSteps, cases }: Figure8Data): string {
  const most = Math.max(...cases.flatMap(allRows).map(({ runs }) => runs.length));
  return [
    `Networks: ${describeNetwork(hidden)}. APStar made at most ${count(maxSolves, 'solve')} either way; ${epochWords(epochSteps)}.`,
    `True risks against the minimax risks, relative, and true accuracy${most > 1 ? '; mean ± standard deviation over runs' : ''}:`,
    estimationTable(cases, most > 1),
    ...idleWords(cases),
    '',
    ...comparisonWords(cases),
  ].join('\n');
}

/** The Brier score of one who always says ½, whatever is true. */
const RISK_OF_A_HALF = 0.5;
/** Below this share of it there is something to learn, and above that share nothing was learnt. */
const [SOMETHING, NOTHING] = [0.9, 0.98];

/**
 * Counts the runs on problems where there is something to learn, and those of them that might as well have
 * said ½.
 */
function idleRuns(cases: readonly EstimationCase[]): { readonly idle: number; readonly all: number } {
  // Both cases begin with the same problem.
  const problems = new Map(
    cases.flatMap(({ points }) => points.map((point) => [parameterWords(point), point] as const)),
  );
  const runs = [...problems.values()]
    .filter(({ minimax }) => minimax.upper < SOMETHING * RISK_OF_A_HALF)
    .flatMap(({ rows }) => rows.flatMap((row) => row.runs));
  const idle = runs.filter(({ risks }) => Math.max(...risks) > NOTHING * RISK_OF_A_HALF);
  return { idle: idle.length, all: runs.length };
}

function idleWords(cases: readonly EstimationCase[]): string[] {
  const { idle, all } = idleRuns(cases);
  if (idle === 0) return [];
  return [
    `${idle} of ${all} classifiers learnt nothing though there is something to learn: their worst risk is that of always saying ½.`,
  ];
}

const epochWords = (steps: number): string =>
  steps === 1 ? 'an epoch was one pass over the rows' : `an epoch had at least ${steps} steps`;

const allRows = ({ points }: EstimationCase): readonly EstimationRow[] => points.flatMap(({ rows }) => rows);

function estimationTable(cases: readonly EstimationCase[], spread: boolean): string {
  const show = ({ mean, sd }: MeanAndDeviation): string =>
    spread ? `${percent1(mean)} ± ${percent1(sd)}` : percent1(mean);
  return formatTable(
    [
      { title: 'case', align: 'left' },
      { title: 'value', align: 'left' },
      { title: 'divergence' },
      { title: 'samples' },
      { title: 'runs' },
      { title: 'plug-in off by' },
      { title: 'joint off by' },
      { title: 'plug-in right' },
      { title: 'joint right' },
      { title: 'h* right' },
    ],
    cases.flatMap(({ name, points }) =>
      points.flatMap((point) =>
        [...new Set(point.rows.map(({ samples }) => samples))].map((samples) => {
          const rows = (['plug-in', 'joint'] as const).map((way) =>
            point.rows.find((row) => row.way === way && row.samples === samples),
          );
          return [
            name,
            valueWords(name, point),
            point.divergence.toFixed(3),
            samples.toLocaleString('en-US'),
            String(Math.max(...rows.map((row) => row?.runs.length ?? 0))),
            ...rows.map((row) => (row ? show(row.riskError) : '–')),
            ...rows.map((row) => (row ? show(row.accuracy) : '–')),
            percent1(point.accuracy),
          ];
        }),
      ),
    ),
  );
}

const valueWords = (name: EstimationCase['name'], { m1, lambda }: EstimationPoint): string =>
  name === 'I' ? `m₁ = ${m1}` : `λ = ${lambda}`;

/**
 * Says who is ahead on the same samples, over the problems of a case and on each, and what the paper finds.
 */
function comparisonWords(cases: readonly EstimationCase[]): string[] {
  const comparisons = cases.flatMap((one) => one.comparisons);
  if (comparisons.length === 0) return ['No sample has been used in both ways yet: nothing can be compared.'];
  const seeds = Math.max(...comparisons.map(({ riskError }) => riskError.seeds));
  const table = formatTable(
    [
      { title: 'case', align: 'left' },
      { title: 'samples' },
      { title: 'relative error' },
      { title: 'better', align: 'left' },
      { title: 'accuracy' },
      { title: 'better', align: 'left' },
      { title: 'less error by itself', align: 'left' },
    ],
    cases.flatMap((one) =>
      one.comparisons.map(({ samples, riskError, accuracy }) => [
        one.name,
        samples.toLocaleString('en-US'),
        points(riskError),
        winner(riskError, 'lower') ?? '–',
        points(accuracy),
        winner(accuracy, 'higher') ?? '–',
        clearPoints(one, samples),
      ]),
    ),
  );
  return seeds === 1
    ? [
        'Joint less plug-in on the same samples, in percentage points, mean over each case:',
        table,
        '',
        'From one run nobody can tell whether a difference is chance; take more (`runs`).',
      ]
    : [
        `Joint less plug-in on the same samples, in percentage points: mean over each case ± standard error over ${seeds} runs; better is who is ahead by more than ${CLEAR} of these.`,
        table,
        '',
        'The paper: joint estimation is better in Case I, above all with few samples; in Case II there is no clear difference.',
        `Here, by relative error: ${verdict(cases)}`,
      ];
}

/** −1.83 ± 0.21 */
function points({ mean, standardError }: PairedDifference): string {
  const value = `${mean < 0 ? '−' : '+'}${Math.abs(100 * mean).toFixed(2)}`;
  return standardError === null ? value : `${value} ± ${(100 * standardError).toFixed(2)}`;
}

/** joint at m₁ = 0, m₁ = 0.5; plug-in at m₁ = 2 */
function clearPoints({ name, points: problems }: EstimationCase, samples: number): string {
  const clear = (['joint', 'plug-in'] as const).flatMap((way) => {
    const at = problems.filter(({ comparisons }) => {
      const own = comparisons.find((comparison) => comparison.samples === samples);
      return own !== undefined && winner(own.riskError, 'lower') === way;
    });
    return at.length === 0 ? [] : [`${way} at ${at.map((point) => valueWords(name, point)).join(', ')}`];
  });
  return clear.length === 0 ? '–' : clear.join('; ');
}

/** Says whether this agrees with the paper. */
function verdict(cases: readonly EstimationCase[]): string {
  const { idle, all } = idleRuns(cases);
  if (idle > all / 2)
    return 'nothing, since most classifiers learnt nothing. Longer epochs help (`epochSteps`).';
  const [first, second] = cases;
  const few = first?.comparisons[0];
  const inFirst = few && winner(few.riskError, 'lower');
  const inSecond = second?.comparisons.map(({ riskError }) => winner(riskError, 'lower')) ?? [];
  const ahead = [...new Set(inSecond.filter((way) => way !== undefined))];
  const one = few
    ? `in Case I with ${few.samples.toLocaleString('en-US')} samples ${
        inFirst === 'joint'
          ? 'joint estimation is better, as the paper says'
          : `${inFirst === undefined ? 'no difference is clear' : 'plug-in estimation is better'}, which is not what the paper says`
      }`
    : 'Case I has not been compared';
  const other =
    inSecond.length === 0
      ? 'Case II has not been compared'
      : ahead.length === 0
        ? 'in Case II there is no clear winner, as the paper says'
        : `in Case II ${ahead.join(' and ')} estimation ${ahead.length === 1 ? 'is' : 'are each'} clearly better${
            inSecond.length > 1 && inSecond.some((way) => way !== ahead[0]) ? ' on one size of sample' : ''
          }, where the paper sees no clear difference`;
  return `${one}; ${other}.`;
}
