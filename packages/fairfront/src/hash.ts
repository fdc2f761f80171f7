// SHA-256 by Node. `hash-in-page.ts` does the same in a page; package.json says which of them `#hash` is.

import { createHash } from 'node:crypto';

/** A sum that grows with what is added to it. */
export interface Sha256 {
  update(content: string | ArrayBufferView): Sha256;
  /** In hexadecimal. */
  digest(): string;
}

/** Begins a sum. */
export function sha256(): Sha256 {
  const hash = createHash('sha256');
  const sum: Sha256 = {
    update: (content) => {
      hash.update(content as string | NodeJS.ArrayBufferView);
      return sum;
    },
    digest: () => hash.digest('hex'),
  };
  return sum;
}
