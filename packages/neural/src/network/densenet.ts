// DenseNet-BC (Huang et al. 2017), with torchvision's names, so that weights load by name:
//
//   stem         7 × 7 convolution with stride 2, norm, relu, 3 × 3 maximum with stride 2
//   block        every layer takes all that was before it and adds `growth` channels:
//                h ← [h, conv 3 × 3 (relu(norm(conv 1 × 1 (relu(norm(h))))))], 4 · growth channels between
//   transition   relu(norm(h)), 1 × 1 convolution to half of the channels, 2 × 2 mean
//   end          relu(norm(h)), mean of all pixels, linear layer

import type { Tensor } from '../graph/tensor.js';
import { averagePool, globalAveragePool, maxPool } from '../operators/pooling.js';
import { concat } from '../operators/shape.js';
import type { Layers } from './layers.js';

export interface DenseNetSize {
  /** Channels of the stem. */
  readonly stem: number;
  /** Channels that each layer adds. */
  readonly growth: number;
  /** Layers of each block. */
  readonly blocks: readonly number[];
}

/** Adds all layers but the last: rows × channels at the end. */
export function densenet(layers: Layers, pictures: Tensor, { stem, growth, blocks }: DenseNetSize): Tensor {
  const { graph } = layers;
  const first = layers.conv('features.conv0', pictures, stem, 7, { stride: 2, padding: 3 });
  let h = maxPool(graph, layers.norm('features.norm0', first), { size: 3, stride: 2, padding: 1 });
  blocks.forEach((count, block) => {
    for (let layer = 1; layer <= count; layer++) {
      const name = `features.denseblock${block + 1}.denselayer${layer}`;
      const narrow = layers.conv(`${name}.conv1`, layers.norm(`${name}.norm1`, h), 4 * growth, 1);
      const added = layers.conv(`${name}.conv2`, layers.norm(`${name}.norm2`, narrow), growth, 3, {
        padding: 1,
      });
      h = concat(graph, [h, added], 1);
    }
    if (block + 1 === blocks.length) return;
    const name = `features.transition${block + 1}`;
    const half = Math.floor((h.shape[1] as number) / 2);
    const fewer = layers.conv(`${name}.conv`, layers.norm(`${name}.norm`, h), half, 1);
    h = averagePool(graph, fewer, { size: 2, stride: 2 });
  });
  return globalAveragePool(graph, layers.norm('features.norm5', h));
}
