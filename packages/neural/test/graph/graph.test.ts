import { describe, expect, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import { Graph } from '../../src/graph/graph.js';
import { broadcastShape, describeTensor, frontAxis, knownShape, sameShape } from '../../src/graph/tensor.js';
import { exp } from '../../src/operators/arithmetic.js';

describe('names', () => {
  it.each(['x', ''])('"%s" cannot be given again, or at all', (name) => {
    const graph = new Graph();
    const x = graph.input('x', 'float32', [2]);
    const parts = ['needs a name of its own', `"${name}"`];
    expectError(() => graph.input(name, 'float32', [2]), 'bad-graph', ...parts);
    expectError(() => graph.output(name, x), 'bad-graph', ...parts);
    expectError(() => graph.constant('float32', [], [1], name), 'bad-graph', ...parts);
    expect(graph.inputs).toEqual([x]);
    expect([...graph.outputs, ...graph.constants, ...graph.nodes]).toEqual([]);
  });

  it('are shared by a graph and the body of its loop', () => {
    const outer = new Graph();
    outer.input('x', 'float32', [2]);
    const body = new Graph(outer);
    expectError(() => body.input('x', 'float32', [2]), 'bad-graph', '"x"');
    body.input('y', 'float32', [2]);
    expectError(() => outer.input('y', 'float32', [2]), 'bad-graph', '"y"');
  });

  it('that are made up differ, and give way to those that are given', () => {
    const graph = new Graph();
    const x = graph.input('x', 'float32', [2]);
    const names = Array.from({ length: 20 }, () => exp(graph, x).name);
    expect(new Set(names).size).toBe(20);
    for (const name of names) expect(name).toMatch(/^Exp_\d+$/);
  });

  it('of two graphs have nothing to do with each other', () => {
    for (const graph of [new Graph(), new Graph()]) {
      expect(graph.input('x', 'float32', [2]).name).toBe('x');
    }
  });
});

describe('constants', () => {
  it.each([
    { shape: [2, 3], values: [1, 2, 3, 4, 5], size: 6 },
    { shape: [], values: [], size: 1 },
    { shape: [0], values: [1], size: 0 },
  ])('of shape $shape have $size numbers', ({ shape, values, size }) => {
    expectError(
      () => new Graph().constant('float32', shape, values),
      'bad-graph',
      `shape [${shape.join(', ')}]`,
      `has ${size} numbers; got ${values.length}`,
    );
  });

  it('of one number are made once for each value and type', () => {
    const graph = new Graph();
    const one = graph.scalar('float32', 1);
    expect(graph.scalar('float32', 1)).toBe(one);
    expect(graph.scalar('float64', 1)).not.toBe(one);
    expect(graph.scalar('float32', 2)).not.toBe(one);
    expect(graph.constants).toHaveLength(3);
  });
});

describe('shapes', () => {
  const tensor = (...shape: (number | string)[]) => ({ name: 't', type: 'float32', shape }) as const;

  it.each([
    { left: [2, 3], right: [2, 3], both: [2, 3] },
    { left: [], right: [2, 3], both: [2, 3] },
    { left: [2, 1], right: [1, 3], both: [2, 3] },
    { left: [3], right: [2, 1], both: [2, 3] },
    { left: ['rows', 3], right: [3], both: ['rows', 3] },
    { left: [1, 3], right: ['rows', 1], both: ['rows', 3] },
    { left: ['rows'], right: ['rows'], both: ['rows'] },
    { left: [0], right: [1], both: [0] },
  ])('$left and $right are stretched to $both', ({ left, right, both }) => {
    expect(broadcastShape(tensor(...left), tensor(...right))).toEqual(both);
    expect(broadcastShape(tensor(...right), tensor(...left))).toEqual(both);
  });

  it('are the same by size and by name', () => {
    expect(sameShape(['rows', 2], ['rows', 2])).toBe(true);
    expect(sameShape(['rows', 2], ['steps', 2])).toBe(false);
    expect(sameShape([2], [2, 1])).toBe(false);
    expect(sameShape([2, 1], [2])).toBe(false);
  });

  it('must be known where the graph depends on them', () => {
    expect(knownShape(tensor(2, 3))).toEqual([2, 3]);
    expectError(() => knownShape(tensor('rows', 3)), 'bad-graph', 't: float32[rows, 3]', '"rows"');
  });

  it('count axes from the front, or from the end below 0', () => {
    expect([0, 1, -1, -2].map((axis) => frontAxis(tensor(2, 3), axis))).toEqual([0, 1, 1, 0]);
    expectError(() => frontAxis(tensor(), 0), 'bad-graph', 't: float32[] has no axis 0');
  });

  it('are written with name and type', () => {
    expect(describeTensor({ name: 'x', type: 'int64', shape: ['rows', 2] })).toBe('x: int64[rows, 2]');
  });
});
