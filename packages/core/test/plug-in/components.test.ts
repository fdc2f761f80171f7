import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LabelledRows } from '../../src/groups/labelled-rows.js';
import { predictLinear } from '../../src/linear/linear-model.js';
import { createRandom } from '../../src/numeric/random.js';
import {
  assembleComponents,
  componentRows,
  conditionalsOf,
  isConstant,
  type PlugInComponents,
  planComponents,
} from '../../src/plug-in/components.js';
import { plugInProbabilities } from '../../src/plug-in/conditionals.js';
import { fitLinearComponent } from '../../src/plug-in/linear-component.js';
import { muOf } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';
import { dataOf, makeData, sparse } from '../linear/linear-problems.js';
import { indexOf } from './plug-in-problems.js';
import '../helpers/close.js';

/** Rows with nothing but a class and a group, one letter each. */
const labelled = (labels: string, groups: string): LabelledRows =>
  dataOf(
    [...labels].map(() => []),
    [...labels].map(Number),
    groups,
  );

const train = labelled('0110101', 'aabbaba');
const validation = labelled('01010', 'babab');

describe('planParts', () => {
  it('asks for a model of each group on its own rows, and for one of the groups on all rows', () => {
    const plan = planComponents(train, validation, 2);
    const tasks = plan.tasks.map(({ train: own, validation: chosenBy, ...task }) => ({
      ...task,
      train: [...own],
      validation: [...chosenBy],
    }));
    expect(tasks).toEqual([
      { group: 0, classCount: 2, train: [0, 1, 4, 6], validation: [1, 3] },
      { group: 1, classCount: 2, train: [2, 3, 5], validation: [0, 2, 4] },
      { group: null, classCount: 2, train: [0, 1, 2, 3, 4, 5, 6], validation: [0, 1, 2, 3, 4] },
    ]);
    expect(plan.constants).toEqual([undefined, undefined]);
    expect(plan.priors).toEqual([4 / 7, 3 / 7]);
    expect(plan.classCount).toBe(2);
    expect(plan.notes).toEqual([]);
  });

  it('predicts as many groups as there are, whatever the number of classes', () => {
    const three = planComponents(labelled('012012012', 'aaabbbccc'), labelled('012', 'abc'), 3);
    expect(three.tasks.map(({ classCount }) => classCount)).toEqual([3, 3, 3, 3]);
    const { tasks } = planComponents(labelled('010101', 'aabbcc'), labelled('000', 'abc'), 2);
    expect(tasks.map(({ classCount }) => classCount)).toEqual([2, 2, 2, 3]);
  });

  it('keeps to the rows it is told', () => {
    const { tasks, priors } = planComponents(train, validation, 2, {
      trainRows: Uint32Array.of(6, 0, 2, 3),
      validationRows: Uint32Array.of(1, 3),
    });
    expect(tasks.map((task) => [...task.train])).toEqual([
      [6, 0],
      [2, 3],
      [6, 0, 2, 3],
    ]);
    expect(tasks.map((task) => [...task.validation])).toEqual([[1, 3], [], [1, 3]]);
    expect(priors).toEqual([0.5, 0.5]);
  });

  it('makes a constant, with a note, where a group has one class only: Laplace’s rule', () => {
    const { tasks, constants, notes } = planComponents(labelled('0101111', 'aaabbbb'), validation, 2);
    expect(tasks.map(({ group }) => group)).toEqual([0, null]);
    expect(constants).toEqual([undefined, { constant: [1 / 6, 5 / 6] }]);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain('group "b" has a single class in its training rows');
    expect(notes[0]).toContain('constant (4 rows');
  });

  it('does so with three classes, too, and counts a single row in the singular', () => {
    const { constants, notes } = planComponents(labelled('0122', 'aaab'), labelled('00', 'ab'), 3);
    expect(constants).toEqual([undefined, { constant: [1 / 4, 1 / 4, 2 / 4] }]);
    expect(notes[0]).toContain('(1 row,');
  });

  it('says so where a group lacks one of three classes, and still asks for its model', () => {
    const { tasks, constants, notes } = planComponents(labelled('012012', 'aaaabb'), labelled('00', 'ab'), 3);
    expect(tasks.map(({ group }) => group)).toEqual([0, 1, null]);
    expect(constants).toEqual([undefined, undefined]);
    expect(notes).toEqual([
      'group "b" has 2 of 3 classes in its training rows: its model will hold the others impossible',
    ]);
  });

  it('knows nothing of a group without rows among those it is told: each class alike, a note, and no share', () => {
    const { tasks, constants, priors, notes } = planComponents(train, validation, 2, {
      trainRows: Uint32Array.of(0, 1, 4),
    });
    expect(tasks.map(({ group }) => group)).toEqual([0, null]);
    expect(constants).toEqual([undefined, { constant: [0.5, 0.5] }]);
    expect(priors).toEqual([1, 0]);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain('group "b" has no training rows');
  });

  it('needs the model of the groups alone where the groups are made of the target', () => {
    const { tasks, constants, notes } = planComponents(labelled('0011', 'aabb'), labelled('01', 'ab'), 2, {
      classOfGroup: [0, 1],
    });
    expect(tasks).toHaveLength(1);
    expect(tasks[0]).toMatchObject({ group: null, classCount: 2 });
    expect(constants).toEqual([{ constant: [1, 0] }, { constant: [0, 1] }]);
    expect(notes).toEqual([]); // that a group has one class is no surprise here
  });

  it.each([
    [[0], '2 groups'],
    [[0, 2], 'from 0 to 1'],
    [[0, 0.5], '[0, 0.5]'],
  ])('refuses classes of groups that are none: %j', (classOfGroup, part) => {
    const data = labelled('0011', 'aabb');
    expectError(() => planComponents(data, data, 2, { classOfGroup }), 'bad-option', 'classOfGroup', part);
  });

  it('refuses to train on nothing', () => {
    expectError(
      () => planComponents(train, validation, 2, { trainRows: new Uint32Array(0) }),
      'bad-problem',
      'no rows',
    );
  });

  it('writes into nothing it is told', () => {
    const rows = Uint32Array.of(6, 4, 2, 3);
    const data = structuredClone(train);
    planComponents(data, validation, 2, { trainRows: rows });
    expect([...rows]).toEqual([6, 4, 2, 3]);
    expect(data).toEqual(train);
  });
});

