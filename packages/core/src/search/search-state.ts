// A search as plain data: what was tried and what it gave. A strategy keeps no other state, so playing the
// trace to a fresh one brings it back to where it was; that it asks for the same weights again proves that it
// is the same strategy.

import { FairfrontError } from '../error.js';
import { checkSolve } from '../pareto/check-solve.js';
import type { MuSequence, Observation, Strategy } from './strategy.js';

/** The schema of a search state in JSON. */
export const SEARCH_STATE_SCHEMA = 'fairfront.search/1';

/** One solve of a search. */
export interface TraceStep extends Observation {
  /** Whether the worst risk fell strictly below all before. */
  readonly improved: boolean;
}

/** Survives `JSON.stringify` and `JSON.parse`. */
export interface SearchState {
  readonly schema: typeof SEARCH_STATE_SCHEMA;
  readonly strategy: string;
  readonly options: Strategy['options'];
  readonly trace: readonly TraceStep[];
}

/**
 * Plays the trace of `state` to `sequence`, telling `onStep` of each step, and returns what it proposes next.
 */
export function replay(
  state: SearchState,
  groupCount: number,
  strategy: Strategy,
  sequence: MuSequence,
  onStep: (observation: Observation) => void,
): ReturnType<MuSequence['next']> {
  if (state?.schema !== SEARCH_STATE_SCHEMA || !Array.isArray(state.trace) || state.trace.length === 0) {
    throw new FairfrontError(
      'bad-state',
      `a state to resume from must have schema "${SEARCH_STATE_SCHEMA}" and a trace of at least one solve; hand over the state of a search result as it was`,
    );
  }
  if (describe(state.strategy, state.options) !== describe(strategy.name, strategy.options)) {
    throw new FairfrontError(
      'bad-state',
      `the state was made by ${describe(state.strategy, state.options)}, but the search uses ${describe(strategy.name, strategy.options)}: resume with the same strategy and options`,
    );
  }
  let proposal = sequence.next();
  state.trace.forEach((step, index) => {
    if (proposal.done || !sameMu(proposal.value, step?.mu)) {
      throw new FairfrontError(
        'bad-state',
        `the strategy does not repeat solve ${index + 1} of the state: resume with the same initialMu, and with a random source of the same seed that has not been drawn from`,
      );
    }
    const { model: _, ...seen } = checkSolve(
      { ...step, model: null },
      groupCount,
      `solve ${index + 1} of the state`,
    );
    const observation = { mu: step.mu, ...seen };
    onStep(observation);
    proposal = sequence.next(observation);
  });
  return proposal;
}

function sameMu(left: readonly number[], right: readonly number[] | undefined): boolean {
  return left.length === right?.length && left.every((weight, group) => weight === right[group]);
}

/** Name and options, these in the order of their names: a store may keep them in any. */
function describe(name: string, options: Strategy['options']): string {
  return `${name} ${JSON.stringify(Object.fromEntries(Object.entries(options ?? {}).sort()))}`;
}
