import { fitEncoder } from '@fairfront/core';
import { beforeAll, expect, it } from 'vitest';
import { loadRecipe } from '../../src/datasets/load-dataset.js';
import type { Dataset } from '../../src/datasets/recipe.js';
import { support2, support2Excluded } from '../../src/datasets/support2.js';
import { columnNames, counts, describeReal, groupCounts, realFolder, texts } from './data.js';

describeReal('SUPPORT2', 'support2', () => {
  let dataset: Dataset;
  beforeAll(async () => {
    dataset = await loadRecipe(support2, [realFolder]);
  });

  it('has 9,105 patients, 2,360 of whom died in hospital', () => {
    const { table } = dataset;
    expect(table.rowCount).toBe(9_105);
    expect(counts(texts(table, 'hospdead'))).toEqual({ survived: 6_745, died: 2_360 });
  });

  it('leaves race missing where it is, and says so', () => {
    const { table, notes } = dataset;
    expect(counts(texts(table, 'race'))).toMatchObject({ white: 7_191, missing: 42 });
    expect(notes.join()).toContain('race is not known in 42 rows');
    expect(support2.presets[0]!.missingGroup).toBe('drop');
  });

  it('has the eight groups of the preset, without the rows of unknown race', () => {
    expect(groupCounts(dataset, 'age-race-outcome')).toEqual({
      'age<55 · white · survived': 1_382,
      'age<55 · white · died': 413,
      'age<55 · nonwhite · survived': 599,
      'age<55 · nonwhite · died': 220,
      'age≥55 · white · survived': 3_986,
      'age≥55 · white · died': 1_410,
      'age≥55 · nonwhite · survived': 755,
      'age≥55 · nonwhite · died': 298,
      'left out': 42,
    });
  });

  it('decides on every column: a feature, or the reason why not', () => {
    const { table } = dataset;
    const decided = [...support2.features, ...Object.keys(support2Excluded)];
    expect(decided.sort()).toEqual(columnNames(table).sort());
  });

  it('encodes: labs have missing values, and the encoder says where', () => {
    const { table } = dataset;
    const rows = Uint32Array.from({ length: table.rowCount }, (_, row) => row);
    const { features } = fitEncoder(table, support2.features, rows, support2.encoderOptions);
    expect(features.filter(({ kind }) => kind === 'value')).toHaveLength(19);
    expect(features.find(({ name }) => name === 'ph missing')).toMatchObject({ rows: 2_284 });
  });
});
