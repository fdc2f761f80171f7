// A small version of `npm run study -- watch`.

import { describe, expect, it } from 'vitest';
import { falseAlarms, LOSS_KINDS } from '../studies/watch.js';

describe('a watch where every promise just holds, looked at after every batch', () => {
  it.each(LOSS_KINDS)('alarms in at most 5% of 300 streams: $name', (kind) => {
    const { watch, named, tTest } = falseAlarms(kind, { batches: 100, rowsPerBatch: 20, groups: 4 }, 300);
    expect(watch).toBeLessThanOrEqual(0.05);
    expect(named).toBeLessThanOrEqual(watch);
    expect(tTest).toBeGreaterThan(0.07); // a test made for one look
  });
});
