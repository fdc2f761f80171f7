// `fairfront fit <data>`: naive, balanced and minimax models of one task, side by side, and a run folder.

import { join, relative, resolve } from 'node:path';
import { percent } from '@fairfront/charts';
import type { DataOptions } from '../data/data-options.js';
import { loadData } from '../data/load-data.js';
import { taskOf } from '../data/task-of.js';
import type { Asked } from '../fit/asked.js';
import {
  type FitCheckpoint,
  fingerprint,
  hasCheckpoint,
  readCheckpoint,
  refuseOtherOptions,
  removeCheckpoint,
  writeCheckpoint,
} from '../fit/checkpoint.js';
import { DEFAULT_MAX_SOLVES, type SearchCheckpoint } from '../fit/find-minimax.js';
import { type FitHooks, fitLinear } from '../fit/fit-linear.js';
import type { FitOptions } from '../fit/fit-options.js';
import { fitReport } from '../fit/fit-report.js';
import { type FitResult, fitResult } from '../fit/fit-result.js';
import { riskTable } from '../fit/fit-tables.js';
import { fitWords } from '../fit/fit-words.js';
import { modelFile } from '../fit/model-file.js';
import { type PreparedFit, prepareFit } from '../fit/prepare-fit.js';
import { Interrupted } from '../interrupted.js';
import { decimal } from '../terminal/numbers.js';
import { formatTable } from '../terminal/table.js';
import { UsageError } from '../usage-error.js';
import { ensureFolder, writeWhole } from '../write-file.js';
import type { CommandContext, OutOptions } from './command-context.js';

export type FitCommandOptions = OutOptions & DataOptions & FitOptions;

/** Between two checkpoints: what a crash can cost. */
const CHECKPOINT_INTERVAL_MS = 1000;

/** @param given the options that were said, not those left at their default */
export async function runFit(
  data: string | undefined,
  context: CommandContext<FitCommandOptions>,
  given: Asked['options'],
): Promise<void> {
  const { progress } = context;
  const { out, json, quiet, resume, ...own } = context.options;
  const checkpoint = openCheckpoint(out, resume, { data, options: given });
  const asked: Asked = checkpoint?.asked ?? { data, options: own };
  const options = { ...context.options, ...(asked.options as Partial<FitCommandOptions>) };
  refuseForExact(options);
  ensureFolder(out);
  try {
    const fit = await prepare(asked.data, { ...context, options });
    const print = fingerprint(fit);
    if (checkpoint !== undefined && checkpoint.fingerprint !== print) {
      throw new UsageError(
        `--resume: the data are not those of the run in ${out}; restore them, or start anew in another folder`,
      );
    }
    const result = await train(
      fit,
      { ...context, options },
      { asked, fingerprint: print },
      checkpoint?.search,
    );
    context.result(result);
    context.say(describe(result));
    context.say(`\nModel, report and numbers: ${relative('', resolve(out)) || '.'}/ (open report.html)`);
  } finally {
    progress.end();
  }
}

/** What the exact search cannot do. */
function refuseForExact({ search, loss, maxSolves }: FitCommandOptions): void {
  if (search !== 'exact') return;
  if (loss === 'brier') {
    throw new UsageError(
      '--search exact needs a convex problem, and the Brier score of a linear model is not convex; take --loss cross-entropy, or another --search',
    );
  }
  if (maxSolves !== undefined) {
    throw new UsageError(
      '--max-solves: the exact search makes no solves; leave it out, or choose another --search',
    );
  }
}

function openCheckpoint(out: string, resume: boolean, given: Asked): FitCheckpoint | undefined {
  if (!resume) {
    if (!hasCheckpoint(out)) return undefined;
    throw new UsageError(
      `${out} holds an unfinished run: go on with --resume, or choose another folder with --out`,
    );
  }
  const checkpoint = readCheckpoint(out);
  refuseOtherOptions(checkpoint, given);
  return checkpoint;
}

