// The library's `front`: what is possible for two or three groups, with the models by name on it.

import { drawParetoFront } from '@fairfront/charts';
import type { Table } from '@fairfront/core';
import { type Workers, withWorkers } from '../queue/remote-tasks.js';
import { drawSvg } from '../report/picture.js';
import { printable } from '../report/printable.js';
import { writePage } from '../report/write-page.js';
import type { Data } from '../task/data.js';
import { BESIDE_REPORT, checkFolder, writeFolder } from '../write-file.js';
import { type DrawnFront, drawFront, type FrontControls } from './draw-front.js';
import { FRONT_MODELS, sealModels } from './front-models.js';
import type { FrontOptions } from './front-options.js';
import { frontData, frontPage } from './front-page.js';

export interface Front extends Pick<DrawnFront, 'result'> {
  /** Writes front.json, front.svg, report.html and the models of its points into a folder. */
  save(folder: string): Promise<void>;
}

/** How a caller follows the making of a front, and where it is done. */
export interface NodeFrontControls extends FrontControls {
  /** Workers on other machines that train the models. Default: threads of this one. */
  readonly workers?: Workers | undefined;
}

/** Trains a linear model for every choice of weights on a grid, and keeps those that no other one dominates. */
export async function front(
  data: Table | Data,
  options: FrontOptions,
  { workers, ...controls }: NodeFrontControls = {},
): Promise<Front> {
  const { result, kept } = await withWorkers(workers, (tasks) =>
    drawFront(data, options, { tasks, ...controls }),
  );
  return {
    result,
    save: async (folder) => {
      checkFolder(folder);
      const svg = drawSvg(drawParetoFront, frontData(printable(result)));
      const report = writePage(frontPage(result));
      const front = kept();
      const files = {
        'front.svg': svg,
        'report.html': report,
        [FRONT_MODELS]: front && sealModels(front),
        'front.json': `${JSON.stringify(result)}\n`,
      };
      writeFolder(folder, files, BESIDE_REPORT);
    },
  };
}
