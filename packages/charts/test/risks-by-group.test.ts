import { describe, expect, test } from 'vitest';
import { drawRisksByGroup, type RisksByGroupData } from '../src/index.js';
import { type Figure, findTextFaults, findXmlFault, newDocument, readFigure } from './parse-figure.js';
import { risksByGroupData } from './report-samples.js';
import { faultsAt } from './sheet-faults.js';

const draw = (data: RisksByGroupData, width = 892): Figure =>
  readFigure(drawRisksByGroup(data, newDocument(), { width }));
const two = (
  naive: readonly number[],
  minimax: readonly number[],
  names = ['Female', 'Male'],
): RisksByGroupData => ({
  loss: 'brier',
  part: 'validation',
  groups: names.map((name) => ({ name, share: 1 / names.length })),
  models: [
    { name: 'naive', risks: naive },
    { name: 'minimax', risks: minimax },
  ],
});
const cells = (figure: Figure): (string | null)[] =>
  figure.all('ff-cell', 'text').map((cell) => cell.textContent);
/** The translation of a mark. */
const placeOf = (mark: Element): [number, number] =>
  mark
    .getAttribute('transform')!
    .match(/-?[\d.]+/g)!
    .map(Number) as [number, number];

describe('ten groups', () => {
  const data = risksByGroupData();
  const figure = draw(data);

  test('have a row each, the worst-off under naive training at the top', () => {
    for (const name of ['naive', 'balanced', 'minimax']) {
      expect(figure.root.querySelectorAll(`.ff-${name} path, .ff-${name} circle`)).toHaveLength(10);
    }
    const byRisk = data.groups
      .map(({ name }, i) => ({ name, risk: data.models[0]!.risks[i]! }))
      .sort((one, other) => other.risk - one.risk)
      .map(({ name }) => name);
    expect(cells(figure).slice(0, 10)).toEqual(byRisk);
    const squares = figure.all('ff-naive', 'path').map(placeOf);
    for (const [i, [x, y]] of squares.slice(1).entries()) {
      expect(x).toBeLessThan(squares[i]![0]);
      expect(y).toBeGreaterThan(squares[i]![1]);
    }
  });

  test('have an arrow from naive to minimax, in the colour of what it means', () => {
    const gains = figure.all('ff-change', 'path').filter((arrow) => strokeOf(arrow) === '#009E73').length;
    const pays = figure.all('ff-change', 'path').filter((arrow) => strokeOf(arrow) === '#D55E00').length;
    const [naive, , minimax] = data.models.map(({ risks }) => risks);
    expect(gains).toBe(naive!.filter((risk, i) => minimax![i]! < risk).length);
    expect(gains + pays).toBe(10);
    expect(figure.labels.filter((label) => /^−\d/.test(label))).toHaveLength(gains);
    expect(figure.labels.filter((label) => /^\+\d/.test(label))).toHaveLength(pays);
  });

  test('are said in words what happens to them', () => {
    const worst = (model: number): string => Math.max(...data.models[model]!.risks).toFixed(3);
    expect(figure.title).toBe(
      `The risk of the worst-off group falls from ${worst(0)} to ${worst(2)}: 4 groups gain, 6 pay`,
    );
    expect(figure.labels).toContain(`Naive: worst risk ${worst(0)}`);
    expect(figure.labels).toContain(`Minimax: worst risk ${worst(2)}`);
    expect(figure.labels).toContain('risk on the test rows (cross-entropy, nats); further left is better');
    expect(figure.root.querySelector('title')!.textContent).toBe(figure.title);
  });

  test('have a line at the worst risk of naive, through its first mark', () => {
    const lines = figure.all('ff-worst', 'line').map((line) => Number(line.getAttribute('x1')));
    expect(lines).toHaveLength(2);
    expect(Math.max(...lines)).toBeCloseTo(placeOf(figure.all('ff-naive', 'path')[0]!)[0], 0);
  });
});

