// A run whose process is killed, then interrupted, then left to end.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endBy, isProgramAbsent, startFit } from './fit-child.js';
import { BY_VALIDATION, FOUR_GROUPS, isUnfinished, runFiles, workFolder, writeLoans } from './run-fit.js';

const folder = workFolder();

describe.skipIf(isProgramAbsent())('a fit whose process is killed', () => {
  it.each([
    ['in a search', [...BY_VALIDATION, '--gap', '1e-12', '--max-solves', '500']],
    ['while threads train folds', []],
  ])(
    '%s goes on from its checkpoint, also after Ctrl-C, to the same bytes',
    async (name, options) => {
      const [out, whole] = [join(folder, `killed ${name}`), join(folder, `whole ${name}`)];
      const task = [writeLoans(folder, 20_000), ...FOUR_GROUPS, ...options];
      const undisturbed = startFit(...task, '--out', whole);

      const killed = await endBy('SIGKILL', {}, out, ...task);
      expect(killed.signal).toBe('SIGKILL');
      expect(isUnfinished(out)).toBe(true);

      const interrupted = await endBy('SIGINT', {}, out, '--resume');
      expect(interrupted.code).toBe(130);
      expect(interrupted.err).toContain(`go on with: fairfront fit --resume --out "${out}"`);
      expect(isUnfinished(out)).toBe(true);

      const resumed = await startFit('--resume', '--out', out).ended;
      expect(resumed.code).toBe(0);
      expect((await undisturbed.ended).code).toBe(0);
      expect(runFiles(out)).toEqual(runFiles(whole));
      expect(existsSync(join(out, 'checkpoint'))).toBe(false);
    },
    120_000,
  );
});
