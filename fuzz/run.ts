// `npm run fuzz -- <target|all> --seconds N`: throws made-up inputs at fairfront, from a seed, in a process that may
// crash. What it finds is made small and kept in fuzz/found, where a test tries it again. The last line is one JSON
// object. As many targets are at work at once as there are cores.

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { keepFound } from './found.js';
import { fuzzTarget } from './fuzz-target.js';
import { loadTarget, TARGET_NAMES, type TargetName } from './registry.js';
import { Subject } from './subject.js';

/** After which an input counts as one that hangs. */
const PATIENCE_MS = 20_000;
const TELL_MS = 10_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' } },
});
const [name = ''] = positionals;
const names = name === 'all' ? TARGET_NAMES : TARGET_NAMES.filter((each) => each === name);
const seconds = Number(values.seconds);
const seed = values.seed === undefined ? Date.now() | 0 : Number(values.seed);

if (names.length === 0 || !(seconds > 0) || !Number.isInteger(seed)) {
  process.stderr.write(
    `usage: npm run fuzz -- <target> [--seconds 60] [--seed N], where <target> is one of: all, ${TARGET_NAMES.join(', ')}\n`,
  );
  process.exitCode = 2;
} else {
  const counts: Partial<Record<TargetName, number>> = {};
  const left = [...names];
  const work = async (): Promise<void> => {
    for (let each = left.shift(); each !== undefined; each = left.shift()) counts[each] = await fuzz(each);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const inputs = Object.values(counts).reduce((sum, count) => sum + count, 0);
  console.log(JSON.stringify({ fuzz: name, seed, seconds, inputs, counts, found: process.exitCode === 1 }));
}

/** @returns how many inputs were tried */
async function fuzz(target: TargetName): Promise<number> {
  const { inputs } = await loadTarget(target);
  const subject = new Subject(new URL('./subject-process.js', import.meta.url), [target], PATIENCE_MS);
  let told = performance.now();
  try {
    const fuzzed = await fuzzTarget(await inputs(), (input) => subject.attempt(input), {
      seed,
      seconds,
      onInput: (tried) => {
        if (performance.now() - told < TELL_MS) return;
        told = performance.now();
        process.stderr.write(`${target}: ${tried} inputs\n`);
      },
    });
    console.log(`${target}: ${fuzzed.inputs} inputs in ${seconds} s, seed ${seed}`);
    if (fuzzed.found !== undefined) {
      process.exitCode = 1;
      console.log(`  ${fuzzed.found.wrong}\n  kept in ${keepFound({ target, ...fuzzed.found })}`);
    }
    return fuzzed.inputs;
  } finally {
    subject.end();
  }
}
