// A fit of boosted trees that is interrupted, wherever that is, goes on to the very result it would have had.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FitEvent, fit, Interrupted } from '../../../src/index.js';
import type { RunProgress } from '../../../src/runs/checkpoint-content.js';
import type { Fitted } from '../../../src/runs/fit.js';
import { seal, unseal } from '../../../src/sealed-file.js';
import type { CandidateRun } from '../../../src/training/boosted/boost-job.js';
import type { BoostedProgress } from '../../../src/training/boosted/boosted-progress.js';
import type { FitOptions } from '../../../src/training/options/fit-options.js';
import { UsageError } from '../../../src/usage-error.js';
import { GROUPS, madeGroups, UNLIKE } from '../select/made-groups.js';
import { SMALL } from './small-trees.js';

const table = madeGroups({ ...UNLIKE, rowCount: 300 });
const TINY: FitOptions = { ...GROUPS, ...SMALL, trees: 5, selectSeconds: 1e9, subsample: 0.8 };
const BY_VALIDATION: FitOptions = { ...TINY, select: 'validation' };

// A clock that is seconds later whenever somebody looks: everything is told, and kept, after every round.
beforeEach(() => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10_000));
});
afterEach(() => vi.restoreAllMocks());

interface Followed {
  readonly fitted: Fitted;
  readonly events: FitEvent[];
  readonly kept: RunProgress[];
}

/** A fit, all that it tells, and all that it hands over to go on from, as a file gives it back. */
async function follow(options: FitOptions, resume?: RunProgress): Promise<Followed> {
  const [events, kept]: [FitEvent[], RunProgress[]] = [[], []];
  const fitted = await fit(table, options, {
    resume,
    onProgress: (event) => events.push(event),
    onCheckpoint: (progress) => kept.push(unseal('test', seal('test', progress())) as RunProgress),
  });
  return { fitted, events, kept };
}

/** What a fit was at, in words. */
function whereIs({ boosted, folds, search, outcomes }: RunProgress): string {
  const where =
    boosted === undefined
      ? folds === undefined
        ? search === undefined
          ? 'nothing yet'
          : `solve ${search.state.trace.length}`
        : 'linear models'
      : boosted.growing !== undefined
        ? `growing after ${Object.keys(boosted.trained ?? {}).length}`
        : boosted.trained !== undefined
          ? `${Object.keys(boosted.trained).length} grown`
          : boosted.candidates !== undefined
            ? `${boosted.candidates.done.length} candidates${boosted.candidates.current ? ' and some' : ''}`
            : `${boosted.tuned!.length} tuned`;
  return outcomes === undefined || outcomes.length === 0 ? where : `second split: ${where}`;
}

describe.each<[string, FitOptions, readonly string[]]>([
  [
    'by folds, tuned',
    { ...TINY, tune: 1 },
    [
      '1 tuned',
      '2 tuned',
      '0 candidates and some',
      '3 candidates',
      '5 candidates and some',
      '7 candidates',
      'growing after 0',
      '1 grown',
      'growing after 1',
    ],
  ],
  [
    'by the validation part',
    BY_VALIDATION,
    ['0 candidates and some', '2 candidates and some', '6 candidates'],
  ],
  [
    'three classes by the Brier score',
    { ...TINY, loss: 'brier', target: 'x:-0.5,0.5', trees: 3 },
    ['2 candidates and some', 'growing after 1'],
  ],
  [
    'by a search',
    { ...BY_VALIDATION, selectSeconds: undefined, search: 'apstar', maxSolves: 4 } as unknown as FitOptions,
    ['solve 1', 'solve 3'],
  ],
  [
    'linear or boosted',
    { ...TINY, model: 'auto', l2: 0.01 },
    ['linear models', '0 candidates and some', '1 grown'],
  ],
  [
    'two splits',
    { ...TINY, splitColumn: undefined, ignore: ['part'], splits: 2, trees: 3 } as unknown as FitOptions,
    [
      '1 candidates and some',
      'second split: nothing yet',
      'second split: 1 candidates',
      'second split: growing after 0',
    ],
  ],
])('a fit of trees: %s', (_, options, places) => {
  let whole: Followed;
  const wholeFit = async (): Promise<Followed> => (whole ??= await follow(options));

  it.each(places)('interrupted at %s goes on with the rest, to the same result', async (place) => {
    const { fitted, events, kept } = await wholeFit();
    const at = kept.map(whereIs).lastIndexOf(place);
    expect(at, kept.map(whereIs).join('\n')).toBeGreaterThanOrEqual(0);
    const resumed = await follow(options, kept[at]!);
    expect(resumed.fitted.result).toEqual(fitted.result);
    expect(JSON.stringify(resumed.fitted.result)).toBe(JSON.stringify(fitted.result));
    expect(await resumed.fitted.model.predict(table)).toEqual(await fitted.model.predict(table));
    // What was done is not done again.
    expect(resumed.events.length).toBeLessThan(events.length);
    const rounds = (own: readonly FitEvent[]): FitEvent[] =>
      own.filter(({ kind }) => ['tune', 'boost', 'tree', 'solve'].includes(kind));
    const [all, again] = [rounds(events), rounds(resumed.events)];
    expect(again).toEqual(all.slice(all.length - again.length));
    if (place !== 'linear models') expect(again.length).toBeLessThan(all.length);
  });
});

