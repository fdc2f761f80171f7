import { describe, expect, test } from 'vitest';
import {
  drawRiskSources,
  type RiskSourceRow,
  type RiskSourcesData,
  type RiskVerdictName,
  svgText,
} from '../src/index.js';
import {
  type Figure,
  findTextFaults,
  findXmlFault,
  newDocument,
  placedPoints,
  readFigure,
  textBoxes,
} from './parse-figure.js';
import { longNames } from './report-samples.js';
import { faultsAt } from './sheet-faults.js';

const about = (value: number, reach: number) => ({ value, low: value - reach, high: value + reach });

function row(
  name: string,
  irreducible: number,
  price: number,
  verdict: RiskVerdictName,
  reach = 0.01,
): RiskSourceRow {
  return {
    name,
    rows: 1200,
    risk: about(irreducible + price, 2 * reach),
    irreducible: about(irreducible, 2 * reach),
    priceOfSharing: about(price, reach),
    verdict,
  };
}

const dataOf = (...groups: RiskSourceRow[]): RiskSourcesData => ({
  loss: 'cross-entropy',
  level: 0.95,
  groups,
});
const draw = (data: RiskSourcesData, width = 892): Figure =>
  readFigure(drawRiskSources(data, newDocument(), { width }));

/** One of each kind, the lowest risk first. */
const four = (): RiskSourcesData =>
  dataOf(
    row('A', 0.1, 0, 'needs-more'),
    row('B', 0.25, -0.05, 'gains'),
    row('C', 0.3, 0.1, 'pays'),
    row('D', 0.5, 0.02, 'too-few'),
  );

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
const boxes = (figure: Figure, className: string): Box[] =>
  figure.all(className, 'rect').map((rect) => {
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
      Number(rect.getAttribute(name)),
    ) as [number, number, number, number];
    return { left: x, right: x + width, top: y, bottom: y + height };
  });
const lines = (figure: Figure, className: string) =>
  figure
    .all(className, 'line')
    .map((line) => (['x1', 'x2', 'y1'] as const).map((name) => Number(line.getAttribute(name))));
const dots = (figure: Figure) =>
  figure.all('ff-price-dot', 'circle').map((dot) => Number(dot.getAttribute('cx')));
const zeroOf = (figure: Figure): number => lines(figure, 'ff-zero')[0]![0]!;
const cells = (figure: Figure): string[] =>
  figure.all('ff-cell', 'text').map((cell) => cell.textContent ?? '');

describe('four groups, one of each kind', () => {
  const figure = draw(four());

  test('have a line each, the highest risk at the top, with names, rows, risks, prices and verdicts', () => {
    expect(cells(figure)).toEqual([
      ...['D', 'C', 'B', 'A'],
      ...['1,200', '1,200', '1,200', '1,200'],
      ...['0.5200', '0.4000', '0.2000', '0.1000'],
      ...['+0.0200', '+0.1000', '−0.0500', '0.0000'],
      ...['too few', 'pays', 'gains', 'needs more'],
    ]);
  });

  test('have bars from 0: what their own models leave, and on top of it the price', () => {
    const [d, c, b, a] = boxes(figure, 'ff-irreducible') as [Box, Box, Box, Box];
    for (const box of [c, b, a]) expect(box.left).toBeCloseTo(d.left, 1);
    // In pixels of a common scale.
    const scale = (c.right - c.left) / 0.3;
    expect(a.right - a.left).toBeCloseTo(0.1 * scale, 0);
    expect(d.right - d.left).toBeCloseTo(0.5 * scale, 0);
    const prices = boxes(figure, 'ff-price');
    expect(prices).toHaveLength(2);
    expect(prices[1]!.left).toBeCloseTo(c.right, 1);
    expect(prices[1]!.right - prices[1]!.left).toBeCloseTo(0.1 * scale, 0);
    expect([prices[1]!.top, prices[1]!.bottom]).toEqual([c.top, c.bottom]);
    // Where sharing helps the bar ends at the risk, and what is saved follows it, hollow.
    expect(b.right - b.left).toBeCloseTo(0.2 * scale, 0);
    const [saved] = boxes(figure, 'ff-saved') as [Box];
    expect(saved.left).toBeCloseTo(b.right, 1);
    expect(saved.right - saved.left).toBeCloseTo(0.05 * scale, 0);
    expect(boxes(figure, 'ff-saved')).toHaveLength(1);
  });

  test('have whiskers around the risk and around the price', () => {
    const risks = lines(figure, 'ff-risk-interval');
    const bars = boxes(figure, 'ff-irreducible');
    const scale = (bars[1]!.right - bars[1]!.left) / 0.3;
    expect(risks[1]![1]! - risks[1]![0]!).toBeCloseTo(0.04 * scale, 0);
    expect((risks[1]![1]! + risks[1]![0]!) / 2 - bars[1]!.left).toBeCloseTo(0.4 * scale, 0);
    const prices = lines(figure, 'ff-price-interval');
    expect(prices).toHaveLength(4);
    dots(figure).forEach((x, i) => {
      expect((prices[i]![0]! + prices[i]![1]!) / 2).toBeCloseTo(x, 0);
    });
    // Rows of both halves are at the same heights.
    expect(prices.map(([, , y]) => y)).toEqual(risks.map(([, , y]) => y));
  });

  test('have figures beside the marks, not on them', () => {
    const marks = placedPoints(figure.root).filter(({ what }) => what.startsWith('<line'));
    const told = cells(figure);
    const figures = textBoxes(figure.root).filter(
      ({ text }) => /^0\.\d{4}$|^[+−]0\.\d{4}/.test(text) && told.includes(text),
    );
    expect(figures).toHaveLength(8);
    for (const { left, right, top, bottom } of figures) {
      const hidden = marks.filter(({ x, y }) => x >= left && x <= right && y >= top && y <= bottom);
      expect(hidden).toEqual([]);
    }
  });

  test('have prices around 0: right of it those who pay, left of it those who gain', () => {
    const zero = zeroOf(figure);
    const [d, c, b, a] = dots(figure) as [number, number, number, number];
    expect(c).toBeGreaterThan(zero);
    expect(d).toBeGreaterThan(zero);
    expect(b).toBeLessThan(zero);
    expect(a).toBeCloseTo(zero, 0);
    expect((c - zero) / (zero - b)).toBeCloseTo(2, 1);
  });

  test('are counted in the title, and the colours explained', () => {
    expect(figure.title).toBe(
      'Of 4 groups 1 pays for the others, 1 gains from sharing, 1 needs better features or data, 1 cannot be told',
    );
    expect(figure.root.querySelector('title')!.textContent).toBe(figure.title);
    expect(figure.words).toContain('whiskers: 95% intervals');
    expect(figure.labels).toContain('risk (cross-entropy, nats)');
    for (const words of ['a model of its own: what', 'price of sharing: what', 'saved by sharing']) {
      expect(figure.labels.some((label) => label.startsWith(words))).toBe(true);
    }
    expect(findTextFaults(figure.root)).toEqual([]);
    expect(findXmlFault(figure.text)).toBeUndefined();
  });
});