const strokeOf = (mark: Element): string | null => mark.closest('.ff-change')!.getAttribute('stroke');

test.each([2, 3, 12, 13, 24, 25, 64])('no text hides another among %d groups', (count) => {
  expect(faultsAt(draw, risksByGroupData(count))).toEqual([]);
});

test('of 64 groups 24 are shown, the worst-off of both models among them, and the rest is counted', () => {
  const data = risksByGroupData(64);
  // The worst-off under minimax lies in the middle otherwise.
  const order = data.models[0]!.risks.map((_, i) => i).sort(
    (i, j) => data.models[0]!.risks[i]! - data.models[0]!.risks[j]!,
  );
  const middle = order[32]!;
  const models = data.models.map(({ name, risks }) => ({
    name,
    risks: risks.map((risk, i) => (name === 'minimax' && i === middle ? 0.44 : risk)),
  }));
  const groups = data.groups.map((group, i) => (i === middle ? { ...group, name: 'the middle' } : group));
  const figure = draw({ ...data, groups, models });
  expect(figure.all('ff-minimax', 'path')).toHaveLength(24);
  expect(cells(figure)).toContain('the middle');
  const counts = figure.all('ff-left-out', 'text').map((text) => Number(/\d+/.exec(text.textContent!)![0]));
  expect(counts).toHaveLength(2);
  expect(counts[0]! + counts[1]!).toBe(40);
  expect(figure.labels).toContain('Minimax: worst risk 0.440');
});

describe('at the limits', () => {
  test('equal risks of two groups: nothing gained, nothing paid', () => {
    const figure = draw(two([0.2, 0.2], [0.2, 0.2]));
    expect(figure.title).toBe('The risk of the worst-off group stays at 0.200: no group gains, none pays');
    expect(cells(figure).slice(-2)).toEqual(['same', 'same']);
    expect(figure.text).not.toMatch(/NaN|Infinity/);
    expect(findTextFaults(figure.root)).toEqual([]);
  });

  test('risks that differ by 1e-6 look the same', () => {
    const figure = draw(two([0.2, 0.200001], [0.2000005, 0.2000005]));
    expect(cells(figure).slice(-2)).toEqual(['same', 'same']);
    const [one, other] = figure.all('ff-naive', 'path').map((mark) => placeOf(mark)[0]);
    expect(Math.abs(one! - other!)).toBeLessThan(1);
    expect(findTextFaults(figure.root)).toEqual([]);
  });

  test('a worst risk that rises is said to rise', () => {
    const figure = draw(two([0.1, 0.2], [0.15, 0.21]));
    expect(figure.title).toBe('The risk of the worst-off group rises from 0.200 to 0.210: 2 groups pay');
  });

  test('a worst risk whose change may be chance is not said to fall, or to rise', () => {
    const changes = [
      { low: -0.03, high: 0.01 },
      { low: 0.04, high: 0.06 },
    ];
    const figure = draw({ ...two([0.2, 0.1], [0.19, 0.15]), changes });
    expect(figure.title).toBe(
      'The risk of the worst-off group is 0.200 with naive and 0.190 with minimax, which may be chance',
    );
    expect(cells(figure).slice(-2)).toEqual(['unclear', '+50%']);
    expect(figure.all('ff-change', 'path').map(strokeOf)).not.toContain('#009E73');
    expect(findTextFaults(figure.root)).toEqual([]);
  });

  test('a group whose change may be chance is counted neither as one that gains nor as one that pays', () => {
    const sure = { low: -0.03, high: -0.01 };
    const names = ['A', 'B', 'C', 'D'];
    const data = two([0.2, 0.1, 0.1, 0.1], [0.18, 0.12, 0.08, 0.1], names);
    const open = { low: -0.05, high: 0.05 };
    expect(draw({ ...data, changes: [sure, open, open, { low: 0, high: 0 }] }).title).toBe(
      'The risk of the worst-off group falls from 0.200 to 0.180: 1 group gains, 2 are unclear, 1 stays the same',
    );
  });

  test('an infinite risk stands at the edge, and is written out', () => {
    const figure = draw(two([0.3, Number.POSITIVE_INFINITY], [0.25, 1.1]));
    expect(figure.text).not.toMatch(/NaN|Infinity/);
    expect(figure.all('ff-naive', 'path')).toHaveLength(1);
    expect(figure.all('ff-beyond', 'path')).toHaveLength(1);
    expect(figure.labels).toContain('beyond the axis');
    expect(cells(figure)).toContain('∞ → 1.10');
    expect(cells(figure)).toContain('gains');
    expect(figure.labels).toContain('Naive: worst risk ∞');
    expect(findTextFaults(figure.root)).toEqual([]);
  });

  test('labels of worst risks stay on the sheet where both lie far to the left', () => {
    const figure = draw(two([0.2, 0.2], [0.2, 0.9]));
    const swapped = draw(two([0.2, 0.9], [0.2, 0.2]));
    expect([...findTextFaults(figure.root), ...findTextFaults(swapped.root)]).toEqual([]);
  });

  test('names that are not XML are kept, long ones cut where they tell least', () => {
    const long = 'Female · Amer-Indian-Eskimo and Alaska Native and others · 55+';
    const figure = draw(two([0.2, 0.3], [0.25, 0.25], ['a<b & "c"', long]));
    expect(findXmlFault(figure.text)).toBeUndefined();
    expect(cells(figure)).toContain('a<b & "c"');
    expect(cells(figure).some((cell) => /^Female · Amer-Indian.*… · 55\+$/.test(cell!))).toBe(true);
    expect(findTextFaults(figure.root)).toEqual([]);
  });

  test('long names that begin alike are told apart', () => {
    const name = 'A very long name of a group that goes on and on until it ends in ';
    const figure = draw(two([0.2, 0.3], [0.25, 0.25], [`${name}one`, `${name}two`]));
    const shown = cells(figure).slice(0, 2);
    expect(shown.map((text) => text!.slice(-3))).toEqual(['two', 'one']);
  });
});

