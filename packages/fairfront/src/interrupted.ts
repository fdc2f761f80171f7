import { FairfrontError } from '@fairfront/core/tables';

/** A run that can be resumed. */
export interface RunKept {
  readonly out: string;
  readonly data?: string | undefined;
  /** Its query, which has to be repeated. */
  readonly sql?: string | undefined;
}

/** The work was cancelled before its end. */
export class Interrupted extends FairfrontError {
  /** The run that can be resumed, if something was kept of it. */
  readonly kept: RunKept | undefined;

  constructor(message: string, kept?: RunKept) {
    super('cancelled', message);
    this.name = 'Interrupted';
    this.kept = kept;
  }
}
