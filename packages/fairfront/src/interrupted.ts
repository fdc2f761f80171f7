import { FairfrontError } from '@fairfront/core/tables';

/** The work was cancelled before its end. */
export class Interrupted extends FairfrontError {
  /** The run that can be resumed, if something was kept of it. */
  readonly kept: { readonly out: string; readonly data?: string | undefined } | undefined;

  constructor(message: string, kept?: Interrupted['kept']) {
    super('cancelled', message);
    this.name = 'Interrupted';
    this.kept = kept;
  }
}