describe('a fit of trees that is cancelled', () => {
  it.each([0, 3, 8])('at checkpoint %i keeps it, and says that it was', async (at) => {
    const signal = { aborted: false };
    let [seen, kept]: [number, RunProgress | undefined] = [0, undefined];
    const cancelled = fit(table, TINY, {
      signal,
      onCheckpoint: (progress) => {
        if (seen++ !== at) return;
        kept = structuredClone(progress());
        signal.aborted = true;
      },
    });
    await expect(cancelled).rejects.toThrow(Interrupted);
    const { result } = await fit(table, TINY, { resume: kept });
    expect(result).toEqual((await fit(table, TINY)).result);
  });

  it('while trees are grown on all rows ends after a tree', async () => {
    const signal = { aborted: false };
    const trees: number[] = [];
    const cancelled = fit(table, TINY, {
      signal,
      onProgress: (event) => {
        if (event.kind !== 'tree') return;
        trees.push(event.tree);
        signal.aborted = true;
      },
    });
    await expect(cancelled).rejects.toThrow(Interrupted);
    expect(trees).toEqual([1]);
  });
});

describe('what was kept of trees', () => {
  /** As it was kept in the midst of candidates and in the midst of trees on all rows. */
  async function keptAt(place: string): Promise<RunProgress> {
    const { kept } = await follow({ ...TINY, tune: 1 });
    return kept[kept.map(whereIs).lastIndexOf(place)]!;
  }
  const refused = (resume: RunProgress): Promise<unknown> =>
    expect(fit(table, { ...TINY, tune: 1 }, { resume })).rejects.toThrow(UsageError);
  const changed = (kept: RunProgress, change: (own: BoostedProgress) => BoostedProgress): RunProgress => ({
    ...kept,
    boosted: change(kept.boosted!),
  });

  it('by folds is not taken for what the validation part kept, nor the other way round', async () => {
    const byFolds = await keptAt('3 candidates');
    const { kept } = await follow(BY_VALIDATION);
    const { fingerprint: _, ...others } = kept.at(-1)!;
    await expect(fit(table, TINY, { resume: others })).rejects.toThrow(/other data or options/);
    const { fingerprint: __, ...own } = byFolds;
    await expect(fit(table, BY_VALIDATION, { resume: own })).rejects.toThrow(/other data or options/);
  });

  it('is refused where it cannot be of these rows and groups', async () => {
    const kept = await keptAt('5 candidates and some');
    const candidates = kept.boosted!.candidates!;
    const firstRun = (change: (run: CandidateRun) => unknown): RunProgress =>
      changed(kept, (own) => {
        const [first, ...rest] = candidates.done;
        return { ...own, candidates: { ...candidates, done: [change(first!) as CandidateRun, ...rest] } };
      });
    await refused(firstRun((run) => ({ ...run, risks: [1] })));
    await refused(firstRun((run) => ({ ...run, mus: run.mus.slice(1) })));
    await refused(firstRun((run) => ({ ...run, mus: run.mus.map(() => [1]) })));
    await refused(firstRun((run) => ({ ...run, heldOut: run.heldOut.slice(1) })));
    await refused(firstRun((run) => ({ ...run, heldOut: run.heldOut.map((own) => own.slice(1)) })));
    await refused(firstRun((run) => ({ ...run, models: candidates.current!.models })));
    const current = candidates.current!;
    const currently = (more: object): RunProgress =>
      changed(kept, (own) => ({ ...own, candidates: { ...candidates, current: { ...current, ...more } } }));
    await refused(currently({ risks: current.risks.slice(1) }));
    await refused(currently({ risks: current.risks.map(() => [1, 1, 1]) }));
    await refused(currently({ models: current.models.slice(1) }));
    const columns = current.models[0]!.columns.slice(1);
    await refused(currently({ models: current.models.map((model) => ({ ...model, columns })) }));
    await refused(changed(kept, (own) => ({ ...own, growing: { ...current.models[0]!, columns } })));
    await refused(
      changed(kept, (own) => ({ ...own, trained: { 0: { ...current.models[0]!, classCount: 3 } } })),
    );
    await refused(changed(kept, (own) => ({ ...own, tuned: [{ ...own.tuned![0]!, risks: [] }] })));
  });
});
