// A watch in words and tables, for the terminal and for the report. They are made of a printable result.

import { compact, count, decimal, listed, percent, percent1 } from '@fairfront/core/internal';
import { printable } from '../report/printable.js';
import { formatTable, type TextTable } from '../report/table.js';
import type { ColumnDrift } from './drift.js';
import { LOSS_WORDS } from './promise.js';
import type { WatchedGroup, WatchResult } from './watch-result.js';

/** A shift of as many standard deviations is worth a line, if it is also beyond what chance makes of so few rows. */
const SHIFT_TOLD = 0.2;
const BEYOND_CHANCE = 3;
/** Columns told of at most. */
const COLUMNS_TOLD = 5;
/** How far a group's share moved, to be told. */
const SHARE_TOLD = 0.05;

export interface WatchWords {
  readonly headline: string;
  readonly explanation: string;
  /** What the numbers of the table are. */
  readonly conventions: string;
  /** What is other than in training; it never alarms. */
  readonly drift: readonly string[];
  readonly leftOut: readonly string[];
}

/** Evidence as people read it. */
function evidence(eValue: number): string {
  if (eValue >= 1e6) return eValue.toExponential(1).replace('+', '');
  return eValue >= 100 ? compact(Math.floor(eValue)) : eValue.toFixed(2);
}

const shownLoss = (loss: WatchResult['loss'], value: number): string =>
  loss === 'error' ? percent1(value) : decimal(value);

/** Every group: what was promised, what it gets, and the evidence that the promise is broken. */
export function watchTable({ groups, looks, loss, eValue, largest, alarm }: WatchResult): TextTable {
  const last = looks.at(-1)!;
  const all = groups.reduce((sum, { rows }) => sum + rows, 0);
  const shown = (value: number | null): string => (value === null ? '–' : shownLoss(loss, value));
  return {
    columns: [
      { title: 'group', align: 'left' },
      { title: 'rows' },
      { title: 'at the fit' },
      { title: 'promised: at most' },
      { title: 'since then' },
      { title: 'this batch' },
      { title: 'evidence' },
      { title: 'largest' },
      { title: 'alarm', align: 'left' },
    ],
    rows: [
      ...groups.map((group, i) => [
        group.name,
        group.rows.toLocaleString('en-US'),
        shown(group.estimate),
        shown(group.promise),
        shown(meanOf(group)),
        shown(last.groups[i]!.mean),
        evidence(group.eValue),
        evidence(group.largest),
        group.alarm ? 'yes' : '',
      ]),
      [
        ...['mean of all', all.toLocaleString('en-US'), '', '', '', ''],
        ...[evidence(eValue), evidence(largest), alarm ? 'yes' : ''],
      ],
    ],
  };
}

function meanOf({ rows, sum }: WatchedGroup): number | null {
  return rows === 0 ? null : sum / rows;
}

/** Says what was found. */
export function watchWords(result: WatchResult): WatchWords {
  const { groups, looks, loss, level, largest } = result;
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  const seen = `${count(rows, 'row')} and ${count(looks.length, 'look')}`;
  const limit = compact(1 / level);
  return {
    headline: headline(result),
    explanation: result.alarm
      ? `Where every promise is kept, evidence of ${limit} or more comes up in at most ${percent(level)} of all watches, however often one looks; here it came to ${evidence(largest)} (${seen}). The alarm stays: find out why, then fit again or watch with a new state.`
      : `Evidence of ${limit} is an alarm; the most so far is ${evidence(largest)} (${seen}). It may be looked at after every batch: where every promise is kept, at most ${percent(level)} of all watches ever alarm.`,
    conventions: `Loss: ${LOSS_WORDS[loss]}, lower is better. Promised is the upper end of the 95% interval on the run’s test rows, for all groups at once. Evidence is an e-value: what a stake of 1 became that was bet against the promise. A group is named from ${compact(groups.length / level)} on.`,
    drift: driftLines(result),
    leftOut: leftOutLines(result),
  };
}

/** The look at which the alarm was given, counted from 1. */
export function alarmLook({ looks, level }: Pick<WatchResult, 'looks' | 'level'>): number | null {
  const place = looks.findIndex(({ largest }) => largest >= 1 / level);
  return place < 0 ? null : place + 1;
}

