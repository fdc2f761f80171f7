import { describe, expect, it } from 'vitest';
import { chooseModel } from '../../src/metrics/choose-model.js';
import { createRandom } from '../../src/numeric/random.js';
import { expectError } from '../helpers/errors.js';

/** Two groups of so many rows; a's come first. */
const groupsOf = (rows: number) => ({
  names: ['a', 'b'],
  groups: Int32Array.from({ length: 2 * rows }, (_, row) => (row < rows ? 0 : 1)),
  counts: [rows, rows],
});

/** Losses around a mean for each group, with a noise that all models share and one of their own. */
function lossesOf(means: readonly [number, number][], rows: number, own: number): Float64Array[] {
  const random = createRandom(3);
  const shared = Float64Array.from({ length: 2 * rows }, () => random.uniform() - 0.5);
  return means.map((mean) =>
    shared.map((noise, row) => 2 + mean[row < rows ? 0 : 1] + noise + own * (random.uniform() - 0.5)),
  );
}

const choose = (means: readonly [number, number][], rows = 200, own = 0.1) =>
  chooseModel(lossesOf(means, rows, own), groupsOf(rows), { random: createRandom(1) });

describe('chooseModel', () => {
  it('takes the model whose worst group has the least risk', () => {
    const choice = choose([
      [0.5, 0],
      [0.3, 0.1],
      [0.2, 0.45],
    ]);
    expect(choice).toMatchObject({ chosen: 1, best: 1 });
    expect(choice.gain).toBeCloseTo(0.2, 1);
    expect(choice.risks.map((risks) => Math.max(...risks))[1]).toBeCloseTo(2.3, 1);
  });

  it('keeps the reference where the gain is within one standard error', () => {
    const [reference] = lossesOf([[0.5, 0]], 200, 0);
    // Better by 1.02 in one row, worse by 1 in the next: by 0.01 on average, give or take 0.07.
    const other = reference!.map((loss, row) => loss + (row % 2 === 0 ? 1 : -1.02));
    const choice = chooseModel([reference!, other], groupsOf(200), { random: createRandom(1) });
    expect(choice.best).toBe(1);
    expect(choice.gain).toBeCloseTo(0.01, 6);
    expect(choice.standardError).toBeGreaterThan(Math.abs(choice.gain));
    expect(choice.chosen).toBe(0);
  });

  it('is paired: a small gain that every row has is seen', () => {
    const [reference] = lossesOf([[0.5, 0]], 200, 0);
    const choice = chooseModel([reference!, reference!.map((loss) => loss - 0.001)], groupsOf(200), {
      random: createRandom(1),
    });
    expect(choice).toMatchObject({ chosen: 1 });
    expect(choice.standardError).toBeLessThan(1e-9);
  });

  it('keeps the reference on a tie, and where it is the best', () => {
    const [reference, worse] = lossesOf(
      [
        [0.5, 0],
        [0.6, 0],
      ],
      50,
      0,
    );
    expect(chooseModel([reference!, reference!, worse!], groupsOf(50), { random: createRandom(1) })).toEqual(
      expect.objectContaining({ chosen: 0, best: 0, gain: 0, standardError: 0 }),
    );
  });

  it('draws entities, whose rows tell less than as many strangers', () => {
    const losses = lossesOf(
      [
        [0.5, 0],
        [0.45, 0],
      ],
      200,
      1,
    );
    const repeated = losses.map((own) => own.map((_, row) => own[row - (row % 10)]!));
    const entities = Array.from({ length: 400 }, (_, row) => Math.floor(row / 10));
    const of = (own?: number[]) =>
      chooseModel(repeated, groupsOf(200), { random: createRandom(1), entities: own }).standardError;
    expect(of(entities)).toBeGreaterThan(2 * of());
  });

  it('refuses losses that are not finite', () => {
    const [own] = lossesOf([[0, 0]], 5, 0);
    expectError(
      () =>
        chooseModel([own!, own!.map((loss, row) => (row === 3 ? Infinity : loss))], groupsOf(5), {
          random: createRandom(1),
        }),
      'bad-risks',
      'model 2',
      'row 4',
    );
  });

  it('judges by the worst share of rows, whatever their groups, where that is asked for', () => {
    const random = createRandom(5);
    const even = Float64Array.from({ length: 400 }, () => 1 + 0.1 * random.uniform());
    // Both groups alike: less on average, but much more in a tenth of the rows.
    const uneven = even.map((loss, row) => (row % 10 === 0 ? loss + 2 : loss - 0.5));
    const models = [uneven, even];
    const byGroup = chooseModel(models, groupsOf(200), { random: createRandom(1) });
    expect(byGroup).toMatchObject({ chosen: 0, judged: byGroup.risks.map((risks) => Math.max(...risks)) });
    const byShare = chooseModel(models, groupsOf(200), { random: createRandom(1), share: 0.1 });
    expect(byShare).toMatchObject({ chosen: 1, best: 1 });
    expect(byShare.judged[0]).toBeGreaterThan(3);
    expect(byShare.gain).toBeCloseTo(byShare.judged[0]! - byShare.judged[1]!, 12);
    expect(byShare.standardError).toBeGreaterThan(0);
    const entities = Int32Array.from({ length: 400 }, (_, row) => row % 20);
    const weights = new Float64Array(400).fill(1).map((_, row) => (row % 10 === 0 ? 0 : 1));
    const weighed = { ...groupsOf(200), weights };
    const light = chooseModel(models, weighed, { random: createRandom(1), share: 0.1, entities });
    expect(light).toMatchObject({ chosen: 0, best: 0 });
  });
});
