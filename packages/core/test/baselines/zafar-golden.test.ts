// Against scipy: golden/zafar.py made the numbers, and says how.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { covarianceBoundSolver } from '../../src/baselines/zafar.js';
import { groupIndex } from '../../src/groups/group-index.js';
import { sparse } from '../linear/linear-problems.js';
import '../helpers/close.js';

interface Golden {
  readonly problems: {
    readonly name: string;
    readonly columnCount: number;
    readonly features: number[];
    readonly labels: number[];
    readonly groups: number[];
    readonly solves: {
      readonly l2: number;
      readonly bound: number;
      readonly parameters: number[];
      readonly covariances: number[];
      readonly risks: number[];
      readonly objective: number;
    }[];
  }[];
}

const { problems } = JSON.parse(
  readFileSync(new URL('golden/zafar.json', import.meta.url), 'utf8'),
) as Golden;

describe.each(problems)('scipy: $name', ({ columnCount, features, labels, groups, solves }) => {
  const data = {
    features: { rowCount: labels.length, columnCount, values: Float64Array.from(features) },
    labels: Int32Array.from(labels),
    groups: groupIndex(groups.map(String)),
  };

  it.each(solves)('has the model for l2 = $l2, bound = $bound', ({ l2, bound, ...golden }) => {
    for (const one of [data, sparse(data)]) {
      const { model, covariances, risks, objective } = covarianceBoundSolver(one, {
        classCount: 2,
        l2,
      }).solve(bound);
      expect([objective]).toBeAllClose([golden.objective], { absolute: 1e-13 });
      expect(covariances).toBeAllClose(golden.covariances, { absolute: 1e-7 });
      expect(risks).toBeAllClose(golden.risks, { absolute: 1e-7 });
      expect(model.parameters).toBeAllClose(golden.parameters, { absolute: 1e-6 });
      expect(model.training.status).toBe('converged');
    }
  });
});
