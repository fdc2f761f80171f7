// Other programs, run for comparison: each prints one JSON line.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A Python that has the module, Debian's among them. Where there is none, that is said. */
export function findPython(module: string, debianPackage: string): string | undefined {
  const python = ['python3', '/usr/bin/python3'].find(
    (command) => spawnSync(command, ['-c', `import ${module}`]).status === 0,
  );
  if (python === undefined) {
    process.stdout.write(`${module} is not installed and left out (Debian: ${debianPackage})\n`);
  }
  return python;
}

/** Runs a program and reads the JSON line it prints. */
export function runJson(command: string, args: readonly string[]): unknown {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}

/** A script of this folder that is not compiled. */
export function scriptPath(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}
