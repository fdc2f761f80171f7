// Attempts one input after the other, in a process of its own: `node subject-process.js <target>`.

import { loadTarget, type TargetName } from './registry.js';

/** Memory that no small input needs, native parts included, in kilobytes. */
const MEMORY_LIMIT = 3_000_000;

const target = loadTarget(process.argv[2] as TargetName);

process.on('message', async (input) => {
  try {
    await (await target).attempt(input);
    if (process.resourceUsage().maxRSS > MEMORY_LIMIT) {
      console.error('it took too much memory');
      process.exit(1); // the most there ever was does not become less
    }
    process.send!(null);
  } catch (error) {
    process.send!((error as Error)?.stack ?? String(error));
  }
});
process.on('disconnect', () => process.exit());
