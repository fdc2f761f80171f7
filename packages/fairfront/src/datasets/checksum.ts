// Files are what they are said to be: their sha256, read as a stream.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { FairfrontError } from '@fairfront/core';

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

export async function checkSha256(path: string, expected: string): Promise<void> {
  const found = await sha256Of(path);
  if (found !== expected) {
    throw new FairfrontError(
      'bad-file',
      `${path} is not the file it should be: sha256 ${found}, expected ${expected}. Get it anew, or use it as it is with --no-verify`,
    );
  }
}
