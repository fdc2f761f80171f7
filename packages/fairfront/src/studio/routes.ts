// What can be asked of the studio, address by address. Each is translated into calls of the library.

import { createReadStream, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cancelRun, removeRun, resumeRun, startRun } from '../background/background-run.js';
import type { RunState, StartRequest } from '../background/run-files.js';
import { type FoundCache, listRuns, summariseRun } from '../background/run-summary.js';
import { dataFolders } from '../datasets/data-folders.js';
import { locateDataset } from '../datasets/locate.js';
import { datasets } from '../datasets/registry.js';
import type { DecideOptions } from '../decide/decide-options.js';
import type { DataOptions } from '../task/data-options.js';
import { VERSION } from '../version.js';
import type { RunSummary, Workspace } from './api.js';
import type { Crew } from './crew.js';
import { CARD, DOWNLOADS } from './downloads.js';
import { eventStream } from './event-stream.js';
import { Refusal } from './refusal.js';
import { addFile, type Upload, withUpload } from './upload.js';
import type { StudioFolder } from './workspace.js';

export interface RouteSettings {
  readonly folder: StudioFolder;
  readonly crew: Crew;
  /** What is known of runs that have finished. */
  readonly cache: FoundCache;
  /** Bytes of a file that is sent. */
  readonly limit: number;
}

/** Runs under way, those included that wait for their turn. */
const MOST_RUNNING = 16;
/** Runs that are put side by side. */
const MOST_COMPARED = 20;

interface RunParams {
  readonly id: string;
}

/** Data, and the runs that are there. */
export function addWorkspaceRoutes(server: FastifyInstance, { folder, crew, cache }: RouteSettings): void {
  const summaries = (): RunSummary[] => listRuns(folder.path, { cache, accepts: (id) => folder.isRun(id) });

  server.get(
    '/api/workspace',
    async (): Promise<Workspace> => ({
      folder: folder.path,
      version: VERSION,
      datasets: knownDatasets(),
      files: folder.files(),
      runs: summaries(),
    }),
  );

  server.get('/api/inspection', async ({ query }) => {
    const { data, options = '{}' } = query as Readonly<Record<string, unknown>>;
    if (typeof data !== 'string') throw new Refusal(400, 'say which `data` to inspect');
    const given = folder.placedOptions(parsedObject(options, 'options') as DataOptions);
    return crew.do('inspect', { data: folder.data(data), label: data, options: given });
  });

  server.post('/api/runs', async ({ body }) => {
    const request = objectOf(body) as unknown as StartRequest;
    folder.checkStart(request);
    const running = summaries().filter(({ state }) => state === 'running').length;
    if (running >= MOST_RUNNING) {
      throw new Refusal(
        409,
        `${running} runs are under way or wait for their turn; wait until some are done`,
      );
    }
    const id = folder.newRun(request.data.replace(':', '-'));
    try {
      await startRun(request, folder.run(id), { from: folder.path });
    } catch (error) {
      removeRun(folder.run(id));
      throw error;
    }
    return { id };
  });

  server.get('/api/comparison', async ({ query }) => {
    const { run = [] } = query as { readonly run?: string | readonly string[] };
    const ids = [run].flat();
    if (ids.length < 2 || ids.length > MOST_COMPARED) {
      throw new Refusal(400, `2 to ${MOST_COMPARED} runs can be compared; got ${ids.length}`);
    }
    return crew.do('compare', { folders: ids.map((id) => folder.run(id)) });
  });
}

