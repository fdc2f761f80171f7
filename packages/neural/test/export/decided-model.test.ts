// A decided model says the same probabilities as before, and its labels follow the threshold.

import { fromBinary } from '@bufbuild/protobuf';
import { createTable, encodeDense, fitEncoder, type LinearModel, predictLinear } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { numbers } from '../../../core/test/encoder/encoder-tables.js';
import { withDecision } from '../../src/export/decided-model.js';
import { describedModel } from '../../src/export/described-model.js';
import { exportLinear } from '../../src/export/export-model.js';
import { ModelProtoSchema } from '../../src/onnx/onnx_pb.js';
import { predict } from './exported.js';

const target = { name: 'income', classes: ['low', 'high'] };
/** A column whose name is in the way. */
const table = createTable([numbers('decision/class', [-3, -1, -0.5, 0, 0.4, 2, 5])]);
const rows = Uint32Array.from({ length: 7 }, (_, row) => row);
const encoder = fitEncoder(table, ['decision/class'], rows);
const model: LinearModel = {
  classCount: 2,
  columnCount: encoder.features.length,
  parameters: Float64Array.from({ length: encoder.features.length + 1 }, (_, k) => (k === 0 ? 1.3 : -0.2)),
};
const plain = exportLinear(model, encoder, target);
const { input } = describedModel(plain).inputs[0]!;
/** The rows, and one whose number is infinite. */
const feeds = {
  [input]: { type: 'float64', dims: [8, 1], data: Float64Array.of(-3, -1, -0.5, 0, 0.4, 2, 5, Infinity) },
} as const;
const probabilities = predictLinear(model, encodeDense(encoder, table, rows, 'f64'));

describe('a decided model', () => {
  it.each([
    ['high', 0.3],
    ['high', 0.9],
    ['low', 0.3],
    ['low', 0],
    ['high', 1.5],
  ])('has the label %s from %d on, and the probabilities of before', async (positive, threshold) => {
    const decided = withDecision(plain, { positive, threshold });
    const [before, after] = [await predict(plain, feeds), await predict(decided, feeds)];
    expect(after.probabilities).toEqual(before.probabilities);
    const place = target.classes.indexOf(positive);
    const expected = Array.from(rows, (row) =>
      probabilities[2 * row + place]! >= threshold ? positive : target.classes[1 - place],
    );
    expect(after.labels).toEqual([...expected, '']); // where nothing is known, nothing is decided
  });

  it('says how it decides, to people and to programs', () => {
    const decided = withDecision(plain, { positive: 'high', threshold: 0.3 });
    expect(describedModel(plain).decision).toBeUndefined();
    expect(describedModel(decided)).toEqual({
      ...describedModel(plain),
      decision: { positive: 'high', threshold: 0.3 },
    });
    const { docString } = fromBinary(ModelProtoSchema, decided);
    expect(docString).toContain('"label" is "high" where its probability is at least 0.3, else "low".');
    expect(docString).not.toContain('highest probability');
  });

  it('keeps the most probable label where thresholds depend on the group, and says so', async () => {
    const rule = { positive: 'high', thresholds: [{ group: 'a', threshold: 0.9 }] };
    const decided = withDecision(plain, rule);
    expect(describedModel(decided).decision).toEqual(rule);
    const [before, after] = [plain, decided].map((bytes) => predict(bytes, feeds));
    expect(await after).toEqual(await before);
    expect(fromBinary(ModelProtoSchema, decided).docString).toMatch(/thresholds .* depend on the group/);
  });

  it('is not decided again, nor read with a rule that is none', () => {
    const decided = withDecision(plain, { positive: 'high', threshold: 0.3 });
    expect(() => withDecision(decided, { positive: 'high', threshold: 0.4 })).toThrow(/already/);
    const damaged = Buffer.from(decided);
    damaged.write('9', damaged.lastIndexOf('0.3'));
    expect(() => describedModel(damaged)).toThrow(/decision must name/);
  });
});
