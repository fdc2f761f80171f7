// How a run stands, from its files alone: nobody needs to have seen it start. A lock that lives says that it is under way.

import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import type { FrontResult } from '../front/front-result.js';
import { isHeld } from '../lock-folder.js';
import type { FitResult } from '../measure/fit-result.js';
import { fitOutcome, frontOutcome } from '../report/outcome-words.js';
import { DECISION } from '../runs/finished-run.js';
import { CHECKPOINT } from '../write-file.js';
import {
  eventsFile,
  processFolder,
  type RunKind,
  type RunState,
  readRequest,
  type StudioEvent,
} from './run-files.js';

/** A run in a line. */
export interface RunSummary {
  /** The name of its folder. */
  readonly id: string;
  readonly kind: RunKind;
  readonly state: RunState;
  readonly data: string;
  readonly target?: string;
  /** How many groups there are. */
  readonly groups?: number;
  /** As in Date.now(). */
  readonly started: number;
  /** What was found, in a line: "use the minimax model". */
  readonly outcome?: string;
  /** Whether its model decides by a threshold: such a run is neither compared nor decided again. */
  readonly isDecided?: boolean;
  /** Why it failed. */
  readonly error?: string;
}

/** What a finished run found. */
type Found = Pick<RunSummary, 'kind' | 'data' | 'target' | 'groups' | 'outcome' | 'isDecided' | 'started'>;

/** What was read of finished runs, by path, and of which version of the file; the results themselves are not kept. */
export type FoundCache = Map<string, { readonly stamp: string; readonly found: Found }>;
const MOST_CACHED = 1000;

export interface ListOptions {
  /** Kept by a caller who lists again and again, so that results are read once. Default: a new one. */
  readonly cache?: FoundCache;
  /** Whether a folder is looked at. Default: all are. */
  accepts?(name: string): boolean;
}

/** The runs in the folders of a folder, the newest first. */
export function listRuns(
  folder: string,
  { cache = new Map(), accepts = () => true }: ListOptions = {},
): RunSummary[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && accepts(entry.name))
    .flatMap(({ name }) => summariseRun(join(folder, name), cache) ?? [])
    .sort((left, right) => right.started - left.started || (left.id < right.id ? 1 : -1));
}

/** How a run stands; undefined where a folder holds none. */
export function summariseRun(folder: string, cache: FoundCache = new Map()): RunSummary | undefined {
  const request = readRequest(folder);
  const found = findResult(folder, cache);
  const id = folder.split(/[\\/]/).at(-1)!;
  if (request === undefined) return found && { id, state: 'finished', ...found };
  const { kind, data, options, started } = request;
  const { state, message } = stateOf(folder, found !== undefined);
  return {
    id,
    kind,
    data,
    started,
    state,
    ...(options.target !== undefined && { target: String(options.target) }),
    ...(state === 'finished' && { ...found, data, started }),
    ...(state === 'failed' && { error: message ?? SILENT }),
  };
}

/** Whether a run in a process of its own is under way. */
export const isUnderWay = (folder: string): boolean => stateOf(folder, false).state === 'running';

const SILENT = 'the process of the run ended without a word; it may have been killed, or run out of memory';

/** How a run in a process of its own stands. */
function stateOf(folder: string, isFinished: boolean): { state: RunState; message?: string | undefined } {
  const last = lastEvent(folder);
  if (last?.kind === 'ended') return last;
  if (isHeld(processFolder(folder))) return { state: 'running' };
  // The process may have ended, in good order, since the last event was read.
  const later = lastEvent(folder);
  if (later?.kind === 'ended') return later;
  if (isFinished) return { state: 'finished' };
  return { state: existsSync(join(folder, CHECKPOINT)) ? 'interrupted' : 'failed' };
}

/** Bytes at the end of the events that hold the last one, if it says how the run ended. */
const TAIL = 16_384;

function lastEvent(folder: string): StudioEvent | undefined {
  try {
    const file = openSync(eventsFile(folder), 'r');
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(TAIL, size));
      readSync(file, bytes, 0, bytes.length, size - bytes.length);
      return JSON.parse(bytes.toString().trimEnd().split('\n').at(-1)!) as StudioEvent;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined; // none yet, or a longer one, which is no end
  }
}

function findResult(folder: string, cache: FoundCache): Found | undefined {
  for (const [name, found] of READERS) {
    const path = join(folder, name);
    const status = statSync(path, { throwIfNoEntry: false });
    if (!status?.isFile()) continue;
    const stamp = `${status.mtimeMs} ${status.size} ${status.ino}`;
    const before = cache.get(path);
    if (before?.stamp === stamp) return before.found;
    try {
      const content = { ...found(JSON.parse(readFileSync(path, 'utf8')), folder), started: status.mtimeMs };
      if (cache.size >= MOST_CACHED) cache.clear();
      cache.set(path, { stamp, found: content });
      return content;
    } catch {
      return undefined; // what is not whole is no result
    }
  }
  return undefined;
}

/** By file: what it says, as far as a line needs it. The content may be anything; what it lacks throws. */
const READERS: readonly [
  name: string,
  found: (content: unknown, folder: string) => Omit<Found, 'started'>,
][] = [
  ['result.json', (content, folder) => fitFound(content as FitResult, folder)],
  ['front.json', (content) => frontFound(content as FrontResult)],
];

function fitFound({ data, task, groups, ...result }: FitResult, folder: string): Omit<Found, 'started'> {
  const isDecided = existsSync(join(folder, DECISION));
  const outcome = fitOutcome(result, isDecided);
  return {
    ...{ kind: 'fit', data: String(data), target: String(task.target), groups: groups.length, outcome },
    ...(isDecided && { isDecided }),
  };
}

function frontFound({ data, task, groups, points }: FrontResult): Omit<Found, 'started'> {
  const outcome = frontOutcome({ points });
  return { kind: 'front', data: String(data), target: String(task.target), groups: groups.length, outcome };
}
