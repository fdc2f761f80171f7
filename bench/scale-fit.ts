// A fit by the command line in a process of its own: node scale-fit.js data memory out. Prints one JSON line.

import { main, processTerminal } from 'fairfront/internal';

const [data = '', memory = '', out = ''] = process.argv.slice(2);
const start = performance.now();
const code = await main(
  [
    'fit',
    data,
    ...[
      '--target',
      'label',
      '--groups',
      'group',
      '--model',
      'linear',
      '--select',
      'validation',
      '--search',
      'exact',
    ],
    ...['--memory', memory, '--out', out, '--quiet'],
  ],
  { ...processTerminal(), stdout: { write: () => true } },
);
process.stdout.write(
  `${JSON.stringify({ ms: performance.now() - start, peakBytes: process.resourceUsage().maxRSS * 1024 })}\n`,
);
process.exitCode = code;
