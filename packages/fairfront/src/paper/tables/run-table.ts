// `fairfront paper table-3`: the study behind a table, run or read from what is kept, and the table made of it.

import { drawPublishedTable } from '@fairfront/charts';
import { Interrupted } from '../../interrupted.js';
import { drawSvg } from '../../report/picture.js';
import { UsageError } from '../../usage-error.js';
import type { Drawn } from '../experiment/drawn.js';
import type { FigureContext } from '../experiment/figure-context.js';
import { tablePicture } from './table-picture.js';
import { ROWS_OF, SPLITS, studies, type TableRecipe, type TrainerName } from './table-recipes.js';
import { tableResult } from './table-result.js';
import { runStudy } from './table-study.js';
import { tableMarkdown, tableText } from './table-text.js';

export async function runTable(
  recipe: TableRecipe,
  { seed, progress, signal, folder, dataFolders = [], table = {} }: FigureContext,
): Promise<Drawn> {
  const { study } = recipe;
  const { splits = SPLITS, quick = false } = table;
  if (studies[study].splits === 'published' && splits > SPLITS) {
    throw new UsageError(`--splits ${splits}: ${SPLITS} are published of ${recipe.name}; ask for no more`);
  }
  const trainers = trainersOf(recipe, table.only);
  const { finished, total } = await runStudy({
    study,
    quick,
    seed,
    trainers,
    splits,
    folders: dataFolders,
    folder,
    progress,
    signal,
  });
  if (finished.length === 0) {
    throw new Interrupted('interrupted before the first cell was finished: there is nothing to show');
  }
  const only = table.only === undefined ? null : trainers.flatMap((trainer) => ROWS_OF[trainer]);
  const data = tableResult(recipe, finished, { quick, seed, splits, only, cellCount: total });
  return {
    data,
    files: { md: tableMarkdown(data), svg: drawSvg(drawPublishedTable, tablePicture(data)) },
    summary: tableText(data),
    ...(finished.length === total
      ? {}
      : {
          interrupted: `interrupted; ${finished.length} of ${total} cells are finished and kept, the same command goes on. What there is`,
        }),
  };
}

function trainersOf({ name, study }: TableRecipe, only?: readonly TrainerName[]): readonly TrainerName[] {
  const trainers: readonly TrainerName[] = studies[study].trainers;
  if (only === undefined) return trainers;
  const others = only.filter((trainer) => !trainers.includes(trainer));
  if (others.length > 0) {
    const missing = others.map((trainer) => ROWS_OF[trainer].at(-1)).join(', ');
    throw new UsageError(
      `--only: ${name} has no ${missing}; leave it out. It has: ${trainers.flatMap((trainer) => ROWS_OF[trainer]).join(', ')}`,
    );
  }
  return trainers.filter((trainer) => only.includes(trainer));
}
