// The library's `choosePoint`: one point of a front that was saved, as a run of its own.

import { readFrontModels } from '../front/front-models.js';
import { type Fitted, saveable } from '../runs/fit.js';
import { type ChooseOptions, checkChooseOptions } from './choose-options.js';
import { chosenPoint } from './chosen-point.js';

/**
 * Makes a run of one point of a front. In its result the point is `models.minimax`, beside the naive and the balanced
 * model of the front.
 * @param folder that `front` wrote to
 */
export async function choosePoint(folder: string, options: ChooseOptions): Promise<Fitted> {
  checkChooseOptions(options);
  return saveable(await chosenPoint(readFrontModels(folder), options));
}
