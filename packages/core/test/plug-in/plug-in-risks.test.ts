import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClassLoss } from '../../src/groups/risks.js';
import { groupMetrics } from '../../src/metrics/group-metrics.js';
import { groupFactors, plugInProbabilities } from '../../src/plug-in/conditionals.js';
import { type PlugInRows, plugInRisks } from '../../src/plug-in/plug-in-risks.js';
import { permute } from '../helpers/arbitraries.js';
import {
  indexOf,
  type PlugInSample,
  sampleWithMu,
  takeSampleRows,
  withGroupOrder,
} from './plug-in-problems.js';
import '../helpers/close.js';

const LOSSES: readonly ClassLoss[] = ['cross-entropy', 'brier'];
const close = { absolute: 1e-14, relative: 1e-13 };

function risksAt(
  rows: PlugInRows,
  priors: readonly number[],
  mu: readonly number[],
  loss: ClassLoss,
): number[] {
  const factors = new Float64Array(mu.length);
  groupFactors(mu, priors, factors);
  const risks = mu.map(() => Number.NaN);
  plugInRisks(rows, loss).into(risks, factors);
  return risks;
}

/** By the way of metrics: probabilities first, then the mean loss of each group. */
function metricRisks(
  { conditionals, labels, groups }: PlugInRows,
  priors: readonly number[],
  mu: readonly number[],
  loss: ClassLoss,
): readonly number[] {
  const probabilities = plugInProbabilities(conditionals, mu, priors);
  const { brier, crossEntropy } = groupMetrics(probabilities, labels, groups, conditionals.classCount);
  return (loss === 'brier' ? brier : crossEntropy).byGroup;
}

/** Two groups, two rows each and out of order; the second group is sure of its classes. */
const small: PlugInRows = {
  conditionals: {
    rowCount: 4,
    classCount: 2,
    outcomes: [
      Float64Array.of(0.9, 0.1, 0.2, 0.8, 0.5, 0.5, 0.4, 0.6),
      Float64Array.of(1, 0, 0, 1, 1, 0, 1, 0),
    ],
    memberships: Float64Array.of(0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0, 1),
  },
  labels: Int32Array.of(0, 1, 1, 1),
  groups: indexOf(Int32Array.of(1, 0, 1, 0), 2),
};

