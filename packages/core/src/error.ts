// Errors a user can mend. The message names the field, the rule, the value and the way out.

import { oneLine } from './words.js';

/** What kind of mistake an error is about. */
export type FairfrontErrorCode =
  | 'usage'
  | 'bad-option'
  | 'bad-groups'
  | 'bad-mu'
  | 'bad-risks'
  | 'bad-problem'
  | 'bad-file'
  | 'bad-table'
  | 'bad-column'
  | 'bad-target'
  | 'bad-split'
  | 'bad-weight'
  | 'bad-encoder'
  | 'bad-state'
  | 'bad-graph'
  | 'bad-device'
  | 'missing-runtime'
  | 'diverged'
  | 'oracle-failed'
  | 'worker-failed'
  | 'strategy-failed'
  | 'callback-failed'
  | 'cancelled';

/**
 * An error that a user can mend: `code` says what kind, the message says how. Whatever data is quoted in a line
 * stays in that line: line ends and invisible characters are escaped, and an endless line is cut.
 */
export class FairfrontError extends Error {
  readonly code: FairfrontErrorCode;

  /** @param message a line, or several */
  constructor(
    code: FairfrontErrorCode,
    message: string | readonly string[],
    options?: { readonly cause?: unknown },
  ) {
    super([message].flat().map(oneLine).join('\n'), options);
    this.name = 'FairfrontError';
    this.code = code;
  }
}
