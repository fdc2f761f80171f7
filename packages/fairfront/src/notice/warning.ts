// A warning: what it is about, its numbers, and its words.

/** What a warning is about. */
export type WarningKind =
  /** A feature alone predicts the target nearly without fault. */
  | 'target-given-away'
  /** Whether a feature is missing does so. */
  | 'target-given-away-by-missing'
  /** A group has few rows of a class. */
  | 'few-rows-of-class'
  /** Texts that look like one level are two classes or groups, or two levels that look the same. */
  | 'similar-levels'
  /** Names of columns cannot be told apart by eye. */
  | 'similar-names'
  /** A feature names rows, or what they belong to. */
  | 'identifier'
  /** A feature holds dates, which are read as levels or plain numbers. */
  | 'date'
  /** A feature holds names, addresses or telephone numbers of persons. */
  | 'name'
  /** A feature of whole numbers looks like codes. */
  | 'codes'
  /** A feature alone tells a group from the others. */
  | 'group-given-away';

/** Something that a careful analyst would want to know of the data before training. */
export interface Warning {
  readonly kind: WarningKind;
  /** The columns it is about. */
  readonly columns: readonly string[];
  /** A sentence without its full stop; it names options in backticks. */
  readonly message: string;
  /** Area under the ROC curve out of fold, of warnings that rest on one. */
  readonly auc?: number;
  /** The class or group that is told from the others; of `few-rows-of-class` the group. */
  readonly label?: string;
  /** The classes that a group has few rows of, with training and validation rows, and test rows. */
  readonly classes?: readonly { readonly name: string; readonly learning: number; readonly test: number }[];
}
