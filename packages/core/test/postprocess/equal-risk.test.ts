import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairfrontError } from '../../src/error.js';
import { meanRisks } from '../../src/groups/group-index.js';
import type { ClassLoss } from '../../src/groups/risks.js';
import { rowOutcomes } from '../../src/metrics/row-outcomes.js';
import { createRandom } from '../../src/numeric/random.js';
import {
  drawEqualRisk,
  type EqualRisk,
  equalRiskLosses,
  expectedAccuracies,
  expectedRisks,
  fitEqualRisk,
} from '../../src/postprocess/equal-risk.js';
import { permute } from '../helpers/arbitraries.js';
import '../helpers/close.js';
import { expectError } from '../helpers/errors.js';
import { type PredictedRow, type PredictedRows, predictedRows, somePredictedRows } from './rule-rows.js';

const NAMES = ['a', 'b', 'c'];
const losses: fc.Arbitrary<ClassLoss> = fc.constantFrom('cross-entropy', 'brier');

const fit = ({ probabilities, labels, groups, classCount }: PredictedRows, loss: ClassLoss): EqualRisk =>
  fitEqualRisk(probabilities, labels, groups, classCount, loss);
const risksUnder = (rule: EqualRisk, { probabilities, labels, groups }: PredictedRows): number[] =>
  expectedRisks(rule, probabilities, labels, groups);
const lossesOf = (loss: ClassLoss, probabilities: Float64Array, { labels, classCount }: PredictedRows) =>
  rowOutcomes(probabilities, labels, classCount)[loss === 'brier' ? 'brier' : 'crossEntropy'];

/** The rule, or nothing where the risks cannot be made equal. */
function fitIfReachable(rows: PredictedRows, loss: ClassLoss): EqualRisk | undefined {
  try {
    return fit(rows, loss);
  } catch (error) {
    if (error instanceof FairfrontError && error.code === 'bad-risks') return undefined;
    throw error;
  }
}

const TWO_GROUPS: PredictedRow[] = [
  { probabilities: [0.5, 0.5], label: 0, group: 'hard' }, // 0.5
  { probabilities: [0.75, 0.25], label: 0, group: 'easy' }, // 0.125
];

