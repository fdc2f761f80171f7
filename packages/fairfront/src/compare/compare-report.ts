// Runs side by side as one page: what changed in words, a picture, then the tables. No script, no network; it prints.

import { type ComparisonData, drawComparison } from '@fairfront/charts';
import { METRIC_KINDS } from '../measure/named-metric.js';
import { figure, htmlTable, page, paragraph } from '../report/html.js';
import { drawSvg } from '../report/picture.js';
import { printable } from '../report/printable.js';
import type { CompareResult } from './compare-result.js';
import { comparedMetrics, comparedTable } from './compare-tables.js';
import { compareWords } from './compare-words.js';

/** Makes the page of a comparison. */
export function compareReport(exact: CompareResult): string {
  const result = printable(exact);
  const [problem, ...found] = compareWords(result);
  const ends = {
    lower: 'Lower is better.',
    higher: 'Higher is better.',
    neither: 'Neither end is better by itself.',
  };
  return page(
    `${result.target}: ${result.runs.length} runs side by side`,
    [
      paragraph(problem!),
      ...found.map(paragraph),
      figure(
        drawSvg(drawComparison, pictured(result)),
        'Every group under every run. Intervals that overlap do not mean that runs are alike: on the same rows, go by the changes below.',
      ),
      paragraph(
        'Below a figure of the first run stands its interval; below that of another run on the same rows what changes from the first, with the paired interval of the change. Better and worse are said where that interval leaves no doubt.',
      ),
      ...comparedMetrics(result).map((metric) =>
        htmlTable(comparedTable(result, metric, '\n'), ends[METRIC_KINDS[metric.name].better ?? 'neither']),
      ),
      '<h2>How it was made</h2>',
      paragraph(`fairfront ${result.fairfront}.`),
      ...result.runs.map(({ folder, data, model, loss, decision }) =>
        paragraph(`${folder}: ${data}, ${model}, trained for ${loss}; verdict: ${decision}.`),
      ),
    ].join('\n'),
  );
}

/** What the first run was trained for, and accuracy: a line for each run. */
function pictured({ runs, groups }: CompareResult): ComparisonData {
  const { loss, rows, metrics } = runs[0]!;
  const risk = loss === 'brier' ? 'brier' : 'crossEntropy';
  const total = rows.reduce((sum, own) => sum + own, 0);
  return {
    loss,
    part: 'test',
    noun: 'run',
    level: metrics.intervals!.level,
    groups: groups.map((name, group) => ({ name, share: rows[group]! / total })),
    methods: runs.map((run) => ({
      name: run.folder,
      isMinimax: false,
      needsGroup: false,
      risks: run.metrics[risk].byGroup,
      accuracies: run.metrics.accuracy.byGroup,
      worstIntervals: {
        risk: run.metrics.intervals![risk].worst,
        accuracy: run.metrics.intervals!.accuracy.worst,
      },
    })),
  };
}
