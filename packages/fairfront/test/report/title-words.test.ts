// What a report is about, whatever its data are called.

import { describe, expect, it } from 'vitest';
import { fitTitle } from '../../src/report/title-words.js';

const task = { target: 'income', classes: ['<=50K', '>50K'], groupCount: 4 };
const asked = (groups: string) => ({ options: { groups } });

describe('the title of a fit', () => {
  it.each([
    ['adult', asked('sex,income'), 'Is income “>50K”? A model for adult, judged by sex and income'],
    [
      'adult:gender-ethnicity',
      undefined,
      'Is income “>50K”? A model for adult, judged by gender and ethnicity',
    ],
    ['/data/of mine/loans.csv', undefined, 'Is income “>50K”? A model for loans.csv, judged for 4 groups'],
    [
      'C:\\data\\loans.csv',
      asked('sex,race=White|Other:*,age<30'),
      'Is income “>50K”? A model for loans.csv, judged by sex, race and age',
    ],
  ])('of %s is no path', (data, options, title) => {
    expect(fitTitle({ ...task, data, asked: options })).toBe(title);
  });

  it('names the column that classes were made of', () => {
    const told = fitTitle({
      ...task,
      target: 'income=low|mid:high',
      classes: ['low|mid', 'high'],
      data: 'x.csv',
    });
    expect(told).toMatch(/^Is income “high”\? A model for x/);
  });

  it('of several classes asks which', () => {
    expect(fitTitle({ ...task, classes: ['a', 'b', 'c'], data: 'x.csv' })).toMatch(
      /^Which income\? A model for x/,
    );
  });
});
