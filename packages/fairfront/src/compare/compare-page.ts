// Runs side by side as a page: what changed in words, a picture, then the tables.

import type { ComparisonData } from '@fairfront/charts';
import { listed } from '@fairfront/core/internal';
import { METRIC_KINDS } from '../measure/named-metric.js';
import { figure, section, table, words } from '../report/blocks.js';
import { withGlossary } from '../report/glossary.js';
import type { PageVerdict, ReportPage } from '../report/page.js';
import { printable } from '../report/printable.js';
import { dataName } from '../report/title-words.js';
import type { CompareResult } from './compare-result.js';
import { comparedMetrics, comparedTable } from './compare-tables.js';
import { compareWords, sureChange } from './compare-words.js';

const ENDS = {
  lower: 'lower is better.',
  higher: 'higher is better.',
  neither: 'neither end is better by itself.',
} as const;

/** Makes the page of a comparison. */
export function comparePage(exact: CompareResult): ReportPage {
  const result = printable(exact);
  const { runs, target } = result;
  const [problem, ...found] = compareWords(result);
  return withGlossary({
    title: `Which run predicts ${target} better for whom? ${runs.length} runs side by side`,
    subtitle: listed(runs.map(({ folder }) => dataName(folder))),
    verdict: comparedVerdict(result, found),
    sections: [
      ...section('groups', 'Every group under every run', [
        ...words(problem, ...found.slice(1)),
        figure(
          'comparison',
          pictured(result),
          'Every group under every run. Intervals that overlap do not mean that runs are alike: on the same rows, go by the changes below.',
        ),
      ]),
      ...section('metrics', 'Metric by metric', [
        ...words(
          'Below a figure of the first run stands its interval; below that of another run on the same rows what changes from the first, with the paired interval of the change. Better and worse are said where that interval leaves no doubt.',
        ),
        ...comparedMetrics(result).map((metric) =>
          table(
            comparedTable(result, metric, '\n'),
            `${metric.title}: ${ENDS[METRIC_KINDS[metric.name].better ?? 'neither']}`,
          ),
        ),
      ]),
      ...section('method', 'How it was made', [
        ...words(
          `fairfront ${result.fairfront}.`,
          ...runs.map(
            ({ folder, data, model, loss, decision }) =>
              `${folder}: ${data}, ${model}, trained for ${loss}; verdict: ${decision}.`,
          ),
        ),
      ]),
    ],
  });
}

/** Whether groups are better or worse off under another run, as far as the rows tell. */
function comparedVerdict(result: CompareResult, found: readonly string[]): PageVerdict {
  const others = result.runs.slice(1);
  const isAny = (direction: 'better' | 'worse'): boolean =>
    others.some((run) => sureChange(run, result, direction).length > 0);
  const [better, worse] = [isAny('better'), isAny('worse')];
  const text = found[0] ?? 'There is one run only.';
  if (!others.some(({ differs }) => differs === null)) {
    return { tone: 'unclear', headline: 'The runs were judged by different rows', text };
  }
  if (!better && !worse) return { tone: 'keep', headline: 'No group is surely better or worse served', text };
  if (better && worse) return { tone: 'unclear', headline: 'Some figures are better, others worse', text };
  return better
    ? { tone: 'good', headline: 'Some figures are better, none is surely worse', text }
    : { tone: 'unclear', headline: 'Some figures are worse, none is surely better', text };
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
