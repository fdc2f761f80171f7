// A page that trains and predicts by fairfront/browser, and predicts with model.onnx by onnxruntime-web.

import {
  decide,
  explorePoints,
  type FitOptions,
  fit,
  front,
  inspect,
  parseModel,
  predictCsv,
  readCsv,
  readDataset,
} from 'fairfront/browser';
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
  /** Fits a dataset by name, and does what is done after a fit. @param bytes of its file */
  fitDataset(name: string, bytes: readonly number[], options: FitOptions): Promise<PageRun>;
  /** The front of a dataset by name, as JSON, and its points explored. */
  frontOfDataset(name: string, bytes: readonly number[]): Promise<{ result: string; explored: string }>;
  /** What is said of a CSV: its inspection, or an error. */
  inspectCsv(bytes: readonly number[], target: string, groups: string): Promise<string>;
  /** Predicts the rows of a CSV. @param model as JSON */
  predictText(model: string, csv: string): Promise<string>;
  /** What is said of options that a page refuses. */
  fitRefused(csv: string, options: FitOptions): Promise<string>;
}

/** What a fit in the page leaves; JSON as texts. */
export interface PageRun {
  readonly result: string;
  readonly events: readonly string[];
  readonly files: Readonly<Record<string, string | readonly number[]>>;
  readonly decision: string;
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
  fitDataset: async (name, bytes, options) => {
    const events: string[] = [];
    const onProgress = ({ kind }: { readonly kind: string }) => events.push(kind);
    const data = await readDataset(name, Uint8Array.from(bytes));
    const { result, files } = await fit(data, options, { onProgress });
    const made = files();
    const decision = await decide({ name, result, files: made }, { cost: { FP: 1, FN: 3 } });
    return {
      result: JSON.stringify(result),
      events,
      files: Object.fromEntries(
        Object.entries(made).map(([file, content]) => [
          file,
          typeof content === 'string' ? content : [...content],
        ]),
      ),
      decision: JSON.stringify(decision),
    };
  },
  frontOfDataset: async (name, bytes) => {
    const { result, kept } = await front(await readDataset(name, Uint8Array.from(bytes)), { steps: 10 });
    return { result: JSON.stringify(result), explored: JSON.stringify(explorePoints(kept()!)) };
  },
  inspectCsv: async (bytes, target, groups) =>
    said(async () => inspect(await readCsv(Uint8Array.from(bytes), {}, 'people.csv'), { target, groups })),
  fitRefused: (csv, options) => said(async () => fit(await readCsv(csv), options)),
  predictText: async (model, csv) => {
    const { csv: predicted } = await predictCsv(parseModel(JSON.parse(model)), csv);
    return new TextDecoder().decode(predicted);
  },
};

async function said(work: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await work());
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

Object.assign(globalThis, { page });
