// A fit with a folder: it is started, followed event by event, cancelled, and resumed where it stopped.

import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FairfrontError } from '@fairfront/core';
import { DivergedError, type NetworkModel } from '@fairfront/neural';
import { definedOnly } from '../defined-only.js';
import { Interrupted, type RunKept } from '../interrupted.js';
import { lockFolder, removeLeftovers } from '../lock-folder.js';
import type { FitResult } from '../measure/fit-result.js';
import { optionText, queryText } from '../option-text.js';
import { type Workers, withWorkers } from '../queue/remote-tasks.js';
import { removeAllButRows } from '../read/kept-rows.js';
import type { RowCache } from '../read/read-options.js';
import { removeRowCaches } from '../read/read-table.js';
import { type Asked, divideOptions, type SourceOptions } from '../task/data-options.js';
import { fingerprint } from '../task/fingerprint.js';
import { loadData, type Surroundings } from '../task/load-data.js';
import type { PreparedFit } from '../task/prepare-fit.js';
import type { TaskRunner } from '../threads/run-here.js';
import { turn } from '../threads/turn.js';
import { imageSizeOf, KEPT_FEATURES, withPictureColumns } from '../training/backbone.js';
import { exportNetworkModel } from '../training/fit-network.js';
import { type FitOptions, resolveFitOptions } from '../training/options/fit-options.js';
import { weightsSha256 } from '../training/options/initial-weights.js';
import { UsageError } from '../usage-error.js';
import { CHECKPOINT, checkFolder, ensureFolder, writeFolder } from '../write-file.js';
import {
  CheckpointKeeper,
  checkSameOptions,
  hasCheckpoint,
  readCheckpoint,
  readRepeated,
  removeCheckpoint,
} from './checkpoint.js';
import type { FitCheckpoint, RunProgress } from './checkpoint-content.js';
import { type FitEvent, splitAfter } from './find-fit.js';
import { FILES } from './finished-run.js';
import { fitSplits, pictureControls } from './fit.js';
import { withGroups } from './found-groups.js';
import { MEANS } from './means.js';
import { otherSplits } from './split-job.js';

/** What a run is asked to do: data by name, and the options of reading, of the task and of training. */
export interface RunRequest {
  /** A file, "-" for standard input, or a dataset by name such as `adult:gender`. */
  readonly data?: string | undefined;
  readonly options?: RunOptions;
}

export type RunOptions = SourceOptions & FitOptions;

export interface RunSettings {
  /** The folder of the run. */
  readonly out: string;
  /**
   * Whether an interrupted run in the folder is gone on with; its options are kept. `repeated`: only if the request is
   * that of the run, with every option; it may then have been started in another folder. Default false.
   */
  readonly resume?: boolean | 'repeated';
  /** Whether a run in the folder, finished or not, is replaced. Default false. */
  readonly force?: boolean;
  /** Workers on other machines that do what can be done side by side. Default: threads of this one. */
  readonly workers?: Workers | undefined;
  /** What loading finds around it; by default what the process has. */
  readonly surroundings?: Surroundings;
  /** Milliseconds of a clock; by default the process's. */
  now?(): number;
}

/** Something that happened in a run. */
export type RunEvent =
  | { readonly kind: 'reading'; readonly rows: number; readonly share: number | undefined }
  /** Something a person should know at once. */
  | { readonly kind: 'note'; readonly text: string }
  | FitEvent
  | { readonly kind: 'writing' };

/** A run under way. Iterating over it gives its events as they come, and ends with the run; `result` says how. */
export interface Run extends AsyncIterable<RunEvent> {
  /** The result, once the run's files are written. Rejects with `Interrupted` if it was cancelled. */
  readonly result: Promise<FitResult>;
  /** Ends the run as soon as it can, and keeps what is needed to resume it. */
  cancel(): void;
}

/** Where rows are kept that do not fit into memory, in the folder of a run. */
const CACHE = 'cache';

/** Starts a fit whose result is written into a folder. */
export function startFit(request: RunRequest, settings: RunSettings): Run {
  const signal = { aborted: false };
  const events = new EventQueue();
  const result = runFit(request, settings, signal, (event) => events.push(event)).finally(() => events.end());
  result.catch(() => undefined); // whoever awaits it hears of the error; whoever only iterates does not
  return {
    result,
    cancel: () => {
      signal.aborted = true;
    },
    [Symbol.asyncIterator]: () => events.iterate(),
  };
}

