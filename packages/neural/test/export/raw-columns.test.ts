// Names that columns may have and tensors may not, and texts that may not be levels.

import { fromBinary } from '@bufbuild/protobuf';
import { columnOfTexts, createTable, encodeDense, fitEncoder, predictLinear } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { exportLinear, exportNetwork } from '../../src/export/export-model.js';
import { predictionInputs } from '../../src/export/prediction-graph.js';
import type { Network } from '../../src/network/network.js';
import { ModelProtoSchema } from '../../src/onnx/onnx_pb.js';
import '../../../core/test/helpers/close.js';
import { allRows, namesOf, numbers } from '../../../core/test/encoder/encoder-tables.js';
import { expectError } from '../../../core/test/helpers/errors.js';
import { feedsOf, predict } from './exported.js';
import { predictPlainly } from './plain-network.js';

const target = { name: 'y', classes: ['no', 'yes'] };

describe('names of columns', () => {
  const names = [
    'label',
    'label (column)',
    'probabilities',
    '',
    'rows',
    'graph',
    'head.weights',
    'head.bias',
  ];
  const table = createTable(names.map((name, i) => numbers(name, [i, 1, 4, -i])));
  const encoder = fitEncoder(table, names, allRows(table));

  it('stay as they are, unless an output is named so or nothing can be', () => {
    expect(predictionInputs(encoder).map(({ input }) => input)).toEqual([
      'label (column) (column)',
      'label (column)',
      'probabilities (column)',
      '(column)',
      'rows',
      'graph',
      'head.weights',
      'head.bias',
    ]);
  });

  it('do not get in the way of other tensors', async () => {
    const parameters = Float64Array.from({ length: names.length + 1 }, (_, i) => i / 4 - 1);
    const model = { classCount: 2, columnCount: names.length, parameters };
    const { probabilities } = await predict(exportLinear(model, encoder, target), feedsOf(encoder, table));
    const features = encodeDense(encoder, table, allRows(table));
    expect(probabilities).toBeAllClose(predictLinear(model, features), { relative: 1e-6 });

    const network: Network = {
      kind: 'linear',
      inputs: names.length,
      classes: 2,
      hidden: [],
      activation: 'none',
    };
    const weights = Float32Array.from({ length: 2 * names.length + 2 }, (_, i) => (i % 5) / 4 - 0.5);
    const fromNetwork = await predict(
      exportNetwork(network, weights, encoder, target),
      feedsOf(encoder, table),
    );
    expect(fromNetwork.probabilities).toBeAllClose(predictPlainly(network, weights, features), {
      absolute: 1e-6,
    });
  });

  it('may be those that tensors inside the graph would have had', async () => {
    const parameters = Float64Array.of(0.5, -1, 0.25);
    const model = { classCount: 2, columnCount: 2, parameters };
    const exported = (columns: readonly [string, string]) => {
      const table = createTable(columns.map((name, i) => numbers(name, [i, 1, 4])));
      const encoder = fitEncoder(table, columns, allRows(table));
      return { table, encoder, bytes: exportLinear(model, encoder, target) };
    };
    const { node, initializer } = fromBinary(ModelProtoSchema, exported(['a', 'b']).bytes).graph!;
    const { table, encoder, bytes } = exported([node.at(0)!.output[0]!, initializer.at(-1)!.name]);
    const { probabilities } = await predict(bytes, feedsOf(encoder, table));
    const features = encodeDense(encoder, table, allRows(table));
    expect(probabilities).toBeAllClose(predictLinear(model, features), { relative: 1e-6 });
  });
});

describe('columns', () => {
  it('without a feature have no input', () => {
    const table = createTable([numbers('same', [1, 1, 1]), numbers('x', [1, 2, 3])]);
    const fitted = fitEncoder(table, namesOf(table), allRows(table));
    expect(predictionInputs(fitted)).toEqual([{ column: 'x', input: 'x', kind: 'numeric' }]);
    const idle = { ...fitted, columns: [{ kind: 'categorical', name: 'idle' } as const, ...fitted.columns] };
    expect(predictionInputs(idle)).toEqual(predictionInputs(fitted));
  });

  it.each([1, 2])(
    'may not have levels that cannot be told to a runtime (pooled below %i rows)',
    (minLevelRows) => {
      for (const [level, why] of [
        ['', 'level "", but in an exported model an empty text is a missing one'],
        ['a\0b', 'level "a\\u0000b"'], // a runtime would read "a"
      ] as const) {
        const table = createTable([columnOfTexts('c', [level, 'a', 'a', undefined])]);
        const encoder = fitEncoder(table, ['c'], allRows(table), { minLevelRows });
        const model = { classCount: 2, columnCount: 3, parameters: new Float64Array(4) };
        expectError(() => exportLinear(model, encoder, target), 'bad-encoder', 'column "c"', why);
      }
    },
  );
});
