// Makes a table of the paper: trains the cells of the study behind it, or finds them kept, and draws what
// they give.

import { join } from 'node:path';
import { drawPublishedTable, type PublishedTableData } from '@fairfront/charts';
import { nearestName } from '@fairfront/core/internal';
import { Interrupted } from '../../interrupted.js';
import { drawSvg } from '../../report/picture.js';
import { weightsSha256 } from '../../training/options/initial-weights.js';
import { learnsFromPictures } from '../../training/options/kinds.js';
import { UsageError } from '../../usage-error.js';
import type {
  ExperimentHooks,
  ExperimentOptions,
  ExperimentResult,
  TableOptions,
} from '../experiment/experiment.js';
import { keptCells, runCells } from '../experiment/run-cells.js';
import { type CellResult, type TableCell, tableJob } from './table-cell.js';
import {
  ROWS_OF,
  SPLITS,
  type StudyRecipe,
  studies,
  type TableRecipe,
  TRAINERS,
  type TrainerName,
  type TrainingWay,
  wayOf,
} from './table-recipes.js';
import { shownName, type TableResult, tableResult } from './table-result.js';
import { METRIC_TITLES, tableMarkdown, tableText } from './table-text.js';
import { trainedWith } from './train-cell.js';

/** Seconds of one core, about, on Adult; only how they compare matters. */
const SECONDS: Readonly<Record<TrainingWay, number>> = {
  network: 800,
  naive: 700,
  balanced: 700,
  'network P': 200,
  'LR P': 5,
  kamishima: 10,
  feldman: 5,
  zafar: 2,
  LR: 3,
};
const QUICK_SECONDS = { ...SECONDS, network: 30, naive: 30, balanced: 30, 'network P': 40 };

/** Makes a table. */
export async function runTable(
  recipe: TableRecipe,
  { seed = 1, folder, dataDir, device, ...options }: ExperimentOptions,
  hooks: ExperimentHooks = {},
): Promise<ExperimentResult> {
  const { study } = recipe;
  const { only, splits = SPLITS, quick = false, weights } = options;
  const trainers = checkTableOptions(recipe, options);
  if (hooks.workers !== undefined && (dataDir ?? weights) !== undefined) {
    throw new UsageError(
      `\`${dataDir === undefined ? 'weights' : 'dataDir'}\`: workers read no path that a run names; they find datasets by FAIRFRONT_DATA of their own machine, and networks that begin with the parameters of a file are trained without \`workers\``,
    );
  }
  const shared = { study, quick, seed };
  const secondsOf = (trainer: TrainerName): number => (quick ? QUICK_SECONDS : SECONDS)[wayOf(trainer)];
  // What takes longest is begun first, so that no core waits for it at the end.
  const cells = [...trainers]
    .sort((left, right) => secondsOf(right) - secondsOf(left))
    .flatMap((trainer) => Array.from({ length: splits }, (_, split): TableCell => ({ trainer, split })));
  const kept =
    folder === undefined
      ? undefined
      : keptCells<TableCell, CellResult>(join(folder, study), `${quick ? 'quick' : 'full'}-seed-${seed}`, {
          ...shared,
          ...(weights === undefined ? {} : { weights: weightsSha256(weights) }),
          trainedWith: trainedWith(study),
        });
  const finished = await runCells(
    {
      cells,
      job: tableJob,
      shared: { ...shared, dataDir, weights, device },
      what: 'cells',
      describe: ({ trainer, split }) => `${ROWS_OF[trainer].at(-1)}, split ${split + 1}`,
      work: ({ trainer }) => secondsOf(trainer),
      kept, // also when all are finished: the tables of a study share its cells
    },
    hooks,
  );
  if (finished.length === 0) {
    throw new Interrupted('interrupted before the first cell was finished: there is nothing to show');
  }
  const data = tableResult(recipe, finished, {
    quick,
    seed,
    splits,
    only: only === undefined ? null : trainers.flatMap((trainer) => ROWS_OF[trainer]),
    cellCount: cells.length,
  });
  return {
    data,
    files: { md: tableMarkdown(data), svg: drawSvg(drawPublishedTable, pictureData(data)) },
    summary: tableText(data),
    ...(finished.length === cells.length
      ? {}
      : {
          interrupted: `interrupted; ${finished.length} of ${cells.length} cells are finished and kept, the same command goes on. What there is`,
        }),
  };
}

/** Checks the options of a table. Returns what is to be trained. */
export function checkTableOptions(
  { name, study, loss }: TableRecipe,
  { only, splits = SPLITS, weights }: TableOptions,
): readonly TrainerName[] {
  const { network, needsWeights = false }: StudyRecipe = studies[study];
  if (weights !== undefined && !(network && learnsFromPictures(network.model))) {
    throw new UsageError(`\`weights\`: ${name} has no networks on pictures; leave it out`);
  }
  if (needsWeights && weights === undefined) {
    throw new UsageError(
      `\`weights\`: ${name} begins with a network trained on ImageNet; name the file of torchvision's DenseNet121, as safetensors or ONNX`,
    );
  }
  if (studies[study].splits === 'published' && splits > SPLITS) {
    throw new UsageError(`\`splits: ${splits}\`: ${SPLITS} are published of ${name}; ask for no more`);
  }
  const trainers: readonly TrainerName[] = studies[study].trainers.filter(
    (trainer: TrainerName) => shownName(ROWS_OF[trainer][0]!, loss) !== undefined,
  );
  if (only === undefined) return trainers;
  const rowsOf = (trainer: TrainerName): string[] =>
    ROWS_OF[trainer].map((row) => shownName(row, loss) ?? row);
  const chosen = only.map((method) => {
    const row = method.replace(/\+H$/, ''); // equalised odds are made of whatever is trained
    const own = trainers.find((trainer) => rowsOf(trainer).includes(row));
    if (own !== undefined) return own;
    if (!TRAINERS.some((trainer) => ROWS_OF[trainer].includes(row))) throw unknownMethod(row);
    throw new UsageError(
      `\`only\`: ${name} has no ${row}; leave it out. It has: ${trainers.flatMap(rowsOf).join(', ')}`,
    );
  });
  return trainers.filter((trainer) => chosen.includes(trainer));
}

function unknownMethod(row: string): UsageError {
  const known = [...new Set(Object.values(ROWS_OF).flat())];
  const near = nearestName(row, known);
  return new UsageError(
    `\`only\`: there is no "${row}"${near === undefined ? '.' : `; did you mean "${near}"?`} Choose among ${known.join(', ')}`,
  );
}

/** The metric that the picture of a table shows: the loss it is about. */
function pictureData({ title, rows }: TableResult): PublishedTableData {
  const shown = rows.some((row) => row.metric === 'crossEntropy') ? 'crossEntropy' : 'brier';
  const own = rows.filter(({ metric }) => metric === shown);
  return {
    title,
    metric: METRIC_TITLES[shown].toLowerCase(),
    columns: Object.keys(own[0]!.columns),
    methods: own.map(({ method, columns }) => ({
      name: method,
      isMinimax: method.startsWith('MMPF'),
      values: Object.values(columns).map(({ mean, sd, published, apart = false }) => ({
        ours: { mean, sd },
        ...(published === undefined ? {} : { published }),
        apart,
      })),
    })),
  };
}
