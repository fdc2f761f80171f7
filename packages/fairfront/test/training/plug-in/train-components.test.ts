import {
  type Column,
  createRandom,
  groupShares,
  type LinearModel,
  meanRisks,
  type Table,
} from '@fairfront/core';
import { isConstant, ownLosses, type PlugInRows } from '@fairfront/core/plug-in';
import { describe, expect, it } from 'vitest';
import type { TaskOptions } from '../../../src/task/data-options.js';
import { type PreparedFit, prepareFit } from '../../../src/task/prepare-fit.js';
import {
  crossFit,
  type TrainComponentsOptions,
  type TrainedComponents,
  trainComponents,
} from '../../../src/training/plug-in/train-components.js';
import '../../../../core/test/helpers/close.js';

const options: TrainComponentsOptions = {
  loss: 'cross-entropy',
  model: 'linear',
  estimation: 'plug-in',
  l2: 1e-3,
  seed: 1,
  folds: 0,
};

const column = (name: string, levels: readonly string[], codes: readonly number[]): Column => ({
  kind: 'categorical',
  name,
  levels,
  codes: Uint32Array.from(codes),
});

/** A number, a group and a class for each row; the group changes what the number says. */
function madeTable(rowCount: number): Table {
  const { uniform } = createRandom(11);
  const x = Float64Array.from({ length: rowCount }, () => uniform() - 0.5);
  const group = Array.from(x, () => (uniform() < 0.4 ? 1 : 0));
  const label = Array.from(x, (value, row) =>
    value * (group[row] === 1 ? -1 : 1) + (uniform() - 0.5) / 2 > 0 ? 1 : 0,
  );
  return {
    rowCount,
    columns: [
      { kind: 'numeric', name: 'x', values: x },
      column('group', ['many', 'few'], group),
      column('label', ['no', 'yes'], label),
    ],
  };
}

function prepared(table: Table, task: TaskOptions = {}, layout: 'sparse' | 'dense' = 'sparse'): PreparedFit {
  return prepareFit(table, { target: 'label', groups: 'group', ...task }, { layout });
}

async function train(
  fit: PreparedFit,
  own: Partial<TrainComponentsOptions> = {},
): Promise<TrainedComponents> {
  const trained = await trainComponents(fit, { ...options, ...own });
  await trained!.predictor.close();
  return trained!;
}

const fit = prepared(madeTable(600));

describe('trainParts', () => {
  it('gives the parts, and without folds no more', async () => {
    const { components, models, heldOut, notes } = await train(fit);
    const { names, counts, groups } = fit.parts.train.groups;
    expect(names).toEqual(['many', 'few']);
    // With a constant of its own p(A | X) is right on the whole.
    expect(components.priors).toBeAllClose(
      counts.map((rows) => rows / groups.length),
      { relative: 1e-6 },
    );
    expect(models).toEqual([...components.outcomes, components.membership]);
    expect(heldOut).toBeUndefined();
    expect(notes).toEqual([]);
    // The number speaks for one class in one group and for the other in the other.
    const slopes = components.outcomes.map((part) => (part as LinearModel).parameters[0]!);
    expect(slopes[0]! * slopes[1]!).toBeLessThan(0);
  });

  it('with folds says of every training and validation row what parts say that have not seen it', async () => {
    const { components, heldOut, predictor } = await train(fit, { folds: 3 });
    const { train: trainRows, validation } = fit.parts;
    expect(heldOut!.conditionals.rowCount).toBe(trainRows.labels.length + validation.labels.length);
    expect([...heldOut!.labels]).toEqual([...trainRows.labels, ...validation.labels]);
    expect([...heldOut!.groups.groups]).toEqual([...trainRows.groups.groups, ...validation.groups.groups]);
    const seen = await predictor.conditionals(components, trainRows.features);
    const differ = [...seen.memberships.keys()].filter(
      (i) => seen.memberships[i] !== heldOut!.conditionals.memberships[i],
    );
    expect(differ).toHaveLength(seen.memberships.length);
  });

  it('gives the same for the same seed; another seed changes folds, and not the parts', async () => {
    const [one, same, other] = await Promise.all([4, 4, 5].map((seed) => train(fit, { folds: 2, seed })));
    expect(same!.components).toEqual(one!.components);
    expect(same!.heldOut).toEqual(one!.heldOut);
    expect(other!.components).toEqual(one!.components);
    expect(other!.heldOut!.conditionals).not.toEqual(one!.heldOut!.conditionals);
  });

  it('has for p_a the mean of p(A | X), whatever the shares of the groups are', async () => {
    const { components, predictor } = await train(fit, { loss: 'brier' });
    const said = await predictor.probabilities(components.membership, fit.parts.train.features);
    const mean = said.filter((_, i) => i % 2 === 1).reduce((sum, own) => sum + own, 0) / (said.length / 2);
    expect(components.priors[1]).toBeCloseTo(mean, 12);
    expect(Math.abs(mean - groupShares(fit.parts.train.groups)[1]!)).toBeGreaterThan(1e-6);
  });

  it('the learner’s options reach it', async () => {
    const size = async (l2: number): Promise<number> =>
      Math.abs(((await train(fit, { l2 })).components.outcomes[0] as LinearModel).parameters[0]!);
    expect(await size(1)).toBeLessThan((await size(1e-3)) / 2);
    const brier = (await train(fit, { loss: 'brier' })).components.membership as LinearModel;
    expect(brier.training!.method).toBe('lbfgs');
  });

  it('trains networks too, of the kind asked for', async () => {
    const small = { model: 'resnet', hidden: [3], maxEpochs: 1, batchSize: 64, folds: 2 } as const;
    const { components, heldOut } = await train(prepared(madeTable(600), {}, 'dense'), small);
    expect(components.membership).toMatchObject({
      network: { kind: 'resnet', inputs: 1, classes: 2, hidden: [3], activation: 'elu' },
      training: { epochs: 1 },
    });
    expect(heldOut!.conditionals.outcomes[1]!.every((chance) => chance > 0 && chance < 1)).toBe(true);
  });

  it('interrupted, gives nothing', async () => {
    expect(await trainComponents(fit, options, { signal: { aborted: true } })).toBeUndefined();
  });
});

