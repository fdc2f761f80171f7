// Where Redis is, and the way there. The password is never shown: what is said of a server is its host and port.
// BullMQ and ioredis are loaded when they are needed: whoever has one machine need not have them.

import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { UsageError } from '../usage-error.js';
import { CANCELLED, PREFIX } from './task-key.js';

/** The environment variable that names Redis, so that its password is in no list of processes. */
export const REDIS_VARIABLE = 'FAIRFRONT_REDIS';

/** A Redis server, and how to reach it. */
export interface RedisServer {
  /** Host and port. */
  readonly label: string;
  /** What ioredis takes. */
  readonly options: RedisOptions;
}

interface RedisOptions {
  readonly host: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
  readonly db?: number;
  readonly tls?: { readonly servername?: string };
  /** Commands wait until the server is back. */
  readonly maxRetriesPerRequest: null;
  retryStrategy(times: number): number;
}

/** Reads an address such as rediss://:password@host:6380/0. @param given default: what the environment names */
export function redisAt(
  given: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): RedisServer {
  const address = given ?? environment[REDIS_VARIABLE];
  if (address === undefined || address === '') {
    throw new UsageError(
      `\`redis\` must name a server, as in redis://localhost:6379; or set the environment variable ${REDIS_VARIABLE}`,
    );
  }
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isTls = url?.protocol === 'rediss:';
  const database = /^\/(\d{0,4})$/.exec(url?.pathname || '/')?.[1];
  if (
    url === undefined ||
    !(isTls || url.protocol === 'redis:') ||
    url.hostname === '' ||
    database === undefined
  ) {
    // The address is not shown: it may hold a password.
    throw new UsageError(
      'the address of Redis must look like redis://host:6379, rediss://host:6380 with TLS, or redis://:password@host:6379/0',
    );
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(url.port || 6379);
  return {
    label: `${url.hostname}:${port}`,
    options: {
      host,
      port,
      ...(url.username !== '' && { username: decoded(url.username) }),
      ...(url.password !== '' && { password: decoded(url.password) }),
      ...(database !== '' && { db: Number(database) }),
      ...(isTls && { tls: isIP(host) === 0 ? { servername: host } : {} }),
      maxRetriesPerRequest: null,
      retryStrategy: (times) => Math.min(100 * times, 2000),
    },
  };
}

/** BullMQ and ioredis. */
export interface QueueLibraries {
  readonly bullmq: typeof import('bullmq');
  readonly Redis: typeof import('ioredis').Redis;
}

/** Loads BullMQ and ioredis. */
export async function loadLibraries(): Promise<QueueLibraries> {
  try {
    const [bullmq, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, Redis };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError('work on several machines needs two more packages: npm install bullmq ioredis');
  }
}

/** Connects to a server, for good: where it is away it is waited for, which is told once. */
export function connectRedis(
  { Redis }: QueueLibraries,
  { label, options }: RedisServer,
  onNote: (text: string) => unknown = () => undefined,
): InstanceType<QueueLibraries['Redis']> {
  const redis = new Redis(options);
  let isAway = false;
  redis.on('error', () => {
    if (!isAway) onNote(`Redis at ${label} is away; it is waited for`);
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) onNote(`Redis at ${label} is back`);
    isAway = false;
  });
  return redis;
}

const REACHED_WITHIN_MS = 5000;

/** Refuses a server that cannot be reached, or that lets nobody in. */
export async function checkReachable(
  { Redis }: QueueLibraries,
  { label, options }: RedisServer,
): Promise<void> {
  const redis = new Redis({
    ...options,
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: REACHED_WITHIN_MS,
  });
  let reason: Error | undefined;
  redis.on('error', (error) => {
    reason ??= error;
  });
  try {
    await redis.connect();
    await redis.ping();
    await redis.info('server'); // as BullMQ asks
    if (options.db !== undefined) await redis.select(options.db); // one that is not there would be 0
    const probe = `${PREFIX}:probe:${randomBytes(8).toString('hex')}`;
    await redis.set(probe, '', 'PX', 1000);
    await redis.del(probe);
    await redis.subscribe(CANCELLED);
  } catch (error) {
    throw unreachable(label, reason ?? (error as Error), options.tls !== undefined);
  } finally {
    redis.disconnect();
  }
}

function unreachable(label: string, error: NodeJS.ErrnoException, isTls: boolean): UsageError {
  const { code = '', message } = error;
  if (/NOPERM|OOM|READONLY|DB index/.test(message)) {
    return new UsageError(
      `Redis at ${label} does not let fairfront work: ${message}; it needs INFO, a database that is there and takes writes, and all commands on keys and channels ${PREFIX}:*`,
    );
  }
  if (/NOAUTH|WRONGPASS|without any password/.test(message)) {
    return new UsageError(
      `Redis at ${label} refuses the user or password; put the right one into ${REDIS_VARIABLE}, as in redis://:password@host:6379`,
    );
  }
  const why = code === '' || /^ERR_/.test(code) ? message : code;
  const tls = isTls
    ? '; does it speak TLS, and is its certificate known (NODE_EXTRA_CA_CERTS)?'
    : '; if it speaks TLS, the address begins with rediss://';
  return new UsageError(
    `Redis at ${label} cannot be reached (${why}): is it running, and is this its address?${tls}`,
  );
}

/** A part of an address, without percent signs before two digits. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UsageError(
      'the address of Redis: user and password must be percent-encoded; write % as %25, @ as %40',
    );
  }
}
