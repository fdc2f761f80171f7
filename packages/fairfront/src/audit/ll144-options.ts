// The options of impact ratios as New York City's Local Law 144 asks for them.

import { flag, type OptionKinds, text } from '../option-kinds.js';

/** Selection or scoring rates by sex, by race or ethnicity, and by both. */
export interface Ll144Options {
  /** The columns with sex and with race or ethnicity, or one of them, written as groups are: `sex,race`. */
  readonly ll144?: string;
  /** Who was selected, as `column=value`. Default: those whose most probable class is `positive`. */
  readonly selected?: string;
  /** A column of scores in place of decisions: rates are then of scores above the median of all applicants. */
  readonly scores?: string;
  /** Whether categories of less than 2% of the applicants take part in ratios. Default false. */
  readonly keepSmall?: boolean;
}

export const LL144_KINDS: OptionKinds<Ll144Options> = {
  ll144: { ...text, rule: "a text such as 'sex,race'" },
  selected: { ...text, rule: "a text such as 'hired=yes'" },
  scores: text,
  keepSmall: flag,
};
