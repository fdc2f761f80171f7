// fairfront/browser: predicts with the model.json of a run, in a page or anywhere else. Nothing here needs Node.

import { parseModelFile } from './runs/model-file.js';
import { type Model, plainModel } from './runs/plain-model.js';

export type { ModelColumn, Row } from './runs/object-rows.js';
export type { Model } from './runs/plain-model.js';

/** Makes a model of what model.json holds. @param json what `JSON.parse` made of the file */
export function parseModel(json: unknown): Model {
  return plainModel(parseModelFile(json));
}
