import { FairfrontError } from '@fairfront/core';

/** The user pressed Ctrl-C: what is left behind, and how to go on. Exit code 130. */
export class Interrupted extends FairfrontError {
  constructor(message: string) {
    super('cancelled', message);
    this.name = 'Interrupted';
  }
}
