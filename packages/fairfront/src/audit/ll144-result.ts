// Selection rates and impact ratios as plain data, and the limits that they are told by.

import type { Estimate } from '@fairfront/core';

/** Categories of a smaller share of the applicants may be left out of ratios. */
export const SMALL_SHARE = 0.02;
/** Impact ratios below this are flagged. */
export const FOUR_FIFTHS = 0.8;

export interface Ll144Result {
  readonly rate: 'selection' | 'scoring';
  /** Who is selected, `hired=yes`; or the column of scores. */
  readonly by: string;
  /** Of the scores of all applicants; null where there are decisions. */
  readonly median: number | null;
  /** All of them, those of unknown categories too. */
  readonly applicants: number;
  /** Those who were selected, or have a score above the median. */
  readonly selected: number;
  /** Of intervals. */
  readonly level: number;
  /** By sex, by race, by both: as many as were asked for. */
  readonly tables: readonly Ll144Table[];
}

export interface Ll144Table {
  readonly columns: readonly string[];
  readonly categories: readonly Ll144Category[];
  /** Applicants without one of the columns. */
  readonly unknown: { readonly applicants: number; readonly selected: number };
}

export interface Ll144Category {
  readonly name: string;
  readonly applicants: number;
  readonly selected: number;
  /** Selection or scoring rate, with Wilson's interval. */
  readonly rate: Estimate;
  /** null where the category is left out, and where nobody is selected. */
  readonly impactRatio: Estimate | null;
  /** Whether ratios are to this category. */
  readonly isHighest: boolean;
  /** Whether it has too small a share of the applicants to take part in ratios. */
  readonly isLeftOut: boolean;
  readonly isBelowFourFifths: boolean;
}
