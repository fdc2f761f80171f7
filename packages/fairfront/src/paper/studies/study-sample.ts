// What networks are trained on in figures 6 and 8, and how. The paper gives network, loss, batch size,
// learning rate and limits [MMPF, Table of architectures]; it does not say how many rows choose among
// networks: we take a third of the training rows, as in its 60/20/20 splits, and draw them afresh.

import { createRandom, type LabelledRows } from '@fairfront/core';
import { sampleProblem, type TheoryProblem } from '@fairfront/core/theory';
import type { Network } from '@fairfront/neural';

export const STUDY_TRAINING = { batchSize: 512, learningRate: 1e-3 } as const;

/** Describes the network. @param hidden the width of each block */
export const studyNetwork = (hidden: readonly number[]): Network => ({
  kind: 'resnet',
  inputs: 1,
  classes: 2,
  hidden,
  activation: 'elu',
});

/** Validation rows for each training row. */
const VALIDATION_SHARE = 1 / 3;

/** How many validation rows go with so many training rows. */
export const validationCount = (samples: number): number => Math.ceil(samples * VALIDATION_SHARE);

export interface StudySample {
  readonly train: LabelledRows;
  readonly validation: LabelledRows;
  /** Decides the initial networks and all batches. */
  readonly trainingSeed: number;
}

/**
 * Draws a sample. From the same seed a larger one begins with the smaller one, as if more rows were acquired.
 */
export function drawStudySample(problem: TheoryProblem, samples: number, seed: number): StudySample {
  const random = createRandom(seed);
  const trainingSeed = Math.floor(2 ** 32 * random.uniform());
  const train = sampleProblem(problem, samples, random);
  const validation = sampleProblem(problem, validationCount(samples), random);
  return { train, validation, trainingSeed };
}
