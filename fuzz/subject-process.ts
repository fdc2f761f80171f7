// Attempts one input after the other, in a process of its own: `node subject-process.js <target>`.

import { loadTarget, type TargetName } from './registry.js';

const target = loadTarget(process.argv[2] as TargetName);

process.on('message', async (input) => {
  try {
    await (await target).attempt(input);
    process.send!(null);
  } catch (error) {
    process.send!((error as Error)?.stack ?? String(error));
  }
});
process.on('disconnect', () => process.exit());