/** Locks the folder of a run for as long as it takes. */
async function runFit(
  request: RunRequest,
  settings: RunSettings,
  signal: { readonly aborted: boolean },
  onEvent: (event: RunEvent) => void,
): Promise<FitResult> {
  const { out, resume = false, force = false } = settings;
  if (resume !== false && force) {
    throw new UsageError(
      '`resume` goes on with a run that `force: true` would replace; leave out one of them',
    );
  }
  if (resume === false) {
    resolveFitOptions(divideOptions(definedOnly(request.options ?? {}))[1]); // a mistake there makes no folder
    ensureFolder(out);
  } else if (!hasCheckpoint(out)) {
    readCheckpoint(out); // says that there is none
  }
  const release = lockFolder(out);
  removeLeftovers(join(out, dirname(CHECKPOINT)));
  const keepCache = request.options?.keepCache === true || resume !== false;
  removeRowCaches(join(out, CACHE), keepCache);
  let endCache: (() => void) | undefined;
  try {
    const { workers } = settings;
    const onNote = (text: string): void => onEvent({ kind: 'note', text });
    const onCache = (made: RowCache | undefined, isKept: boolean): void => {
      endCache = made && (isKept ? () => removeAllButRows(made.folder) : () => made.remove());
    };
    return await withWorkers(workers && { ...workers, onNote }, (tasks) =>
      runLocked(request, settings, signal, onEvent, onCache, tasks),
    );
  } finally {
    endCache?.();
    release();
  }
}

async function runLocked(
  { data, options: given = {} }: RunRequest,
  { out, resume = false, force = false, surroundings, now = () => performance.now() }: RunSettings,
  signal: { readonly aborted: boolean },
  onEvent: (event: RunEvent) => void,
  onCache: (cache: RowCache | undefined, isKept: boolean) => void,
  tasks: TaskRunner | undefined,
): Promise<FitResult> {
  const request: Asked = { data, options: definedOnly(given) };
  const before = force ? undefined : openCheckpoint(out, resume, request);
  const asked = before?.asked ?? request;
  if (resume === true) onEvent({ kind: 'note', text: `going on with the run of ${dataOf(asked)} in ${out}` });
  const kept = { out, data: asked.data, sql: (asked.options as RunOptions).sql };
  const [source, options] = divideOptions(asked.options as RunOptions);
  const resolved = resolveFitOptions(options);
  checkFolder(out, force || resume !== false);
  const { ignore, image, imageFolder } = options;
  const imageSize = image === undefined ? options.imageSize : imageSizeOf(resolved);
  const naming = [options.splitBy, options.splitColumn].filter((name) => name !== undefined);
  const loaded = await loadData(
    asked.data,
    {
      ...source,
      ...definedOnly({ ignore, text: options.text, image, imageSize, imageFolder }),
      naming,
    },
    {
      ...surroundings,
      cache: join(out, CACHE),
      onRows: (rows, share) => onEvent({ kind: 'reading', rows, share }),
      onPictures: (done, total) => onEvent({ kind: 'pictures', done, total }),
    },
  );
  onCache(loaded.cache, source.keepCache === true);
  if (signal.aborted) throw interrupted(before && kept);
  const controls = pictureControls({ signal, onProgress: onEvent });
  const pictured = await withPictureColumns(loaded, resolved, {
    ...controls,
    keptIn: out,
    onNote: (text) => onEvent({ kind: 'note', text }),
  }).catch((error: unknown) => {
    throw error instanceof Interrupted ? interrupted(before && kept) : error;
  });
  onEvent({ kind: 'encoding' });
  await turn();
  const { prepare, options: grouped } = await withGroups(pictured, resolved, MEANS, {
    signal,
    tasks,
    onProgress: (event) => {
      onEvent(event);
      return turn();
    },
  }).catch((error: unknown) => {
    throw error instanceof Interrupted ? interrupted(before && kept) : error;
  });
  const prepared = prepare(0);
  const { weights } = resolved;
  const ofData = fingerprint(prepared);
  const print = weights === undefined ? ofData : `${ofData} ${weightsSha256(weights)}`;
  if (before !== undefined && before.fingerprint !== print) {
    const changed = before.fingerprint.startsWith(ofData) ? 'the `weights`' : 'the data';
    throw new UsageError(
      `\`resume\`: ${changed} are not those of the run in ${out}; restore them, or start anew in another folder`,
    );
  }
  if (before === undefined) removeCheckpoint(out);
  const keeper = new CheckpointKeeper(out, { asked, fingerprint: print }, now, (why) => {
    const text = `Warning: how far the run has come cannot be kept; it goes on, but an interruption would cost it (${why})`;
    onEvent({ kind: 'note', text });
  });
  try {
    const fitted = await fitSplits(
      prepared,
      prepare,
      grouped,
      {
        signal,
        tasks,
        otherSplits: otherSplits(tasks, pictured, grouped),
        resume: before?.progress,
        onProgress: (event) => {
          onEvent(event);
          return turn(); // whoever follows the run has read the event by then
        },
        onCheckpoint: (progress, isCostly) => keeper.keep(progress, isCostly),
      },
      asked,
    );
    onEvent({ kind: 'writing' });
    await turn();
    if (resolved.backbone === undefined) rmSync(join(out, KEPT_FEATURES), { force: true });
    keeper.flush(); // for as long as neither the earlier result nor this one is whole
    await fitted.save(out, { force: true }).catch((error: unknown) => {
      throw unsaved(error, kept);
    });
    return fitted.result;
  } catch (error) {
    if (error instanceof Interrupted) {
      keeper.flush();
      throw interrupted(hasCheckpoint(out) ? kept : undefined);
    }
    if (before !== undefined && error instanceof FairfrontError && error.code === 'bad-state') {
      throw new UsageError(
        `\`resume\`: what was kept in ${out} is not of this run: ${error.message}. Start again in another folder`,
      );
    }
    throw resolved.estimation === 'plug-in'
      ? forgetDiverged(error, out)
      : keepBest(error, out, keeper.latest ?? before?.progress, (done) =>
          prepare(splitAfter(done, resolved)),
        );
  }
}

