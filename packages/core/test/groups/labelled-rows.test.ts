import { describe, expect, it } from 'vitest';
import { groupIndex, type LabelledRows } from '../../src/index.js';
import { checkLabelledRows, checkLossOf, takeLabelledRows } from '../../src/internal.js';
import { expectError } from '../helpers/errors.js';
import { dataOf, sparse } from '../linear/linear-problems.js';

const good = dataOf(
  [
    [1, 0],
    [0, 2],
    [3, 4],
  ],
  [0, 1, 2],
  'aab',
);

function withValue(entry: number, value: number): LabelledRows {
  const values = Float64Array.from(good.features.values);
  values[entry] = value;
  return { ...good, features: { ...good.features, values } };
}

describe('checkLabelledRows', () => {
  it('takes good data, sparse and dense', () => {
    checkLabelledRows(good, 3, 'train');
    checkLabelledRows(sparse(good), 3, 'train');
  });

  it.each([1, 0, -2, 2.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'wants at least two classes, not %d',
    (n) => {
      expectError(
        () => checkLabelledRows(good, n, 'train'),
        'bad-option',
        `classCount must be a whole number ≥ 2; got ${n}`,
      );
    },
  );

  it('wants a class and a group for every row', () => {
    const message = 'validation: every row needs features, a class and a group; got 3, ';
    expectError(
      () => checkLabelledRows({ ...good, labels: Int32Array.of(0, 1) }, 3, 'validation'),
      'bad-problem',
      `${message}2 and 3 of them`,
    );
    expectError(
      () => checkLabelledRows({ ...good, groups: groupIndex([...'abab']) }, 3, 'validation'),
      'bad-problem',
      `${message}3 and 4 of them`,
    );
  });

  it('wants counts that are the rows of each group', () => {
    const groups = { ...good.groups, counts: [1, 2] };
    expectError(
      () => checkLabelledRows({ ...good, groups }, 3, 'train'),
      'bad-groups',
      'train: ',
      'got 1 for "a", which has 2 rows',
    );
  });

  it('wants rows in every group', () => {
    const groups = groupIndex([...'aab'], ['a', 'nobody', 'b']);
    expectError(
      () => checkLabelledRows({ ...good, groups }, 3, 'train'),
      'bad-groups',
      'train: group "nobody" has no rows, so its risk is undefined; merge groups',
    );
  });

  it('wants classes from 0 to the last, and names the first row that has another', () => {
    expectError(
      () => checkLabelledRows(good, 2, 'train'),
      'bad-target',
      'train: the class of row 3 must be from 0 to 1; got 2',
    );
    expectError(
      () => checkLabelledRows({ ...good, labels: Int32Array.of(0, -1, 2) }, 3, 'train'),
      'bad-target',
      'train: the class of row 2 must be from 0 to 2; got -1',
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'wants finite features, and names the row with %d',
    (value) => {
      const message = `a feature of row 2 is ${value}, but features must be finite; fill it or leave the row out`;
      for (const bad of [withValue(2, value), withValue(3, value), sparse(withValue(3, value))]) {
        expectError(() => checkLabelledRows(bad, 3, 'train'), 'bad-problem', `train: ${message}`);
      }
    },
  );

  it('counts rows without entries when it names the row', () => {
    const data = sparse(dataOf([[0], [0], [Number.NaN], [1]], [0, 1, 0, 1], 'aabb'));
    expectError(() => checkLabelledRows(data, 2, 'train'), 'bad-problem', 'a feature of row 3 is NaN');
  });
});

describe('rows with numbers to predict', () => {
  const numbers: LabelledRows = { ...good, values: Float64Array.of(1.5, -2, 1e9) };

  it('are taken where classCount is 1, whatever their strata', () => {
    checkLabelledRows(numbers, 1, 'train');
    checkLabelledRows({ ...sparse(numbers), labels: Int32Array.of(9, 0, 3) }, 1, 'train');
  });

  it('keep their values when some are taken', () => {
    expect(takeLabelledRows(numbers, [2, 0]).values).toEqual(Float64Array.of(1e9, 1.5));
    expect('values' in takeLabelledRows(good, [2, 0])).toBe(false);
  });

  it('need a finite number in every row', () => {
    const check = (values: number[]) => () =>
      checkLabelledRows({ ...good, values: Float64Array.from(values) }, 1, 'train');
    expectError(check([1, 2]), 'bad-target', 'train: ', 'got 2 for 3 rows');
    expectError(
      check([1, Number.NaN, 2]),
      'bad-target',
      'row 2 must be finite',
      'got NaN. Leave the row out',
    );
    expectError(check([1, 2, -1e31]), 'bad-target', 'row 3', '1e+30', 'got -1e+31. Divide');
    check([1, 2, -1e30])();
  });

  it('are refused where classes are predicted', () => {
    expectError(() => checkLabelledRows(numbers, 3, 'train'), 'bad-target', 'classCount is 3');
  });

  it('go with the squared loss, and only with it', () => {
    checkLossOf('squared', 1);
    checkLossOf('brier', 2);
    expectError(() => checkLossOf('squared', 2), 'bad-option', 'classCount must be 1 with loss "squared"');
    expectError(() => checkLossOf('brier', 1), 'bad-option', 'pass loss "squared"');
    expectError(() => checkLossOf('hinge' as 'brier', 2), 'bad-option', '"squared"; got "hinge"');
  });
});
