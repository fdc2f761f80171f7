// The studio without a server: files, runs and what comes after, with a worker that works in this thread.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { loans } from '../../../packages/fairfront/test/runs/run-fit.js';
import type { Backend, StudioEvent } from '../src/app/backend.js';
import { pageBackend } from '../src/app/page-backend.js';
import type { WorkerLike } from '../src/app/page-desk.js';
import { pageJobs } from '../src/app/page-jobs.js';
import type { ToPageWorker } from '../src/app/page-worker.js';

/** Does jobs as page-worker.ts does; messages are copied as between threads. */
function hire(): WorkerLike {
  let isEnded = false;
  const worker: WorkerLike = {
    onmessage: null,
    onerror: null,
    terminate: () => {
      isEnded = true;
    },
    postMessage: async (message) => {
      const { id, job, task } = structuredClone(message) as ToPageWorker;
      const send = (data: object): void => {
        if (!isEnded) worker.onmessage?.({ data: structuredClone({ id, ...data }) } as never);
      };
      try {
        const result = await pageJobs[job](task as never, (event) => send({ kind: 'event', event }));
        send({ kind: 'result', result });
      } catch (error) {
        send({ kind: 'error', message: (error as Error).message });
      }
    },
  };
  return worker;
}

const file = (name: string, text = loans(600)): File => new File([text], name, { type: 'text/csv' });
const TASK = { target: 'default', groups: 'sex', ignore: ['grade'], model: 'linear', l2: 0.01 } as const;

/** All events until the run ends. */
function ended(backend: Backend, id: string): Promise<StudioEvent[]> {
  return new Promise((resolve) => {
    const events: StudioEvent[] = [];
    backend.follow(id, (event) => {
      events.push(event);
      if (event.kind === 'ended') resolve(events);
    });
  });
}

afterEach(() => vi.restoreAllMocks());

