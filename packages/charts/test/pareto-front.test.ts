import { describe, expect, test } from 'vitest';
import { drawParetoFront, type ParetoFrontData } from '../src/index.js';
import { shadeRange } from '../src/report/front-triangle.js';
import { type Figure, findTextFaults, findXmlFault, newDocument, readFigure } from './parse-figure.js';
import { threeGroupFront, twoGroupFront } from './report-samples.js';
import { faultsAt } from './sheet-faults.js';

const draw = (data: ParetoFrontData, width = 892): Figure =>
  readFigure(drawParetoFront(data, newDocument(), { width }));
/** All risks pressed together around 0.4. */
const pressed = (data: ParetoFrontData, by: number): ParetoFrontData => {
  const press = (risks: readonly number[]): number[] => risks.map((risk) => 0.4 + by * risk);
  return {
    ...data,
    points: data.points.map(({ mu, risks }) => ({ mu, risks: press(risks) })),
    marks: data.marks.map((mark) => ({ ...mark, risks: press(mark.risks) })),
  };
};
const numbersIn = (mark: Element, name: string): number[] =>
  mark
    .getAttribute(name)!
    .match(/-?[\d.]+/g)!
    .map(Number);

describe('of two groups', () => {
  const data = twoGroupFront();
  const figure = draw(data);

  test('has the front as a curve and as points, the marks by name, and both axes', () => {
    expect(figure.all('ff-front', 'path')).toHaveLength(1);
    expect(figure.all('ff-front-point', 'circle')).toHaveLength(51);
    // Plot draws a circle as one, every other shape as a path.
    expect(figure.root.querySelectorAll('.ff-point path, .ff-point circle')).toHaveLength(5);
    for (const label of [
      'Minimax',
      'Naive',
      'Balanced',
      'Utopia, out of reach',
      'Pareto front',
      'equal-risk line',
      'risk of Female (Brier score)',
      'risk of Male (Brier score)',
    ]) {
      expect(figure.words).toContain(label);
    }
    expect(figure.title).toMatch(
      /^Female and Male: the worst-off group’s risk is 0\.\d+ with naive, 0\.\d+ with minimax$/,
    );
    expect(figure.words).toContain(
      'risks on the test rows: lower left is better; the front is the best that was found; shaded: some group loses, none gains',
    );
    expect(faultsAt(draw, data)).toEqual([]);
  });

  test('says in its title where risks are of the training rows', () => {
    expect(draw({ ...data, part: 'train' }).title).toMatch(/with minimax on the training rows$/);
  });

  test('has utopia as a corner: two dashed lines meet in it', () => {
    const limits = figure.all('ff-utopia-limit', 'path').map((limit) => numbersIn(limit, 'd'));
    expect(limits).toHaveLength(2);
    const [[, , x1, y1], [x2, y2]] = limits as [number[], number[]];
    expect([x2, y2]).toEqual([x1, y1]);
    const front = numbersIn(figure.all('ff-front', 'path')[0]!, 'd');
    expect(x1).toBeLessThanOrEqual(Math.min(...front.filter((_, i) => i % 2 === 0)));
    expect(y1).toBeGreaterThanOrEqual(Math.max(...front.filter((_, i) => i % 2 === 1)));
  });

  test('is the same whatever the order of points and marks', () => {
    const turned = { ...data, points: [...data.points].reverse(), marks: [...data.marks].reverse() };
    expect(draw(turned).text).toBe(figure.text);
  });

  test('shows the line of equal risks where that is near, and else says who is always worse off', () => {
    expect(draw(twoGroupFront([0.3, 0.55])).text).toContain('ff-equal-risk-line');
    const apart = draw(twoGroupFront([0.3, 0.95]));
    expect(apart.text).not.toContain('ff-equal-risk-line');
    expect(apart.labels).toContain('risks on the test rows: lower left is better; Male is always worse off');
    expect(draw(twoGroupFront([0.95, 0.3])).labels.join()).toContain('Female is always worse off');
    const groups = [`Female${' · of a long name'.repeat(5)}`, 'Male'];
    const long = draw({ ...twoGroupFront([0.95, 0.3]), groups });
    expect(long.words).toMatch(/lower left is better; Fem… · of .*… is always worse off/);
    expect(faultsAt(draw, { ...twoGroupFront([0.95, 0.3]), groups })).toEqual([]);
  });

  test('ends where risks are far above those of the models by name, and says so', () => {
    const corner = { mu: [1, 0], risks: [data.points.at(-1)!.risks[0]!, 9] };
    const cut = draw({ ...data, points: [...data.points.slice(0, -1), corner] });
    expect(cut.all('ff-front-point', 'circle')).toHaveLength(50);
    expect(cut.words).toContain(
      'risks on the test rows: lower left is better; the front is the best that was found, and goes on',
    );
    expect(cut.labels.filter((label) => /^[\d.]+$/.test(label)).every((tick) => Number(tick) < 2)).toBe(true);
    const apart = twoGroupFront([0.3, 0.95]);
    const far = apart.points.map(({ mu, risks }) => ({ mu, risks: mu[0] === 1 ? [risks[0]!, 9] : risks }));
    expect(draw({ ...apart, points: far }).labels.join()).toMatch(/always worse off; the front goes on/);
    const all = draw({ ...data, points: [corner, { mu: [0, 1], risks: [9, 0.1] }] });
    expect(all.all('ff-front-point', 'circle')).toHaveLength(2);
  });

  test('survives equal risks, one point, and risks 1e-6 apart', () => {
    const risks = [0.2, 0.2];
    const one = {
      ...data,
      points: [{ mu: [0.5, 0.5], risks }],
      marks: data.marks.map((mark) => ({ ...mark, risks })),
    };
    for (const extreme of [one, pressed(data, 1e-6)]) {
      const figure = draw(extreme);
      expect(figure.text).not.toMatch(/NaN|Infinity|undefined/);
      expect(findTextFaults(figure.root)).toEqual([]);
      expect(figure.labels).toContain('equal-risk line');
    }
    // Where all risks are equal, utopia is reached.
    expect(draw(one).labels).toContain('Utopia');
  });

  test('leaves infinite risks out', () => {
    const points = data.points.map(({ mu, risks }, i) => {
      // More than half of them, so that the label of the front must look for its middle among the others.
      return { mu, risks: i < 30 ? [Number.POSITIVE_INFINITY, risks[1]!] : risks };
    });
    const figure = draw({ ...data, points });
    expect(figure.all('ff-front-point', 'circle')).toHaveLength(21);
    expect(figure.text).not.toMatch(/NaN|Infinity/);
  });
});

