// `npm run soak -- --minutes 60`: workers and Redis are killed at random, again and again, and every run must write the
// files of one process. Each round has a seed of its own, which is printed: FAIRFRONT_SEED=7 repeats round 7. It ends
// with the first round that fails, or when the time is up.

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
});
const until = Date.now() + 60_000 * Number(values.minutes);
let seed = Number(values.seed);
for (; Date.now() < until; seed++) {
  process.stdout.write(`round ${seed}\n`);
  const { status } = spawnSync(
    'npx',
    [
      'vitest',
      'run',
      '--project',
      'slow',
      'packages/fairfront/test/queue',
      '-t',
      'survives|put again|delivered twice',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, FAIRFRONT_SEED: String(seed) } },
  );
  if (status === 0) continue;
  process.stdout.write(`round ${seed} failed; repeat it with: npm run soak -- --seed ${seed}\n`);
  process.exit(1);
}
process.stdout.write(`${seed - Number(values.seed)} rounds, none failed\n`);
