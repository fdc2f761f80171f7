import {
  assignFolds,
  createRandom,
  groupShares,
  type LabelledRows,
  linearSolver,
  meanRisks,
  predictLinear,
} from '@fairfront/core';
import { takeLabelledRows } from '@fairfront/core/internal';
import { describe, expect, it } from 'vitest';
import '../../../../core/test/helpers/close.js';
import { makeData, type Shape } from '../../../../core/test/linear/linear-problems.js';
import { crossValidate, type TrainedFold } from '../../../src/training/select/cross-validate.js';
import { trainCandidates } from '../../../src/training/select/linear-candidates.js';
import type { Step } from '../../../src/training/select/steps.js';
import { UsageError } from '../../../src/usage-error.js';

const steps: readonly Step[] = [
  { from: 'naive', step: 0 },
  { from: 'balanced', step: 0 },
  { from: 'naive', step: 1 },
  { from: 'naive', step: 0.5 },
];
const problem = { classCount: 2, loss: 'cross-entropy', search: 'exact', seed: 1, steps } as const;
const penalties = [1e-2, 1e-3];

function validation(shape: Partial<Shape> = {}) {
  const rows = makeData(createRandom(5), { classCount: 2, columnCount: 3, groupRows: [400, 80], ...shape });
  const shares = groupShares(rows.groups);
  return {
    rows,
    entities: undefined as ArrayLike<number> | undefined,
    problem,
    penalties,
    starts: penalties.map((l2) => linearSolver(rows, { ...problem, l2 }).solve(shares).model),
    seconds: 600,
  };
}

/** A small group whose labels follow other rules than those of the many: naive training serves it badly. */
const UNLIKE = { tilt: 3, noise: [0.05, 0.05] };
/** All groups follow the same rules. */
const ALIKE = { tilt: 0, noise: [0.4, 0.4] };

