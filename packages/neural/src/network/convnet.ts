// The small residual network (He et al. 2016) for small pictures on a CPU:
//
//   stem      3 × 3 convolution to 16 channels, norm, relu
//   stage k   h ← relu(norm(conv(relu(norm(conv(h))))) + norm(shortcut(h))), k = 1, 2, 3: 32, 64, 128
//             channels; convolutions are 3 × 3, the first and the shortcut (1 × 1) with stride 2
//   head      mean of all pixels, linear layer
//
// At 28 × 28 a picture takes 9 million multiplications, DenseNet121 at 64 × 64 takes 230 million.

import type { Tensor } from '../graph/tensor.js';
import { relu } from '../operators/activations.js';
import { add } from '../operators/arithmetic.js';
import { globalAveragePool } from '../operators/pooling.js';
import type { Layers } from './layers.js';

const STEM = 16;
const WIDTHS = [32, 64, 128];

/** Adds all layers but the last: rows × 128. */
export function convnet(layers: Layers, pictures: Tensor): Tensor {
  let h = layers.norm('stem.norm', layers.conv('stem.conv', pictures, STEM, 3, { padding: 1 }));
  WIDTHS.forEach((width, i) => {
    const stage = `stage${i + 1}`;
    const first = layers.conv(`${stage}.conv1`, h, width, 3, { stride: 2, padding: 1 });
    const second = layers.conv(`${stage}.conv2`, layers.norm(`${stage}.norm1`, first), width, 3, {
      padding: 1,
    });
    const inner = layers.norm(`${stage}.norm2`, second, 'plain');
    const shortcut = layers.conv(`${stage}.shortcut.conv`, h, width, 1, { stride: 2 });
    const outer = layers.norm(`${stage}.shortcut.norm`, shortcut, 'plain');
    h = relu(layers.graph, add(layers.graph, inner, outer));
  });
  return globalAveragePool(layers.graph, h);
}
