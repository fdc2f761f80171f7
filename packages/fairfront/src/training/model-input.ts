import type { ModelInput } from '@fairfront/neural';
import type { PreparedFit } from '../task/prepare-fit.js';

/**
 * What a model of a fit is exported with: the encoder, the column of pictures, or what a backbone makes of
 * it.
 */
export function modelInput({ encoder, pictures, backbone }: PreparedFit): ModelInput {
  if (pictures !== undefined) {
    const { column, height, width } = pictures;
    return { column, picture: { height, width } };
  }
  return backbone === undefined ? encoder : { ...backbone, encoder };
}