describe('fitEqualRisk', () => {
  it('withholds just so many answers that the mean loss meets that of the worst group', () => {
    const rows = predictedRows([...TWO_GROUPS, { probabilities: [0, 1], label: 1, group: 'sure' }]);
    const rule = fit(rows, 'brier');
    const uniform = { output: [0.5, 0.5], keepsDecisions: true };
    expect(rule).toEqual({
      loss: 'brier',
      classCount: 2,
      risk: 0.5,
      worstGroup: 1,
      groups: [
        { ...uniform, name: 'easy', rho: 1, before: 0.125, after: 0.5 },
        { ...uniform, name: 'hard', rho: 0, before: 0.5, after: 0.5 },
        { ...uniform, name: 'sure', rho: 1, before: 0, after: 0.5 },
      ],
      needsGroup: true,
    });
    // With a better worst group, half of the way to no opinion: 0.3125 = (0.125 + 0.5) / 2.
    const half = Math.sqrt(0.3125 / 2);
    const [hard, easy] = [{ probabilities: [1 - half, half], label: 0, group: 'hard' }, TWO_GROUPS[1]!];
    const milder = fit(predictedRows([hard, easy]), 'brier');
    expect(milder.groups.map(({ rho }) => rho)).toBeAllClose([0.5, 0], { absolute: 1e-15 });
  });

  it('leans towards the rarest class where no opinion is not enough, and says that decisions change', () => {
    const wrong = { probabilities: [0.1, 0.9], label: 0, group: 'wrong' }; // Brier 1.62
    const right = { probabilities: [0.9, 0.1], label: 0, group: 'right' };
    const rows = predictedRows([wrong, right]);
    const rule = fit(rows, 'brier');
    const [ofRight, ofWrong] = rule.groups;
    expect(ofRight).toMatchObject({ rho: 1, keepsDecisions: false });
    expect(ofRight!.output).toBeAllClose([0.1, 0.9], { absolute: 1e-15 });
    expect(ofWrong).toMatchObject({ rho: 0, keepsDecisions: true });
    expect(risksUnder(rule, rows)).toBeAllClose([1.62, 1.62], { absolute: 1e-14 });
    const { decisions } = drawEqualRisk(rule, rows.probabilities, rows.groups, createRandom(1));
    expect([...decisions]).toEqual([1, 1]);
  });

  it('does so too for a group that is worse than no opinion, yet not the worst', () => {
    const rows = predictedRows([
      { probabilities: [0.1, 0.9], label: 0, group: 'a' },
      { probabilities: [0.3, 0.7], label: 0, group: 'b' },
    ]);
    const rule = fit(rows, 'cross-entropy');
    expect(rule.groups.map(({ rho }) => rho)).toEqual([0, 1]);
    expect(risksUnder(rule, rows)).toBeAllClose([Math.log(10), Math.log(10)], { absolute: 1e-13 });
  });

  it('makes all risks the worst, to 1e-9, and none lower than it was', () => {
    let reached = 0;
    fc.assert(
      fc.property(somePredictedRows(NAMES), losses, (some, loss) => {
        const rows = predictedRows(some, NAMES);
        const rule = fitIfReachable(rows, loss);
        const before = meanRisks(lossesOf(loss, rows.probabilities, rows), rows.groups);
        const worst = Math.max(...before);
        if (rule === undefined) {
          // Only the Brier score has an end, and only models worse than no opinion get there.
          expect(loss).toBe('brier');
          expect(worst).toBeGreaterThan(1 - 1 / rows.classCount);
          return;
        }
        reached++;
        expect(rule.risk).toBe(worst);
        expect(rule.worstGroup).toBe(before.indexOf(worst));
        expect(risksUnder(rule, rows)).toBeAllClose([worst, worst, worst], { absolute: 1e-9 });
        rule.groups.forEach((group, a) => {
          expect(group.before).toBe(before[a]);
          expect(group.after).toBeGreaterThanOrEqual(group.before - 1e-12);
          expect(group.rho >= 0 && group.rho <= 1).toBe(true);
          expect(group.keepsDecisions || worst > (loss === 'brier' ? 1 - 1 / rows.classCount : 0)).toBe(true);
        });
      }),
    );
    expect(reached).toBeGreaterThan(50);
  });

  it('permutes when the groups are relabelled, and is the same when every row comes twice', () => {
    fc.assert(
      fc.property(
        somePredictedRows(NAMES),
        losses,
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        (some, loss, order) => {
          const rule = fitIfReachable(predictedRows(some, NAMES), loss);
          fc.pre(rule !== undefined);
          const relabelled = fit(predictedRows(some, permute(NAMES, order)), loss);
          expect(relabelled.groups).toEqual(permute(rule.groups, order));
          expect(relabelled.risk).toBe(rule.risk);
          const twice = fit(
            predictedRows(
              some.flatMap((row) => [row, row]),
              NAMES,
            ),
            loss,
          );
          const rhos = (of: EqualRisk): number[] => of.groups.flatMap(({ rho, output }) => [rho, ...output]);
          expect(rhos(twice)).toBeAllClose(rhos(rule), { absolute: 1e-7 }); // √ of rounding where classes are alike
        },
      ),
    );
  });

  it('comes back from JSON as it was, even where the label had no chance', () => {
    const rows = predictedRows([
      { probabilities: [1, 0], label: 1, group: 'a' }, // 744 nats
      { probabilities: [0, 1], label: 1, group: 'a' },
      { probabilities: [0.5, 0.5], label: 1, group: 'b' },
    ]);
    const rule = fit(rows, 'cross-entropy');
    expect(JSON.parse(JSON.stringify(rule))).toEqual(rule);
    expect(rule.risk).toBeCloseTo(537 * Math.LN2, 10);
    expect(risksUnder(rule, rows)).toBeAllClose([rule.risk, rule.risk], { absolute: 1e-9 });
  });

  it('refuses risks that cannot be made equal, and names the way out', () => {
    const rows = predictedRows([
      { probabilities: [0.05, 0.95], label: 0, group: 'hopeless' }, // Brier 1.805
      { probabilities: [0.9, 0.1], label: 0, group: 'fine' },
      { probabilities: [0.1, 0.9], label: 1, group: 'fine' }, // of both classes: at most 1
    ]);
    expectError(
      () => fit(rows, 'brier'),
      'bad-risks',
      '"hopeless" is 1.805',
      '"fine" above 1.',
      '(0.5)',
      'uniform distribution',
    );
    // Half of 744 nats is as far as doubles go with both classes in the group.
    const impossible = predictedRows([
      { probabilities: [0, 1], label: 0, group: 'hopeless' },
      ...[0, 1].map((label) => ({ probabilities: [0.5, 0.5], label, group: 'fine' })),
    ]);
    expectError(() => fit(impossible, 'cross-entropy'), 'bad-risks', '"hopeless"', '"fine"');
  });

  it('refuses what is no prediction, no loss or no group', () => {
    const rows = predictedRows(TWO_GROUPS);
    expectError(() => fit(rows, 'hinge' as ClassLoss), 'bad-option', 'loss', '"hinge"');
    const { probabilities, labels, groups } = rows;
    expectError(
      () => fitEqualRisk(Float64Array.of(0.5, 0.6, 1, 0), labels, groups, 2, 'brier'),
      'bad-risks',
      'row 1',
    );
    expectError(
      () => fit(predictedRows(TWO_GROUPS, ['easy', 'hard', 'none']), 'brier'),
      'bad-groups',
      'none',
    );
    expectError(
      () => fitEqualRisk(probabilities, labels, { ...groups, groups: Int32Array.of(0, 2) }, 2, 'brier'),
      'bad-groups',
      'row 2 has 2',
    );
  });
});

