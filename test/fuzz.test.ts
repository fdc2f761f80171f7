import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { readFound } from '../fuzz/found.js';
import { fuzzTarget } from '../fuzz/fuzz-target.js';
import { loadTarget } from '../fuzz/registry.js';
import { Subject } from '../fuzz/subject.js';

/** A process that answers, crashes, hangs or ends, as its input says. */
const ANSWERS = `process.on('message', (input) => {
  if (input.includes(7)) process.kill(process.pid, 'SIGSEGV');
  else if (input.includes(8)) for (;;);
  else if (input.includes(9)) process.exit(3);
  else process.send(input.some((each) => each > 100) ? 'too large' : null);
});`;

function subject(): Subject {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-subject-'));
  const script = join(folder, 'answers.mjs');
  writeFileSync(script, ANSWERS);
  const made = new Subject(pathToFileURL(script), [], 1500);
  onTestFinished(() => {
    made.end();
    rmSync(folder, { recursive: true });
  });
  return made;
}

it('goes on after a process that crashed, hung or ended', async () => {
  const attacked = subject();
  expect(await attacked.attempt([1])).toBeUndefined();
  expect(await attacked.attempt([7])).toContain('SIGSEGV');
  expect(await attacked.attempt([8])).toContain('no answer within 1.5 s');
  expect(await attacked.attempt([9])).toContain('exit code 3');
  expect(await attacked.attempt([101])).toBe('too large');
  expect(await attacked.attempt([1])).toBeUndefined();
});

it('finds an input that does harm, and makes it as small as it gets', async () => {
  const attacked = subject();
  const inputs = fc.array(fc.integer({ min: 10, max: 1000 }));
  const { found } = await fuzzTarget(inputs, (input) => attacked.attempt(input), { seed: 1, seconds: 20 });
  expect(found).toMatchObject({ input: [101], wrong: 'too large' });
});

it('ends when its time is over', async () => {
  const { found, inputs } = await fuzzTarget(fc.nat(), async () => undefined, { seed: 1, seconds: 0.2 });
  expect(found).toBeUndefined();
  expect(inputs).toBeGreaterThan(10);
});

it('nothing that was ever found does harm again', { timeout: 120_000 }, async () => {
  for (const [file, { target, input }] of readFound()) {
    await expect((await loadTarget(target)).attempt(input), file).resolves.toBeUndefined();
  }
});
