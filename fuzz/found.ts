// Inputs that once did harm, kept as files. A test tries every one of them again, for ever.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TargetName } from './target.js';

export interface FoundInput {
  readonly target: TargetName;
  /** What went wrong, in its first line. */
  readonly wrong: string;
  readonly input: unknown;
}

const FOLDER = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './found' : '../found', import.meta.url));

/** Keeps an input. @returns the file */
export function keepFound({ target, wrong, input }: FoundInput): string {
  const kept = { target, wrong: wrong.split('\n')[0], input };
  const text = `${JSON.stringify(kept, (_, value) => (value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value), 2)}\n`;
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, `${target}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`);
  writeFileSync(path, text);
  return path;
}

/** All inputs that are kept, by the names of their files. */
export function readFound(): (readonly [file: string, found: FoundInput])[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file, JSON.parse(readFileSync(join(FOLDER, file), 'utf8'), revive)]);
}

function revive(_: string, value: unknown): unknown {
  const { base64, ...others } = (value ?? {}) as { readonly base64?: unknown };
  return typeof base64 === 'string' && Object.keys(others).length === 0 ? Buffer.from(base64, 'base64') : value;
}
