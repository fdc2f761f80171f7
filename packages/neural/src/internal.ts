// What the project's own packages, benches and fuzzing use of the engine. Not part of the interface: it may change with any
// version.

export { withDecision } from './export/decided-model.js';
export { Graph } from './graph/graph.js';
export { initialParameters } from './network/initialise.js';
export { type PictureNetwork, parameterShapes } from './network/network.js';
export { encodeModel } from './onnx/encode-model.js';
export { relu, softmax } from './operators/activations.js';
export { add, mul } from './operators/arithmetic.js';
export { conv } from './operators/convolution.js';
export { matMul } from './operators/matrix.js';
export { batchNormalisation } from './operators/normalisation.js';
export { globalAveragePool } from './operators/pooling.js';
export { reduceSum } from './operators/reduce.js';
export { concat, filled } from './operators/shape.js';
export { gradients } from './training/gradients.js';
export { Trainer } from './training/trainer.js';
