// Inputs that once did harm, kept as files. A test tries every one of them again, for ever.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import type { TargetName } from './registry.js';

export interface FoundInput {
  readonly target: TargetName;
  /** What went wrong, in its first line. */
  readonly wrong: string;
  readonly input: unknown;
}

const FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './found' : '../found', import.meta.url),
);

/** Keeps an input. @returns the file */
export function keepFound({ target, wrong, input }: FoundInput): string {
  const kept = {
    target,
    wrong: wrong.split('\n')[0],
    shown: inspect(input, { depth: 6, maxStringLength: 500, maxArrayLength: 50 }),
    input: serialize(input).toString('base64'), // every value as it was: bytes, NaN, undefined
  };
  mkdirSync(FOLDER, { recursive: true });
  const name = createHash('sha256').update(kept.input).digest('hex').slice(0, 8);
  const path = join(FOLDER, `${target}-${name}.json`);
  writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`);
  return path;
}

/** All inputs that are kept, by the names of their files. */
export function readFound(): (readonly [file: string, found: FoundInput])[] {
  return readdirSync(FOLDER).map((file) => {
    const kept = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
    return [file, { ...kept, input: deserialize(Buffer.from(kept.input, 'base64')) }];
  });
}