describe('partRows', () => {
  const data = dataOf([[1], [2], [3], [4]], [1, 0, 1, 1], 'abab');
  const { tasks } = planComponents(data, data, 2);

  it('have the target of their task as class: Y for a group, the group for p(A|X)', () => {
    const rows = Uint32Array.of(3, 1, 3);
    const ofGroup = componentRows(data, { ...tasks[0]!, group: 1 }, rows);
    expect([...ofGroup.labels]).toEqual([1, 0, 1]);
    const ofGroups = componentRows(data, tasks.at(-1)!, Uint32Array.of(0, 3));
    expect([...ofGroups.labels]).toEqual([0, 1]);
    expect([...ofGroups.features.values]).toEqual([1, 4]);
  });

  it('are in one group, with the features of the rows that are named', () => {
    const rows = Uint32Array.of(3, 1, 3);
    const { features, groups } = componentRows(data, tasks.at(-1)!, rows);
    expect(features).toEqual({ rowCount: 3, columnCount: 1, values: Float64Array.of(4, 2, 4) });
    expect(groups).toEqual({ names: ['all rows'], groups: new Int32Array(3), counts: [3] });
    const ofGroup = componentRows(data, { ...tasks[0]!, group: 1 }, rows);
    expect(ofGroup.groups).toEqual({ ...groups, names: ['b'] });
  });

  it('stay sparse where the rows are', () => {
    const dense = makeData(createRandom(4), { classCount: 2, columnCount: 5, groupRows: [6, 6], zeros: 0.5 });
    const rows = Uint32Array.of(0, 7, 7, 3);
    const chosen = componentRows(sparse(dense), tasks.at(-1)!, rows);
    expect(chosen.features).toEqual(sparse(componentRows(dense, tasks.at(-1)!, rows)).features);
  });
});

