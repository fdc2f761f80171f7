import { createRandom, plugInStudyProblem, sampleProblem } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { dataOfEpoch, drawStudySample, rowsOfEpoch, STUDY_TRAINING } from '../../src/paper/study-sample.js';

const problem = plugInStudyProblem({ m1: 1, lambda: 0.5 });
const stepsOf = (rows: number): number => Math.ceil(rows / STUDY_TRAINING.batchSize);

describe('drawStudySample', () => {
  it('draws a third as many validation rows, other ones, and the same for the same seed', () => {
    const { train, validation, trainingSeed } = drawStudySample(problem, 100, 3);
    expect([train.labels.length, validation.labels.length]).toEqual([100, 34]);
    expect(drawStudySample(problem, 100, 3)).toEqual({ train, validation, trainingSeed });
    expect(drawStudySample(problem, 100, 4).trainingSeed).not.toBe(trainingSeed);
    expect([...validation.features.values]).not.toEqual([...train.features.values].slice(0, 34));
    const larger = drawStudySample(problem, 200, 3);
    expect([...larger.train.features.values].slice(0, 100)).toEqual([...train.features.values]);
  });
});

describe('rowsOfEpoch', () => {
  it('repeats all rows alike, just as often as the steps take', () => {
    const rows = Uint32Array.from([5, 7, 9]);
    expect(rowsOfEpoch(rows, 1)).toEqual(rows);
    for (const steps of [2, 3, 400]) {
      const repeated = rowsOfEpoch(rows, steps);
      expect(stepsOf(repeated.length)).toBe(steps);
      for (const row of rows)
        expect(repeated.filter((each) => each === row)).toHaveLength(repeated.length / 3);
    }
    const many = Uint32Array.from({ length: 4000 }, (_, row) => row);
    expect(rowsOfEpoch(many, 8)).toHaveLength(4000); // one pass is 8 steps already
    expect(rowsOfEpoch(many, 9)).toHaveLength(8000);
  });
});

describe('dataOfEpoch', () => {
  it('is the data itself where one pass is long enough', () => {
    const data = sampleProblem(problem, 40, createRandom(1));
    expect(dataOfEpoch(data, 1)).toBe(data);
  });

  it('repeats features, classes and groups together', () => {
    const data = sampleProblem(problem, 40, createRandom(1));
    const { features, labels, groups } = dataOfEpoch(data, 2);
    const times = features.rowCount / 40;
    expect(times).toBe(Math.ceil(513 / 40));
    expect([...features.values].slice(40, 80)).toEqual([...data.features.values]);
    expect([...labels].slice(-40)).toEqual([...data.labels]);
    expect([...groups.groups].slice(-40)).toEqual([...data.groups.groups]);
    expect(groups.counts).toEqual(data.groups.counts.map((count) => times * count));
  });
});
