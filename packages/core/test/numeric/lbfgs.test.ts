import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LbfgsProblem, minimiseSmooth } from '../../src/numeric/lbfgs.js';
import { randomSource } from '../helpers/arbitraries.js';
import '../helpers/close.js';

const ones = (n: number): Float64Array => new Float64Array(n).fill(1);

/** Stops when what the model says is left is next to nothing. */
const until = (left: number) => ({ done: (_: number, fall: number) => fall <= left, maxIterations: 1000 });

/** ½ Σ curvatures_i (x_i − centre_i)². */
function bowl(curvatures: readonly number[], centre: readonly number[]): LbfgsProblem['evaluate'] {
  return (x, gradient) => {
    let value = 0;
    x.forEach((xi, i) => {
      const away = xi - centre[i]!;
      gradient[i] = curvatures[i]! * away;
      value += 0.5 * curvatures[i]! * away ** 2;
    });
    return value;
  };
}

const rosenbrock: LbfgsProblem['evaluate'] = (x, gradient) => {
  let value = 0;
  gradient.fill(0);
  for (let i = 0; i + 1 < x.length; i++) {
    const [bend, short] = [x[i + 1]! - x[i]! ** 2, 1 - x[i]!];
    value += 100 * bend ** 2 + short ** 2;
    gradient[i]! += -400 * x[i]! * bend - 2 * short;
    gradient[i + 1]! += 200 * bend;
  }
  return value;
};

