// XGBoost, run for comparison by a script of this folder.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface Trained {
  readonly risks: readonly number[];
  readonly seconds: number;
  readonly trees: number;
}

/** A Python that has XGBoost, Debian's among them. Where there is none, that is said. */
export function findPython(): string | undefined {
  const python = ['python3', '/usr/bin/python3'].find(
    (command) => spawnSync(command, ['-c', 'import xgboost']).status === 0,
  );
  if (python === undefined) {
    process.stdout.write('xgboost is not installed and left out (Debian: python3-xgboost)\n');
  }
  return python;
}

/** Runs a script and reads the JSON line it prints. */
export function runJson(
  python: string,
  script: string,
  folder: string,
): Readonly<Record<'naive' | 'balanced', Trained>> {
  const path = fileURLToPath(new URL(`../${script}`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(python, [path, folder], { encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`${script}: ${stderr}`);
  return JSON.parse(stdout);
}
