// What can be downloaded of a run.

import { FILES } from '../runs/finished-run.js';
import { BESIDE_REPORT } from '../write-file.js';

/** The file of a run that is made when it is asked for. */
export const CARD = 'card.md';

/** All but models.bin, of which points are chosen here. */
export const DOWNLOADS: readonly string[] = [
  ...[...FILES, ...BESIDE_REPORT].filter((name) => name !== 'models.bin'),
  CARD,
];
