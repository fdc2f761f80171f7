// A front from data to result, whoever draws it: Node, which can save it (front.ts), or a page.

import type { Table } from '@fairfront/core';
import { quoted } from '@fairfront/core/internal';
import { Interrupted } from '../interrupted.js';
import { withWarnings } from '../notice/find-warnings.js';
import type { Data } from '../task/data.js';
import { prepareFit } from '../task/prepare-fit.js';
import type { TaskRunner } from '../threads/run-here.js';
import { turn } from '../threads/turn.js';
import { UsageError } from '../usage-error.js';
import { type FrontEvent, findFront } from './find-front.js';
import { type FrontOptions, MOST_FRONT_GROUPS, resolveFrontOptions } from './front-options.js';
import { type FrontResult, frontResult } from './front-result.js';
import { type KeptFront, keptBytes, keptFront, MOST_KEPT } from './kept-front.js';

/** How a caller follows the making of a front, and ends it. */
export interface FrontControls {
  /** Told of everything that happens, and waited for. */
  onProgress?(event: { readonly kind: 'encoding' } | FrontEvent): unknown;
  /** Once it is aborted, the work ends as soon as it can, with an `Interrupted` error. */
  readonly signal?: { readonly aborted: boolean };
  /** Solves stretches of the grid. Default: threads of this machine. */
  readonly tasks?: TaskRunner | undefined;
}

/** A front that is drawn. */
export interface DrawnFront {
  /** What front.json holds. */
  readonly result: FrontResult;
  /** Makes what its points can be chosen from; undefined where a note of the result says why not. */
  kept(): KeptFront | undefined;
}

const TOO_MUCH =
  'the models of the points are not kept, since what they say of validation and test rows would take more than 1 GB; fewer `steps` make fewer points';

const WEIGHTED =
  'the models of the points are not kept, since rows have weights: no point of this front can be chosen';

/** Trains a linear model for every choice of weights on a grid, and keeps those that no other one dominates. */
export async function drawFront(
  data: Table | Data,
  options: FrontOptions,
  { onProgress, signal = { aborted: false }, tasks }: FrontControls = {},
): Promise<DrawnFront> {
  const resolved = resolveFrontOptions(options);
  await onProgress?.({ kind: 'encoding' });
  const prepared = withWarnings(prepareFit(data, resolved), data, resolved);
  const { names } = prepared.task.groups;
  if (names.length > MOST_FRONT_GROUPS) {
    throw new UsageError(
      `\`groups\`: a front is drawn for 2 or 3 groups; got ${names.length}: ${quoted(names)}. Put some together, as in \`groups: 'race=White|Other:*'\` or \`groups: 'age<55'\`, or compare all of them with fairfront fit`,
    );
  }
  const found = await findFront(prepared, resolved, {
    ...{ signal, tasks },
    onEvent: async (event) => {
      await onProgress?.(event);
      await turn(); // room for whoever wants to cancel
    },
  });
  if (found === undefined) throw new Interrupted('interrupted; nothing was kept');
  const isWeighted = prepared.parts.train.groups.weights !== undefined;
  const lost = isWeighted
    ? WEIGHTED
    : keptBytes(prepared, found, resolved) <= MOST_KEPT
      ? undefined
      : TOO_MUCH;
  const keeps = lost === undefined;
  const made = frontResult(prepared, found, resolved);
  const result = keeps ? made : { ...made, notes: [...made.notes, lost] };
  return { result, kept: () => (keeps ? keptFront(prepared, found, result) : undefined) };
}
