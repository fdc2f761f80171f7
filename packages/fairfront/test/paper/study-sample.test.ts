import { plugInStudyProblem } from '@fairfront/core/theory';
import { describe, expect, it } from 'vitest';
import { drawStudySample } from '../../src/paper/studies/study-sample.js';

const problem = plugInStudyProblem({ m1: 1, lambda: 0.5 });

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
