// What a comparison of runs comes to, in sentences.

import { count, listed, percent } from '@fairfront/core/internal';
import type { ComparedRun, CompareResult } from './compare-result.js';
import { type ComparedMetric, changeOf, comparedMetrics, directionOf } from './compare-tables.js';

/** What is compared, then a sentence for each run but the first. @param result printable */
export function compareWords(result: CompareResult): string[] {
  const { runs, target, classes, groups } = result;
  const { level } = runs[0]!.metrics.intervals!;
  return [
    `${count(runs.length, 'run')} that predict ${target} (${listed(classes)}) for ${count(groups.length, 'group')}: the chosen model of each, on its test rows, with ${percent(level)} intervals.`,
    ...runs.slice(1).map((run) => runWords(run, result)),
  ];
}

function runWords(run: ComparedRun, result: CompareResult): string {
  const first = result.runs[0]!;
  if (run.differs !== null) {
    const why = { rows: 'other test rows', labels: 'rows with other labels', groups: 'rows in other groups' }[
      run.differs
    ];
    return `${run.folder} was judged by ${why} than ${first.folder}. Its intervals are its own: a difference between the two may be one between their rows, and only where intervals are far apart does it say something of the models.`;
  }
  const rows = first.rows.reduce((sum, own) => sum + own, 0);
  const sentences = (['better', 'worse'] as const).flatMap((direction) => {
    const groups = sureChange(run, result, direction);
    return groups.length === 0 ? [] : [`${direction}: ${listed(groups, 12, '; ')}`];
  });
  const found =
    sentences.length === 0
      ? 'no group is better or worse served, as far as the rows tell'
      : `${sentences.join('. ')}. Each interval is by itself: of many figures some leave 0 out by chance`;
  return `${run.folder} against ${first.folder}, row by row on the same ${count(rows, 'test row')}: ${found}.`;
}

/** Metrics with the groups for which they surely went a way from the first run. */
export function sureChange(run: ComparedRun, result: CompareResult, direction: 'better' | 'worse'): string[] {
  return comparedMetrics(result).flatMap((metric) => sureGroups(metric, run, result, direction));
}

/** Of fewer rows of a group no change is told. */
const FEWEST_ROWS = 30;

/** A metric with the groups for which it went a way, beyond its interval. */
function sureGroups(
  metric: ComparedMetric,
  run: ComparedRun,
  { groups }: CompareResult,
  direction: 'better' | 'worse',
): string[] {
  const changes = changeOf(run, metric)?.byGroup ?? [];
  const names = groups.filter((_, group) => {
    const change = changes[group];
    return change && run.rows[group]! >= FEWEST_ROWS && directionOf(change, metric.name) === direction;
  });
  return names.length === 0 ? [] : [`${metric.title} for ${listed(names)}`];
}
