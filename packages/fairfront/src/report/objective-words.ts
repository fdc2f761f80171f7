// What a model was chosen for where that is not the least worst risk, and what is proved of it.

import { decimal, decimalAbove, decimalBelow, listed, percent, percentAbove } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import type { Objective } from '../training/select/objective.js';
import { worstShareName } from './blind-words.js';

type Told = Pick<FitResult, 'search' | 'groups' | 'task'>;

/** What the model was chosen for, in a sentence. */
export function objectiveWords({ search: { objective }, groups }: Told): string | undefined {
  switch (objective?.kind) {
    case undefined:
      return undefined;
    case 'weight-ratio':
      return `In place of minimax, no group counts more than ${objective.ratio} times another${objective.base === 'shares' ? ', each measured by its share of people' : ''}.`;
    case 'give-up':
      return `In place of minimax, the model has the least mean risk over people of all whose worst group is at most ${objective.giveUp} above minimax, on the rows trained on.`;
    case 'lexicographic':
      return `After the worst group the second worst is served as well as can be, then the third; a risk that is settled may rise by ${percent(objective.tolerance)}.`;
    case 'blind':
      return `No group is named to the model: it is the best for ${worstShareName(objective.share)}, whoever they are, on the rows trained on.${groups.length > 1 ? ' Groups are only reported.' : ''}`;
    case 'regret': {
      const alone = objective.alone.map(
        ({ value, low, high }, group) =>
          `${groups[group]!.name} ${decimal(value)} (${decimal(low)} to ${decimal(high)})`,
      );
      return `What counts of a group is its regret: its risk less what a model of its own would leave it, which out of fold is ${listed(alone)}.`;
    }
  }
}

/** What is judged, as a noun. */
const JUDGED: Readonly<Record<Objective['kind'], string>> = {
  'weight-ratio': 'a worst mean of the groups’ risks, weighted within the ratio,',
  'give-up': 'a mean risk over people, within what the worst group gives up,',
  regret: 'a largest regret',
  lexicographic: 'a worst risk of the groups that were left open last',
  blind: 'a mean risk of its worst share of people',
};

/** What is proved of the objective. */
export function objectiveProofWords({ search, task }: Told): string {
  const { objective, certificate, relativeGap } = search;
  if (!certificate.certified) return `Not proved how good it can be: ${certificate.reason}.`;
  const limit = `Proved for the training rows, with the penalty on large weights (l2 = ${task.l2}) counted in: no linear model has ${JUDGED[objective!.kind]} below ${decimalBelow(certificate.lower)}`;
  return relativeGap === null
    ? `${limit}.`
    : `${limit}; the model asked for has ${decimalAbove(certificate.upper)}, at most ${percentAbove(Math.max(relativeGap, 1e-6))} of the worst risk more.`;
}
