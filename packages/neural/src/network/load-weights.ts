// Weights from a file into a network's parameters, by name. torchvision and timm give the parameters of
// DenseNet the same names; files of old versions of torchvision have `norm.1` and `conv.2` where later ones
// have `norm1` and `conv2`. A name in the file may have something before it, as models within models do.

import { FairfrontError, type RandomSource } from '@fairfront/core';
import { sameShape } from '../graph/tensor.js';
import { fillInitial } from './initialise.js';
import { type Network, networkParameters, parameterCount, splitParameters } from './network.js';
import { type StoredTensor, storedTensors } from './weight-files.js';

/** Parameters that come from a file. */
export interface LoadedWeights {
  readonly parameters: Float32Array;
  /** Whether the last layer was drawn at random, for the file's is of other classes or there is none. */
  readonly newHead: boolean;
}

/**
 * Loads the parameters of a network from the bytes of a safetensors or ONNX file. The last layer is made new
 * where the file has none of that shape; any other tensor that is missing or of another shape is refused.
 * @param random draws a new last layer
 */
export function loadWeights(network: Network, bytes: Uint8Array, random: RandomSource): LoadedWeights {
  const stored = byPlainName(storedTensors(bytes), networkParameters(network)[0]!.name);
  const described = networkParameters(network);
  const parameters = new Float32Array(parameterCount(network));
  const parts = splitParameters(network, parameters);
  const head = parts.length - 2;
  const newHead = parts.slice(head).some(({ name, shape }) => {
    const found = stored.get(name);
    return found === undefined || !sameShape(found.shape, shape);
  });
  parts.forEach(({ name, shape, values }, i) => {
    if (i >= head && newHead) {
      fillInitial(values, described[i]!, random);
      return;
    }
    const found = stored.get(name);
    if (found === undefined) throw missing(network, name);
    if (!sameShape(found.shape, shape)) {
      throw new FairfrontError(
        'bad-file',
        `the file of weights has tensor "${name}" of shape ${shapeWords(found.shape)}, but a network of kind ${network.kind} has ${shapeWords(shape)}; take weights of that network`,
      );
    }
    const own = found.values();
    const least = name.endsWith('.running_var') ? 0 : Number.NEGATIVE_INFINITY;
    const odd = own.findIndex((value) => !(Number.isFinite(value) && value >= least));
    if (odd >= 0) {
      throw new FairfrontError(
        'bad-file',
        `the file of weights is of no use: number ${odd + 1} of tensor "${name}" is ${own[odd]}`,
      );
    }
    values.set(own);
  });
  return { parameters, newHead };
}

/** Old names as new ones, without what stands before the network's own names. */
function byPlainName(
  stored: ReadonlyMap<string, StoredTensor>,
  first: string,
): ReadonlyMap<string, StoredTensor> {
  const renamed = [...stored].map(
    ([name, tensor]) => [name.replace(/(denselayer\d+\.(?:norm|conv))\.(?=[12]\.)/, '$1'), tensor] as const,
  );
  const outer = renamed.map(([name]) => name).find((name) => name === first || name.endsWith(`.${first}`));
  const prefix = outer?.slice(0, -first.length) ?? '';
  return new Map(
    renamed.flatMap(([name, tensor]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), tensor]] : [],
    ),
  );
}

function missing({ kind }: Network, name: string): FairfrontError {
  return new FairfrontError(
    'bad-file',
    `the file of weights has no tensor "${name}", which a network of kind ${kind} needs; take weights of that network. (PyTorch's ONNX exporter merges batch normalisation into convolutions unless training=TrainingMode.PRESERVE and do_constant_folding=False; a safetensors file of the state_dict has all)`,
  );
}

function shapeWords(shape: readonly unknown[]): string {
  return shape.length === 0 ? 'a single number' : shape.join(' × ');
}
