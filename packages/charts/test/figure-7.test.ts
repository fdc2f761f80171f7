import { describe, expect, test } from 'vitest';
import { drawFigure7 } from '../src/paper/figure-7.js';
import { findTextFaults, newDocument, readFigure } from './parse-figure.js';
import { figure7Data } from './sample-estimation.js';

const figure = readFigure(drawFigure7(figure7Data(), newDocument()));

describe('Figure 7', () => {
  test('has both groups above and below in each of three columns, and one classifier', () => {
    expect(figure.all('ff-response', 'path')).toHaveLength(3 * 2);
    expect(figure.all('ff-density', 'path')).toHaveLength(3 * 2);
    expect(figure.all('ff-classifier', 'path')).toHaveLength(3);
    for (const label of ['group 0', 'group 1', 'h* (minimax fair)']) {
      expect(figure.labels.filter((text) => text === label)).toHaveLength(1);
    }
  });

  test('says which case each column is, with its parameters', () => {
    for (const words of ['Case I: groups differ in x alone', 'Case II: groups differ in Y given x alone']) {
      expect(figure.labels).toContain(words);
    }
    const notes = figure.labels.filter((label) => label.startsWith('m₁ = '));
    expect(notes.map((note) => note.split(':')[0])).toEqual([
      'm₁ = 2, λ = 0',
      'm₁ = 0, λ = 0.5',
      'm₁ = 2, λ = 0.5',
    ]);
  });

  test('shows lines that lie on one another: each is thinner than the one below', () => {
    const widths = (name: string) =>
      [...figure.root.querySelectorAll(`.${name}`)].map((line) =>
        Number(line.getAttribute('stroke-width') ?? line.querySelector('path')!.getAttribute('stroke-width')),
      );
    const responses = widths('ff-response');
    for (const column of [0, 2, 4]) expect(responses[column]).toBeGreaterThan(responses[column + 1]!);
    // Densities coincide in Case II alone.
    const densities = widths('ff-density');
    expect(densities[2]).toBeGreaterThan(densities[3]!);
    expect(densities[0]).toBe(densities[1]);
    expect(densities[4]).toBe(densities[5]);
  });

  test('has no text over another', () => {
    expect(findTextFaults(figure.root)).toEqual([]);
  });
});
