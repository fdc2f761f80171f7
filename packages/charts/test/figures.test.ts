// What holds for every figure: a file of its own that any viewer can read, with all of it inside, the same every time.

import { describe, expect, test } from 'vitest';
import {
  drawComparison,
  drawEvidenceByLook,
  drawFigure1,
  drawFigure2,
  drawFigure3,
  drawFigure5,
  drawFigure6,
  drawGapBySolve,
  drawGroupMetrics,
  drawImportance,
  drawParetoFront,
  drawPartialDependence,
  drawReliability,
  drawRisksByGroup,
  drawSearchPath,
  svgText,
} from '../src/index.js';
import { drawFigure7 } from '../src/paper/figure-7.js';
import { drawFigure8 } from '../src/paper/figure-8.js';
import { comparisonData, groupMetricsData, reliabilityData } from './audit-samples.js';
import { findXmlFault, newDocument, placedPoints, readFigure } from './parse-figure.js';
import {
  evidenceData,
  risksByGroupData,
  searchPathData,
  threeGroupFront,
  twoGroupFront,
} from './report-samples.js';
import {
  figure1Data,
  figure2Data,
  figure3Data,
  figure5Data,
  figure6Data,
  gapBySolveData,
} from './sample-data.js';
import { figure7Data, figure8Data } from './sample-estimation.js';
import { sampleStudy } from './sample-study.js';
import { dependenceData, importanceData } from './why-samples.js';

const figures = [
  { name: 'Figure 1', draw: (document: Document) => drawFigure1(figure1Data(), document), letters: 'ab' },
  { name: 'Figure 2', draw: (document: Document) => drawFigure2(figure2Data(), document), letters: 'abcdef' },
  { name: 'Figure 3', draw: (document: Document) => drawFigure3(figure3Data(), document), letters: 'ab' },
  { name: 'Figure 5', draw: (document: Document) => drawFigure5(figure5Data(), document), letters: 'ab' },
  { name: 'Figure 6', draw: (document: Document) => drawFigure6(figure6Data(), document), letters: 'abc' },
  {
    name: 'Figure 6 with networks',
    draw: (document: Document) => drawFigure6({ ...figure6Data(), study: sampleStudy() }, document),
    letters: 'abcde',
  },
  { name: 'Figure 7', draw: (document: Document) => drawFigure7(figure7Data(), document), letters: 'abc' },
  { name: 'Figure 8', draw: (document: Document) => drawFigure8(figure8Data(), document), letters: 'abcd' },
  {
    name: 'Gap by solve',
    draw: (document: Document) => drawGapBySolve(gapBySolveData(), document),
    letters: '',
  },
  {
    name: 'Evidence by look',
    draw: (document: Document) => drawEvidenceByLook(evidenceData(), document),
    letters: '',
  },
  {
    name: 'Risks by group',
    draw: (document: Document) => drawRisksByGroup(risksByGroupData(), document),
    letters: '',
  },
  {
    name: 'Search path',
    draw: (document: Document) => drawSearchPath(searchPathData(), document),
    letters: '',
  },
  {
    name: 'Pareto front of two groups',
    draw: (document: Document) => drawParetoFront(twoGroupFront(), document),
    letters: '',
  },
  {
    name: 'Figures of every group',
    draw: (document: Document) => drawGroupMetrics(groupMetricsData(), document),
    letters: '',
  },
  {
    name: 'Reliability',
    draw: (document: Document) => drawReliability(reliabilityData(), document),
    letters: '',
  },
  {
    name: 'Importance',
    draw: (document: Document) => drawImportance(importanceData(), document),
    letters: '',
  },
  {
    name: 'Partial dependence',
    draw: (document: Document) => drawPartialDependence(dependenceData(), document),
    letters: '',
  },
  {
    name: 'Comparison',
    draw: (document: Document) => drawComparison(comparisonData(), document),
    letters: '',
  },
  {
    name: 'Pareto front of three groups',
    draw: (document: Document) => drawParetoFront(threeGroupFront(), document),
    letters: '',
  },
];

describe.each(figures)('$name', ({ draw, letters }) => {
  const figure = readFigure(draw(newDocument()));

  test('is a well-formed file of its own', () => {
    expect(findXmlFault(figure.text)).toBeUndefined();
    expect(figure.root.localName).toBe('svg');
    expect(figure.root.getAttribute('xmlns')).toBe('http://www.w3.org/2000/svg');
    expect(figure.root.getAttribute('viewBox')).toBe(
      `0 0 ${figure.root.getAttribute('width')} ${figure.root.getAttribute('height')}`,
    );
  });

  test('needs nothing from outside, and no scripts or styles, which a strict page forbids', () => {
    expect(figure.text).not.toMatch(/<script|<style|<image|href|url\(|@import| id="| style="/);
  });

  test('is readable on a dark page as a file: the first thing drawn is a white sheet of its size', () => {
    const sheet = [...figure.root.children].find(({ localName }) => localName === 'rect')!;
    expect(sheet.getAttribute('fill')).toBe('#FFFFFF');
    expect(sheet.getAttribute('width')).toBe(figure.root.getAttribute('width'));
    const before = [...figure.root.children].map(({ localName }) => localName);
    expect(before.slice(0, before.indexOf('rect') + 1).join(' ')).toMatch(/^title (desc )?rect$/);
  });

  test('has every panel, by letter', () => {
    for (const letter of letters) expect(figure.labels.filter((label) => label === letter)).toHaveLength(1);
  });

  test('has no number that is none, and no warning of Plot', () => {
    expect(figure.text).not.toMatch(/NaN|undefined|Infinity|null|⚠/);
  });

  test('has coordinates of two decimals at most', () => {
    const geometry = [...figure.text.matchAll(/ (?:d|transform|x|y|x1|y2|r)="([^"]*)"/g)].map(
      ([, value]) => value,
    );
    expect(geometry.length).toBeGreaterThan(50);
    for (const value of geometry) expect(value).not.toMatch(/\.\d{3}|\de-/);
  });

  test('has everything inside its sheet', () => {
    const [width, height] = ['width', 'height'].map((name) => Number(figure.root.getAttribute(name))) as [
      number,
      number,
    ];
    const points = placedPoints(figure.root);
    expect(points.length).toBeGreaterThan(100);
    // Text is anchored at its baseline or middle, hence a pixel more than nothing.
    expect(
      points.filter(({ x, y }) => !(x >= 1 && x <= width && y >= 1 && y <= height) && !(x === 0 && y === 0)),
    ).toEqual([]);
  });

  test('is drawn the same again', () => {
    const document = newDocument();
    expect(svgText(draw(document))).toBe(figure.text);
    expect(svgText(draw(document))).toBe(figure.text);
  });

  test('has a font no smaller than 11 pixels', () => {
    const sizes = [...figure.text.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
    expect(Math.min(...sizes)).toBe(11);
  });
});
