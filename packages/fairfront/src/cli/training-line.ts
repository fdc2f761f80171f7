// The live line of training: each event as a person sees it.

import { worstRisk } from '@fairfront/core';
import { count, decimal, percent } from '@fairfront/core/internal';
import type { FrontEvent } from '../front/find-front.js';
import { inFlags } from '../report/flags.js';
import { outlookWords } from '../report/outlook-words.js';
import { errorAtMostWords } from '../report/regression-words.js';
import { atMostWords } from '../report/selection-words.js';
import type { RunEvent } from '../runs/run.js';
import { lossName } from '../training/task-words.js';
import type { Context } from './context.js';
import { rowsTold } from './load.js';

/** Makes the function that shows events of training, of a front or of a run. */
export function trainingLine({
  progress,
}: Pick<Context, 'progress'>): (event: RunEvent | FrontEvent) => void {
  const showRows = rowsTold(progress);
  /** Before what is done: which of several splits it is done on. */
  let split = '';
  /** What is said before a search is said once: of the first split, which comes last. */
  let isFirst = true;
  const update: Context['progress']['update'] = (what, ...how) => progress.update(`${split}${what}`, ...how);
  const tell = (text: string): void => {
    if (isFirst) progress.note(text);
  };
  let search = { name: '', solve: 0, maxSolves: 0 };
  /** What is trained, while that is not the search. */
  let what = '';
  return (event) => {
    switch (event.kind) {
      case 'reading':
        showRows(event.rows, event.share);
        return;
      case 'pictures':
        progress.update('decoding pictures', event.done, event.total);
        return;
      case 'features':
        progress.update('making features of pictures', event.done, event.total);
        return;
      case 'note':
        progress.note(inFlags(event.text));
        return;
      case 'model':
        what = `training the ${event.name} model`;
        update(what, 0, undefined);
        return;
      case 'solve': {
        const { search: name, solve, maxSolves, bestWorstRisk, relativeGap } = event;
        search = { name, solve, maxSolves };
        what = '';
        const gap = relativeGap === null ? '' : `, gap ${percent(relativeGap)}`;
        update(name, solve, maxSolves, `best worst-group risk ${decimal(bestWorstRisk)}${gap}`);
        return;
      }
      case 'epoch': {
        const { epoch, validationRisk, failures } = event;
        const detail = `epoch ${epoch}, validation risk ${decimal(validationRisk)}, ${failures} without gain`;
        if (what === '') update(search.name, search.solve, search.maxSolves, detail);
        else update(what, 0, undefined, detail);
        return;
      }
      case 'component':
        update('training the components', event.done, event.total, event.detail);
        return;
      case 'outlook': {
        const { outlook, groups, loss } = event;
        tell(outlookWords(outlook, groups, lossName({ task: { loss } })));
        return;
      }
      case 'at-most':
        tell(
          event.loss === 'squared'
            ? errorAtMostWords(event.atMost, event.groups)
            : atMostWords(event.atMost, event.groups),
        );
        return;
      case 'split':
        split = `split ${event.split} of ${event.total}: `;
        isFirst = event.split === event.total;
        return;
      case 'round':
        split =
          event.round > event.total
            ? `with ${count(event.found, 'group')} found: `
            : `round ${event.round} of ${event.total}: `;
        return;
      case 'fold':
        update('choosing by rows out of fold', event.done, event.total);
        return;
      case 'boost':
      case 'tune': {
        const doing = event.kind === 'boost' ? 'boosting candidates on folds' : 'tuning trees on folds';
        update(
          doing,
          event.done,
          event.total,
          `tree ${event.round}, risk ${decimal(worstRisk(event.risks))}`,
        );
        return;
      }
      case 'tree':
        update('boosting on all rows', event.done, event.total, `tree ${event.tree} of ${event.trees}`);
        return;
      case 'refine':
        what = 'refining';
        update(what, event.solve, event.total);
        return;
      case 'compare':
        update('comparing', event.done, event.total, event.method);
        return;
      case 'front':
      case 'curve':
        update(event.kind, event.done, event.total);
        return;
      default:
        update(event.kind, 0, undefined);
    }
  };
}
