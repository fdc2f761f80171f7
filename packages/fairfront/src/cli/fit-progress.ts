// What a fit shows while it trains, and what it keeps for --resume.

import { percent } from '@fairfront/charts/internal';
import { decimal } from '../report/numbers.js';
import { outlookWords } from '../report/outlook-words.js';
import type { CheckpointKeeper } from '../runs/checkpoint.js';
import { lossName } from '../task/task-report.js';
import { defaultMaxSolves } from '../training/find-minimax.js';
import type { FitHooks } from '../training/fit-hooks.js';
import type { FittedModel } from '../training/fitted-models.js';
import type { FitOptions } from '../training/options/fit-options.js';
import type { CommandContext, CommonOptions } from './command-context.js';

/** What the live line shows, and what is kept of it. */
export function progressHooks(
  { options, progress, say }: CommandContext<CommonOptions & FitOptions>,
  groupNames: readonly string[],
  keeper: CheckpointKeeper,
): Omit<FitHooks<FittedModel>, 'signal'> {
  const { search, model, estimation, maxSolves = defaultMaxSolves(options) } = options;
  let solves = 0;
  let what = '';
  return {
    onModel: (name) => {
      what = `training the ${name} model`;
      progress.update(what, 0, undefined);
    },
    onStep: async ({ solve, bestWorstRisk, certificate }, found) => {
      const gap = certificate.certified ? `, gap ${percent(certificate.relativeGap)}` : '';
      progress.update(search, solve, maxSolves, `best worst-group risk ${decimal(bestWorstRisk)}${gap}`);
      solves = solve;
      what = '';
      if (model === 'linear' && estimation === 'joint') {
        keeper.keepSoon(() => {
          const { best, state } = found();
          return { search: { model: best.model, state } };
        });
      }
      await breath();
    },
    onEpoch: async ({ epoch, failures }, { objective }) => {
      const detail = `epoch ${epoch}, validation risk ${decimal(objective)}, ${failures} without gain`;
      if (what === '') progress.update(search, solves, maxSolves, detail);
      else progress.update(what, 0, undefined, detail);
      await breath();
    },
    onPart: (done, total, detail) => progress.update('training the parts', done, total, detail),
    onOutlook: (outlook) => {
      progress.end();
      say(`${outlookWords(outlook, groupNames, lossName({ task: options }))}\n`);
    },
    onRefine: async (solve, total) => {
      progress.update('refining', solve, total);
      what = 'refining';
      await breath();
    },
    onProgress: (now) => keeper.keep(now),
  };
}

/** A solve leaves no room for Ctrl-C; this does. */
export function breath(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}
