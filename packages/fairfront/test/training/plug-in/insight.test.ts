import { createRandom, type LinearModel, meanRisks } from '@fairfront/core';
import { membershipLosses, ownLosses, sharedLosses } from '@fairfront/core/plug-in';
import type { NetworkModel } from '@fairfront/neural';
import { describe, expect, it } from 'vitest';
import { drawSample } from '../../../../core/test/plug-in/plug-in-problems.js';
import { componentReports, outlookOf, riskSourcesOf } from '../../../src/training/plug-in/insight.js';
import '../../../../core/test/helpers/close.js';

const rows = drawSample(createRandom(1), { rowCount: 300, groupCount: 3, classCount: 3 });
const { priors } = rows;
// Every group's own estimate knows something.
rows.labels.forEach((label, row) => {
  const own = rows.conditionals.outcomes[rows.groups.groups[row]!]!;
  for (let c = 0; c < 3; c++) own[3 * row + c] = (own[3 * row + c]! + (c === label ? 1 : 0)) / 2;
});
const mu = [0.6, 0.3, 0.1];

describe.each(['cross-entropy', 'brier'] as const)('what parts tell, by %s', (loss) => {
  const options = { loss, seed: 1 };

  it('an outlook is of the naive classifier, which weighs groups by their shares', () => {
    const outlook = outlookOf(rows, priors, options);
    const naive = meanRisks(sharedLosses(rows, priors, priors, loss), rows.groups);
    expect(outlook.naiveRisks).toBeAllClose(naive, { relative: 1e-12 });
    expect(outlook.ownRisks).toBeAllClose(meanRisks(ownLosses(rows, loss), rows.groups), { relative: 1e-12 });
    expect(outlook.worstRisk).toBe(Math.max(...outlook.naiveRisks));
    const membership = meanRisks(membershipLosses(rows), rows.groups);
    expect(outlook.separability.conditionalEntropy).toBeCloseTo(
      membership.reduce((sum, risk, group) => sum + priors[group]! * risk, 0),
      12,
    );
  });

  it('sources of risk are of the classifier with the weights given', () => {
    const { groups } = riskSourcesOf(rows, mu, priors, options);
    const shared = meanRisks(sharedLosses(rows, mu, priors, loss), rows.groups);
    const own = meanRisks(ownLosses(rows, loss), rows.groups);
    groups.forEach(({ rows: count, risk, irreducible, priceOfSharing }, group) => {
      expect(count).toBe(rows.groups.counts[group]);
      expect(risk.value).toBeCloseTo(shared[group]!, 12);
      expect(irreducible.value).toBeCloseTo(own[group]!, 12);
      expect(risk.value).toBe(irreducible.value + priceOfSharing.value);
    });
    const alone = riskSourcesOf(rows, [1, 0, 0], priors, options).groups[0]!;
    expect(alone.priceOfSharing.value).toBeCloseTo(0, 12); // the classifier is the group’s own
  });

  it('intervals are drawn from the seed, values are not', () => {
    const sources = (seed: number) => riskSourcesOf(rows, mu, priors, { loss, seed });
    expect(sources(5)).toEqual(sources(5));
    expect(sources(6)).not.toEqual(sources(5));
    const values = (seed: number) => sources(seed).groups.map(({ risk }) => risk.value);
    expect(values(6)).toEqual(values(5));
    const gain = (seed: number) => outlookOf(rows, priors, { loss, seed }).gainAtMost;
    expect(gain(5)).toEqual(gain(5));
    expect(gain(6)).not.toEqual(gain(5));
    expect(gain(6).value).toBe(gain(5).value);
  });
});

describe('partReports', () => {
  const linear: LinearModel = {
    classCount: 2,
    columnCount: 1,
    parameters: new Float64Array(2),
    training: { status: 'converged', method: 'newton', iterations: 3, gradientNorm: 0 },
  };
  const network: NetworkModel = {
    network: { kind: 'mlp', inputs: 1, classes: 2, hidden: [2], activation: 'elu' },
    parameters: new Float32Array(10),
  };

  it('name every part, and say what it is and how its training ended', () => {
    const parts = {
      classCount: 2,
      outcomes: [linear, network, { constant: [0.25, 0.75] }],
      membership: linear,
      priors: [0.5, 0.25, 0.25],
    };
    expect(componentReports(parts, ['F', 'M', 'F · M'])).toEqual([
      { name: 'p(Y | X, F)', kind: 'linear', training: linear.training },
      { name: 'p(Y | X, M)', kind: 'network' },
      { name: 'p(Y | X, F · M)', kind: 'constant', probabilities: [0.25, 0.75] },
      { name: 'p(A | X)', kind: 'linear', training: linear.training },
    ]);
  });
});