describe('plugInRisks', () => {
  it('are the mean loss of h^μ over the rows of each group', () => {
    // h of the labels: (0.9 + 1) / 2, (0.8 + 1) / 2, (0.5 + 0) / 2 and 0 + 0 · 0.6.
    const mu = [0.5, 0.5];
    const brier = risksAt(small, mu, mu, 'brier');
    expect(brier).toBeAllClose([(2 * 0.1 ** 2 + 2) / 2, (2 * 0.05 ** 2 + 2 * 0.75 ** 2) / 2], close);
    const [, second] = risksAt(small, mu, mu, 'cross-entropy');
    expect([second!]).toBeAllClose([-(Math.log(0.95) + Math.log(0.25)) / 2], close);
  });

  it('are those that metrics find for its probabilities: both losses, 2, 3 and 5 classes', () => {
    fc.assert(
      fc.property(sampleWithMu, ({ sample, mu, loss }) => {
        const { priors } = sample;
        expect(risksAt(sample, priors, mu, loss)).toBeAllClose(metricRisks(sample, priors, mu, loss), close);
      }),
      { numRuns: 300 },
    );
  });

  it.each(LOSSES)('keep to the metrics where probabilities are exactly 0 or 1: %s', (loss) => {
    const sure = sampleWithMu.map(({ sample, mu }) => ({
      mu,
      sample: {
        ...sample,
        conditionals: {
          ...sample.conditionals,
          outcomes: sample.conditionals.outcomes.map((own) => rounded(own, sample.conditionals.classCount)),
          memberships: rounded(sample.conditionals.memberships, mu.length),
        },
      },
    }));
    fc.assert(
      fc.property(sure, ({ sample, mu }) => {
        const risks = risksAt(sample, sample.priors, mu, loss);
        expect(risks).toBeAllClose(metricRisks(sample, sample.priors, mu, loss), close);
        for (const risk of risks) expect(Number.isFinite(risk)).toBe(true);
      }),
    );
  });

  it('count a class held impossible as the metrics do, with a finite cross-entropy', () => {
    // Row 4 is of the second group alone, which holds its class impossible.
    const [first] = risksAt(small, [0.5, 0.5], [0, 1], 'cross-entropy');
    expect([first!]).toBeAllClose([(1074 * Math.LN2) / 2], { relative: 1e-14 });
  });

  it('are the population’s own where no group with weight has a share in the row', () => {
    const [first] = risksAt(small, [0.5, 0.5], [1, 0], 'brier');
    expect([first!]).toBeAllClose([(2 * 0.2 ** 2 + 2) / 2], close); // row 4: as group 2 says
  });

  it.each([5e-324, 1e-320, 1e-308])(
    'keep to the metrics where the shares with weight have all but underflowed: %d',
    (tiny) => {
      const rows: PlugInRows = {
        conditionals: {
          rowCount: 2,
          classCount: 2,
          outcomes: [Float64Array.of(0.5, 0.5, 0.3, 0.7), Float64Array.of(0.1, 0.9, 0.1, 0.9)],
          memberships: Float64Array.of(tiny, 1, tiny, 1),
        },
        labels: Int32Array.of(1, 1),
        groups: indexOf(Int32Array.of(0, 1), 2),
      };
      for (const loss of LOSSES) {
        expect(risksAt(rows, [0.5, 0.5], [1, 0], loss)).toBeAllClose(
          metricRisks(rows, [0.5, 0.5], [1, 0], loss),
          close,
        );
      }
      expect([risksAt(rows, [0.5, 0.5], [1, 0], 'brier')[0]!]).toBeAllClose([2 * 0.1 ** 2], close); // the population’s
    },
  );

  it('remember nothing of the weights before', () => {
    fc.assert(
      fc.property(sampleWithMu, ({ sample, mu, loss }) => {
        const measured = plugInRisks(sample, loss);
        const factors = new Float64Array(mu.length);
        const at = (weights: readonly number[]): number[] => {
          groupFactors(weights, sample.priors, factors);
          const out = mu.map(() => Number.NaN);
          measured.into(out, factors);
          return out;
        };
        const once = at(mu);
        at([...mu].reverse());
        expect(at(mu)).toEqual(once);
        expect([...factors]).toEqual(mu.map((weight, a) => weight / sample.priors[a]!));
      }),
    );
  });

  it('stay the same when every row is there twice, and in any order of the rows', () => {
    fc.assert(
      fc.property(sampleWithMu, ({ sample, mu, loss }) => {
        const risks = risksAt(sample, sample.priors, mu, loss);
        const rows = [...sample.labels.keys()];
        for (const other of [[...rows, ...rows], rows.flatMap((row) => [row, row]), rows.reverse()]) {
          expect(risksAt(takeSampleRows(sample, other), sample.priors, mu, loss)).toBeAllClose(risks, close);
        }
      }),
    );
  });

  it('permute when the groups are relabelled', () => {
    const cases = sampleWithMu.chain((made) =>
      fc.tuple(fc.constant(made), fc.shuffledSubarray([...made.mu.keys()], { minLength: made.mu.length })),
    );
    fc.assert(
      fc.property(cases, ([{ sample, mu, loss }, order]) => {
        const relabelled: PlugInSample = {
          ...sample,
          priors: permute(sample.priors, order),
          groups: indexOf(
            sample.groups.groups.map((group) => order.indexOf(group)),
            order.length,
          ),
          conditionals: withGroupOrder(sample.conditionals, order),
        };
        expect(risksAt(relabelled, relabelled.priors, permute(mu, order), loss)).toBeAllClose(
          permute(risksAt(sample, sample.priors, mu, loss), order),
          close,
        );
      }),
    );
  });

  it.each(LOSSES)('lose no digits among 200,000 rows: %s', (loss) => {
    const rowCount = 200_000;
    const many: PlugInRows = {
      conditionals: {
        rowCount,
        classCount: 2,
        outcomes: [0.9, 0.7].map((p) =>
          Float64Array.from({ length: 2 * rowCount }, (_, k) => (k % 2 === 0 ? p : 1 - p)),
        ),
        memberships: new Float64Array(2 * rowCount).fill(0.5),
      },
      labels: new Int32Array(rowCount),
      groups: indexOf(
        Int32Array.from({ length: rowCount }, (_, row) => row % 2),
        2,
      ),
    };
    const once = takeTwo(many);
    expect(risksAt(many, [0.5, 0.5], [0.4, 0.6], loss)).toBeAllClose(
      risksAt(once, [0.5, 0.5], [0.4, 0.6], loss),
      {
        relative: 2 ** -52,
      },
    );
  });

  it('leave what they are made of alone', () => {
    for (const loss of LOSSES) {
      const copy = structuredClone(small);
      risksAt(copy, [0.5, 0.5], [0.3, 0.7], loss);
      expect(copy).toEqual(small);
    }
  });
});

/** Each row's largest entry becomes 1, the others 0. */
function rounded(values: Float64Array, width: number): Float64Array {
  return values.map((value, k) => {
    const row = values.subarray(k - (k % width), k - (k % width) + width);
    return value === Math.max(...row) ? 1 : 0;
  });
}

/** Its first two rows, one of each group. */
function takeTwo({ conditionals, labels, groups }: PlugInRows): PlugInRows {
  return {
    conditionals: {
      ...conditionals,
      rowCount: 2,
      outcomes: conditionals.outcomes.map((own) => own.slice(0, 4)),
      memberships: conditionals.memberships.slice(0, 4),
    },
    labels: labels.slice(0, 2),
    groups: indexOf(groups.groups.slice(0, 2), 2),
  };
}