test('where the ordinary model stays, nothing is drawn or said of another', () => {
  const data = { ...two([0.2, 0.3], []), changes: [{ low: 0, high: 0 }] };
  const figure = draw({ ...data, models: data.models.slice(0, 1) });
  expect(figure.text).not.toMatch(/minimax|→|same/i);
  expect(figure.title).toBe(
    'The ordinary model stays: the risk of the worst-off group is 0.300, the least 0.200',
  );
  expect(figure.all('ff-change', 'path')).toHaveLength(0);
  expect(findTextFaults(figure.root)).toEqual([]);
});

test('a model that a person chose is not called minimax', () => {
  const data = two([0.2, 0.3], [0.25, 0.25]);
  const models = [data.models[0]!, { name: 'chosen' as const, risks: [0.25, 0.25] }];
  const figure = draw({ ...data, models });
  expect(figure.text).not.toMatch(/minimax/i);
  expect(figure.labels).toContain('Chosen: worst risk 0.250');
  expect(figure.all('ff-change', 'path')).toHaveLength(2);
});

test('what cannot be compared is refused', () => {
  const data = two([0.2, 0.3], [0.25, 0.25]);
  expect(() => draw({ ...data, models: data.models.slice(1) })).toThrow(
    'models: risks by group hold other models against "naive"; got minimax; add it',
  );
  expect(() => draw(two([0.2], [0.25, 0.25]))).toThrow(
    '"naive" needs one risk for each of 2 groups; got 0.2',
  );
  expect(() => draw(two([0.2, Number.NaN], [0.25, 0.25]))).toThrow('got 0.2, NaN');
  expect(() => draw({ ...data, groups: [] })).toThrow('groups: risks by group need at least one; got none');
});
