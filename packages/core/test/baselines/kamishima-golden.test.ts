// Against torch and scipy: golden/prejudice-remover.py made the numbers, and says how.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prejudiceRemover } from '../../src/baselines/kamishima-prejudice-remover.js';
import { groupIndex } from '../../src/groups/group-index.js';
import { sparse } from '../linear/linear-problems.js';
import '../helpers/close.js';

interface Golden {
  readonly problems: {
    readonly name: string;
    readonly classCount: number;
    readonly columnCount: number;
    readonly l2: number;
    readonly features: number[];
    readonly labels: number[];
    readonly groups: number[];
    readonly solves: {
      readonly eta: number;
      readonly risks: number[];
      readonly prejudiceIndex: number;
      readonly objective: number;
    }[];
  }[];
}

const { problems } = JSON.parse(
  readFileSync(new URL('golden/prejudice-remover.json', import.meta.url), 'utf8'),
) as Golden;

describe.each(problems)('torch and scipy: $name', (problem) => {
  const { classCount, columnCount, l2, features, labels, groups, solves } = problem;
  const data = {
    features: { rowCount: labels.length, columnCount, values: Float64Array.from(features) },
    labels: Int32Array.from(labels),
    groups: groupIndex(groups.map(String)),
  };

  it.each(solves)('has the minimum for eta = $eta', ({ eta, risks, prejudiceIndex, objective }) => {
    for (const one of [data, sparse(data)]) {
      const usual = prejudiceRemover(one, { classCount, l2 }).solve(eta);
      expect([usual.objective]).toBeAllClose([objective], { relative: 1e-10 });
      expect(usual.risks).toBeAllClose(risks, { absolute: 1e-5 });
      expect(usual.model.training.status).toBe('converged');
      const tight = prejudiceRemover(one, { classCount, l2, tolerance: 1e-17 }).solve(eta);
      expect([tight.objective]).toBeAllClose([objective], { relative: 1e-13 });
      expect(tight.risks).toBeAllClose(risks, { absolute: 1e-6 });
      expect([tight.prejudiceIndex]).toBeAllClose([prejudiceIndex], { relative: 1e-6 });
    }
  });
});
