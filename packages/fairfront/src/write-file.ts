// Files are written beside their place and renamed into it: nobody ever reads half of one.

import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from './usage-error.js';

export function writeWhole(path: string, text: string): void {
  const beside = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(beside, text);
    renameSync(beside, path);
  } catch (error) {
    if (existsSync(beside)) rmSync(beside);
    throw new UsageError(
      `cannot write ${path}: ${(error as Error).message}. Choose another folder with --out`,
    );
  }
}