describe('crossValidate', () => {
  it('judges every row by models that were trained without it', async () => {
    const asked = validation(UNLIKE);
    const { rows } = asked;
    const { outOfFold, selection, l2 } = (await crossValidate(asked))!;
    const folds = assignFolds(rows, 5, createRandom(1));
    const expected = new Float64Array(2 * rows.labels.length);
    for (let fold = 0; fold < 5; fold++) {
      const within = [...folds.keys()].filter((row) => folds[row] === fold);
      const outside = [...folds.keys()].filter((row) => folds[row] !== fold);
      const [naive] = trainCandidates(takeLabelledRows(rows, outside), problem, l2.naive);
      const said = predictLinear(naive!, takeLabelledRows(rows, within).features);
      within.forEach((row, i) => {
        expected.set(said.subarray(2 * i, 2 * i + 2), 2 * row);
      });
    }
    expect(outOfFold.naive).toBeAllClose(expected, { absolute: 2e-3 });
    const losses = Float64Array.from(
      rows.labels,
      (label, row) => -Math.log(outOfFold.naive[2 * row + label]!),
    );
    const risks = meanRisks(losses, rows.groups);
    expect(selection.naive.risks).toBeAllClose(risks, { absolute: 1e-9 });
  });

  it('goes to minimax where naive serves a group badly', async () => {
    const { selection } = (await crossValidate(validation(UNLIKE)))!;
    expect(selection.chosen.model).not.toBe('naive');
    expect(selection.gain.value).toBeGreaterThan(selection.gain.standardError);
    expect(Math.max(...selection.chosen.risks)).toBeLessThan(Math.max(...selection.naive.risks));
  });

  it('mostly keeps naive where there is nothing to gain', async () => {
    let kept = 0;
    for (let seed = 0; seed < 10; seed++) {
      const rows = makeData(createRandom(seed), {
        classCount: 2,
        columnCount: 3,
        groupRows: [300, 100],
        ...ALIKE,
      });
      const shares = groupShares(rows.groups);
      const naive = penalties.map((l2) => linearSolver(rows, { ...problem, l2 }).solve(shares).model);
      const { selection } = (await crossValidate({ ...validation(), rows, starts: naive }))!;
      if (selection.chosen.model === 'naive') kept++;
    }
    expect(kept).toBeGreaterThanOrEqual(7);
  });

  it('chooses the penalty of naive by the mean risk out of fold', async () => {
    const mean = (of: NonNullable<Awaited<ReturnType<typeof crossValidate>>>, rows: LabelledRows): number =>
      rows.labels.reduce((sum, label, row) => sum - Math.log(of.outOfFold.naive[2 * row + label]!), 0) /
      rows.labels.length;
    const chosen = new Set<number>();
    for (const shape of [{}, { noise: [0.9, 0.9] }]) {
      const asked = { ...validation(shape), penalties: [1, 1e-3], starts: undefined };
      const both = (await crossValidate(asked))!;
      const risks = [];
      for (const l2 of asked.penalties) {
        risks.push(mean((await crossValidate({ ...asked, penalties: [l2] }))!, asked.rows));
      }
      expect(both.l2.naive).toBe(asked.penalties[risks.indexOf(Math.min(...risks))]);
      expect(both.selection.naive.l2).toBe(both.l2.naive);
      chosen.add(both.l2.naive);
    }
    expect(chosen.size).toBe(2); // labels that mean something, and labels that are mostly drawn
  });

  it('learns nothing of labels that mean nothing', async () => {
    const shape = { columnCount: 80, groupRows: [120, 60], noise: [1, 1], tilt: 0 };
    const asked = { ...validation(shape), penalties: [1e-5], starts: undefined };
    const { outOfFold } = (await crossValidate(asked))!;
    const { labels } = asked.rows;
    const hits = labels.filter((label, row) => outOfFold.naive[2 * row + label]! > 0.5).length;
    expect(hits / labels.length).toBeLessThan(0.65);
  });

  it('does not go on from folds of another problem', async () => {
    let kept: readonly TrainedFold[] = [];
    await crossValidate(validation(UNLIKE), {
      onTrained: (trained) => {
        kept = trained;
      },
    });
    const asked = { ...validation(UNLIKE), penalties: [0.5], starts: undefined };
    const straight = await crossValidate(asked);
    const resumed = await crossValidate(asked, { before: kept });
    expect(resumed!.selection).toEqual(straight!.selection);
    const others = kept.map((own) => ({ ...own, l2: 0.5, problem: 'another' }));
    expect((await crossValidate(asked, { before: others }))!.selection).toEqual(straight!.selection);
  });

  it('makes do with the penalties tried when the time is up, at least one', async () => {
    let time = 0;
    const { selection } = (await crossValidate(
      { ...validation(), seconds: 1 },
      { now: () => (time += 400) },
    ))!;
    expect(selection.untried).toEqual([1e-3]);
    expect(new Set(selection.candidates.map(({ l2 }) => l2))).toEqual(new Set([1e-2]));
  });

  it('goes on from folds that were trained, with the same result', async () => {
    const kept: unknown[] = [];
    const whole = await crossValidate(validation(UNLIKE), {
      onTrained: (models) => kept.push([...models]),
    });
    let trained = 0;
    const resumed = await crossValidate(validation(UNLIKE), {
      before: kept[6] as never,
      onTrained: () => trained++,
    });
    expect(trained).toBe(10 - 7);
    expect(resumed!.selection).toEqual(whole!.selection);
  });

  it('ends where it is cancelled', async () => {
    const signal = { aborted: false };
    const found = await crossValidate(validation(), {
      signal,
      onFold: (done) => {
        signal.aborted = done === 2;
      },
    });
    expect(found).toBeUndefined();
  });

  describe('refuses folds that leave a group nothing to train on', () => {
    it('where rows of one entity are left out together', async () => {
      const asked = validation({ groupRows: [40, 12] });
      const { groups, counts } = asked.rows.groups;
      const entities = Uint32Array.from(groups, (group, row) => (group === 1 ? 999 : row));
      expect(counts[1]).toBe(12);
      await expect(crossValidate({ ...asked, entities })).rejects.toThrow(
        new UsageError(
          `group "${asked.rows.groups.names[1]}": when rows are left out in turn to choose a model, none is left to train on: all of its rows are of entities that are left out together (\`splitBy\`); choose by the validation part with \`select: 'validation'\``,
        ),
      );
    });

    it('where it has a single row', async () => {
      await expect(crossValidate(validation({ groupRows: [40, 1] }))).rejects.toThrow(
        /none is left to train on: it has too few \(1\), and all are left out together; .*`select: 'validation'`/,
      );
    });
  });
});
