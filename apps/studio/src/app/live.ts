// A run under way, as a person follows it: its events put together into what is being done, how far it is, and what is known.

import { whole } from '@fairfront/core/internal';
import { inFlags } from 'fairfront/internal/pages';
import type { RunState, StudioEvent } from './backend.js';
import { risk } from './words.js';

export const STAGES = ['Read', 'Prepare', 'Train', 'Measure', 'Write'] as const;

/** A solve of the search, or a round of boosting, as far as it tells of itself. */
export interface LiveSolve {
  readonly solve: number;
  readonly mu: readonly number[];
  readonly risks: readonly number[];
  readonly lower: number | null;
  readonly upper: number | null;
}

export interface Live {
  /** Where in STAGES it is. */
  readonly stage: number;
  /** What is being done. */
  readonly what: string;
  /** How that stands. */
  readonly detail: string;
  /** Which of several splits, in words. */
  readonly split: string;
  /** The share of what is being done that is done; undefined where nobody knows. */
  readonly share?: number | undefined;
  /** When what is being done began, and which share of it was done then. */
  readonly since: number;
  readonly shareBefore: number;
  /** When the first event was, of a run that was resumed the first since then, and when the last was. */
  readonly began?: number;
  readonly last: number;
  readonly notes: readonly string[];
  /** The names of the groups, once a run tells them. */
  readonly groups?: readonly string[];
  readonly solves: readonly LiveSolve[];
  /** What `solves` holds: solves of a search, or looks at trees that are being boosted. */
  readonly step: 'solve' | 'look';
  readonly ended?:
    | { readonly state: Exclude<RunState, 'running'>; readonly message?: string | undefined }
    | undefined;
}

export const WAITING: Live = {
  stage: 0,
  what: 'Waiting to begin',
  detail: '',
  split: '',
  since: 0,
  shareBefore: 0,
  last: 0,
  notes: [],
  solves: [],
  step: 'solve',
};

type Step = Pick<Live, 'what'> & Partial<Live>;

/** What is known after one more event. */
export function follow(live: Live, event: StudioEvent): Live {
  const step = stepOf(live, event);
  const { at } = event;
  const isSame = step.what === live.what;
  return {
    ...live,
    ended: undefined,
    detail: '',
    share: undefined,
    ...step,
    since: isSame && live.since > 0 ? live.since : at,
    shareBefore: isSame ? live.shareBefore : (step.share ?? 0),
    began: event.kind === 'resumed' ? at : (live.began ?? at),
    last: at,
  };
}

/** What changes. */
function stepOf(live: Live, event: StudioEvent): Step {
  const train = (what: string, more: Partial<Live> = {}): Step => ({ stage: 2, what, ...more });
  switch (event.kind) {
    case 'resumed':
      return { stage: 0, what: 'Going on with the run' };
    case 'reading':
      return { stage: 0, what: 'Reading the data', detail: `${whole(event.rows)} rows`, share: event.share };
    case 'pictures':
      return { stage: 0, what: 'Decoding pictures', ...counted(event) };
    case 'features':
      return { stage: 1, what: 'Making features of pictures', ...counted(event) };
    case 'encoding':
      return { stage: 1, what: 'Preparing the columns' };
    case 'split':
      return { what: live.what, split: `Split ${event.split} of ${event.total}` };
    case 'round': {
      const { round, total } = event;
      return { what: live.what, split: round > total ? 'Groups found' : `Round ${round} of ${total}` };
    }
    case 'note':
      return { ...kept(live), notes: noted(live, inFlags(event.text)) };
    case 'at-most': {
      const { share, worstGroup } = event.atMost;
      const group = event.groups[worstGroup]!;
      const text = `At most ${(100 * share).toFixed(1)}% of the risk of ${group}, served worst by the ordinary model, can be saved by a linear model on the rows trained on.`;
      return { ...kept(live), notes: noted(live, text), groups: event.groups };
    }
    case 'outlook':
      return { ...kept(live), groups: event.groups };
    case 'model':
      return train(MODELS[event.name]);
    case 'fold':
      return train('Choosing by rows that were held out', counted(event));
    case 'solve': {
      const { solve, maxSolves, bestWorstRisk, relativeGap, mu, risks, lower, upper } = event;
      const gap =
        relativeGap === null
          ? ''
          : `, at most ${(100 * relativeGap).toPrecision(2)}% above the least possible`;
      return train('Searching for the best weights of the groups', {
        detail: `solve ${solve} of at most ${maxSolves}; worst group’s risk ${risk(bestWorstRisk)}${gap}`,
        share: solve / maxSolves,
        solves: [...(solve === 1 ? [] : live.solves), { solve, mu, risks, lower, upper }],
        step: 'solve',
      });
    }
    case 'epoch':
      return {
        ...kept(live),
        detail: `epoch ${event.epoch}, risk on validation rows ${risk(event.validationRisk)}`,
      };
    case 'component':
      return train('Training the parts of the model', {
        ...counted(event),
        ...(event.detail !== undefined && { detail: event.detail }),
      });
    case 'boost':
    case 'tune':
      return train(
        event.kind === 'boost'
          ? 'Boosting trees on rows that were held out'
          : 'Tuning the trees on held-out rows',
        {
          ...counted(event),
          detail: `tree ${event.round}, worst group’s risk ${risk(Math.max(...event.risks))}`,
          solves: withRound(live.solves, event),
          step: 'look',
        },
      );
    case 'tree':
      return train('Boosting trees on all rows', {
        detail: `tree ${event.tree} of ${event.trees}`,
        share: (event.done + event.tree / event.trees) / event.total,
      });
    case 'refine':
      return train('Sparing groups needless harm', { share: event.solve / event.total });
    case 'compare':
      return train('Comparing with other methods', { ...counted(event), detail: event.method });
    case 'front':
      return train('Training the models of the front', counted(event));
    case 'curve':
      return train('Training the models of the curve', counted(event));
    case 'measuring':
      return { stage: 3, what: 'Measuring on rows that nobody chose by' };
    case 'writing':
      return { stage: 4, what: 'Writing the report and the models' };
    case 'ended': {
      const { state, message } = event;
      return { ...kept(live), ended: { state, message: message && inFlags(message) } };
    }
  }
}

/** Looks at a candidate; the next one begins anew. */
function withRound(
  solves: readonly LiveSolve[],
  { round, mu, risks }: Pick<LiveSolve, 'mu' | 'risks'> & { readonly round: number },
): readonly LiveSolve[] {
  const before = round > (solves.at(-1)?.solve ?? 0) ? solves : [];
  return [...before, { solve: round, mu, risks, lower: null, upper: null }];
}

const MODELS = {
  naive: 'Training the ordinary model',
  balanced: 'Training the model that counts groups alike',
  distilled: 'Teaching one model what the mixture knows',
} as const;

const kept = ({ what, detail, share }: Live): Step => ({ what, detail, share });

/** A note is told once, though a resumed run tells it again. */
const noted = ({ notes }: Live, text: string): readonly string[] =>
  notes.includes(text) ? notes : [...notes, text];

function counted({ done, total }: { readonly done: number; readonly total: number }): Partial<Live> {
  return { detail: `${whole(done)} of ${whole(total)}`, share: total > 0 ? done / total : undefined };
}

/** About how long what is being done still takes, in ms; undefined where nobody knows. */
export function timeLeft({ share, shareBefore, since }: Live, now: number): number | undefined {
  if (share === undefined || share - shareBefore <= 0.02 || share >= 1) return undefined;
  return (now - since) * ((1 - share) / (share - shareBefore));
}
