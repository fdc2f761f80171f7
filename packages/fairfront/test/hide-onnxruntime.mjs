// Loaded by `node --import`: onnxruntime-node is looked for where there are no packages, so Node itself says that it is missing.

import { register } from 'node:module';

const hooks = `export const resolve = (specifier, context, next) =>
  next(specifier, specifier === 'onnxruntime-node' ? { ...context, parentURL: 'file:///nowhere/file.js' } : context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
