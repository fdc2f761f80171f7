// What `fit` can be compared with: the baselines and the post-processings of the paper [MMPF App. A.6], by name.

import { quoted } from '@fairfront/core/internal';
import { choosesByFolds, type PreparedFit } from '../../task/prepare-fit.js';
import { UsageError } from '../../usage-error.js';

export const BASELINES = ['zafar', 'feldman', 'kamishima'] as const;
export type BaselineName = (typeof BASELINES)[number];

/** hardt: equalised odds, of every model. equal-risk: of the minimax model [MMPF Lemma 3.2]. */
export const METHODS = [...BASELINES, 'hardt', 'equal-risk'] as const;
export type MethodName = (typeof METHODS)[number];

/** Refuses, before anything is trained, what a method cannot do with the task. */
export function checkMethods(fit: PreparedFit, methods: readonly MethodName[]): void {
  const { task, parts } = fit;
  const inMemory = (['zafar', 'kamishima'] as const).filter((method) => methods.includes(method));
  if (inMemory.length > 0 && fit.store !== undefined) {
    throw new UsageError(
      `\`compare\`: ${inMemory.join(' and ')} ${inMemory.length === 1 ? 'needs' : 'need'} all rows in memory, and these are kept on disk; raise \`memory\`, or leave ${inMemory.length === 1 ? 'it' : 'them'} out`,
    );
  }
  const { name, classes } = task.target;
  if (methods.length > 0 && task.weightColumn !== undefined) {
    throw new UsageError(
      `\`compare\`: ${methods.join(', ')} ${methods.length === 1 ? 'does' : 'do'} not take weights of rows, and ${quoted([task.weightColumn])} has them; leave \`compare\` or \`weight\` out`,
    );
  }
  if (methods.length > 0 && task.families !== undefined) {
    throw new UsageError(
      `\`compare\`: ${methods.join(', ')} ${methods.length === 1 ? 'asks' : 'ask'} which group a row is of, and with several families of \`groups\` it is in several; leave \`compare\` out, or name one family`,
    );
  }
  const binary = (['zafar', 'hardt'] as const).filter((method) => methods.includes(method));
  if (binary.length > 0 && classes.length !== 2) {
    throw new UsageError(
      `\`compare\`: ${binary.join(' and ')} can predict two classes only, and ${quoted([name])} has ${classes.length} classes; leave ${binary.length === 1 ? 'it' : 'them'} out`,
    );
  }
  const texts = fit.encoder.columns.filter(({ kind }) => kind === 'text').map((column) => column.name);
  if (methods.includes('feldman') && texts.length > 0) {
    throw new UsageError(
      `\`compare\`: feldman repairs numbers and levels, not texts, and ${quoted(texts)} is one; leave feldman out`,
    );
  }
  if (!methods.includes('hardt')) return;
  const { labels, groups } = parts.validation;
  const positives = new Array<number>(groups.names.length).fill(0);
  labels.forEach((label, row) => {
    positives[groups.groups[row]!]! += label;
  });
  const single = groups.names.filter(
    (_, group) => positives[group] === 0 || positives[group] === groups.counts[group],
  );
  if (single.length > 0) {
    throw new UsageError(
      `\`compare\`: hardt needs both classes among the ${choosesByFolds(fit) ? 'rows' : 'validation rows'} of every group, and ${quoted(single)} ${single.length === 1 ? 'has' : 'have'} one only; leave hardt out, or merge groups`,
    );
  }
}
