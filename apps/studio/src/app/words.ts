// Numbers, dates and names as the studio shows them.

import { count, whole } from '@fairfront/core/internal';
import { inWords } from 'fairfront/internal/pages';
import type { RunState } from './backend.js';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Three decimals: risks and costs. */
export const risk = (value: number): string => value.toFixed(3);

/** What a row costs, as exactly as costs of that size need it. */
export const cost = (value: number, size: number): string =>
  value.toFixed(Math.max(0, 3 - Math.floor(Math.log10(Math.max(1, size)))));

/** What the studio's fields are called that set the options which messages name. */
const LABELS: Readonly<Record<string, string>> = {
  target: 'Predict',
  groups: 'Group by',
  ignore: 'Leave out',
  model: 'Model',
  loss: 'Loss',
  splits: 'Repeats on other splits',
  minGroup: 'Rows each group needs in each part',
  missingGroup: 'Rows without a group',
  missingTarget: 'Rows without a target',
  seed: 'Seed',
  mergeSmall: 'Merge small groups',
  groupsAsFeatures: 'The model sees the columns of the groups',
  byGroup: 'A threshold for each group',
  selectionAtLeast: 'At least … % selected',
  selectionAtMost: 'At most … % selected',
  group: 'Column with the group',
};
const VALUES: Readonly<Record<string, string>> = {
  own: 'are a group',
  drop: 'are left out',
  error: 'are an error',
  linear: 'Linear (certified)',
  boosted: 'Boosted trees',
  mlp: 'Network',
};

/** A message with the options called as the fields are; those without a field stay flags. */
export function inLabels(text: string): string {
  return inWords(text, (name, value) => {
    const label = LABELS[name];
    if (label === undefined || value === undefined || value === 'true') return label && `“${label}”`;
    return `“${label}: ${VALUES[value] ?? value}”`;
  });
}

/** 3.4 MB */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return count(bytes, 'byte');
  const [unit, size] =
    bytes < 1e6 ? ['kB', bytes / 1e3] : bytes < 1e9 ? ['MB', bytes / 1e6] : ['GB', bytes / 1e9];
  return `${size < 10 ? size.toFixed(1) : whole(size)} ${unit}`;
}

/** The name of the predictions of a file: those of new.csv.gz are new-predictions.csv. */
export const predictionsName = (file: string): string =>
  `${file.replace(/\.[^.]*(\.gz)?$/i, '')}-predictions.csv`;

/** Today at 14:05, or 3 Mar 2026, 14:05. */
export function moment(at: number, now = Date.now()): string {
  const day = DAY.format(at);
  return `${day === DAY.format(now) ? 'Today' : day}, ${CLOCK.format(at)}`;
}

/** A state in words, with a sign that tells it without colour. */
export const STATES: Readonly<Record<RunState, { readonly sign: string; readonly word: string }>> = {
  running: { sign: '◐', word: 'Running' },
  finished: { sign: '✓', word: 'Finished' },
  interrupted: { sign: '‖', word: 'Interrupted' },
  failed: { sign: '✕', word: 'Failed' },
};
