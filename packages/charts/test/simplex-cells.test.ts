import { expect, test } from 'vitest';
import { embedInPlane } from '../src/marks/simplex-diagram.js';
import { gridStep, hasHoles, tileAround } from '../src/report/front-triangle.js';
import { threeGroupFront } from './report-samples.js';

const grid = threeGroupFront().points.map(({ mu }) => mu);
const area = (polygon: readonly (readonly number[])[]): number => {
  const corners = polygon.map(embedInPlane);
  const twice = corners.reduce((sum, { x, y }, i) => {
    const next = corners[(i + 1) % corners.length]!;
    return sum + x * next.y - y * next.x;
  }, 0);
  return Math.abs(twice) / 2;
};

test('the step of a grid is found, also where most of it is missing', () => {
  expect(gridStep(grid)).toBeCloseTo(0.05, 12);
  expect(gridStep(grid.filter((_, i) => i % 3 === 0))).toBeGreaterThan(0.049);
  expect(gridStep([[0.2, 0.3, 0.5]])).toBe(0.05);
});

test('a grid with a point missing has a hole', () => {
  expect(hasHoles(231, 0.05)).toBe(false);
  expect(hasHoles(230, 0.05)).toBe(true);
});

test('cells lie on the simplex and fill it', () => {
  const cells = grid.map((mu) => tileAround(mu, 0.05));
  for (const corner of cells.flat()) {
    expect(Math.min(...corner)).toBeGreaterThanOrEqual(-1e-12);
    expect(corner.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
  }
  expect(cells.reduce((sum, cell) => sum + area(cell), 0)).toBeCloseTo(Math.sqrt(3) / 4, 10);
});

test('a cell inside has six corners, one at a corner of the simplex four', () => {
  expect(tileAround([0.3, 0.3, 0.4], 0.05)).toHaveLength(6);
  expect(area(tileAround([1, 0, 0], 0.05))).toBeCloseTo(area(tileAround([0.3, 0.3, 0.4], 0.05)) / 6, 12);
});
