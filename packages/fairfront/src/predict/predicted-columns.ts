// What predictions add to a file, and what they need of it beside the columns that the model learned from.

import { findColumn, type Table } from '@fairfront/core';
import { quoted } from '@fairfront/core/internal';
import { optionText } from '../option-kinds.js';
import type { Model } from '../runs/plain-model.js';
import type { Data } from '../task/data.js';
import { UsageError } from '../usage-error.js';

/** The names of the new columns: one for each class, then the prediction. */
export function newNames(
  classes: readonly string[],
  prefix: string,
  names: readonly string[],
  label: string,
  isSame: (left: string, right: string) => boolean = (left, right) => left === right,
): readonly string[] {
  const own = [...classes.map((name) => `${prefix}probability_${name}`), `${prefix}prediction`];
  const taken = own.find((name) => names.some((other) => isSame(name, other)));
  if (taken === undefined) return own;
  throw new UsageError(
    `${label} has a column ${quoted([taken])} already, where a prediction would go; begin the names of the new columns with another text, such as ${optionText('prefix', prefix === 'new_' ? 'newer_' : 'new_')}`,
  );
}

/** A model with a threshold for each group decides by the group's name, which is in a column of its own. */
export function withGroup(model: Model, group: string | undefined): Model {
  const isByGroup = model.decision !== undefined && 'thresholds' in model.decision;
  if (!isByGroup) {
    if (group === undefined) return model;
    throw new UsageError('`group`: this model decides alike for all groups; leave it out');
  }
  if (group === undefined) {
    throw new UsageError(
      'this model has a threshold for each group, and decides by it: name the column with the group of each row with `group`',
    );
  }
  const isTaken = model.columns.some(({ name }) => name === group);
  const { decision } = model;
  const known = new Set(
    decision && 'thresholds' in decision ? decision.thresholds.map((own) => own.group) : [],
  );
  let done = 0;
  let groups: string[] = []; // of the rows that were predicted last: batches come one after the other
  return {
    ...model,
    columns: isTaken ? model.columns : [...model.columns, { name: group, kind: 'categorical' }],
    predict: (rows, options) => {
      const column = findColumn(
        (rows as Table).columns ? (rows as Table) : (rows as Data).table,
        group,
        '`group`',
      );
      if (column.kind !== 'categorical') {
        throw new UsageError(`\`group\`: column ${quoted([group])} holds numbers, not the names of groups`);
      }
      const names = column.levels.map((level) => (known.has(level) ? level : `${group}=${level}`));
      groups = Array.from(column.codes, (code) => names[code] ?? '');
      const stray = groups.findIndex((name) => !known.has(name));
      if (stray >= 0) {
        const level = column.levels[column.codes[stray]!];
        throw new UsageError(
          `\`group\`: row ${done + stray + 1} ${level === undefined ? 'has no group' : `is of the group ${quoted([level])}`}; the model has a threshold for ${quoted([...known])}`,
        );
      }
      done += groups.length;
      return model.predict(rows, options);
    },
    decide: (probabilities) => model.decide(probabilities, groups),
  };
}
