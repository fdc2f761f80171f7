// One of the paper's baselines, with the value of its parameter that validation rows choose [MMPF App. A.6].

import { BASELINE_BY_NAME } from '../../training/compare/baselines.js';
import { chooseValue } from '../../training/compare/choose.js';
import type { BaselineName } from '../../training/options/methods.js';
import { L2 } from './table-recipes.js';
import type { CellOptions, LoadedSplit, Report, Trained } from './trained.js';

/** Trains by groups that may be known, and chooses the parameter by the groups of the study. */
export async function trainBaseline(
  { fit, knowable }: LoadedSplit,
  name: BaselineName,
  { seed }: Pick<CellOptions, 'seed'>,
  report: Report,
): Promise<Trained> {
  const { values, symbol, prepare } = BASELINE_BY_NAME[name];
  const chosen = await chooseValue(fit, values, prepare(knowable, { l2: L2, seed }), (done) =>
    report(`${done} of ${values.length} values`),
  );
  const { candidate, value } = chosen!;
  return {
    predictions: [(part) => candidate.predict(part)],
    detail: `${symbol} = ${Number(value.toPrecision(3))}`,
  };
}