test('what nobody has is not in the legend', () => {
  const { labels } = draw(dataOf(row('A', 0.3, 0.05, 'pays'), row('B', 0.2, 0.03, 'pays')));
  expect(labels[0]).toBe('Of 2 groups 2 pay for the others');
  expect(labels).not.toContain('saved by sharing');
  const { labels: gaining } = draw(dataOf(row('A', 0.3, -0.05, 'gains')));
  expect(gaining.some((label) => label.startsWith('price of sharing: what'))).toBe(false);
});

const kinds: readonly RiskVerdictName[] = ['pays', 'gains', 'needs-more', 'unclear', 'too-few'];
const many = (count: number): RiskSourcesData =>
  dataOf(
    ...longNames(count).map((name, i) =>
      row(name, 0.2 + 0.3 * Math.sin(i) ** 2, 0.04 * Math.cos(3 * i), kinds[i % 5]!),
    ),
  );

test.each([1, 2, 8, 24, 25, 64])('no text hides another or leaves the sheet among %d groups', (count) => {
  expect(faultsAt(draw, many(count))).toEqual([]);
});

test('of 64 groups those with the highest risks are shown, and the rest is counted', () => {
  const data = many(64);
  const figure = draw(data);
  expect(dots(figure)).toHaveLength(24);
  const shown = figure.all('ff-cell', 'text').slice(48, 72);
  const highest = data.groups.map(({ risk }) => risk.value).sort((one, other) => other - one);
  expect(shown.map((cell) => cell.textContent)).toEqual(highest.slice(0, 24).map((risk) => risk.toFixed(4)));
  expect(figure.labels).toContain('… 40 more groups with lower risks, left out here');
  expect(figure.title).toMatch(
    /^Of 64 groups 13 pay for the others, 13 gain from sharing, 13 need better features or data, 25 cannot be told$/,
  );
});

test('a price that is too uncertain is told as unclear, in title, column and colour', () => {
  const figure = draw(dataOf(row('A', 0.3, 0.05, 'pays'), row('B', 0.2, 0.02, 'unclear', 0.05)));
  expect(figure.title).toBe('Of 2 groups 1 pays for the others, 1 cannot be told');
  expect(cells(figure).slice(-2)).toEqual(['pays', 'unclear']);
  const fills = figure.all('ff-price-dot', 'circle').map((dot) => dot.getAttribute('fill'));
  expect(fills).toEqual(['#D55E00', '#7D8790']);
  // Its whisker is all there.
  const [, [left, right]] = lines(figure, 'ff-price-interval') as [number[], [number, number]];
  expect(left).toBeLessThan(zeroOf(figure));
  expect((left + right) / 2).toBeCloseTo(dots(figure)[1]!, 0);
});