describe('the page’s backend', () => {
  it('goes from a file to a model, a threshold, predictions and a card', { timeout: 60_000 }, async () => {
    const backend = pageBackend(hire);
    const data = await backend.addFile(file('loans.csv'));
    expect(data).toBe('loans.csv');
    const inspection = await backend.inspect(data, { target: 'default', groups: 'sex' });
    expect(inspection).toMatchObject({ data: 'loans.csv', rows: 600 });
    const id = await backend.start({ kind: 'fit', data, options: TASK });
    const events = await ended(backend, id);
    expect(new Set(events.map(({ kind }) => kind))).toContain('front');
    expect(events.at(-1)).toMatchObject({ kind: 'ended', state: 'finished', at: expect.any(Number) });
    const opened = await backend.open(id);
    expect(opened.summary).toMatchObject({ state: 'finished', target: 'default', groups: 2 });
    expect(opened.summary.outcome).toMatch(/ordinary model|minimax model|more data/i);
    expect(opened.command).toMatch(/^fairfront fit loans\.csv --target default --groups sex/);
    expect(opened.page!.sections.length).toBeGreaterThan(3);
    const names = opened.files.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'model.json',
        'model.onnx',
        'predictions.csv',
        'result.json',
        'card.md',
        'report.html',
      ]),
    );
    const card = await backend.download(id, 'card.md');
    expect(await card.content.text()).toMatch(/model\.json: [0-9a-f]{64}/);
    const rule = (await backend.decide(id, { cost: { FP: 1, FN: 4 } })).rule;
    expect(rule).toMatchObject({ positive: 'yes', threshold: expect.any(Number) });
    const decided = await backend.keepDecision(id, { cost: { FP: 1, FN: 4 } });
    expect((await backend.open(decided)).summary.outcome).toBe('decides by a threshold');
    expect((await backend.open(decided)).command).toBe(
      `${opened.command}\nfairfront decide fairfront-fit --cost FP=1,FN=4`,
    );
    await expect(backend.compare([id, decided])).rejects.toThrow(/decides by a threshold/);
    const predicted = await backend.predict(decided, file('new.csv'));
    expect(predicted.name).toBe('new-predictions.csv');
    const lines = (await predicted.content.text()).split('\n');
    expect(lines[0]).toMatch(/,probability_no,probability_yes,prediction$/);
    expect(lines).toHaveLength(602);
    expect((await backend.workspace()).runs.map((run) => run.id)).toEqual([decided, id]);
  });

  it('draws a front, and makes runs of its points', { timeout: 60_000 }, async () => {
    const backend = pageBackend(hire);
    const data = await backend.addFile(file('loans.csv'));
    const { model: _, ...task } = TASK;
    const id = await backend.start({ kind: 'front', data, options: { ...task, steps: 8 } as never });
    expect((await ended(backend, id)).at(-1)).toMatchObject({ state: 'finished' });
    const { points, groups, part } = await backend.explore(id);
    expect(part).toBe('validation');
    expect(groups.map(({ name }) => name)).toEqual(['F', 'M']);
    const chosen = await backend.choose(id, points[1]!.point);
    const { summary, result, command } = await backend.open(chosen);
    expect(command).toMatch(/^fairfront front loans\.csv .*\nfairfront choose fairfront-front --index \S+$/);
    expect(summary).toMatchObject({ kind: 'fit', outcome: `point ${points[1]!.point} of a front` });
    expect(result).toMatchObject({ chosen: { point: points[1]!.point } });
    expect((await backend.compare([chosen, await backend.choose(id, 'naive')])).title).toMatch(/2 runs/);
    await expect(backend.decide(id, { cost: { FP: 1, FN: 2 } })).rejects.toThrow(/choose one of its points/);
  });

  it('cancels at once, and begins anew', { timeout: 60_000 }, async () => {
    const backend = pageBackend(hire);
    const data = await backend.addFile(file('loans.csv'));
    const id = await backend.start({ kind: 'fit', data, options: TASK });
    const all = ended(backend, id);
    await backend.cancel(id);
    expect((await all).at(-1)).toMatchObject({ kind: 'ended', state: 'interrupted' });
    expect((await backend.open(id)).summary.state).toBe('interrupted');
    await backend.resume(id);
    expect(
      await new Promise((told) => backend.follow(id, ({ kind }) => kind === 'resumed' && told(kind))),
    ).toBe('resumed');
    await vi.waitFor(async () => expect((await backend.open(id)).summary.state).toBe('finished'), 30_000);
    await backend.remove(id);
    await expect(backend.open(id)).rejects.toThrow(/no such run/);
  });

  it('hires another worker for one that broke', async () => {
    const hired: WorkerLike[] = [];
    const backend = pageBackend(() => {
      const worker = hire();
      if (hired.push(worker) === 1) worker.postMessage = () => undefined;
      return worker;
    });
    const data = await backend.addFile(file('loans.csv'));
    const lost = backend.inspect(data);
    await vi.waitFor(() => expect(hired).toHaveLength(1));
    hired[0]!.onerror!({ message: 'out of memory' } as ErrorEvent);
    await expect(lost).rejects.toThrow('out of memory');
    expect((await backend.inspect(data)).rows).toBe(600);
    expect(hired).toHaveLength(2);
  });

  it('says what it does not take', async () => {
    const backend = pageBackend(hire);
    const many = await backend.addFile(file('many.csv', `x,y\n${'1,2\n'.repeat(200_001)}`));
    await expect(backend.inspect(many)).rejects.toThrow(/more than 200,000 rows.*npx fairfront studio/);
    const sheet = await backend.addFile(file('sheet.xlsx', 'PK\x03\x04'));
    await expect(backend.inspect(sheet)).rejects.toThrow(/Excel workbook/);
    const large = new File(['x'], 'large.csv');
    Object.defineProperty(large, 'size', { value: 2e8 });
    await expect(backend.addFile(large)).rejects.toThrow(/more than 100 MB/);
    await expect(backend.inspect('gone.csv')).rejects.toThrow(/drop the file again/);
    const id = await backend.start({
      kind: 'fit',
      data: await backend.addFile(file('a.csv')),
      options: { target: 'default', groups: 'sex', model: 'mlp' },
    });
    expect((await ended(backend, id)).at(-1)).toMatchObject({ state: 'failed' });
    expect((await backend.open(id)).summary.error).toMatch(/networks are trained not in a page/);
  });

  it('keeps files of one name apart, and ids plain', { timeout: 60_000 }, async () => {
    const backend = pageBackend(hire);
    expect(await backend.addFile(file('a.csv'))).toBe('a.csv');
    expect(await backend.addFile(file('a.csv'))).toBe('a-2.csv');
    const hostile = await backend.addFile(file('<b>../x?.csv'));
    const id = await backend.start({ kind: 'fit', data: hostile, options: TASK });
    expect(id).toBe('b-x-fit');
    await backend.remove(id);
  });
});
