// Which workers there are: each writes what it does into one hash of Redis, every few seconds, with the server's time.

import { z } from 'zod';
import { PREFIX } from './task-key.js';

const KEY = `${PREFIX}:workers`;
/** How often a worker writes. */
const TOLD_EVERY_MS = 2000;
/** Who has not written for so long is gone. */
const GONE_MS = 10_000;

const record = z.object({
  host: z.string(),
  pid: z.number(),
  /** Of fairfront and of Node: 0.2.0-node20. */
  version: z.string(),
  threads: z.number(),
  /** The folder of its storage, and which storage that is. */
  folder: z.string(),
  storage: z.string(),
  /** The tasks under way: which job, the name of its result, for how long. */
  doing: z.array(z.object({ job: z.string(), key: z.string(), seconds: z.number() })),
  done: z.number(),
  /** Tasks that another worker had begun before, or that had failed before. */
  retried: z.number(),
  failed: z.number(),
});

/** What a worker tells of itself. */
export type WorkerRecord = z.infer<typeof record>;

/** What is needed of ioredis. */
interface Hashes {
  time(): Promise<(number | string)[]>;
  hset(key: string, field: string, value: string): Promise<unknown>;
  hdel(key: string, ...fields: string[]): Promise<unknown>;
  hgetall(key: string): Promise<Record<string, string>>;
}

/** The server's time in milliseconds. */
async function serverTime(redis: Hashes): Promise<number> {
  const [seconds, micros] = await redis.time();
  return 1000 * Number(seconds) + Math.floor(Number(micros) / 1000);
}

/** Writes what a worker does, now and every few seconds. @returns what takes it away */
export async function announce(
  redis: Hashes & { readonly status: string },
  id: string,
  record: () => WorkerRecord,
): Promise<() => Promise<void>> {
  const tell = async (): Promise<void> => {
    await redis.hset(KEY, id, JSON.stringify({ ...record(), seen: await serverTime(redis) }));
  };
  await tell();
  const isThere = (): boolean => redis.status === 'ready'; // or what is told would be told late
  const telling = setInterval(() => isThere() && tell().catch(() => undefined), TOLD_EVERY_MS);
  return async () => {
    clearInterval(telling);
    if (isThere()) await redis.hdel(KEY, id).catch(() => undefined);
  };
}

/** The workers that have written lately; those that are long gone are removed. */
export async function presentWorkers(redis: Hashes): Promise<(WorkerRecord & { readonly id: string })[]> {
  const now = await serverTime(redis);
  const present: (WorkerRecord & { readonly id: string })[] = [];
  for (const [id, text] of Object.entries(await redis.hgetall(KEY))) {
    const told = parsed(text);
    if (told !== undefined && now - told.seen < GONE_MS) present.push({ id, ...told.worker });
    else await redis.hdel(KEY, id);
  }
  return present.sort((left, right) => (left.id < right.id ? -1 : 1));
}

function parsed(text: string): { readonly worker: WorkerRecord; readonly seen: number } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { worker: record.parse(value), seen: z.object({ seen: z.number() }).parse(value).seen };
  } catch {
    return undefined;
  }
}
