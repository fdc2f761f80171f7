// Verdicts where the truth is known, on fewer tables than `npm run study -- verdicts` draws.

import { describe, expect, it } from 'vitest';
import { countVerdicts, NOTHING_TO_GAIN, SOMETHING_TO_GAIN, type Verdicts } from '../studies/verdicts.js';

const TIMEOUT_MS = 300_000;

describe('verdicts', () => {
  it.each(NOTHING_TO_GAIN)(
    'are not "use" where there is nothing to gain: $name',
    { timeout: TIMEOUT_MS },
    async (truth) => {
      const { decisions, keptNaive } = await countVerdicts(truth, 10);
      expect(decisions['use-minimax']).toBe(0);
      expect(keptNaive).toBeGreaterThanOrEqual(7);
    },
  );

  it('are "use" where a group has a law of its own, the more so the more rows it has', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const found: Verdicts[] = [];
    for (const truth of SOMETHING_TO_GAIN.slice(3)) found.push(await countVerdicts(truth, 4));
    const used = found.map(({ decisions }) => decisions['use-minimax']);
    expect(used).toEqual([...used].sort((one, other) => one - other));
    expect(used.at(-1)).toBe(4);
    for (const { meanGain } of found) expect(meanGain).toBeGreaterThan(0.05);
  });
});
