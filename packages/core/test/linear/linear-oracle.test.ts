import { describe, expect, it } from 'vitest';
import {
  createRandom,
  cuttingPlane,
  groupIndex,
  linearOracle,
  linearSolver,
  searchMinimaxSync,
  vertexMu,
} from '../../src/index.js';
import { dot } from '../../src/internal.js';
import { describeOracle } from '../conformance/oracle-conformance.js';
import { expectError } from '../helpers/errors.js';
import { makeData, plainRisks, sparse, takeDataRows, withRows } from './linear-problems.js';
import '../helpers/close.js';

const all = makeData(createRandom(1), {
  classCount: 2,
  columnCount: 4,
  groupRows: [60, 40, 24],
  noise: [0.2, 0.4, 0.6],
  zeros: 0.5,
});
const rows = Array.from(all.labels, (_, row) => row);
const train = takeDataRows(
  all,
  rows.filter((row) => row % 3 > 0),
);
const validation = takeDataRows(
  all,
  rows.filter((row) => row % 3 === 0),
);
const three = makeData(createRandom(2), {
  classCount: 3,
  columnCount: 3,
  groupRows: [40, 30, 20],
  noise: [0.3, 0.4, 0.5],
});

describeOracle('linear, two classes, sparse, with validation rows', () =>
  linearOracle(sparse(train), { classCount: 2 }, sparse(validation)),
);
describeOracle('linear, three classes, dense', () => linearOracle(three, { classCount: 3 }));
describeOracle('linear, Brier score', () => linearOracle(three, { classCount: 3, loss: 'brier', l2: 1e-3 }));
// L-BFGS stops within 1e-10 of F by its own estimate, which is rough where a corner leaves a class out.
describeOracle('linear, by L-BFGS', () => linearOracle(three, { classCount: 3, l2: 1e-4, method: 'lbfgs' }), {
  minimumTolerance: 1e-6,
});

describe('linearOracle', () => {
  const mu = [0.5, 0.2, 0.3];

  it('minimises what its training risks say: r_a and the penalty', () => {
    const l2 = 0.05;
    const { solve } = linearOracle(train, { classCount: 2, l2 });
    const { model, risks, trainRisks, converged, suboptimality } = solve(mu, {});
    const expected = plainRisks(train, 2, 'cross-entropy', model.parameters);
    expect(risks).toBeAllClose(expected, { relative: 1e-12 });
    const squares = model.parameters.subarray(0, 4).reduce((sum, w) => sum + w ** 2, 0);
    expect(trainRisks!).toBeAllClose(
      expected.map((risk) => risk + (l2 / 2) * squares),
      { relative: 1e-12 },
    );
    const { objective } = linearSolver(train, { classCount: 2, l2 }).solve(mu);
    expect(dot(mu, trainRisks!)).toBeCloseTo(objective, 14);
    expect(converged).toBe(true);
    expect(suboptimality).toBeLessThan(1e-12);
  });

  it('chooses by the validation rows, where there are any', () => {
    const oracle = linearOracle(train, { classCount: 2, l2: 1e-12 }, validation);
    const { model, risks, trainRisks } = oracle.solve(mu, {});
    const expected = plainRisks(validation, 2, 'cross-entropy', model.parameters);
    expect(risks).toBeAllClose(expected, { relative: 1e-12 });
    expect(oracle.risks(model)).toEqual(risks);
    const ofTrain = plainRisks(train, 2, 'cross-entropy', model.parameters);
    expect(trainRisks!).toBeAllClose(ofTrain, { absolute: 1e-10 }); // hardly any penalty
    expect(linearOracle(train, { classCount: 2 }).risks(model)).toBeAllClose(ofTrain, { relative: 1e-12 });
  });

  it('starts from the best model it is told', () => {
    const { solve } = linearOracle(train, { classCount: 2 });
    const first = solve(mu, {});
    const again = solve(mu, { best: { mu, model: first.model } });
    expect(first.model.training!.iterations).toBeGreaterThan(2);
    expect(again.model.training!.iterations).toBeLessThanOrEqual(1);
  });

  it('does not call a solve converged that was cut short', () => {
    const { solve } = linearOracle(train, { classCount: 2, maxIterations: 1 });
    expect(solve(mu, {})).toMatchObject({
      converged: false,
      model: { training: { status: 'max-iterations' } },
    });
  });

  it('certifies cross-entropy with l2, and says why it does not certify the rest', () => {
    expect(linearOracle(train, { classCount: 2 }).certifies).toBe(true);
    expect(linearOracle(train, { classCount: 2, method: 'lbfgs' }).certifies).toBe(true);
    expect(linearOracle(train, { classCount: 2, loss: 'brier' }).certifies).toBe(
      'the Brier score of a linear model is not convex, so a solve may end in a local minimum',
    );
    expect(linearOracle(train, { classCount: 2, l2: 0 }).certifies).toBe(
      'without l2 there is no bound on how far a solve is from its minimum',
    );
  });

  it('has a search certified, corners and all', () => {
    for (const method of ['newton', 'lbfgs'] as const) {
      const oracle = linearOracle(three, { classCount: 3, l2: 1e-3, method });
      const search = searchMinimaxSync(oracle, { strategy: cuttingPlane(), gap: 1e-5 });
      expect(search.stopped).toBe('gap');
      expect(search.certificate).toMatchObject({ certified: true });
      expect(search.solves).toBeLessThan(20);
      // No corner refutes a lower bound that was proved.
      for (let a = 0; a < 3; a++) {
        const { trainRisks } = oracle.solve(vertexMu(3, a), {});
        expect(Math.max(...trainRisks!)).toBeGreaterThanOrEqual(search.certificate.lower!);
      }
    }
  });

  it('tells its options as they are used', () => {
    expect(linearOracle(train, { classCount: 2, l2: 0.5 }).solver.options).toMatchObject({
      l2: 0.5,
      method: 'newton',
    });
  });

  it('refuses validation rows that do not fit', () => {
    const options = { classCount: 2 };
    const narrow = withRows(
      validation,
      Array.from(validation.labels, () => [1, 2, 3]),
    );
    expectError(
      () => linearOracle(train, options, narrow),
      'bad-problem',
      'validation rows have 3 features, training rows 4; encode both with one encoder',
    );
    const names = Array.from(validation.groups.groups, (group) => (group === 0 ? 'a' : 'b'));
    expectError(
      () => linearOracle(train, options, { ...validation, groups: groupIndex(names) }),
      'bad-groups',
      'there are 2 groups of validation rows and 3 of training rows; hand the names of all groups to both',
    );
    const empty = takeDataRows(
      validation,
      Array.from(validation.labels, (_, row) => row).filter((row) => validation.groups.groups[row] !== 2),
    );
    expectError(() => linearOracle(train, options, empty), 'bad-groups', 'validation: group "c" has no rows');
    expectError(
      () => linearOracle(train, options, { ...validation, labels: validation.labels.map(() => 2) }),
      'bad-target',
      'validation: the class of row 1 must be from 0 to 1; got 2',
    );
  });
});
