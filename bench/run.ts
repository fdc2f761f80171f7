// `npm run bench -- <name>`: prints a table; its last line is one JSON object.

import { benchBaselineGrids } from './baseline-grids.js';
import { benchEqualisedOdds } from './equalised-odds.js';
import { benchIngest } from './ingest.js';
import { benchLinear } from './linear.js';
import { benchMetrics } from './metrics.js';
import { benchNeural } from './neural.js';
import { benchPenalty } from './penalty.js';
import { benchPlugIn } from './plug-in.js';
import { benchSearch } from './search.js';
import { benchStarSets } from './star-sets.js';
import { benchSteering } from './steering.js';

const benches: Readonly<Record<string, () => object | Promise<object>>> = {
  'baseline-grids': benchBaselineGrids,
  'equalised-odds': benchEqualisedOdds,
  ingest: benchIngest,
  linear: benchLinear,
  metrics: benchMetrics,
  neural: benchNeural,
  penalty: benchPenalty,
  'plug-in': benchPlugIn,
  search: benchSearch,
  'star-sets': benchStarSets,
  steering: benchSteering,
};

const [name = ''] = process.argv.slice(2);
const bench = benches[name];
if (bench === undefined) {
  process.stderr.write(
    `usage: npm run bench -- <name>, where <name> is one of: ${Object.keys(benches).join(', ')}\n`,
  );
  process.exitCode = 2;
} else {
  process.stdout.write(`${JSON.stringify({ bench: name, ...(await bench()) })}\n`);
}
