// The package comes without types for this kind of module.
declare module 'onnxruntime-web';
