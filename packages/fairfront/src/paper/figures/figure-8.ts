// Figure 8: plug-in against joint estimation, as far as it was trained.

import type { Figure8Data } from '@fairfront/charts';
import { Interrupted } from '../../interrupted.js';
import type { FigureContext } from '../experiment/figure-context.js';

export interface Figure8Drawn {
  readonly data: Figure8Data;
  /** Where Ctrl-C ended it early: how far it came. */
  readonly interrupted?: string;
}

export async function figure8(context: FigureContext): Promise<Figure8Drawn> {
  // Loaded when needed: it brings the runtime of networks along.
  const { plugInStudy } = await import('../studies/plug-in-study.js');
  const outcome = await plugInStudy(context);
  if (outcome === undefined) {
    throw new Interrupted('interrupted before the first classifier was found: there is nothing to draw');
  }
  const { data, finished, total } = outcome;
  return finished === total
    ? { data }
    : {
        data,
        interrupted: `interrupted; the same command goes on from here. The figure shows what was finished, ${finished} of ${total} classifiers`,
      };
}