describe('equalRiskLosses', () => {
  const rows = predictedRows([...TWO_GROUPS, { probabilities: [0.25, 0.75], label: 1, group: 'easy' }]);
  const rule = fit(rows, 'brier');

  it('is the expected loss of each row, on rows the rule has not seen too', () => {
    const others = predictedRows(
      [
        { probabilities: [0, 1], label: 0, group: 'easy' },
        { probabilities: [0, 1], label: 0, group: 'hard' },
      ],
      ['easy', 'hard'],
    );
    const expected = equalRiskLosses(rule, others.probabilities, others.labels, others.groups);
    expect([...expected]).toEqual([0.5, 2]); // "easy" is withheld, "hard" never
  });

  it('refuses groups that are not those of the rule', () => {
    const { probabilities, labels, groups } = rows;
    for (const names of [['hard', 'easy'], ['easy'], ['easy', 'hard', 'new']]) {
      expectError(
        () => equalRiskLosses(rule, probabilities, labels, { ...groups, names }),
        'bad-groups',
        '"easy", "hard"',
        names.map((name) => `"${name}"`).join(', '),
        'groupIndex',
      );
    }
  });
});

describe('expectedAccuracies', () => {
  const accuracies = (rule: EqualRisk, { probabilities, labels, groups }: PredictedRows): number[] =>
    expectedAccuracies(rule, probabilities, labels, groups);
  const hitShares = ({ probabilities, labels, groups, classCount }: PredictedRows): number[] =>
    meanRisks(Float64Array.from(rowOutcomes(probabilities, labels, classCount).hits), groups);
  const rows = predictedRows([
    { probabilities: [0.1, 0.9], label: 0, group: 'wrong' },
    { probabilities: [0.2, 0.8], label: 1, group: 'wrong' },
    ...[0, 0, 0, 1].map((label) => ({ probabilities: [0.75, 0.25], label, group: 'mixed' })),
  ]);

  it('are the model’s where decisions are kept, however much is withheld', () => {
    const kept = predictedRows([
      ...[0, 0, 1].map((label) => ({ probabilities: [0.55, 0.45], label, group: 'hard' })),
      ...[1, 1, 1, 0].map((label) => ({ probabilities: [0.1, 0.9], label, group: 'easy' })),
    ]);
    const rule = fit(kept, 'brier');
    expect(rule.groups.every(({ keepsDecisions }) => keepsDecisions)).toBe(true);
    expect(rule.groups[0]!.rho).toBeGreaterThan(0);
    expect(accuracies(rule, kept)).toBeAllClose([3 / 4, 2 / 3], { absolute: 1e-15 });
    fc.assert(
      fc.property(somePredictedRows(NAMES), losses, (some, loss) => {
        const own = predictedRows(some, NAMES);
        const fitted = fitIfReachable(own, loss);
        fc.pre(fitted?.groups.every(({ keepsDecisions }) => keepsDecisions) === true);
        expect(accuracies(fitted!, own)).toEqual(hitShares(own));
      }),
    );
  });

  it('are those of the output where it takes the place of the model’s guess', () => {
    const rule = fit(rows, 'brier');
    const [mixed] = rule.groups;
    expect(mixed).toMatchObject({ name: 'mixed', rho: 1, keepsDecisions: false });
    expect(mixed!.output[1]).toBeGreaterThan(0.5); // the rarest class, of one row in four
    expect(hitShares(rows)).toEqual([3 / 4, 1 / 2]);
    expect(accuracies(rule, rows)).toEqual([1 / 4, 1 / 2]);
  });

  it.each([0.3, 1])('are the mean over many draws, with ρ = %d', (rho) => {
    // A rule as no fit makes it: part of the answers withheld, and decisions not kept.
    const fitted = fit(rows, 'brier');
    const rule = { ...fitted, groups: fitted.groups.map((group) => ({ ...group, rho })) };
    const random = createRandom(8);
    const draws = 4000;
    const hits = new Float64Array(rows.labels.length);
    for (let i = 0; i < draws; i++) {
      const { decisions } = drawEqualRisk(rule, rows.probabilities, rows.groups, random);
      decisions.forEach((decision, row) => {
        hits[row]! += decision === rows.labels[row] ? 1 / draws : 0;
      });
    }
    // A row is right with a variance of at most 1/4.
    expect(accuracies(rule, rows)).toBeAllClose(meanRisks(hits, rows.groups), {
      absolute: 4 * Math.sqrt(1 / 4 / draws),
    });
    if (rho < 1) expect(accuracies(rule, rows)[0]).toBeCloseTo((0.7 * 3) / 4 + (0.3 * 1) / 4, 12);
  });

  it('are of any rows, and refuse groups that are not those of the rule', () => {
    const rule = fit(rows, 'brier');
    const others = predictedRows(
      [
        { probabilities: [1, 0], label: 1, group: 'mixed' },
        { probabilities: [1, 0], label: 0, group: 'wrong' },
      ],
      ['mixed', 'wrong'],
    );
    expect(accuracies(rule, others)).toEqual([1, 1]);
    const turned = { ...others, groups: { ...others.groups, names: ['wrong', 'mixed'] } };
    expectError(() => accuracies(rule, turned), 'bad-groups', 'got "wrong", "mixed"');
  });
});

