// Colours that everybody can read: contrast by WCAG 2.2 in light and dark, and no two that a colour-blind reader takes for one.

import { expect, test } from 'vitest';
import { darkStyle, drawRisksByGroup, pageSvg, svgText } from '../src/index.js';
import { colours, groupColour } from '../src/marks/theme.js';
import { newDocument } from './parse-figure.js';
import { risksByGroupData } from './report-samples.js';

type Rgb = readonly [number, number, number];

/** The channels of #rrggbb as linear light. */
const linear = (hex: string): Rgb =>
  [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;

const luminance = (hex: string): number => {
  const [red, green, blue] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const of = (name: string, mode: 'light' | 'dark'): string => colours.get(`--ff-${name}`)![mode];
const hues = ['orange', 'violet', 'green', 'sky', 'red', 'blue', 'quiet'];
const shades = ['background', 'harm', 'better', 'plain', 'minimax-row'];
const modes = ['light', 'dark'] as const;

test('contrast is that of WCAG: black on white 21, #767676 on white just above 4.5', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2);
});

test.each(modes)('in %s, text has a contrast of 4.5 on all that it stands on', (mode) => {
  for (const name of ['ink', ...hues.map((hue) => `${hue}-ink`)]) {
    for (const shade of shades) {
      expect(contrast(of(name, mode), of(shade, mode)), `${name} on ${shade}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test.each(modes)('in %s, marks have a contrast of 3 with the background', (mode) => {
  for (const hue of ['ink', ...hues]) {
    expect(contrast(of(hue, mode), of('background', mode)), hue).toBeGreaterThanOrEqual(3);
  }
});

// Viénot, Brettel & Mollon 1999: what is left of linear RGB without the red or the green cones.
const blindness: Readonly<Record<string, readonly Rgb[]>> = {
  protanopia: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deuteranopia: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
};

/** CIELAB of linear RGB, D65. */
function lab([red, green, blue]: Rgb): Rgb {
  const xyz = [
    (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
    0.2126 * red + 0.7152 * green + 0.0722 * blue,
    (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
  ].map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)) as unknown as Rgb;
  return [116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])];
}

test.each(modes.flatMap((mode) => Object.keys(blindness).map((kind) => [mode, kind] as const)))(
  'in %s, neighbouring groups and the models differ under %s',
  (mode, kind) => {
    const seen = (name: string): Rgb =>
      lab(
        blindness[kind]!.map((row) =>
          Math.max(
            0,
            linear(of(name, mode)).reduce((sum, value, i) => sum + value * row[i]!, 0),
          ),
        ) as unknown as Rgb,
      );
    const distance = (one: string, other: string): number => {
      const [a, b] = [seen(one), seen(other)];
      return Math.hypot(...a.map((value, i) => value - b[i]!));
    };
    // Neighbours of the groups' order; naive, minimax and what pays.
    const pairs = [
      'orange violet',
      'violet green',
      'green sky',
      'sky red',
      'red blue',
      'blue green',
      'green red',
    ];
    for (const pair of pairs) {
      const [one, other] = pair.split(' ') as [string, string];
      expect(distance(one, other), pair).toBeGreaterThan(10);
    }
  },
);

test('a page has variables, with the light colour where it sets none; a file has colours alone', () => {
  const svg = drawRisksByGroup(risksByGroupData(3), newDocument());
  expect(pageSvg(svg)).toContain('fill="var(--ff-background, #FFFFFF)"');
  const used = [...pageSvg(svg).matchAll(/var\((--ff-[a-z0-9-]+), (#\w{6})\)/g)];
  expect(used.length).toBeGreaterThan(20);
  for (const [, name, light] of used) expect(colours.get(name!)!.light).toBe(light);
  expect(pageSvg(svg).replace(/var\([^)]*, (#\w{6})\)/g, '$1')).toBe(svgText(svg));
  expect(svgText(svg)).not.toContain('var(');
});

test('a name that looks like a variable stays as it is', () => {
  const data = risksByGroupData(2);
  const groups = data.groups.map((group) => ({ ...group, name: 'var(--ff-ink, #123456)' }));
  const text = svgText(drawRisksByGroup({ ...data, groups }, newDocument(), { width: 1200 }));
  expect(text).toContain('>var(--ff-ink, #123456)<');
});

test('the style of dark pages has every variable once', () => {
  const declared = darkStyle
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  expect(declared).toEqual([...colours].map(([name, { dark }]) => `${name}: ${dark}`));
  expect(groupColour(0).fill).toBe(`var(--ff-orange, ${of('orange', 'light')})`);
});