describe('crossFit', () => {
  it('says what trainParts says of rows that no part has seen, and trains nothing else', async () => {
    const own = { ...options, folds: 3 };
    const totals: number[] = [];
    const crossed = await crossFit(fit, own, { onComponent: (_, total) => totals.push(total) });
    const rows = crossed!.heldOut;
    const { heldOut } = await train(fit, own);
    expect(rows.conditionals.outcomes).toEqual(heldOut!.conditionals.outcomes);
    expect(rows.conditionals.memberships).toBeAllClose(heldOut!.conditionals.memberships, {
      relative: 1e-6,
    });
    expect(rows.labels).toEqual(heldOut!.labels);
    expect(rows.groups).toEqual(heldOut!.groups);
    expect(new Set(totals)).toEqual(new Set([9]));
  });

  it('interrupted, gives nothing', async () => {
    expect(await crossFit(fit, { ...options, folds: 2 }, { signal: { aborted: true } })).toBeUndefined();
  });
});

describe('groups made of the target', () => {
  it.each([
    ['the target itself', 'label', ['label=no', 'label=yes'], [0, 1]],
    [
      'target and another column',
      'group,label',
      ['many · label=no', 'many · label=yes', 'few · label=no', 'few · label=yes'],
      [0, 1, 0, 1],
    ],
  ])(
    '%s: p(Y | X, a) is known, p(A | X) the only model, and nothing is cross-fitted',
    async (_, groups, names, classes) => {
      const own = prepared(madeTable(900), { groups });
      expect(own.parts.train.groups.names).toEqual(names);
      let total = 0;
      const trained = await trainComponents(
        own,
        { ...options, folds: 5 },
        { onComponent: (__, all) => (total = all) },
      );
      expect(total).toBe(1);
      expect(trained!.components.outcomes).toEqual(
        classes.map((known) => ({ constant: known === 0 ? [1, 0] : [0, 1] })),
      );
      expect((trained!.components.membership as LinearModel).classCount).toBe(names.length);
      expect(trained!.heldOut).toBeUndefined();
      expect(trained!.notes).toHaveLength(1);
      expect(trained!.notes[0]).toContain('every group has a single class');
    },
  );
});

describe('a group with one class', () => {
  const table = madeTable(900);
  const codes = (name: string): ArrayLike<number> =>
    (table.columns.find((own) => own.name === name) as Extract<Column, { kind: 'categorical' }>).codes;
  const never = Array.from(codes('label'), (label, row): number => (codes('group')[row] === 1 ? 0 : label));
  const one = { ...table, columns: [...table.columns.slice(0, 2), column('label', ['no', 'yes'], never)] };

  it('has a constant for a model, and a note says so; nothing is impossible', async () => {
    const own = prepared(one);
    const { components, heldOut, notes } = await train(own, { folds: 3 });
    const rows = own.parts.train.groups.counts[1]!;
    expect(components.outcomes[1]).toEqual({ constant: [(rows + 1) / (rows + 2), 1 / (rows + 2)] });
    expect(isConstant(components.outcomes[0])).toBe(false);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^group "few" has a single class in its training rows/);
    expect(meanRisks(ownLosses(heldOut!, 'cross-entropy'), heldOut!.groups).every(Number.isFinite)).toBe(
      true,
    );
  });
});

describe('rows of one person', () => {
  /** Persons who are alike in nothing, each with many equal rows: whoever has seen one of them knows the others’ class. */
  const table = ((): Table => {
    const { uniform } = createRandom(3);
    const [persons, times] = [60, 10];
    const rowCount = persons * times;
    const of = (row: number): number => row % persons;
    const drawn = (): number[] => Array.from({ length: persons }, () => uniform());
    const traits = Array.from({ length: 30 }, (_, i): Column => {
      const own = drawn();
      return {
        kind: 'numeric',
        name: `x${i}`,
        values: Float64Array.from({ length: rowCount }, (__, row) => own[of(row)]!),
      };
    });
    const chance = drawn();
    const rows = Array.from({ length: rowCount }, (_, row) => row);
    return {
      rowCount,
      columns: [
        ...traits,
        column(
          'person',
          [...Array(persons).keys()].map((person) => `p${person}`),
          rows.map(of),
        ),
        column(
          'group',
          ['a', 'b'],
          rows.map((row) => of(row) % 2),
        ),
        column(
          'label',
          ['no', 'yes'],
          rows.map((row) => (chance[of(row)]! < 0.5 ? 0 : 1)),
        ),
      ],
    };
  })();

  const risksOf = async (fitted: PreparedFit): Promise<number[]> => {
    const { heldOut } = await train(fitted, { folds: 4 });
    return meanRisks(ownLosses(heldOut as PlugInRows, 'cross-entropy'), heldOut!.groups);
  };

  it('stay in one fold where rows are split by person, so that none is known before it is judged', async () => {
    const by = prepared(table, { minGroup: 5, splitBy: 'person' });
    expect(by.task.features).not.toContain('person');
    for (const risk of await risksOf(by)) expect(risk).toBeGreaterThan(Math.log(2));
    for (const risk of await risksOf(prepared(table, { ignore: ['person'] }))) expect(risk).toBeLessThan(0.2);
  });
});