describe('drawEqualRisk', () => {
  const random = createRandom(1);
  const rows = predictedRows(
    Array.from({ length: 6000 }, (_, row) => {
      const confidence = row % 3 === 0 ? 0.6 : 0.9;
      const label = random.uniform() < confidence ? 1 : 0;
      return { probabilities: [1 - confidence, confidence], label, group: row % 3 === 0 ? 'hard' : 'easy' };
    }),
  );
  const rule = fit(rows, 'cross-entropy');
  const { probabilities, groups } = rows;

  it('withholds as often as the rule says, and on average loses what was expected', () => {
    const drawn = drawEqualRisk(rule, probabilities, groups, createRandom(2));
    const [easy, hard] = groups.counts as [number, number];
    const { rho } = rule.groups[0]!;
    expect(rho).toBeGreaterThan(0.3);
    const withheld = drawn.withheld.reduce((sum, one) => sum + one, 0);
    expect(hard).toBe(2000);
    expect(Math.abs(withheld / easy - rho)).toBeLessThan(4 * Math.sqrt((rho * (1 - rho)) / easy));
    const risks = meanRisks(lossesOf('cross-entropy', drawn.probabilities, rows), groups);
    expect(risks[1]).toBe(rule.risk);
    expect(Math.abs(risks[0]! - rule.risk)).toBeLessThan(4 * Math.sqrt(0.5 / easy)); // a loss has a variance below 0.5
  });

  it('gives the model’s answer or none, keeps every decision, and is the same from the same seed', () => {
    const draw = () => drawEqualRisk(rule, probabilities, groups, createRandom(3));
    const before = probabilities.slice();
    const drawn = draw();
    expect(draw()).toEqual(drawn);
    expect(probabilities).toEqual(before);
    const expected = before.map((own, k) => (drawn.withheld[k >> 1] === 1 ? 0.5 : own)); // two classes
    expect(drawn.probabilities).toEqual(expected);
    expect(drawn.decisions).toEqual(new Int32Array(6000).fill(1)); // not 0, the first of no opinion
  });

  it('takes groups without rows, and refuses unknown ones', () => {
    const one = predictedRows([{ probabilities: [0.2, 0.8], label: 0, group: 'hard' }], ['easy', 'hard']);
    expect(drawEqualRisk(rule, one.probabilities, one.groups, createRandom(4))).toEqual({
      probabilities: Float64Array.of(0.2, 0.8),
      decisions: Int32Array.of(1),
      withheld: Uint8Array.of(0),
    });
    const unknown = { ...one.groups, groups: Int32Array.of(2) };
    expectError(
      () => drawEqualRisk(rule, one.probabilities, unknown, createRandom(5)),
      'bad-groups',
      'row 1 has 2',
    );
    expectError(
      () =>
        drawEqualRisk(rule, one.probabilities, { ...one.groups, names: ['hard', 'easy'] }, createRandom(6)),
      'bad-groups',
      'got "hard", "easy"',
    );
  });
});
