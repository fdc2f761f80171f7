// What the project's own benches, studies and fuzzing use of the engine. Not part of the interface: it may
// change with any version.

export { main } from './cli/program.js';
export { processTerminal, type Terminal } from './cli/terminal.js';
export { type StretchData, stretchJob } from './front/stretch-job.js';
export { type FitResult, fitResult } from './measure/fit-result.js';
export { publishedTables } from './paper/tables/published-tables.js';
export { publishedName, type TableResult } from './paper/tables/table-result.js';
export { tableMarkdown } from './paper/tables/table-text.js';
export { readPictures } from './pictures/read-pictures.js';
export { openRemoteTasks } from './queue/remote-tasks.js';
export { makeStorage } from './queue/storage.js';
export { readTable } from './read/read-table.js';
export { fitPage } from './report/fit-page.js';
export { fitText } from './report/fit-text.js';
export { writePage } from './report/write-page.js';
export { readCheckpoint, writeCheckpoint } from './runs/checkpoint.js';
export type { FitCheckpoint } from './runs/checkpoint-content.js';
export { passByThreads } from './store/pass-crew.js';
export { openRows, RowsWriter } from './store/stored-rows.js';
export { prepareDataset } from './task/prepare-dataset.js';
export { type PreparedFit, prepareFit, withLayout } from './task/prepare-fit.js';
export { BASELINE_BY_NAME, type Baseline } from './training/compare/baselines.js';
export { chooseKind } from './training/fit-auto.js';
export { fitBoosted } from './training/fit-boosted.js';
export { fitLinear } from './training/fit-linear.js';
export { type ResolvedFit, resolveFitOptions } from './training/options/fit-options.js';
