// What the project's own benches use of the engine. Not part of the interface: it may change with any
// version.

export { Graph } from './graph/graph.js';
export { initialParameters } from './network/initialise.js';
export { parameterShapes } from './network/network.js';
export { encodeModel } from './onnx/encode-model.js';
export { matMul } from './operators/matrix.js';
export { Trainer } from './training/trainer.js';
