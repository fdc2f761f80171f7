// The models of a fit as files, in memory.

import { FairfrontError } from '@fairfront/core';
import type { PreparedFit } from '../task/prepare-fit.js';
import type { FittedModels } from '../training/fitted-models.js';
import { toModelFile } from './model-file.js';

/** The models of a fit as files; what a fit does not have is absent. */
export type ExportedModels = {
  /** The model that was chosen. */
  readonly 'model.onnx'?: Uint8Array;
  readonly 'model.json'?: string;
  /** The ordinary one, where that is another. */
  readonly 'naive.onnx'?: Uint8Array;
  readonly 'naive.json'?: string;
  readonly 'distilled.onnx'?: Uint8Array;
};

/** What a run leaves beside result.json and report.html. */
export type ExportedFiles = ExportedModels & {
  /** Makes its chunks, one after another. */
  readonly 'predictions.csv': () => Iterable<Uint8Array>;
};

/** Makes a run's model files. Where ONNX cannot hold a name of the data, a note says why there is none. */
export function exportModels<Model>(
  { encoder, task }: PreparedFit,
  { naive, minimax, exported, distilled, portable }: FittedModels<Model>,
): { readonly files: ExportedModels; readonly notes: readonly string[] } {
  const files: Record<string, string | Uint8Array> = {};
  const notes: string[] = [];
  const add = (name: string, bytes: () => Uint8Array): void => {
    try {
      files[name] = bytes();
    } catch (error) {
      // No reason to lose a trained model.
      if (!(error instanceof FairfrontError && error.code === 'bad-encoder')) throw error;
      notes.push(`there is no ${name}: ${error.message}`);
    }
  };
  const models = { model: minimax.model, ...(naive === minimax.model ? {} : { naive }) };
  for (const [name, model] of Object.entries(models)) {
    add(`${name}.onnx`, () => exported(model));
    if (portable !== undefined) {
      files[`${name}.json`] = `${JSON.stringify(toModelFile(portable(model), encoder, task.target))}\n`;
    }
  }
  if (distilled !== undefined) add('distilled.onnx', distilled.exported);
  return { files, notes };
}
