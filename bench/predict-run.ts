// One prediction of a file in a process of its own, so that its peak memory is its own: node predict-run.js model.json
// rows.csv out.csv. Prints one JSON line.

import { predictFile } from 'fairfront';

const [model = '', data = '', out = ''] = process.argv.slice(2);
const start = performance.now();
const startCpu = process.cpuUsage();
const { rows } = await predictFile(model, data, { out, force: true });
const totalMs = performance.now() - start;
const { user, system } = process.cpuUsage(startCpu);
const peakBytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(`${JSON.stringify({ rows, totalMs, cpuMs: (user + system) / 1e3, peakBytes })}\n`);
