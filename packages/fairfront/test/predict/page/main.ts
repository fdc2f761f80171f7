// A page that predicts: with model.json by fairfront/browser, with model.onnx by onnxruntime-web.

import { parseModel } from 'fairfront/browser';
import * as onnxruntime from 'onnxruntime-web/wasm';

onnxruntime.env.wasm.numThreads = 1; // more of them need a page that is cross-origin isolated

/** A column as an input of model.onnx; numbers as texts, since NaN is not in JSON. */
export interface Feed {
  readonly name: string;
  readonly numbers?: readonly string[];
  readonly texts?: readonly string[];
}

export interface Page {
  /** Both as JSON. */
  predictRows(model: string, rows: string): Promise<number[]>;
  /** A table of one column of numbers. */
  predictNumbers(model: string, name: string, numbers: readonly number[]): Promise<number[]>;
  /** What is said of a model that cannot be read. */
  refused(model: string): string;
  predictOnnx(bytes: readonly number[], feeds: readonly Feed[]): Promise<number[]>;
}

const page: Page = {
  predictRows: async (model, rows) => [...(await parseModel(JSON.parse(model)).predict(JSON.parse(rows)))],
  predictNumbers: async (model, name, numbers) => {
    const values = Float64Array.from(numbers);
    const table = { rowCount: values.length, columns: [{ kind: 'numeric', name, values }] } as const;
    return [...(await parseModel(JSON.parse(model)).predict(table))];
  },
  refused: (model) => {
    try {
      parseModel(JSON.parse(model));
      return '';
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`;
    }
  },
  predictOnnx: async (bytes, feeds) => {
    const session = await onnxruntime.InferenceSession.create(Uint8Array.from(bytes));
    const inputs: Record<string, onnxruntime.Tensor> = Object.create(null);
    for (const { name, numbers, texts } of feeds) {
      inputs[name] =
        numbers === undefined
          ? new onnxruntime.Tensor('string', [...texts!], [texts!.length, 1])
          : new onnxruntime.Tensor('float64', Float64Array.from(numbers, Number), [numbers.length, 1]);
    }
    const { probabilities } = await session.run(inputs);
    const said = [...(probabilities!.data as Float32Array)];
    await session.release();
    return said;
  },
};
Object.assign(globalThis, { page });