function headline({ alarm, groups, loss, looks, largest, level }: WatchResult): string {
  const shown = (value: number): string => shownLoss(loss, value);
  const told = ({ name, promise, ...group }: WatchedGroup): string =>
    `${name} (${shown(meanOf({ name, promise, ...group })!)} on average, promised at most ${shown(promise)})`;
  if (!alarm) return 'No alarm: no group is shown to be served worse than promised.';
  const named = groups.filter((group) => group.alarm);
  const first = alarmLook({ looks, level })!;
  const since = first < looks.length ? ` since look ${first}` : '';
  if (named.length > 0) {
    return `Alarm${since}: served worse than promised: ${listed(named.map(told))}.`;
  }
  const worst = groups.reduce((most, group) => (group.largest > most.largest ? group : most));
  return `Alarm${since}: some group is served worse than promised (evidence ${evidence(largest)}); which one is not yet sure, the strongest sign is in ${told(worst)}.`;
}

function driftLines({ drift: { inputs, groups }, looks }: WatchResult): string[] {
  const rows = looks.at(-1)!.groups.reduce((sum, group) => sum + group.rows, 0);
  const chance = BEYOND_CHANCE / Math.sqrt(rows);
  const moved = groups.filter(
    ({ before, now }) =>
      Math.abs(now - before) >= Math.max(SHARE_TOLD, chance * Math.sqrt(before * (1 - before))),
  );
  const shifted =
    inputs?.columns.filter(({ shift }) => Math.abs(shift) >= Math.max(SHIFT_TOLD, chance)) ?? [];
  const lines = [
    ...(moved.length > 0
      ? [
          `Shares of groups: ${listed(moved.map(({ name, before, now }) => `${name} from ${percent(before)} to ${percent(now)}`))}.`,
        ]
      : []),
    ...(shifted.length > 0
      ? [`Columns that moved, in standard deviations: ${listed(shifted.map(shiftWords), COLUMNS_TOLD)}.`]
      : []),
    ...(inputs?.unseen ?? [])
      .slice(0, COLUMNS_TOLD)
      .map(
        ({ column, share }) =>
          `${column} has levels in ${percent(share)} of the rows that training did not have.`,
      ),
  ];
  if (lines.length > 0) return ['Other than at the fit (this alone is no alarm):', ...lines];
  return inputs === null ? [] : ['Columns and shares of groups are about as at the fit.'];
}

function shiftWords({ feature, before, now, shift }: ColumnDrift): string {
  const sign = shift > 0 ? '+' : '−';
  return `${feature} ${sign}${Math.abs(shift).toFixed(2)} (from ${compact(before)} to ${compact(now)})`;
}

function leftOutLines({ leftOut: { withoutOutcome, strangeClasses, strangeGroups } }: WatchResult): string[] {
  const told = (names: WatchResult['leftOut']['strangeGroups']): string =>
    listed(names.map(({ name, rows }) => `${name} ${rows.toLocaleString('en-US')}`));
  return [
    ...(withoutOutcome > 0 ? [`Left out: ${count(withoutOutcome, 'row')} without an outcome.`] : []),
    ...(strangeClasses.length > 0
      ? [`Left out: rows with a class that the model does not know: ${told(strangeClasses)}.`]
      : []),
    ...(strangeGroups.length > 0
      ? [`Left out: rows of groups that nothing was promised to: ${told(strangeGroups)}.`]
      : []),
  ];
}

/** The lines of a watch for the terminal. */
export function watchText(exact: WatchResult): string {
  const result = printable(exact);
  const words = watchWords(result);
  const { columns, rows } = watchTable(result);
  return [
    words.headline,
    '',
    formatTable(columns, rows),
    words.conventions,
    '',
    words.explanation,
    ...[words.drift, words.leftOut].flatMap((lines) => (lines.length > 0 ? ['', ...lines] : [])),
    ...(result.notes.length > 0 ? ['', ...result.notes.map((note) => `Note: ${note}.`)] : []),
  ].join('\n');
}