/** What is done with a run. */
export function addRunRoutes(server: FastifyInstance, { folder, crew, cache }: RouteSettings): void {
  /** The folder of a run that is in none of these states. */
  const pathOf = (id: string, ...wrong: readonly RunState[]): string => {
    const path = folder.run(id);
    const { state } = summariseRun(path, cache) ?? {};
    if (state === undefined) throw new Refusal(404, `there is no run "${id}"`);
    if (!wrong.includes(state)) return path;
    throw new Refusal(409, `the run is ${state === 'running' ? 'under way; cancel it first' : state}`);
  };

  server.get<{ Params: RunParams }>('/api/runs/:id', async ({ params }) =>
    crew.do('open', { folder: pathOf(params.id) }),
  );

  server.get<{ Params: RunParams }>('/api/runs/:id/events', async ({ params, headers }, reply) => {
    const path = pathOf(params.id);
    const after = Number(headers['last-event-id'] ?? 0);
    return reply
      .type('text/event-stream')
      .send(eventStream(path, Number.isSafeInteger(after) && after > 0 ? after : 0));
  });

  server.post<{ Params: RunParams }>('/api/runs/:id/cancel', async ({ params }) => {
    if (!cancelRun(folder.run(params.id))) throw new Refusal(409, 'the run is not under way');
    return {};
  });

  server.post<{ Params: RunParams }>('/api/runs/:id/resume', async ({ params }) => {
    await resumeRun(pathOf(params.id, 'running', 'finished'), {
      from: folder.path,
      check: (request) => folder.checkStart(request),
    });
    return {};
  });

  server.delete<{ Params: RunParams }>('/api/runs/:id', async ({ params }) => {
    removeRun(pathOf(params.id, 'running'));
    return {};
  });

  server.get<{ Params: RunParams }>('/api/runs/:id/front', async ({ params }) =>
    crew.do('explore', { folder: folder.run(params.id) }),
  );

  server.post<{ Params: RunParams }>('/api/runs/:id/choose', async ({ params, body }) => {
    const { point } = objectOf(body);
    const from = folder.run(params.id);
    return madeRun(folder, `${params.id}-point-${String(point)}`, (out) =>
      crew.do('choose', { folder: from, point: point as number, out }),
    );
  });

  server.post<{ Params: RunParams }>('/api/runs/:id/decision', async ({ params, body }) => {
    const { options, keep = false } = objectOf(body);
    const task = { folder: folder.run(params.id), options: objectOf(options) as DecideOptions };
    const run = params.id; // what a page knows the folder by
    if (keep !== true) return { result: { ...(await crew.do('decide', task)), run } };
    let result = {};
    const made = await madeRun(folder, `${params.id}-decision`, async (out) => {
      result = await crew.do('decide', { ...task, out });
    });
    return { result: { ...result, run }, ...made };
  });

  server.get<{ Params: RunParams & { readonly name: string } }>(
    '/api/runs/:id/files/:name',
    async ({ params }, reply) => {
      const { id, name } = params;
      const path = folder.run(id);
      if (!DOWNLOADS.includes(name)) throw new Refusal(404, 'a run has no such file');
      reply.header('content-disposition', `attachment; filename="${name}"`).type('application/octet-stream');
      if (name === CARD) return reply.send(Buffer.from(await crew.do('card', { folder: path })));
      const file = join(path, name);
      if (!statSync(file, { throwIfNoEntry: false })?.isFile())
        throw new Refusal(404, `the run has no ${name}`);
      return reply.header('content-length', statSync(file).size).send(createReadStream(file));
    },
  );
}

/** What takes a file as it is, of any type and in any length up to the limit. */
export function addFileRoutes(server: FastifyInstance, { folder, crew, limit }: RouteSettings): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_, payload, done) => done(null, payload));
  const uploadOf = (request: FastifyRequest, name: string): Upload => {
    const length = request.headers['content-length'];
    return { name, bytes: request.raw, limit, length: length === undefined ? undefined : Number(length) };
  };

  server.put<{ Params: { readonly name: string } }>('/api/files/:name', async (request) => {
    crew.prepare(); // what comes next is an inspection
    return { name: await addFile(folder, uploadOf(request, request.params.name)) };
  });

  server.post<{ Params: RunParams }>('/api/runs/:id/predictions', async (request, reply) => {
    const { name, group } = request.query as Readonly<Record<string, unknown>>;
    if (typeof name !== 'string') throw new Refusal(400, 'say the `name` of the file');
    const run = folder.run(request.params.id);
    const made = await withUpload(folder, uploadOf(request, name), async (data, place) => {
      const out = join(place, `predictions-${place.slice(-6)}.csv`);
      const task = { folder: run, data, out, ...(typeof group === 'string' && { group }) };
      await crew.do('predict', task).catch((error: Error) => {
        error.message = error.message.replaceAll(join(place, sep), '');
        throw error;
      });
      const file = await open(out);
      await rm(out); // it is gone with whoever reads it
      return file;
    });
    const { size } = await made.stat();
    const stream: Readable = made.createReadStream();
    return reply
      .header('content-disposition', 'attachment; filename="predictions.csv"')
      .header('content-length', size)
      .type('application/octet-stream')
      .send(stream);
  });
}

/** Makes a run in a folder of its own, which is gone where that fails. */
async function madeRun(
  folder: StudioFolder,
  from: string,
  make: (out: string) => Promise<void>,
): Promise<{ readonly id: string }> {
  const id = folder.newRun(basename(from));
  try {
    await make(folder.run(id));
    return { id };
  } catch (error) {
    removeRun(folder.run(id));
    throw error;
  }
}

/** Every dataset that is there, and its presets. */
function knownDatasets(): Workspace['datasets'] {
  const folders = dataFolders();
  return datasets
    .filter((recipe) => locateDataset(recipe, folders) !== undefined)
    .flatMap(({ name, title, presets }) => [
      { name, title },
      ...presets.map((preset) => ({ name: `${name}:${preset.name}`, title: `${title}: ${preset.title}` })),
    ]);
}

function parsedObject(text: unknown, name: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(String(text)));
  } catch {
    throw new Refusal(400, `\`${name}\` must be a JSON object`);
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new Refusal(400, 'a JSON object was expected');
}
