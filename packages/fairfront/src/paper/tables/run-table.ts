// `fairfront paper table-3`: the study behind a table, run or read from what is kept, and the table made of it.

import type { Drawn } from '../drawn.js';
import type { FigureContext } from '../figure-context.js';
import { SPLITS, studies, type TableRecipe } from './table-recipes.js';
import { tableResult } from './table-result.js';
import { runStudy } from './table-study.js';
import { tableMarkdown, tableText } from './table-text.js';

export async function runTable(
  recipe: TableRecipe,
  { seed, progress, signal, folder, dataFolders = [], table = {} }: FigureContext,
): Promise<Drawn> {
  const { study } = recipe;
  const { only = studies[study].trainers, splits = SPLITS, quick = false } = table;
  const trainers = studies[study].trainers.filter((trainer) => only.includes(trainer));
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
  const data = tableResult(recipe, finished, { quick, seed, splits });
  return {
    data,
    files: { md: tableMarkdown(data) },
    summary: tableText(data),
    ...(finished.length === total
      ? {}
      : {
          interrupted: `interrupted; ${finished.length} of ${total} cells are finished and kept, the same command goes on. What there is`,
        }),
  };
}