describe('the parts together', () => {
  const plan = planComponents(labelled('010000111', 'aaabbbccc'), validation, 2, {});
  /** A model that says the same everywhere, by name. */
  const parts = assembleComponents(plan, ['of a', 'of the groups']);

  it('have the trained models and the constants in their places', () => {
    expect(parts).toEqual({
      classCount: 2,
      outcomes: ['of a', { constant: [4 / 5, 1 / 5] }, { constant: [1 / 5, 4 / 5] }],
      membership: 'of the groups',
      priors: [1 / 3, 1 / 3, 1 / 3],
    });
    expect(parts.outcomes.map(isConstant)).toEqual([false, true, true]);
    expect([null, undefined, 3].map(isConstant)).toEqual([false, false, false]);
  });

  it('refuse models that are not one for each task', () => {
    expectError(() => assembleComponents(plan, ['of a']), 'bad-problem', '2 tasks', 'got 1');
  });

  it('say p(y|x,a) and p(a|x) at some rows, each model asked once, whether it answers at once or in time', async () => {
    for (const wait of [false, true]) {
      const asked: string[] = [];
      const conditionals = await conditionalsOf(parts, 2, (model) => {
        asked.push(model);
        const answer =
          model === 'of a'
            ? Float64Array.of(0.1, 0.9, 0.2, 0.8)
            : Float64Array.of(0.1, 0.2, 0.7, 0.3, 0.3, 0.4);
        return wait ? Promise.resolve(answer) : answer;
      });
      expect(asked).toEqual(['of a', 'of the groups']);
      expect(conditionals).toEqual({
        rowCount: 2,
        classCount: 2,
        outcomes: [
          Float64Array.of(0.1, 0.9, 0.2, 0.8),
          Float64Array.of(0.8, 0.2, 0.8, 0.2),
          Float64Array.of(0.2, 0.8, 0.2, 0.8),
        ],
        memberships: Float64Array.of(0.1, 0.2, 0.7, 0.3, 0.3, 0.4),
      });
    }
  });
});

// [MMPF Sec. A.5, "Unbalanced Classification"]
describe('groups that are made of the target', () => {
  /** As many groups as `classOfGroup` has, their class as it says; p(A|X) is trained, and nothing else. */
  async function fitted(classOfGroup: readonly number[], classCount: number) {
    const drawn = makeData(createRandom(8), {
      classCount: classOfGroup.length,
      columnCount: 3,
      groupRows: [40 * classOfGroup.length],
      noise: [0.4],
    });
    const data: LabelledRows = {
      features: drawn.features,
      labels: drawn.labels.map((group) => classOfGroup[group]!),
      groups: indexOf(drawn.labels, classOfGroup.length),
    };
    const plan = planComponents(data, data, classCount, { classOfGroup });
    expect(plan.tasks.map(({ group }) => group)).toEqual([null]);
    const parts = assembleComponents(
      plan,
      plan.tasks.map((task) => fitLinearComponent(data, task, { l2: 1e-3 })),
    ) satisfies PlugInComponents<unknown>;
    const memberships = predictLinear(parts.membership, data.features);
    const conditionals = await conditionalsOf(parts, data.features.rowCount, (model) =>
      predictLinear(model, data.features),
    );
    return { conditionals, memberships, priors: parts.priors };
  }

  it.each([
    ['Y = A, two classes', [0, 1], 2],
    ['Y = A, four classes', [0, 1, 2, 3], 4],
    ['Y a function of A, eight groups, two classes', [0, 1, 1, 0, 1, 0, 0, 1], 2],
  ])('re-weight the outputs of one model by μ_a / p_a: %s', async (_, classOfGroup, classCount) => {
    const { conditionals, memberships, priors } = await fitted(classOfGroup, classCount);
    const groupCount = classOfGroup.length;
    fc.assert(
      fc.property(muOf(groupCount), (mu) => {
        const expected = Array.from({ length: conditionals.rowCount }, (_, row) => {
          const shares = mu.map((weight, a) => (weight / priors[a]!) * memberships[row * groupCount + a]!);
          const total = shares.reduce((sum, share) => sum + share, 0);
          const sums = new Array<number>(classCount).fill(0);
          shares.forEach((share, a) => {
            sums[classOfGroup[a]!]! += share;
          });
          return sums.map((sum) => sum / total);
        }).flat();
        expect(plugInProbabilities(conditionals, mu, priors)).toBeAllClose(expected, { absolute: 1e-14 });
      }),
      { numRuns: 30 },
    );
  });
});
