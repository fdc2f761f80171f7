import { parseGroups } from '@fairfront/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { datasets, parseDataSource, parseDatasetName } from '../../src/datasets/registry.js';
import { madeFolder } from './data.js';

describe('names of datasets', () => {
  it.each([
    ['adult', 'adult', undefined],
    ['adult:gender', 'adult', 'sex'],
    ['adult:gender-ethnicity', 'adult', 'sex,race=White|Other:*'],
    ['german:gender', 'german', 'sex'],
    ['german:age', 'german', 'age-group'],
    ['mimic-iii:age-ethnicity-outcome', 'mimic-iii', 'age<55,ethnicity_group,outcome'],
    ['ham10000:diagnosis', 'ham10000', 'dx'],
    ['support2:age-race-outcome', 'support2', 'age<55,race=white|nonwhite:*,hospdead'],
  ])('%s', (text, name, groups) => {
    const { recipe, preset } = parseDatasetName(text);
    expect(recipe.name).toBe(name);
    expect(preset?.groups).toBe(groups);
  });

  it.each([
    [
      'adlt',
      'there is no dataset "adlt"; did you mean "adult"? (there are adult, german, ham10000, ham10000-64, ham10000-full, mimic-iii, sms-spam, support2)',
    ],
    ['iris', 'there is no dataset "iris" (there are adult'],
    [
      'adult:gendr',
      'dataset adult has no preset "gendr"; did you mean "gender"? (there are gender, gender-ethnicity); or choose `groups` yourself',
    ],
    ['adult:', 'dataset adult has no preset ""'],
    ['ham10000:age', 'dataset ham10000 has no preset "age" (there is diagnosis)'],
    ['adult:gender:x', 'no preset "gender:x"'],
    ['', 'there is no dataset ""'],
  ])('%j is not one', (text, message) => {
    expect(() => parseDatasetName(text)).toThrow(message);
  });
});

describe('a source of data', () => {
  const nothing = (): boolean => false;

  it('is a dataset by its name where no file has it', () => {
    expect(parseDataSource('adult:gender', nothing)).toMatchObject({
      kind: 'dataset',
      preset: { groups: 'sex' },
    });
  });

  it('is the file where one has the name of a dataset, and that is said', () => {
    const source = parseDataSource('adult', (path) => path === 'adult');
    expect(source).toMatchObject({ kind: 'file', path: 'adult' });
    expect(source).toHaveProperty(
      'note',
      expect.stringContaining('"adult" is a file here and is read as one'),
    );
    expect(parseDataSource('./adult', () => true)).toEqual({ kind: 'file', path: './adult' });
  });

  it('is not a folder: one named adult does not hide the dataset, a file named german does', () => {
    const before = process.cwd();
    onTestFinished(() => process.chdir(before));
    process.chdir(madeFolder({ 'adult/adult.data': '', german: '' }).path);
    expect(parseDataSource('adult').kind).toBe('dataset');
    expect(parseDataSource('german').kind).toBe('file');
  });

  it.each(['loans.csv', './adult', 'data/adult', 'C:\\data\\adult', '-', '.', '../adult'])(
    '%s is a path, there or not',
    (text) => {
      expect(parseDataSource(text, nothing)).toEqual({ kind: 'file', path: text });
    },
  );

  it.each(['adlt', 'adult:gendr', 'loans'])('%s is neither: an error that says both', (text) => {
    expect(() => parseDataSource(text, nothing)).toThrow(`there is no file "${text}", and `);
  });
});

describe('recipes', () => {
  it.each(datasets.map((recipe) => [recipe.name, recipe] as const))('of %s hold together', (_, recipe) => {
    for (const { groups } of recipe.presets) {
      for (const { column } of parseGroups(groups)) expect(recipe.features).not.toContain(column);
    }
    expect(recipe.features).not.toContain(recipe.target);
    expect(new Set(recipe.features).size).toBe(recipe.features.length);
    for (const release of recipe.releases) {
      expect(release.some(({ optional }) => !optional)).toBe(true);
      for (const { path, sha256 } of release) {
        expect(path).toMatch(/^[a-z0-9-]+\/[\w.-]+$/);
        if (sha256 !== undefined) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      }
    }
    expect(recipe.howToGet).toMatch(/https:\/\//);
  });
});
