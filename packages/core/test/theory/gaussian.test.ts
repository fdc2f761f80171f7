import { describe, expect, it } from 'vitest';
import { integrate } from '../../src/numeric/quadrature.js';
import { createRandom } from '../../src/numeric/random.js';
import { densityAt, integrationPanels } from '../../src/theory/gaussian.js';
import { randomProblem } from '../../src/theory/random-problem.js';
import { stepCurve } from '../../src/theory/response-curve.js';
import '../helpers/close.js';

describe('densityAt', () => {
  it('is the standard normal density', () => {
    expect([densityAt(0), densityAt(1), densityAt(-1), densityAt(3)]).toBeAllClose(
      [0.3989422804014327, 0.24197072451914337, 0.24197072451914337, 0.0044318484119380075],
      { relative: 1e-15 },
    );
    expect(densityAt(50)).toBe(0);
  });
});

describe('integrationPanels', () => {
  it('cover every group to its tails and end at every jump', () => {
    const groups = [-20, 1, 20].map((mean, a) => ({
      name: String(a),
      mean,
      curve: stepCurve([mean - 0.1, mean + 5], [0.1, 0.2, 0.3]),
    }));
    const panels = integrationPanels({ loss: 'brier', groups: [groups[1]!] });
    expect(panels).toEqual([-8, -2, 0.9, 1, 4, 6, 10]);
    const all = integrationPanels({ loss: 'brier', groups });
    expect(all).toEqual([...new Set(all)].sort((left, right) => left - right));
    expect([all[0], all.at(-1)]).toEqual([-29, 29]);
    for (const { mean } of groups) expect(all).toContain(mean - 0.1);
  });

  it('leave out jumps where no group is', () => {
    const curve = stepCurve([-100, 0.5, 100], [0.1, 0.2, 0.3, 0.4]);
    const panels = integrationPanels({ loss: 'brier', groups: [{ name: 'a', mean: 0, curve }] });
    expect(panels).toEqual([-9, -3, 0, 0.5, 3, 9]);
  });

  it('hold all of every density', () => {
    const problem = randomProblem(createRandom(4), 5, 'brier');
    const { values } = integrate(
      (x, out) => {
        problem.groups.forEach(({ mean }, a) => {
          out[a] = densityAt(x - mean);
        });
      },
      5,
      integrationPanels(problem),
    );
    expect(values).toBeAllClose([1, 1, 1, 1, 1], { absolute: 1e-14 });
  });
});