test('nothing that was estimated is called irreducible', () => {
  expect(draw(four()).labels.join()).not.toContain('irreducible');
});

describe('at the limits', () => {
  test('no risk at all', () => {
    const figure = draw(dataOf(row('A', 0, 0, 'needs-more', 0), row('B', 0, 0, 'needs-more', 0)));
    expect(figure.text).not.toMatch(/NaN|Infinity/);
    expect(figure.title).toBe('Of 2 groups 2 need better features or data');
    expect(findTextFaults(figure.root)).toEqual([]);
  });

  test('prices that are nothing to the risks do not look large', () => {
    const figure = draw(
      dataOf(row('A', 0.4, 1e-6, 'needs-more', 1e-6), row('B', 0.3, -1e-6, 'needs-more', 1e-6)),
    );
    for (const x of dots(figure)) expect(Math.abs(x - zeroOf(figure))).toBeLessThan(2);
    expect(cells(figure)).toContain('0.0000');
    expect(findTextFaults(figure.root)).toEqual([]);
  });

  test('a group of few rows does not stretch the axes for the others', () => {
    const usual = [row('A', 0.4, 0.02, 'pays'), row('B', 0.3, -0.03, 'gains')];
    const wild = row('C', 0.05, 0.2, 'too-few', 0.5);
    const width = (figure: Figure): number => Math.abs(dots(figure)[0]! - dots(figure)[1]!);
    const figure = draw(dataOf(...usual, wild));
    expect(width(figure)).toBeGreaterThan(0.8 * width(draw(dataOf(...usual))));
    expect(cells(figure)).toContain('+0.2000');
    expect(findTextFaults(figure.root)).toEqual([]);
    // It stands at the edge of an axis that ends at 0.03 and a little.
    const [a, , c] = dots(figure).map((x) => x - zeroOf(figure)) as [number, number, number];
    expect(c).toBeLessThan(2 * a);
    // Hollow, so that a place at the edge is not taken for its value.
    const fills = figure.all('ff-price-dot', 'circle').map((dot) => dot.getAttribute('fill'));
    expect(fills.map((fill) => fill === '#FFFFFF')).toEqual([false, false, true]);
  });

  test('groups of few rows alone are drawn as they are', () => {
    const figure = draw(dataOf(row('A', 0.4, 0.2, 'too-few', 0.3), row('B', 0.3, -0.1, 'too-few', 0.3)));
    expect(figure.title).toBe('Of 2 groups 2 cannot be told');
    const [a, b] = dots(figure) as [number, number];
    expect((a - zeroOf(figure)) / (zeroOf(figure) - b)).toBeCloseTo(2, 1);
  });

  test.each([1e-4, 3e-3, 0.0099, 0.02, 0.045, 0.3, 7])(
    'prices of ±%d have numbers beside 0 on their axis, and not many',
    (price) => {
      const reach = price / 20;
      const figure = draw(dataOf(row('A', 9, price, 'pays', reach), row('B', 9, -price, 'gains', reach)));
      const axes = [...figure.root.querySelectorAll('[aria-label="x-axis tick label"]')];
      const numbers = [...axes[1]!.querySelectorAll('text')].map((tick) =>
        Number(tick.textContent!.replace('−', '-')),
      );
      expect(Math.min(...numbers)).toBeLessThan(0);
      expect(Math.max(...numbers)).toBe(-Math.min(...numbers));
      expect(numbers).toContain(0);
      expect(findTextFaults(figure.root)).toEqual([]);
    },
  );

  test('long names, and names that are not XML', () => {
    const long = 'A very long name of a group that goes on and on until it ends in ';
    const figure = draw(
      dataOf(
        row(`${long}one`, 0.3, 0.1, 'pays'),
        { ...row(`${long}two`, 0.2, 0.1, 'pays'), rows: 6_000_123 },
        row('a<b & "c"', 0.1, -0.05, 'gains'),
      ),
    );
    expect(findXmlFault(figure.text)).toBeUndefined();
    expect(
      cells(figure)
        .slice(0, 3)
        .map((text) => text.slice(-3)),
    ).toEqual(['one', 'two', '"c"']);
    expect(cells(figure)[2]).toBe('a<b & "c"');
    expect(findTextFaults(figure.root)).toEqual([]);
  });
});

test('the same data are drawn the same, and stay as they were', () => {
  const data = four();
  const text = (): string => svgText(drawRiskSources(data, newDocument()));
  expect(text()).toBe(text());
  expect(data).toEqual(four());
});

test('what cannot be drawn is refused', () => {
  expect(() => draw(dataOf())).toThrow('groups: risk sources need at least one; got none');
  const broken = { ...row('A', 0.3, 0.1, 'pays'), risk: { value: Number.NaN, low: 0, high: 1 } };
  expect(() => draw(dataOf(broken))).toThrow('risk of group "A" must be finite numbers; got NaN (0 to 1)');
});