async function prepare(
  data: string | undefined,
  { options, terminal, progress }: CommandContext<FitCommandOptions>,
): Promise<PreparedFit> {
  const loaded = await loadData(data, options, terminal, progress);
  progress.update('encoding', 0, undefined);
  return prepareFit(loaded, taskOf(loaded, options));
}

async function train(
  fit: PreparedFit,
  { options, terminal, progress }: CommandContext<FitCommandOptions>,
  identity: Pick<FitCheckpoint, 'asked' | 'fingerprint'>,
  resume: SearchCheckpoint | undefined,
): Promise<FitResult> {
  const { out } = options;
  const signal = { aborted: false };
  const hooks = commandHooks(signal, options, progress, terminal.now, (search) =>
    writeCheckpoint(out, { ...identity, search }),
  );
  const release =
    options.search === 'exact'
      ? () => {}
      : terminal.onInterrupt(() => {
          signal.aborted = true;
        });
  const models = await fitLinear(fit, options, hooks, resume).finally(release);
  if (models === undefined) {
    throw interrupted(out, hooks.flush() || resume !== undefined, identity.asked.data === '-');
  }
  const result = fitResult(fit, models, options, identity.asked);
  progress.update('writing', 0, undefined);
  writeWhole(
    join(out, 'model.json'),
    `${JSON.stringify(modelFile(models.minimax.model, fit.encoder, fit.task.target))}\n`,
  );
  writeWhole(join(out, 'report.html'), fitReport(result));
  writeWhole(join(out, 'result.json'), `${JSON.stringify(result)}\n`);
  removeCheckpoint(out);
  return result;
}

interface CommandHooks extends FitHooks {
  /** Writes what there is, if there is anything. */
  flush(): boolean;
}

function commandHooks(
  signal: { readonly aborted: boolean },
  { search, maxSolves = DEFAULT_MAX_SOLVES }: FitCommandOptions,
  progress: CommandContext['progress'],
  now: () => number,
  write: (search: SearchCheckpoint) => void,
): CommandHooks {
  let writtenMs = now();
  let latest: (() => SearchCheckpoint) | undefined;
  const flush = (): boolean => {
    if (latest === undefined) return false;
    write(latest());
    return true;
  };
  return {
    signal,
    flush,
    onModel: (name) => progress.update(`training the ${name} model`, 0, undefined),
    onStep: async ({ solve, bestWorstRisk, certificate }, found) => {
      const gap = certificate.certified ? `, gap ${percent(certificate.relativeGap)}` : '';
      progress.update(search, solve, maxSolves, `best worst-group risk ${decimal(bestWorstRisk)}${gap}`);
      latest = () => {
        const { best, state } = found();
        return { model: best.model, state };
      };
      if (now() - writtenMs >= CHECKPOINT_INTERVAL_MS) {
        flush();
        writtenMs = now();
      }
      await new Promise((resume) => setImmediate(resume)); // a solve leaves no room for Ctrl-C
    },
    onRefine: async (solve, total) => {
      progress.update('refining', solve, total);
      await new Promise((resume) => setImmediate(resume));
    },
  };
}

function interrupted(out: string, isKept: boolean, fromStdin: boolean): Interrupted {
  const folder = /\s/.test(out) ? `"${out}"` : out;
  const same = fromStdin ? ', with the same on standard input' : '';
  return new Interrupted(
    isKept
      ? `interrupted; go on with: fairfront fit --resume --out ${folder}${same}`
      : 'interrupted before the first solve of the search; nothing was kept',
  );
}

function describe(result: FitResult): string {
  const words = fitWords(result);
  const { columns, rows } = riskTable(result, 'test');
  return [
    words.problem,
    '',
    formatTable(columns, rows),
    '',
    words.outcome,
    words.payers,
    '',
    words.certificate,
    words.search,
    ...(words.refinement === undefined ? [] : [words.refinement]),
    ...words.advice.flatMap((text) => ['', text]),
    ...(result.notes.length > 0 ? ['', ...result.notes.map((note) => `Note: ${note}.`)] : []),
  ].join('\n');
}
