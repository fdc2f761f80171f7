// Checkpoints of strangers, and checkpoints that were damaged. Going on with one gives the result of the run, or a
// message; a crafted one may give any result, but nothing else may come of it.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FairfrontError } from '@fairfront/core';
import { type FitResult, startFit } from 'fairfront';
import { type FitCheckpoint, readCheckpoint, writeCheckpoint } from 'fairfront/internal';
import fc from 'fast-check';
import { mutatedBytes, mutatedValue } from '../inputs/mutations.js';
import { checkMessage, smallCsv, workFolder } from '../outcome.js';
import type { Target } from '../target.js';

type Input = { readonly bytes: Uint8Array } | { readonly content: unknown };

const OUT = 'run';
const DATA = 'data.csv';
const PATH = join(OUT, 'checkpoint', 'fit.bin');
/** Some options ask for a lot of work; after so long it is interrupted. */
const INTERRUPT_MS = 3000;

export const checkpoint: Target<Input> = {
  inputs: async () => {
    const { bytes, content } = await made();
    return fc.oneof(
      mutatedBytes(fc.constant(bytes)).map((each) => ({ bytes: each })),
      mutatedValue(content).map((each) => ({ content: each })),
    );
  },
  attempt: async (input) => {
    const { bytes } = await made();
    inFolder();
    mkdirSync(join(OUT, 'checkpoint'), { recursive: true });
    if ('bytes' in input) writeFileSync(PATH, input.bytes);
    else writeCheckpoint(OUT, input.content as FitCheckpoint);
    const isWhole = 'bytes' in input && bytes.equals(input.bytes);
    const outcome = await resume();
    if ('bytes' in input && !isWhole)
      assert.equal(typeof outcome, 'string', 'a damaged checkpoint was gone on with');
    assert.deepEqual(readdirSync('.').sort(), [DATA, OUT]);
    assert.deepEqual(readdirSync('..'), ['checkpoint']);
  },
};

/** A folder with the data of the run and nothing else. */
function inFolder(): void {
  const folder = join(workFolder(), 'checkpoint');
  mkdirSync(folder, { recursive: true });
  process.chdir(folder);
  for (const name of readdirSync('.')) rmSync(name, { recursive: true });
  writeFileSync(DATA, smallCsv());
}

let before: Promise<{ bytes: Buffer; content: FitCheckpoint }> | undefined;
/** The checkpoint of a run that was interrupted in its search. */
function made(): NonNullable<typeof before> {
  before ??= (async () => {
    inFolder();
    const run = startFit(
      {
        data: DATA,
        options: { target: 'default', groups: 'sex', select: 'validation', search: 'apstar', maxSolves: 8 },
      },
      { out: OUT },
    );
    for await (const event of run) if (event.kind === 'solve' && event.solve === 3) run.cancel();
    await run.result.catch(() => undefined);
    return { bytes: readFileSync(PATH), content: readCheckpoint(OUT) };
  })();
  return before;
}

/** The result, or the message that says why there is none. */
async function resume(): Promise<FitResult | string> {
  const run = startFit({}, { out: OUT, resume: true });
  const timer = setTimeout(() => run.cancel(), INTERRUPT_MS);
  try {
    return await run.result;
  } catch (error) {
    if (!(error instanceof FairfrontError)) throw error;
    checkMessage(error.message);
    return error.message;
  } finally {
    clearTimeout(timer);
  }
}
