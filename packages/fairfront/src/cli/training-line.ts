// The live line of training: each event as a person sees it.

import { percent } from '@fairfront/charts/internal';
import type { FrontEvent } from '../front/find-front.js';
import { decimal } from '../report/numbers.js';
import { outlookWords } from '../report/outlook-words.js';
import { atMostWords } from '../report/selection-words.js';
import type { RunEvent } from '../runs/run.js';
import { lossName } from '../training/task-report.js';
import type { Context } from './context.js';
import { rowsTold } from './load.js';

/** Makes the function that shows events of training, of a front or of a run. */
export function trainingLine({ progress, say }: Context): (event: RunEvent | FrontEvent) => void {
  const showRows = rowsTold(progress);
  let search = { name: '', solve: 0, maxSolves: 0 };
  /** What is trained, while that is not the search. */
  let what = '';
  return (event) => {
    switch (event.kind) {
      case 'reading':
        showRows(event.rows, event.share);
        return;
      case 'model':
        what = `training the ${event.name} model`;
        progress.update(what, 0, undefined);
        return;
      case 'solve': {
        const { search: name, solve, maxSolves, bestWorstRisk, relativeGap } = event;
        search = { name, solve, maxSolves };
        what = '';
        const gap = relativeGap === null ? '' : `, gap ${percent(relativeGap)}`;
        progress.update(name, solve, maxSolves, `best worst-group risk ${decimal(bestWorstRisk)}${gap}`);
        return;
      }
      case 'epoch': {
        const { epoch, validationRisk, failures } = event;
        const detail = `epoch ${epoch}, validation risk ${decimal(validationRisk)}, ${failures} without gain`;
        if (what === '') progress.update(search.name, search.solve, search.maxSolves, detail);
        else progress.update(what, 0, undefined, detail);
        return;
      }
      case 'component':
        progress.update('training the components', event.done, event.total, event.detail);
        return;
      case 'outlook': {
        const { outlook, groups, loss } = event;
        progress.end();
        say(`${outlookWords(outlook, groups, lossName({ task: { loss } }))}\n`);
        return;
      }
      case 'at-most':
        progress.end();
        say(`${atMostWords(event.atMost, event.groups)}\n`);
        return;
      case 'split':
        progress.update('splits', event.split - 1, event.total);
        return;
      case 'fold':
        progress.update('choosing by rows out of fold', event.done, event.total);
        return;
      case 'refine':
        what = 'refining';
        progress.update(what, event.solve, event.total);
        return;
      case 'compare':
        progress.update('comparing', event.done, event.total, event.method);
        return;
      case 'front':
        progress.update('front', event.done, event.total);
        return;
      default:
        progress.update(event.kind, 0, undefined);
    }
  };
}
