// Which data a fit is of.

import { createHash } from 'node:crypto';
import { PART_NAMES } from '@fairfront/core';
import type { PreparedFit } from './prepare-fit.js';

/** A text that is the same for the same rows, features, classes and groups. */
export function fingerprint({ task, parts, encoder }: PreparedFit): string {
  const hash = createHash('sha256').update(JSON.stringify([encoder.features, task.target.classes]));
  for (const part of PART_NAMES) {
    const { features, labels, groups } = parts[part];
    hash.update(JSON.stringify(groups.names)).update(groups.groups).update(labels).update(features.values);
    if ('offsets' in features) hash.update(features.offsets).update(features.columns);
  }
  return hash.digest('hex');
}
