// How long the command line takes to start: `fairfront --help` against bare `node -e 0`, in turns.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from './statistics.js';

const ROUNDS = 20;
const program = fileURLToPath(new URL('../../packages/fairfront/bin/fairfront.js', import.meta.url));

/** Times the start of the command line. */
export function benchStartUp() {
  const commands = { 'node -e 0': ['-e', '0'], 'fairfront --help': [program, '--help'] };
  if (!run(commands['fairfront --help']).stdout.includes('Usage: fairfront')) {
    throw new Error('fairfront --help does not print its help');
  }
  const times: Record<keyof typeof commands, number[]> = { 'node -e 0': [], 'fairfront --help': [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [who, args] of Object.entries(commands)) {
      times[who as keyof typeof commands].push(run(args).ms);
    }
  }
  process.stdout.write(`Start, median of ${ROUNDS} runs in turns\n`);
  console.table(
    Object.entries(times).map(([who, own]) => ({
      who,
      ms: Math.round(median(own)),
      'fastest and slowest, ms': `${Math.round(Math.min(...own))} to ${Math.round(Math.max(...own))}`,
    })),
  );
  const [bare, help] = [median(times['node -e 0']), median(times['fairfront --help'])];
  return { ratios: { 'fairfront --help / node -e 0': help / bare }, 'node -e 0, ms': bare, 'help, ms': help };
}

function run(args: readonly string[]): { readonly ms: number; readonly stdout: string } {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const ms = performance.now() - start;
  if (status !== 0) throw new Error(`node ${args.join(' ')}: ${stderr}`);
  return { ms, stdout };
}
