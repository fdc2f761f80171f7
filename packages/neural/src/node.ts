// The one place that knows Node's onnxruntime.

/// <reference path="./onnxruntime-node.d.ts" />
import * as onnx from 'onnxruntime-node';
import { type Runtime, runtimeOf } from './session/runtime.js';

export const nodeRuntime: Runtime = runtimeOf(onnx);
