// Which groups a fit found itself, in sentences: who, in which round, and what the fit did for them.

import { change, count, decimal, percent } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import { riskOf } from '../measure/model-metrics.js';
import { keepsNaive } from '../training/select/selection.js';

/** Says who was found; nothing where the groups were named. */
export function discoveredWords(result: FitResult): string[] {
  const { discovered } = result;
  if (discovered === undefined) return [];
  const { rounds, level, most } = discovered;
  const found = rounds.flatMap(({ group }, round) => (group === null ? [] : [{ ...group, round }]));
  const last = rounds.at(-1)!;
  if (found.length === 0) {
    const lose = last.passedOver.length;
    const others =
      lose === 0
        ? 'nobody loses more than the rest, as far as can be told'
        : `of ${count(lose, 'sub-population')} who lose more than the rest none is known to be served better by another model`;
    return [`No groups were found: ${others}. This is an ordinary model, for everyone.`];
  }
  return [
    ...found.map(({ name, description, round, confirming, alone }) => {
      const { rows, risk, restRisk } = confirming;
      const model = round === 0 ? 'ordinary training' : 'the model so far';
      return `Round ${round + 1} found: ${description}. On the rows that confirmed it (${count(rows, 'row')}), ${model} loses ${decimal(risk.value)}, ${decimal(restRisk.value)} on all others; a model of their own would lose ${decimal(alone.value)}.${onTest(result, name)}`;
    }),
    `Each group stands beside all others who are not in it. The chance that any of them is false is at most ${percent(level)}${most === 1 ? '' : `, all ${most} rounds counted in`}; test rows took no part. ${
      last.group === null
        ? 'The last round found no other.'
        : 'There may be more: `rounds` says how often to look.'
    }`,
  ];
}

/** What the fit did for a group. */
function onTest(result: FitResult, name: string): string {
  const group = result.groups.findIndex((own) => own.name === name);
  if (group < 0 || keepsNaive(result.selection)) return '';
  const { models, changes, task } = result;
  const risk = (model: 'naive' | 'minimax'): string =>
    decimal(riskOf(models[model].metrics.test, task).byGroup[group]!);
  const { relative } = riskOf(changes.minimax, task).byGroup[group]!;
  return ` On test rows their risk was ${risk('naive')} with ordinary training and is ${risk('minimax')} now${relative === null ? '' : ` (${change(relative.value)})`}.`;
}
