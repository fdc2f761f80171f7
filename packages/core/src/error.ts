// Errors a user can mend. The message names the field, the rule, the value and the way out.

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

/** An error that a user can mend: `code` says what kind, the message says how. */
export class FairfrontError extends Error {
  readonly code: FairfrontErrorCode;

  constructor(code: FairfrontErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'FairfrontError';
    this.code = code;
  }
}
