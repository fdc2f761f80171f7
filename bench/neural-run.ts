// One epoch of the dense ResNet on many made-up rows, in a process of its own, so that its peak memory is its
// own: node neural-run.js rows. Prints one JSON line.

import { networkOracle, parameterCount } from '@fairfront/neural';
import { loadNodeRuntime } from '@fairfront/neural/node';
import { MU, makeRows, NETWORKS } from './neural-problem.js';

export interface EpochRun {
  readonly rows: number;
  readonly dataBytes: number;
  readonly parameterBytes: number;
  /** Of the whole process. */
  readonly peakBytes: number;
  readonly seconds: number;
}

const [rowCount = 0] = process.argv.slice(2).map(Number);
const network = NETWORKS.resnet;
const rows = makeRows(rowCount);
const oracle = await networkOracle(await loadNodeRuntime(), network, rows, { batchSize: 512, maxEpochs: 1 });
const start = performance.now();
await oracle.solve(MU, {});
const seconds = (performance.now() - start) / 1e3;
await oracle.close();
const { features, labels, groups } = rows;
const result: EpochRun = {
  rows: rowCount,
  dataBytes: features.values.byteLength + labels.byteLength + groups.groups.byteLength,
  parameterBytes: 4 * parameterCount(network),
  peakBytes: process.resourceUsage().maxRSS * 1024,
  seconds,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
