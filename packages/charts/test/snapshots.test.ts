// Pictures as pictures: every figure at two widths as an .svg file to look at, drawn from real data, and the hard cases.
// UPDATE_SNAPSHOTS=1 writes them.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Figure, type FigureName, figures, kindOf, svgText } from '../src/index.js';
import { findXmlFault, newDocument, readFigure } from './parse-figure.js';
import { evidenceData, risksByGroupData } from './report-samples.js';
import { gapBySolveData } from './sample-data.js';
import { faultsAt } from './sheet-faults.js';

const folder = new URL('snapshots/', import.meta.url);
const real = new URL('real/', import.meta.url);
const isUpdate = process.env['UPDATE_SNAPSHOTS'] === '1';

const realFigures = readdirSync(real)
  .filter((name) => name.endsWith('.json'))
  .map((name): [string, Figure] => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(new URL(name, real), 'utf8')) as Figure,
  ]);

const named = (names: readonly string[]): Figure => {
  const data = risksByGroupData(names.length);
  return { name: 'risks-by-group', data: { ...data, groups: names.map((name) => ({ name, share: 0.1 })) } };
};
const ages = { from: 17, to: 90, counts: [1657, 2842, 3604, 3941, 4312, 3820, 3125, 1840, 640, 160, 13] };

const cases: readonly (readonly [string, Figure])[] = [
  ...realFigures,
  ['evidence-by-look', { name: 'evidence-by-look', data: evidenceData() }],
  ['gap-by-solve', { name: 'gap-by-solve', data: gapBySolveData() }],
  ['histogram', { name: 'histogram', data: { column: 'age', missing: 812, values: ages } }],
  [
    'histogram-levels',
    {
      name: 'histogram',
      data: {
        column: 'marital-status',
        missing: 3,
        values: Array.from({ length: 15 }, (_, i) => ({ level: `level ${i}`, rows: 9000 >> i })),
      },
    },
  ],
  ['hard-64-groups', { name: 'risks-by-group', data: risksByGroupData(64) }],
  ['hard-one-group', { name: 'risks-by-group', data: risksByGroupData(1) }],
  ['hard-long-name', named([`${'A very long name '.repeat(18)}…`, 'short', '長い名前のグループ'.repeat(9)])],
  ['hard-script', named(['<script>alert(1)</script>', '" onload="alert(1)', "' & ]]> \u202Etxt"])],
  [
    'hard-infinite',
    {
      name: 'risks-by-group',
      data: {
        ...risksByGroupData(3),
        models: [
          { name: 'naive', risks: [0.3, Number.POSITIVE_INFINITY, 0.2] },
          { name: 'minimax', risks: [0.3, 1.1, Number.POSITIVE_INFINITY] },
        ],
      },
    },
  ],
];

const GEOMETRY = / (?:d|transform|viewBox|width|height|r|[xy][12]?|c[xy])="[^"]*"/g;

/** Places to a tenth of a pixel, an element on each line: what differs in a picture is what differs in its text. */
const readable = (svg: string): string => {
  const round = (digits: string): string => String(Math.round(10 * Number(digits)) / 10);
  return `${svg.replace(GEOMETRY, (place) => (place.endsWith('em"') ? place : place.replace(/\d+\.\d+/g, round))).replaceAll('><', '>\n<')}\n`;
};

const drawAt = (figure: Figure, width: number) =>
  kindOf(figure).draw(figure.data, newDocument(), { width }) as unknown as { readonly outerHTML: string };

test('there is a picture of every kind of figure', () => {
  const drawn = new Set(cases.map(([, { name }]) => name));
  expect((Object.keys(figures) as FigureName[]).filter((name) => !drawn.has(name))).toEqual([]);
});

describe.each(cases)('%s', (name, figure) => {
  test.each([720, 358])('looks as it did at %d pixels', (width) => {
    const text = readable(svgText(drawAt(figure, width)));
    const file = new URL(`${name}-${width}.svg`, folder);
    if (isUpdate) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, text);
    }
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  test('has nothing on top of each other and nothing outside, however wide it is', () => {
    expect(faultsAt((data: Figure, width) => readFigure(drawAt(data, width)), figure)).toEqual([]);
  });

  test('by itself is as wide as was asked for, and without title and note where a page sets them', () => {
    const kind = kindOf(figure);
    const { title, note, alternative } = kind.describe(figure.data);
    const bare = readFigure(
      kind.draw(figure.data, newDocument(), { width: 500, titled: false }) as unknown as {
        readonly outerHTML: string;
      },
    );
    expect(bare.root.getAttribute('width')).toBe('500');
    expect(bare.title).toBe(title);
    expect(bare.words).not.toContain(note === '' ? title : note.slice(0, 40));
    expect(bare.root.querySelector('desc')!.textContent!.length).toBeGreaterThan(20);
    expect(alternative).toMatch(/\d.*\.$/s);
    expect(title).not.toMatch(/undefined|NaN|Infinity|null/);
    expect(alternative).not.toMatch(/undefined|NaN|Infinity|null/);
  });

  test('has a table of as many cells as it has columns, numbers as numbers', () => {
    const { columns, rows } = kindOf(figure).tabulate(figure.data);
    expect(new Set(columns).size).toBe(columns.length);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row).toHaveLength(columns.length);
      for (const cell of row) expect(cell).not.toBeNaN();
    }
  });
});

test('names cannot become markup', () => {
  const hard = cases.find(([name]) => name === 'hard-script')![1];
  const { text, root } = readFigure(drawAt(hard, 720));
  expect(findXmlFault(text)).toBeUndefined();
  expect(text).toContain('&lt;script&gt;');
  expect(root.querySelectorAll('script, [onload]')).toHaveLength(0);
});

test('a thumbnail is bars alone, 60 pixels high', () => {
  const data = { column: 'age', missing: 9, values: ages, small: true };
  const thumbnail = readFigure(figures.histogram.draw(data, newDocument(), { width: 220, titled: false }));
  expect(['width', 'height'].map((name) => thumbnail.root.getAttribute(name))).toEqual(['220', '60']);
  expect(thumbnail.labels).toEqual([]);
  expect(thumbnail.all('ff-bin', 'rect')).toHaveLength(ages.counts.length + 1);
});
