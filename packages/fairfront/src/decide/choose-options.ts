// Which point of a front: by weights, by limits on the risks of groups, or by its number.

import type { ChosenPoint } from '../measure/fit-result.js';
import { MODEL_NAMES } from '../measure/model-metrics.js';
import {
  checkOptions,
  numberFrom,
  numbersByName,
  type OptionKind,
  type OptionKinds,
  wholeNumber,
} from '../option-kinds.js';
import { UsageError } from '../usage-error.js';

/** What `choosePoint` takes: one of these. */
export interface ChooseOptions {
  /** How much each group counts, in the order of the front's groups, 1 in all: the nearest point is taken. */
  readonly mu?: readonly number[];
  /** The largest risk of groups by name: of the points that keep it, the one of least mean risk is taken. */
  readonly groupAtMost?: Readonly<Record<string, number>>;
  /** The number of a point, from 1, in the order of front.json; or naive, balanced or minimax. */
  readonly index?: ChosenPoint['point'];
}

const one = numberFrom(0);
const number = wholeNumber(1, 1e6);

const mu: OptionKind = {
  rule: 'a weight for each group, 1 in all, such as 0.3,0.7',
  accepts: (value) =>
    Array.isArray(value) &&
    value.every(one.accepts) &&
    Math.abs(value.reduce((sum: number, weight: number) => sum + weight, 0) - 1) <= 1e-6,
  parse: (given) => given.split(',').map(one.parse),
};

const index: OptionKind = {
  rule: `the number of a point, from 1, or ${MODEL_NAMES.join(', ')}`,
  accepts: (value) => number.accepts(value) || MODEL_NAMES.some((name) => name === value),
  parse: (given) => (MODEL_NAMES.some((name) => name === given) ? given : number.parse(given)),
};

export const CHOOSE_KINDS: OptionKinds<ChooseOptions> = {
  mu,
  groupAtMost: numbersByName(one, false),
  index,
};

/** Checks the options of a choice: there is one of them, and no more. */
export function checkChooseOptions(options: ChooseOptions): void {
  checkOptions(options, CHOOSE_KINDS);
  const given = Object.values(options).filter((value) => value !== undefined).length;
  if (given !== 1) {
    throw new UsageError(
      `a point is chosen by one of \`mu\`, \`groupAtMost\` and \`index\`; got ${given === 0 ? 'none' : given} of them`,
    );
  }
}
