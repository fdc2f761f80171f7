// The sentence above what a model gives to every group: who is worst off by the first metric, how sure that is, and how far from all rows.

import type { FigureMetric, GroupFigure } from './figure-data.js';
import { capitalised, fitSentence } from './fit-sentence.js';
import type { FigureRow } from './group-figure-rows.js';
import { figureWords } from './group-figures-plot.js';
import { fontSize } from './theme.js';
import { fitText } from './words.js';

/** In the sentence, in pixels; of names that are ours none is cut. */
const WIDEST_METRIC = 220;

/** Which end of a metric is at the top. */
export const firstWord = ({ better }: FigureMetric): string => (better === 'higher' ? 'lowest' : 'highest');

/** Accuracy is lowest for Black women: 71.2% (68.0% to 74.1%), against 84.2% for all rows. @param rows in order @param width what it must fit into */
export function figureSentence(rows: readonly FigureRow[], metric: FigureMetric, width: number): string {
  const inWords = figureWords(metric);
  const name = fitText(capitalised(metric.name), WIDEST_METRIC, fontSize.title);
  const judged = rows.filter(({ tooSmall }) => !tooSmall);
  const [first, ...others] = judged.flatMap((row) =>
    row.figures[0] ? [{ group: row.name, figure: row.figures[0] }] : [],
  );
  if (judged.length === 0) {
    return rows.length === 1
      ? 'The only group has too few rows to judge'
      : `None of ${rows.length} groups has rows enough to judge`;
  }
  if (first === undefined) return `${name} cannot be told for any group`;
  const last = others.at(-1);
  const whole = intervalWords(first.figure, inWords);
  if (last === undefined) {
    const only = rows.length === 1 ? 'the only group' : 'the only group that can be judged';
    return fitSentence(
      width,
      [first.group] as const,
      ([group]) => `${name} is ${whole} for ${only}, ${group}`,
    );
  }
  const [one, other] = [inWords(first.figure.value), inWords(last.figure.value)];
  if (one === other) {
    const all = judged.length === rows.length && others.length + 1 === rows.length;
    const whom = all ? (rows.length === 2 ? 'both groups' : 'every group') : 'every group that can be judged';
    return `${name} is ${one} for ${whom}`;
  }
  if (metric.better === 'neither') {
    return fitSentence(
      width,
      [first.group, last.group] as const,
      ([high, low]) => `${name} is ${one} for ${high}, ${other} for ${low}: the highest and the lowest`,
    );
  }
  const against =
    metric.overall === null || !Number.isFinite(metric.overall)
      ? ''
      : `, against ${inWords(metric.overall)} for all rows`;
  return fitSentence(
    width,
    [first.group] as const,
    ([group]) => `${name} is ${firstWord(metric)} for ${group}: ${whole}${against}`,
  );
}

function intervalWords({ value, low, high }: GroupFigure, inWords: (value: number) => string): string {
  if (low === undefined || high === undefined) return inWords(value);
  return `${inWords(value)} (${inWords(low)} to ${inWords(high)})`;
}
