// Threads that meet. They run the compiled file; where there is none, that is said and only one thread is tested.

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { createMeeting, joinMeeting, type Meeting } from '../../../src/training/boosted/lockstep.js';

const compiled = new URL('../../../dist/training/boosted/lockstep.js', import.meta.url);
const isBuilt = existsSync(compiled);
if (!isBuilt) process.stderr.write('threads that meet are not tested: run `npm run build` first\n');

it('one thread alone meets nobody, and knows what it said', () => {
  const meet = joinMeeting(createMeeting(1, 2, 2), [0, 1], true);
  for (const round of [1, 2, 3]) {
    const met = meet([Float64Array.of(round, 2), Float64Array.of(3, 4)], round);
    expect(met).toEqual({ sums: [Float64Array.of(round, 2), Float64Array.of(3, 4)], word: round });
  }
});

/** A thread that meets the others many times, at its own pace. What it is told wrong it says. */
const MEMBER = `
const { parentPort, workerData } = require('node:worker_threads');
const { meeting, own, thread, rounds, url } = workerData;
const said = (booster, round) => [booster + round / 1000, booster * round];
import(url).then(({ joinMeeting }) => {
  const meet = joinMeeting(meeting, own, thread === 0);
  let wrong;
  for (let round = 0; round < rounds; round++) {
    for (let i = (7919 * (round + 1) * (thread + 1)) % 3000; i > 0; i--) Math.random();
    const { sums, word } = meet(own.map((booster) => Float64Array.from(said(booster, round))), thread === 0 ? round : -1);
    const told = JSON.stringify([sums.map((sum) => [...sum]), word]);
    const right = JSON.stringify([sums.map((_, booster) => said(booster, round)), round]);
    if (told !== right) wrong ??= 'round ' + round + ': ' + told + ' instead of ' + right;
  }
  parentPort.postMessage(wrong ?? 'right');
});`;

function member(meeting: Meeting, own: readonly number[], thread: number): Promise<string> {
  const workerData = { meeting, own, thread, rounds: 400, url: compiled.href };
  const worker = new Worker(MEMBER, { eval: true, workerData });
  return new Promise((resolve, reject) => {
    worker.on('message', resolve);
    worker.on('error', reject);
  });
}

it.skipIf(!isBuilt)(
  'three threads know after each round what all have, in the order of boosters',
  async () => {
    const meeting = createMeeting(3, 5, 2);
    const found = [[0, 3], [1, 4], [2]].map((own, thread) => member(meeting, own, thread));
    expect(await Promise.all(found)).toEqual(['right', 'right', 'right']);
  },
);