describe('of three groups', () => {
  const data = threeGroupFront();
  const figure = draw(data);

  test('has a cell for each point, the palest at the minimax model', () => {
    const cells = figure.all('ff-cell', 'path');
    expect(cells).toHaveLength(231);
    const worst = data.points.map(({ risks }) => Math.max(...risks));
    const best = worst.indexOf(Math.min(...worst));
    expect(cells[best]!.getAttribute('fill')).toBe('#fdf3e1');
    expect(cells.filter((cell) => cell.getAttribute('fill') === '#fdf3e1')).toHaveLength(1);
    expect(cells[worst.indexOf(Math.max(...worst))]!.getAttribute('fill')).toBe('#9a3d00');
  });

  test('has three marks among the weights, and all four as lines over the groups', () => {
    const [triangle, , , profiles] = [...figure.root.querySelectorAll('svg')];
    expect(triangle!.querySelectorAll('.ff-point path, .ff-point circle')).toHaveLength(3);
    expect(profiles!.querySelectorAll('.ff-model path')).toHaveLength(4);
    expect(profiles!.querySelectorAll('.ff-point path, .ff-point circle')).toHaveLength(12);
    expect(profiles!.querySelectorAll('.ff-possible rect')).toHaveLength(3);
    expect(profiles!.querySelectorAll('.ff-group text')).toHaveLength(3);
  });

  test('says the worst risk of each model, and names groups and shades', () => {
    for (const { name, risks } of data.marks.slice(0, 3)) {
      const word = `${name[0]!.toUpperCase()}${name.slice(1)}`;
      expect(figure.labels).toContain(`${word}: at most ${Math.max(...risks).toFixed(3)}`);
    }
    const worst = data.points.map(({ risks }) => Math.max(...risks));
    expect(figure.labels).toContain('risk of the worst-off group');
    expect(figure.all('ff-shade-label', 'text')[0]!.textContent).toBe(Math.min(...worst).toFixed(3));
    expect(figure.labels).toContain('Female · Black');
    expect(figure.labels.join()).not.toMatch(/e¹|left blank:/);
    expect(findTextFaults(figure.root)).toEqual([]);
  });

  test('says what is white where the grid has holes', () => {
    const points = data.points.filter((_, i) => i % 7 !== 3);
    const figure = draw({ ...data, points });
    expect(figure.all('ff-cell', 'path')).toHaveLength(points.length);
    expect(figure.words).toContain('left blank: another model is as good or better for every group');
    expect(findTextFaults(figure.root)).toEqual([]);
  });

  test('keeps names that are not XML, and shortens those that are too long', () => {
    const groups = ['a<b & "c"', 'Female · Amer-Indian-Eskimo · over 65 years of age', 'C'];
    const odd = draw({ ...pressed(data, 1e-6), groups });
    expect(findXmlFault(odd.text)).toBeUndefined();
    expect(odd.labels).toContain('a<b & "c"');
    expect(findTextFaults(odd.root)).toEqual([]);
  });

  test('survives one point, marks in one place, and infinite risks', () => {
    const { mu, risks } = data.points[100]!;
    const one = {
      ...data,
      points: [{ mu, risks }],
      marks: data.marks.map((mark) => ({ ...mark, mu, risks })),
    };
    const points = data.points.map((point, i) =>
      i < 30 ? { mu: point.mu, risks: [Number.POSITIVE_INFINITY, ...point.risks.slice(1)] } : point,
    );
    for (const extreme of [one, { ...data, points }]) {
      const figure = draw(extreme);
      expect(figure.text).not.toMatch(/NaN|Infinity|undefined/);
      expect(findTextFaults(figure.root)).toEqual([]);
      expect(figure.all('ff-possible', 'rect')).toHaveLength(3);
    }
    const { labels } = draw({ ...data, points });
    expect(labels.some((label) => label.endsWith(' or more'))).toBe(true);
    expect(labels.join(' ')).toContain('(some go on above)');
  });
});

test('shades end where most risks are passed by far', () => {
  expect(shadeRange([1, 2, 3])).toEqual({ low: 1, high: 3, isCut: false });
  expect(shadeRange([1, 1.1, 1.2, 9])).toEqual({ low: 1, high: 1 + 4 * (1.2 - 1), isCut: true });
  expect(shadeRange([1, 1, 1])).toEqual({ low: 1, high: 1, isCut: false });
  expect(shadeRange([1, 2, Number.POSITIVE_INFINITY])).toEqual({ low: 1, high: 2, isCut: true });
});

test('what cannot be drawn is refused, with a way out', () => {
  const data = twoGroupFront();
  expect(() => draw({ ...data, groups: ['a'] })).toThrow('groups: a Pareto front needs at least 2; got 1');
  expect(() => draw({ ...data, points: [] })).toThrow('points: a front needs at least one; got none');
  expect(() => draw({ ...data, groups: ['a', 'b', 'c'] })).toThrow(
    'one number for each of 3 groups; got 0, 1',
  );
});
