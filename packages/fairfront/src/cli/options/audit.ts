// The flags of every command that takes predictions: what was true, for whom, what the model said, how sure metrics are.

import type { Command } from 'commander';
import { AUDIT_KINDS } from '../../audit/audit-options.js';
import { addLabelFlags, addReadingFlags, LABELS_HEADING } from './data.js';
import { addFlags } from './flags.js';

/** Adds all flags about predictions, in groups as the help shows them. */
export function addAuditFlags(command: Command): Command {
  addFlags(command, 'Options:', AUDIT_KINDS, {
    seed: ['<number>', 'same seed, same intervals (default: 1)'],
  });
  addLabelFlags(
    command,
    'the column with what was true: the class of every row, or a comparison: income>50000',
  );
  addFlags(command, LABELS_HEADING, AUDIT_KINDS, {
    probabilities: [
      '<columns>',
      'what the model said: class=column for each class; of two classes, the column of --positive is enough',
    ],
    positive: ['<class>', 'the class that rates are of (default: the second of two; of more, each)'],
  });
  addFlags(command, 'How sure the metrics are:', AUDIT_KINDS, {
    resamples: ['<count>', 'bootstrap samples for the intervals; 0: no intervals (default: 1000)'],
    level: ['<share>', 'of intervals (default: 0.95)'],
    entities: ['<column>', 'rows with the same value are of one person: people are drawn, not rows'],
  });
  return addReadingFlags(command);
}
