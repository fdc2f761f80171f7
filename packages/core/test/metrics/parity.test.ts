import { describe, expect, it } from 'vitest';
import { parityOf } from '../../src/metrics/parity.js';
import { partialMetric } from '../../src/metrics/partial-metric.js';

describe('parityOf', () => {
  const selectionRate = partialMetric([0.5, 0.25]);

  it('takes the larger difference and the smaller ratio for equalised odds', () => {
    const tpr = partialMetric([1, 0.5], 'lowest'); // apart by 0.5, ratio 0.5
    const fpr = partialMetric([0.125, 0.03125], 'highest'); // apart by less, but ratio 0.25
    expect(parityOf({ selectionRate, tpr, fpr })).toEqual({
      demographicParity: { difference: 0.25, ratio: 0.5 },
      equalisedOdds: { difference: 0.5, ratio: 0.25 },
      equalOpportunity: { difference: 0.5, ratio: 0.5 },
    });
    const other = parityOf({ selectionRate, tpr: fpr, fpr: tpr });
    expect(other.equalisedOdds).toEqual({ difference: 0.5, ratio: 0.25 });
    expect(other.equalOpportunity).toEqual({ difference: 0.09375, ratio: 0.25 });
  });

  it('is parity where rates are the same, all 0 included', () => {
    const [half, none] = [partialMetric([0.5, 0.5]), partialMetric([0, 0])];
    const same = { difference: 0, ratio: 1 };
    expect(parityOf({ selectionRate: none, tpr: half, fpr: none })).toEqual({
      demographicParity: same,
      equalisedOdds: same,
      equalOpportunity: same,
    });
  });

  it('does not call odds equal where one of the two rates cannot be compared', () => {
    const tpr = partialMetric([0.5, 0.5], 'lowest');
    const fpr = partialMetric([null, 0.5], 'highest');
    const { equalisedOdds, equalOpportunity } = parityOf({ selectionRate, tpr, fpr });
    expect(equalisedOdds).toEqual({ difference: null, ratio: null });
    expect(equalOpportunity).toEqual({ difference: 0, ratio: 1 });
  });
});
