// Node's onnxruntime, an optional peer of this package: it is loaded when it is asked for, and nothing else
// here needs it.

import { FairfrontError } from '@fairfront/core';
import { type Runtime, runtimeOf } from './session/runtime.js';

const INSTALL =
  'npm install onnxruntime-node (with --ignore-scripts where there is no network for the CUDA libraries that its install script downloads)';

/** Loads onnxruntime-node; where it is not installed, the error names the command that installs it. */
export async function loadNodeRuntime(): Promise<Runtime> {
  try {
    return runtimeOf(await import('onnxruntime-node'));
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: string };
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' && message.includes("'onnxruntime-node'");
    throw new FairfrontError(
      'missing-runtime',
      isMissing
        ? `networks and ONNX models need onnxruntime-node, which is not installed; install it: ${INSTALL}`
        : `onnxruntime-node is installed, but does not load here: ${message}. Install it for this platform: ${INSTALL}`,
      { cause: error },
    );
  }
}
