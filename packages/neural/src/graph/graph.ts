// A graph under construction: nodes in the order in which they run, each with its gradient where it has one.
// `encodeModel` writes it as ONNX.

import { FairfrontError } from '@fairfront/core';
import type { DataType, Shape, Tensor } from './tensor.js';

export type Attribute =
  | number
  | string
  | readonly string[]
  | { readonly ints: readonly number[] }
  | { readonly float: number }
  | { readonly floats: readonly number[] }
  | { readonly tensor: ListTensor }
  | Graph;

/** Numbers of a type as an attribute: a tensor of one axis. */
export interface ListTensor {
  readonly type: DataType;
  readonly values: ConstantValues;
}

export type Attributes = Readonly<Record<string, Attribute>>;

/**
 * Makes the gradients of a node's inputs from that of its output, each when it is called for; `undefined`
 * where nothing flows back.
 */
export type Backward = (outputGradient: Tensor) => readonly ((() => Tensor) | undefined)[];

export interface GraphNode {
  readonly operator: string;
  /** The operator's domain; '' is that of ONNX itself. */
  readonly domain: string;
  readonly inputs: readonly (Tensor | undefined)[];
  readonly outputs: readonly Tensor[];
  readonly attributes: Attributes;
  readonly backward: Backward | undefined;
}

export type ConstantValues = readonly number[] | Float32Array | Float64Array | Int32Array;

export interface Constant {
  readonly tensor: Tensor;
  readonly values: ConstantValues;
}

export interface NodeOptions {
  readonly domain?: string;
  readonly attributes?: Attributes;
  readonly backward?: Backward;
}

/** A graph under construction: inputs, constants, nodes and outputs. */
export class Graph {
  readonly inputs: Tensor[] = [];
  readonly outputs: Tensor[] = [];
  readonly constants: Constant[] = [];
  readonly nodes: GraphNode[] = [];
  readonly #scalars = new Map<string, Tensor>();
  readonly #names: Set<string>;

  /**
   * @param outer the graph that has this one as the body of a loop: its tensors may be used here, its names
   * not again
   */
  constructor(readonly outer?: Graph) {
    this.#names = outer === undefined ? new Set() : outer.#names;
  }

  /** Adds an input. */
  input(name: string, type: DataType, shape: Shape): Tensor {
    const tensor = { name: this.#claim(name), type, shape };
    this.inputs.push(tensor);
    return tensor;
  }

  /** Makes a tensor an output under a name of its own. */
  output(name: string, tensor: Tensor): Tensor {
    const [output] = this.node('Identity', [tensor], [tensor], {}, name);
    this.outputs.push(output!);
    return output!;
  }

  /**
   * Makes a tensor an output under the name it has: the body of a loop yields by place, and so needs no copy.
   */
  yield(tensor: Tensor): void {
    this.outputs.push(tensor);
  }

  /** Adds a constant; values are row by row. */
  constant(type: DataType, shape: readonly number[], values: ConstantValues, name?: string): Tensor {
    const size = shape.reduce((product, length) => product * length, 1);
    if (values.length !== size) {
      throw new FairfrontError(
        'bad-graph',
        `a constant of shape [${shape.join(', ')}] has ${size} numbers; got ${values.length}`,
      );
    }
    const tensor = {
      name: name === undefined ? this.#freshName('constant') : this.#claim(name),
      type,
      shape,
    };
    this.constants.push({ tensor, values });
    return tensor;
  }

  /** A constant number. The same number is added once. */
  scalar(type: DataType, value: number): Tensor {
    const key = `${type} ${value}`;
    const known = this.#scalars.get(key);
    if (known !== undefined) return known;
    const made = this.constant(type, [], [value]);
    this.#scalars.set(key, made);
    return made;
  }

  /**
   * Adds a node and returns its outputs.
   * @param outputs type and shape of each output
   */
  node(
    operator: string,
    inputs: readonly (Tensor | undefined)[],
    outputs: readonly Pick<Tensor, 'type' | 'shape'>[],
    { domain = '', attributes = {}, backward }: NodeOptions = {},
    name?: string,
  ): Tensor[] {
    const made = outputs.map(({ type, shape }) => ({
      name: name === undefined ? this.#freshName(operator) : this.#claim(name),
      type,
      shape,
    }));
    this.nodes.push({ operator, domain, inputs: [...inputs], outputs: made, attributes, backward });
    return made;
  }

  #claim(name: string): string {
    if (name === '' || this.#names.has(name)) {
      throw new FairfrontError(
        'bad-graph',
        `every tensor needs a name of its own; got "${name}" twice or empty`,
      );
    }
    this.#names.add(name);
    return name;
  }

  #freshName(what: string): string {
    let number = this.#names.size;
    while (this.#names.has(`${what}_${number}`)) number++; // an input may have been given such a name
    return this.#claim(`${what}_${number}`);
  }
}
