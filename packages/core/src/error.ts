// Errors a user can mend. The message names the field, the rule, the value and the way out.

export type FairfrontErrorCode =
  | 'bad-option'
  | 'bad-groups'
  | 'bad-mu'
  | 'bad-risks'
  | 'bad-problem'
  | 'bad-state'
  | 'oracle-failed'
  | 'strategy-failed'
  | 'cancelled';

export class FairfrontError<Code extends string = FairfrontErrorCode> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options?: { readonly cause?: unknown }) {
    super(message);
    this.name = 'FairfrontError';
    this.code = code;
    if (options !== undefined && 'cause' in options) {
      Object.defineProperty(this, 'cause', { value: options.cause, enumerable: false });
    }
  }
}
