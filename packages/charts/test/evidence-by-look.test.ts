import { describe, expect, test } from 'vitest';
import { drawEvidenceByLook, type EvidenceByLookData } from '../src/index.js';
import { type Figure, newDocument, readFigure } from './parse-figure.js';
import { evidenceData } from './report-samples.js';
import { faultsAt } from './sheet-faults.js';

const draw = (data: EvidenceByLookData, width = 892): Figure =>
  readFigure(drawEvidenceByLook(data, newDocument(), { width }));

test('has a line for every group and for their mean, the alarm, and when it was given', () => {
  const data = evidenceData();
  const figure = draw(data);
  expect(figure.all('ff-evidence', 'path')).toHaveLength(4);
  expect(figure.all('ff-alarm', 'line')).toHaveLength(1);
  expect(figure.all('ff-since', 'line')).toHaveLength(1);
  expect(figure.labels).toContain('mean of all');
  expect(figure.words).toContain('dashed: an alarm, once the mean of all groups reaches 20');
  expect(figure.title).toBe(
    `Alarm at look ${data.since}: some group is served worse than promised, most likely ${data.groups[0]!.name}`,
  );
});

test('without an alarm has no line for when it was given', () => {
  const data = evidenceData(3);
  expect(data.since).toBeNull();
  const figure = draw(data);
  expect(figure.all('ff-since', 'line')).toHaveLength(0);
  expect(figure.title).toMatch(/^No alarm after 3 looks: the evidence is [\d.]+, an alarm takes 20$/);
});

test('a lone group is its own mean', () => {
  const figure = draw(evidenceData(5, 1));
  expect(figure.all('ff-evidence', 'path')).toHaveLength(1);
  expect(figure.labels).not.toContain('mean of all');
});

describe.each([1, 2, 12, 200])('%d looks', (looks) => {
  test.each([1, 2, 6, 14])('of %d groups have all texts clear of each other', (groups) => {
    expect(faultsAt(draw, evidenceData(looks, groups))).toEqual([]);
  });
});

test.each([
  ['nothing left', 1e-300],
  ['all that is counted', 1e300],
])('evidence of %s is drawn inside the sheet', (_, eValue) => {
  const figure = draw({
    alarm: 20,
    groups: [{ name: 'a', eValues: [1, eValue] }],
    mean: [1, eValue],
    since: 2,
  });
  const heights = [
    ...figure
      .all('ff-evidence', 'path')[0]!
      .getAttribute('d')!
      .matchAll(/,(-?[\d.]+)/g),
  ].map(([, y]) => Number(y));
  for (const y of heights) expect(y).toBeGreaterThanOrEqual(20);
  for (const y of heights) expect(y).toBeLessThanOrEqual(320);
});
