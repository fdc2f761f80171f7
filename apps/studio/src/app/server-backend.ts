// The work done by a server of fairfront on this machine, over HTTP. It is on the page's own address.

import type { Backend, Download, StudioEvent } from './backend.js';
import { predictionsName } from './words.js';

const SILENT = 'The studio does not answer. Start it again where it was started, and try once more.';
/** How long to wait before a stream of events that was lost is asked for again. */
const RETRY_MS = 1000;

/** Makes the backend that asks a server. */
export function serverBackend(): Backend {
  return {
    kind: 'server',
    workspace: () => getJson('workspace'),
    addFile: (file, onProgress) => upload(file, onProgress),
    inspect: (data, options = {}) =>
      getJson(`inspection?${new URLSearchParams({ data, options: JSON.stringify(options) })}`),
    start: async (request) => (await postJson<Created>('runs', request)).id,
    open: (id) => getJson(run(id)),
    follow: (id, onEvent, onLost) => follow(`${run(id)}/events`, onEvent, onLost),
    cancel: async (id) => void (await ask(`${run(id)}/cancel`, { method: 'POST' })),
    resume: async (id) => void (await ask(`${run(id)}/resume`, { method: 'POST' })),
    remove: async (id) => void (await ask(run(id), { method: 'DELETE' })),
    explore: (id) => getJson(`${run(id)}/front`),
    choose: async (id, point) => (await postJson<Created>(`${run(id)}/choose`, { point })).id,
    decide: async (id, options) =>
      (await postJson<Decided>(`${run(id)}/decision`, { options, keep: false })).result,
    keepDecision: async (id, options) =>
      (await postJson<Created>(`${run(id)}/decision`, { options, keep: true })).id,
    compare: (ids) => getJson(`comparison?${new URLSearchParams(ids.map((id) => ['run', id]))}`),
    predict: async (id, file, group) => {
      const asked = new URLSearchParams({ name: file.name, ...(group !== undefined && { group }) });
      const path = `${run(id)}/predictions?${asked}`;
      const response = await ask(path, { method: 'POST', body: file, headers: RAW });
      return { name: predictionsName(file.name), content: await response.blob() };
    },
    download: async (id, name): Promise<Download> => {
      const response = await ask(`${run(id)}/files/${encodeURIComponent(name)}`);
      return { name, content: await response.blob() };
    },
  };
}

interface Created {
  readonly id: string;
}
interface Decided {
  readonly result: Awaited<ReturnType<Backend['decide']>>;
}

type OnEvent = Parameters<Backend['follow']>[1];

const RAW = { 'content-type': 'application/octet-stream' };
const run = (id: string): string => `runs/${encodeURIComponent(id)}`;

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(`api/${path}`, { credentials: 'same-origin', ...init }).catch(() => {
    throw new Error(SILENT);
  });
  if (!response.ok) throw new Error(messageIn(await response.text(), response.status));
  return response;
}

async function getJson<T>(path: string): Promise<T> {
  return (await ask(path)).json();
}

async function postJson<T>(path: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  return (await ask(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

/** What went wrong, in the server's words. */
function messageIn(body: string, status: number): string {
  try {
    const { error } = JSON.parse(body);
    if (typeof error === 'string') return error;
  } catch {
    // not one of the server's own answers
  }
  return `The studio answered with status ${status}.`;
}

/** Sends a file; `fetch` cannot tell how much of it is gone. */
function upload(file: File, onProgress?: (share: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', `api/files/${encodeURIComponent(file.name)}`);
    request.setRequestHeader('content-type', RAW['content-type']);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new Error(SILENT));
    request.onload = () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText).name);
      else reject(new Error(messageIn(request.responseText, request.status)));
    };
    request.send(file);
  });
}

/**
 * Streams events until the last says that the run ended and the server hangs up. A connection that is lost or refused is
 * made again, from the event after the last one. Not an EventSource, which cannot tell why it is refused.
 */
function follow(path: string, onEvent: OnEvent, onLost: (why?: string) => void = () => {}): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  void (async () => {
    let [last, hasEnded] = [0, false];
    while (!hasEnded && !signal.aborted) {
      try {
        const { body } = await ask(path, { signal, headers: { 'last-event-id': String(last) } });
        onLost();
        await readEvents(body!, (number, event) => {
          last = number;
          hasEnded = event.kind === 'ended';
          onEvent(event);
        });
      } catch (error) {
        if (!signal.aborted) onLost((error as Error).message);
      }
      if (!hasEnded) await new Promise((again) => setTimeout(again, RETRY_MS));
    }
  })();
  return () => stop.abort();
}

/** Reads server-sent events until there are no more; whether the server ended them or was lost, the next try tells. */
async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (number: number, event: StudioEvent) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value } = await reader.read().catch(() => ({ value: undefined }));
    if (value === undefined) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const [, number, data] = /^id: (\d+)\ndata: (.*)$/.exec(block) ?? [];
      if (data !== undefined) onEvent(Number(number), JSON.parse(data));
    }
  }
}