function openCheckpoint(out: string, resume: boolean | 'repeated', given: Asked): FitCheckpoint | undefined {
  if (resume === false) {
    if (!hasCheckpoint(out)) return undefined;
    throw new UsageError(
      `${out} holds an unfinished run: go on with \`resume: true\`, replace it with \`force: true\`, or choose another folder with \`out\``,
    );
  }
  if (resume === 'repeated') return readRepeated(out, given);
  const checkpoint = readCheckpoint(out);
  const [, options] = divideOptions(checkpoint.asked.options as RunOptions);
  checkSameOptions(checkpoint, given, resolveFitOptions(options));
  return checkpoint;
}

/** The data of a run by name. */
function dataOf({ data, options: { train, validation, test } }: Asked): string {
  return data ?? [train, validation, test].join(', ');
}

function interrupted(kept: RunKept | undefined): Interrupted {
  return new Interrupted(
    kept === undefined ? 'interrupted; nothing was kept' : `interrupted; go on with ${resuming(kept)}`,
    kept,
  );
}

/** The options that go on with a run. */
function resuming({ out, sql }: RunKept): string {
  const query = sql === undefined ? '' : `, ${queryText(sql)}`;
  return `\`resume: true\` and ${optionText('out', out)}${query}`;
}

/** What cannot be written now can be written later, if what was trained is kept. */
function unsaved(error: unknown, kept: RunKept): unknown {
  if (!(error instanceof UsageError) || !hasCheckpoint(kept.out)) return error;
  return new UsageError(`${error.message}; or mend that, and go on with ${resuming(kept)}`);
}

/** A model of a mixture that diverges would do so again: the run is over. */
function forgetDiverged(error: unknown, out: string): unknown {
  if (error instanceof FairfrontError && error.code === 'diverged') removeCheckpoint(out);
  return error;
}

/** A network that diverges would do so again: the run is over, but not the best network it had. */
function keepBest(
  error: unknown,
  out: string,
  progress: RunProgress | undefined,
  prepareAfter: (splitsDone: number) => PreparedFit,
): unknown {
  const diverged = error instanceof Error && error.cause instanceof DivergedError ? error.cause : error;
  if (!(diverged instanceof DivergedError)) return error;
  const { search, solved } = progress ?? {};
  const trained = search?.model ?? solved?.balanced?.model ?? solved?.naive?.model;
  const best = (trained as NetworkModel | undefined) ?? diverged.best;
  const exported = exportNetworkModel(prepareAfter(progress?.outcomes?.length ?? 0), best);
  writeFolder(out, { 'model.onnx': exported }, FILES);
  removeCheckpoint(out);
  const kept =
    best.training?.epochs === 0 ? 'The network as it was before its first epoch' : 'The best network so far';
  return new UsageError(`${diverged.message}. ${kept} is in ${join(out, 'model.onnx')}`);
}

/** Events waiting to be read. Each iteration begins with the first of them. */
class EventQueue {
  readonly #events: RunEvent[] = [];
  #ended = false;
  #wake: (() => void)[] = [];

  push(event: RunEvent): void {
    this.#events.push(event);
    this.#wakeAll();
  }

  end(): void {
    this.#ended = true;
    this.#wakeAll();
  }

  async *iterate(): AsyncGenerator<RunEvent, void, void> {
    for (let next = 0; ; ) {
      if (next < this.#events.length) yield this.#events[next++]!;
      else if (this.#ended) return;
      else await new Promise<void>((wake) => this.#wake.push(wake));
    }
  }

  #wakeAll(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}
