// The package comes without types for this kind of module; what is used of it is described by `OnnxRuntime`.
declare module 'onnxruntime-node';
