import { describe, expect, test } from 'vitest';
import { type PixelPoint, placeLabels, sampleLine, spreadPositions } from '../src/marks/place-labels.js';

test('labels with room stay where they are wanted', () => {
  expect(spreadPositions([50, 10, 90], 14, 0, 100)).toEqual([50, 10, 90]);
});

test('labels wanted at one place are a gap apart, in their order, inside', () => {
  expect(spreadPositions([95, 95, 95], 14, 0, 100)).toEqual([72, 86, 100]);
  expect(spreadPositions([0, 0, 0], 14, 0, 100)).toEqual([0, 14, 28]);
});

test('too many labels share the room there is', () => {
  expect(spreadPositions([5, 5, 5], 14, 0, 20)).toEqual([0, 10, 20]);
});

const bounds = { left: 0, top: 0, right: 400, bottom: 300 };
const size = { width: 60, height: 14, radius: 4 };
const overlaps = (one: PixelPoint, other: PixelPoint): boolean =>
  Math.abs(one.x - other.x) < size.width && Math.abs(one.y - other.y) < size.height;

test('a label alone stands to the right of its mark', () => {
  const [place] = placeLabels([{ x: 100, y: 100, ...size }], [], bounds);
  expect(place!.y).toBeCloseTo(100);
  expect(place!.x - size.width / 2).toBeGreaterThan(100 + size.radius);
});

test('labels of marks close together do not overlap', () => {
  const marks = [100, 104, 108, 112].map((x) => ({ x, y: 100, ...size }));
  const places = placeLabels(marks, [], bounds);
  for (const [i, one] of places.entries()) {
    for (const other of places.slice(i + 1)) expect(overlaps(one, other)).toBe(false);
  }
});

test('a label at the right edge goes inside, one on a line beside it', () => {
  const [edge] = placeLabels([{ x: 395, y: 100, ...size }], [], bounds);
  expect(edge!.x + size.width / 2).toBeLessThanOrEqual(400);
  const line = sampleLine([
    { x: 0, y: 100 },
    { x: 400, y: 100 },
  ]);
  const [beside] = placeLabels([{ x: 200, y: 100, ...size }], line, bounds);
  expect(Math.abs(beside!.y - 100)).toBeGreaterThanOrEqual(size.height / 2);
});

describe('in a crowd', () => {
  const own = { x: 200, y: 150, ...size };
  const ring = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => ({
    x: own.x + 14 * Math.cos((eighth * Math.PI) / 4),
    y: own.y + 14 * Math.sin((eighth * Math.PI) / 4),
    radius: 3,
  }));

  test('a label with room stands beside its mark, without a leader', () => {
    const far = { x: 200, y: 250, radius: 3 };
    const [place] = placeLabels([own], [], bounds, { marks: [far], occupied: [] });
    expect(place).toEqual({ x: own.x + own.radius + 3 + size.width / 2, y: own.y });
  });

  test('a label beside which another mark lies as near goes to the other side', () => {
    const right = { x: 200 + own.radius + 3 + size.width + 6, y: 150, radius: 3 };
    const [place] = placeLabels([own], [], bounds, { marks: [right], occupied: [] });
    expect(place!.leader).toBeUndefined();
    expect(Math.abs(place!.x + size.width / 2 - right.x)).toBeGreaterThan(12);
  });

  test('a label for which only places further away are free has a leader from its mark, between the others', () => {
    const [place] = placeLabels([own], [], bounds, { marks: ring, occupied: [] });
    const [from, to] = place!.leader!;
    expect(Math.hypot(from.x - own.x, from.y - own.y)).toBeCloseTo(own.radius + 1, 9);
    for (const { x, y, radius } of ring) {
      expect(Math.abs(place!.x - x) < size.width / 2 && Math.abs(place!.y - y) < size.height / 2).toBe(false);
      for (const sample of sampleLine([from, to], 1)) {
        expect(Math.hypot(sample.x - x, sample.y - y)).toBeGreaterThan(radius);
      }
    }
  });

  test('a label keeps clear of text that is there already', () => {
    const occupied = [{ left: 205, right: 400, top: 100, bottom: 200 }];
    const [place] = placeLabels([own], [], bounds, { marks: [], occupied });
    expect(place!.x + size.width / 2 <= 205 || Math.abs(place!.y - 150) >= 50).toBe(true);
  });
});

test('a sampled line has no gap wider than its step', () => {
  const line = sampleLine(
    [
      { x: 0, y: 0 },
      { x: 30, y: 40 },
    ],
    4,
  );
  expect(line[0]).toEqual({ x: 0, y: 0 });
  expect(line.at(-1)).toEqual({ x: 30, y: 40 });
  for (const [i, { x, y }] of line.slice(1).entries()) {
    expect(Math.hypot(x - line[i]!.x, y - line[i]!.y)).toBeLessThanOrEqual(4);
  }
});
