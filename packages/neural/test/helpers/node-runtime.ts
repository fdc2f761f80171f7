// Node's onnxruntime, loaded once for the tests of a file.

import { loadNodeRuntime } from '../../src/node.js';

export const nodeRuntime = await loadNodeRuntime();