describe('minimiseSmooth', () => {
  it('is at the bottom of a round bowl in one step', () => {
    const start = Float64Array.of(5, -7);
    const found = minimiseSmooth({ evaluate: bowl([1, 1], [1, 2]), start, diagonal: ones(2), ...until(0) });
    expect(found).toMatchObject({ status: 'converged', iterations: 1, value: 0 });
    expect(found.x).toEqual(Float64Array.of(1, 2));
    expect(found.gradient).toEqual(new Float64Array(2));
  });

  it('needs one step for any bowl along the axes whose diagonal is known', () => {
    const found = minimiseSmooth({
      evaluate: bowl([1e-9, 1, 1e9], [1e9, 1, 1e-9]),
      start: new Float64Array(3),
      diagonal: Float64Array.of(1e9, 1, 1e-9),
      ...until(1e-12),
    });
    expect(found.iterations).toBe(1);
    expect(found.x).toBeAllClose([1e9, 1, 1e-9], { relative: 1e-12 });
  });

  it('finds the bottom of any bowl, reports its value and gradient, and leaves the start as it was', () => {
    fc.assert(
      fc.property(randomSource, fc.integer({ min: 1, max: 30 }), (random, n) => {
        const curvatures = Array.from({ length: n }, () => 10 ** (3 * random.uniform()));
        const centre = Array.from({ length: n }, () => 10 * random.uniform() - 5);
        const evaluate = bowl(curvatures, centre);
        const start = new Float64Array(n);
        const found = minimiseSmooth({
          evaluate,
          start,
          diagonal: ones(n),
          ...until(1e-18),
        });
        expect(found.status).toBe('converged');
        expect(start).toEqual(new Float64Array(n));
        expect(found.x).toBeAllClose(centre, { absolute: 1e-6 });
        const gradient = new Float64Array(n);
        expect(evaluate(found.x, gradient)).toBe(found.value);
        expect(gradient).toEqual(found.gradient);
      }),
    );
  });

  it.each([2, 10, 50])('follows the bent valley of Rosenbrock in %d variables', (n) => {
    const start = Float64Array.from({ length: n }, (_, i) => (i % 2 === 0 ? -1.2 : 1));
    const found = minimiseSmooth({ evaluate: rosenbrock, start, diagonal: ones(n), ...until(1e-20) });
    expect(found.status).toBe('converged');
    expect(found.x).toBeAllClose(ones(n), { absolute: 1e-6 });
    expect(Math.hypot(...found.gradient)).toBeLessThan(1e-6);
    expect(found.iterations).toBeLessThan(8 * n + 60);
  });

  it('takes the same steps in other units: powers of 2, bit for bit', () => {
    const scales = [2 ** 10, 2 ** -7];
    const path = (by: readonly number[]): number[][] => {
      const visited: number[][] = [];
      minimiseSmooth({
        evaluate: (x, gradient) => {
          const value = rosenbrock(
            x.map((xi, i) => xi / by[i]!),
            gradient,
          );
          visited.push(Array.from(x, (xi, i) => xi / by[i]!));
          gradient.forEach((slope, i) => {
            gradient[i] = slope / by[i]!;
          });
          return value;
        },
        start: Float64Array.of(-1.2 * by[0]!, by[1]!),
        diagonal: Float64Array.from(by, (scale) => scale ** 2),
        ...until(1e-12),
      });
      return visited;
    };
    expect(path(scales)).toEqual(path([1, 1]));
  });

  it('never raises the value, and tells it with what may be left', () => {
    const told: { value: number; fall: number }[] = [];
    const found = minimiseSmooth({
      evaluate: rosenbrock,
      start: Float64Array.of(-1.2, 1),
      diagonal: ones(2),
      done: (value, fall) => {
        told.push({ value, fall });
        return fall < 1e-14;
      },
      maxIterations: 200,
    });
    expect(told).toHaveLength(found.iterations + 1);
    expect(told.at(-1)!.value).toBe(found.value);
    told.slice(1).forEach(({ value, fall }, i) => {
      expect(value).toBeLessThan(told[i]!.value);
      expect(fall).toBeGreaterThan(0);
    });
    // Near the end the quadratic model is right about what is left.
    const nearEnd = told.at(-2)!;
    expect(nearEnd.fall).toBeGreaterThan(nearEnd.value / 10);
    expect(nearEnd.fall).toBeLessThan(nearEnd.value * 10);
  });

  it('stays inside where the function ends: ln x and what is infinite beyond', () => {
    const found = minimiseSmooth({
      evaluate: (x, gradient) => {
        const [at] = x as unknown as [number];
        gradient[0] = 1 - 1 / at;
        return at > 0 ? at - Math.log(at) : Number.POSITIVE_INFINITY;
      },
      start: Float64Array.of(50),
      diagonal: Float64Array.of(1e4),
      ...until(1e-15),
    });
    expect(found.status).toBe('converged');
    expect(found.x[0]).toBeCloseTo(1, 7);
  });

  it('goes far where the first step is much too short', () => {
    const found = minimiseSmooth({
      evaluate: bowl([1], [1e6]),
      start: new Float64Array(1),
      diagonal: Float64Array.of(1e-6),
      ...until(1e-9),
    });
    expect(found.x[0]).toBeCloseTo(1e6, 3);
    expect(found.iterations).toBeLessThan(10);
  });

  it('leaves a hilltop, where the function curves downward', () => {
    // cos has its minimum at π; at 0.1 it curves downward.
    const found = minimiseSmooth({
      evaluate: (x, gradient) => {
        gradient[0] = -Math.sin(x[0]!);
        return Math.cos(x[0]!);
      },
      start: Float64Array.of(0.1),
      diagonal: ones(1),
      ...until(1e-16),
    });
    expect(found.value).toBeCloseTo(-1, 14);
  });

  it('stops at once where the slope is 0, and after as many steps as allowed', () => {
    const evaluate = bowl([1, 50], [1, 2]);
    const common = { evaluate, diagonal: ones(2), done: () => false };
    expect(minimiseSmooth({ ...common, start: Float64Array.of(1, 2), maxIterations: 5 })).toMatchObject({
      status: 'converged',
      iterations: 0,
      value: 0,
    });
    const stopped = minimiseSmooth({ ...common, start: new Float64Array(2), maxIterations: 2 });
    expect(stopped).toMatchObject({ status: 'max-iterations', iterations: 2 });
    expect(stopped.value).toBeLessThan(evaluate(new Float64Array(2), new Float64Array(2)));
  });

  it('forgets what it has learned before it gives up', () => {
    let [iterations, refused] = [0, 0];
    const evaluate = bowl([1, 30], [1, 2]);
    const found = minimiseSmooth({
      // No step of the third iteration will do, as if the pairs so far were worthless.
      evaluate: (x, gradient) => {
        const value = evaluate(x, gradient);
        return iterations === 3 && refused++ < 50 ? Number.POSITIVE_INFINITY : value;
      },
      start: Float64Array.of(-3, 5),
      diagonal: ones(2),
      done: (_, fall) => {
        iterations++;
        return fall <= 1e-20;
      },
      maxIterations: 100,
    });
    expect(refused).toBe(50);
    expect(found.status).toBe('converged');
    expect(found.x).toBeAllClose([1, 2], { absolute: 1e-8 });
  });

  it('says that it is stuck where no step goes down though the slope says so', () => {
    let asked = 0;
    const found = minimiseSmooth({
      evaluate: (_, gradient) => {
        gradient[0] = 1;
        return asked++; // each call higher than the one before
      },
      start: Float64Array.of(3),
      diagonal: ones(1),
      ...until(0),
    });
    expect(found).toMatchObject({ status: 'stalled', iterations: 0, value: 0 });
    expect(found.x).toEqual(Float64Array.of(3));
  });
});
