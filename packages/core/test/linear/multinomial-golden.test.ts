// Against scikit-learn and scipy: golden/multinomial.py made the numbers, and says how.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { groupIndex, type LabelledRows, linearSolver, solveLinearMinimax } from '../../src/index.js';
import { sparse } from './linear-problems.js';
import '../helpers/close.js';

interface Golden {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly features: number[];
  readonly groups: number[];
  readonly problems: {
    readonly name: string;
    readonly classCount: number;
    readonly labels: number[];
    readonly solves: {
      readonly l2: number;
      readonly mu: number[];
      readonly risks: number[];
      readonly objective: number;
    }[];
  }[];
}

const golden = JSON.parse(
  readFileSync(new URL('golden/multinomial.json', import.meta.url), 'utf8'),
) as Golden;
const { rowCount, columnCount, features, groups, problems } = golden;

function dataOf(labels: readonly number[]): LabelledRows {
  return {
    features: { rowCount, columnCount, values: Float64Array.from(features) },
    labels: Int32Array.from(labels),
    groups: groupIndex(groups.map(String)),
  };
}

describe.each(problems)('scikit-learn: $name', ({ classCount, labels, solves }) => {
  const data = dataOf(labels);

  // scikit-learn and scipy agree to 1e-10 in every risk. F is flat at its minimum: 1e-13 of it, where Newton stops by default, leave 1e-7 of a risk.
  it.each(solves)('Newton has the risks for l2 = $l2, mu = $mu', ({ l2, mu, risks, objective }) => {
    for (const one of [data, sparse(data)]) {
      const usual = linearSolver(one, { classCount, l2 }).solve(mu);
      expect(usual.risks).toBeAllClose(risks, { absolute: 1e-6 });
      expect([usual.objective]).toBeAllClose([objective], { absolute: 1e-12 });
      expect(usual.model.training.status).toBe('converged');
      const tight = linearSolver(one, { classCount, l2, tolerance: 1e-18 }).solve(mu);
      expect(tight.risks).toBeAllClose(risks, { absolute: 2e-9 });
    }
  });

  // With so little l2 the last two columns, which add up to the intercept's, are left where they are: a penalty of 1e-9.
  it.each(solves)('L-BFGS has them too: l2 = $l2, mu = $mu', ({ l2, mu, risks, objective: golden }) => {
    const options = { classCount, l2, method: 'lbfgs', tolerance: 1e-14 } as const;
    const { risks: found, objective, suboptimality } = linearSolver(data, options).solve(mu);
    expect(found).toBeAllClose(risks, { absolute: 1e-6 });
    expect([objective]).toBeAllClose([golden], { absolute: 1e-8 });
    expect(objective - suboptimality).toBeLessThanOrEqual(golden + 1e-12);
  });

  it('no weights prove more than the exact minimax says is possible', () => {
    for (const l2 of new Set(solves.map((solve) => solve.l2))) {
      const { certificate } = solveLinearMinimax(data, { classCount, l2 });
      for (const solve of solves) {
        if (solve.l2 === l2) expect(solve.objective).toBeLessThanOrEqual(certificate.upper * (1 + 1e-12));
      }
    }
  });
});
