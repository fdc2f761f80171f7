// Figure 6 d and e: how close networks come to the minimax optimum, by the size of the sample they are
// trained on.
//
// Each cell draws a sample of the three-group problem and searches on it by APStar with networks trained by
// Algorithm 2. The true risks of the network found are compared with the closed form's minimax risks.

import type { FrontSummary, SampleRow, SampleRun, SampleStudy } from '@fairfront/charts';
import { worstRisk } from '@fairfront/core';
import { definedOnly } from '../../defined-only.js';
import { type ExperimentHooks, type ExperimentOptions, STUDY_DEFAULTS } from '../experiment/experiment.js';
import { keptCells, runCells } from '../experiment/run-cells.js';
import { ascending, meanAndDeviation, relativeError } from '../experiment/statistics.js';
import { describeCell, type StudyCell, type StudyResult, studyJob } from './study-cell.js';
import { validationCount } from './study-sample.js';

/**
 * Trains networks on samples of the three-group problem. Returns those that are finished; `undefined` if none
 * is.
 */
export async function sampleStudy(
  { minimax }: Pick<FrontSummary, 'minimax'>,
  { seed = 1, folder, ...options }: ExperimentOptions,
  hooks: ExperimentHooks = {},
): Promise<SampleStudy | undefined> {
  const { samples, runs, hidden, maxSolves, maxEpochs, epochSteps } = {
    ...STUDY_DEFAULTS['figure-6'],
    ...definedOnly(options),
  };
  const training = { hidden, maxSolves, maxEpochs, epochSteps };
  const cells = ascending(samples).flatMap((size) =>
    Array.from(
      { length: runs },
      (_, run): StudyCell => ({
        way: 'joint',
        problem: 'three groups',
        samples: size,
        seed: (seed + run) % 2 ** 32,
      }),
    ),
  );
  const kept =
    folder === undefined ? undefined : keptCells<StudyCell, StudyResult>(folder, 'figure-6', training);
  const finished = await runCells(
    {
      cells,
      job: studyJob,
      shared: training,
      what: 'networks',
      describe: describeCell,
      work: (cell) => cell.samples,
      kept,
    },
    hooks,
  );
  const { onceWritten = (forget) => forget() } = hooks;
  if (finished.length === cells.length && kept !== undefined) onceWritten(kept.remove);
  const rows = ascending(samples).flatMap((size): SampleRow[] => {
    const own = finished.filter(({ cell }) => cell.samples === size);
    return own.length === 0
      ? []
      : [
          summarise(
            size,
            own.map(({ result }) => compare(result, minimax)),
          ),
        ];
  });
  return rows.length === 0 ? undefined : { hidden, maxSolves, rows };
}

function compare(
  { seed, risks, mu, solve, solves, epochs }: StudyResult,
  optimum: FrontSummary['minimax'],
): SampleRun {
  return {
    seed,
    risks,
    mu,
    solve,
    solves,
    epochs,
    worstRiskError: relativeError([worstRisk(risks)], [worstRisk(optimum.risks)]),
    riskError: relativeError(risks, optimum.risks),
    muError: relativeError(mu, optimum.mu),
  };
}

function summarise(samples: number, runs: readonly SampleRun[]): SampleRow {
  return {
    samples,
    validationSamples: validationCount(samples),
    runs,
    worstRiskError: meanAndDeviation(runs.map(({ worstRiskError }) => worstRiskError)),
    riskError: meanAndDeviation(runs.map(({ riskError }) => riskError)),
    muError: meanAndDeviation(runs.map(({ muError }) => muError)),
  };
}
