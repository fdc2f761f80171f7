import { workerData } from 'node:worker_threads';
import { PassRoom } from '@fairfront/core/internal';
import { FairfrontError } from '@fairfront/core/tables';
import type { RowLabels } from '../threads/shared-array.js';
import { DONE, type PassAnswer, type PassMember, type PassOrder, STARTED, takeRuns } from './pass-crew.js';
import { openRows } from './stored-rows.js';

const { stored, state, port } = workerData as PassMember;
const features = openRows(stored);
const room = new PassRoom();
let rows: RowLabels | undefined;

const answer = (order: PassOrder): PassAnswer => {
  try {
    rows = order.rows ?? rows;
    return { kind: 'sums', sums: takeRuns({ ...rows!, features }, order, state, room) };
  } catch (error) {
    const { message, stack } = error as Error;
    const code = error instanceof FairfrontError ? error.code : undefined;
    return { kind: 'error', index: 0, code, message, stack };
  }
};
port.on('message', (order: PassOrder) => {
  port.postMessage(answer(order));
  Atomics.add(state, DONE, 1);
  Atomics.notify(state, DONE);
});
Atomics.add(state, STARTED, 1);
