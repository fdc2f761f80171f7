// The studio's server: a page on this machine for whoever started it, and nobody else.

import { FairfrontError, oneLine } from '@fairfront/core/tables';
import type { FastifyInstance, FastifyReply, FastifyServerOptions } from 'fastify';
import { fastify } from 'fastify';
import { UsageError } from '../usage-error.js';
import { Crew } from './crew.js';
import { addGuard, SECURITY_HEADERS, Secret } from './guard.js';
import { readPages } from './pages.js';
import { Refusal } from './refusal.js';
import { addFileRoutes, addRunRoutes, addWorkspaceRoutes } from './routes.js';
import { StudioFolder } from './workspace.js';

export interface StudioOptions {
  /** The folder with data and runs, which is made where it is missing. */
  readonly folder: string;
  /** Default: 4777 or, where that is taken, a free one; 0: a free one. */
  readonly port?: number;
  /** Bytes of a file that is sent. Default 500 MB. */
  readonly limit?: number;
  /** Milliseconds that a JSON body may take to come. Default 10,000. */
  readonly bodyMs?: number;
  /** Where the page was built. Default: inside the package. */
  readonly pages?: string;
}

/** A server under way. */
export interface Studio {
  /** The address to open, with the token. */
  readonly url: string;
  /** The same with a token that is good one time. */
  urlOnce(): string;
  /** Ends the server. Runs go on. */
  close(): Promise<void>;
}

export const DEFAULT_PORT = 4777;
export const DEFAULT_LIMIT = 500e6;
/** Bytes of a JSON body, and of the head of a request. */
const BODY_LIMIT = 1 << 20;
const HEAD_LIMIT = 1 << 17;
/** A request must have come whole after this time. */
const REQUEST_MS = 300_000;
const BODY_MS = 10_000;

/** Starts the server. It listens on this machine only. */
export async function startStudio(options: StudioOptions): Promise<Studio> {
  const secret = new Secret();
  let port = 0;
  const server = createServer(options, secret, () => port);
  const address = await listen(server, options.port);
  port = Number(new URL(address).port);
  const urlOf = (token: string): string => `http://127.0.0.1:${port}/?token=${token}`;
  return { url: urlOf(secret.token), urlOnce: () => urlOf(secret.once()), close: () => server.close() };
}

/** Makes the server without starting it. @param port the one that it will listen on */
export function createServer(
  { folder, limit = DEFAULT_LIMIT, bodyMs = BODY_MS, pages }: StudioOptions,
  secret: Secret,
  port: () => number,
): FastifyInstance {
  const opened = new StudioFolder(folder);
  const crew = new Crew();
  const settings: FastifyServerOptions = {
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    frameworkErrors: (error, _, reply) => {
      (reply as unknown as FastifyReply)
        .status(error.statusCode ?? 400)
        .headers(SECURITY_HEADERS)
        .send({ error: oneLine(error.message) });
    },
    routerOptions: { maxParamLength: 1000 },
    http: { maxHeaderSize: HEAD_LIMIT, connectionsCheckingInterval: 1000 },
  } as FastifyServerOptions;
  const server = fastify(settings) as unknown as FastifyInstance;
  addGuard(server, secret, port);
  server.setErrorHandler(async (error, request, reply) => {
    const { status, message } = describe(error);
    if (status === 413) reply.header('connection', 'close'); // the rest of it is not waited for
    const wantsPage = request.routeOptions.url === '/' && status === 401;
    reply.status(status);
    return wantsPage
      ? reply.type('text/plain; charset=utf-8').send(`${message}\n`)
      : reply.type('application/json; charset=utf-8').send({ error: opened.tidy(message) });
  });
  server.setNotFoundHandler(async () => {
    throw new Refusal(404, 'there is nothing at this address');
  });
  for (const { address, type, bytes } of readPages(pages)) {
    const isFixed = address.startsWith('/assets/'); // its name says its content
    server.get(address, async (_, reply) => {
      if (!isFixed) crew.prepare(); // whoever opens the page will ask for something
      return reply
        .header('cache-control', isFixed ? 'private, max-age=31536000, immutable' : 'no-cache')
        .type(type)
        .send(bytes);
    });
  }
  const routes = { folder: opened, crew, limit, cache: new Map() };
  server.register(async (scope) => {
    acceptJson(scope, bodyMs);
    addWorkspaceRoutes(scope, routes);
    addRunRoutes(scope, routes);
  });
  server.register(async (scope) => addFileRoutes(scope, routes));
  server.addHook('onClose', async () => crew.close());
  return server;
}

/** Bodies are JSON that says so, small, and come soon: no other form of a page can be mistaken for them. */
function acceptJson(scope: FastifyInstance, bodyMs: number): void {
  scope.removeContentTypeParser('text/plain');
  scope.addHook('preParsing', async (request, _, payload) => {
    if (request.method === 'GET') return payload;
    const late = setTimeout(() => request.raw.destroy(), bodyMs).unref();
    for (const over of ['end', 'close']) payload.once(over, () => clearTimeout(late));
    return payload;
  });
}

async function listen(server: FastifyInstance, port: number | undefined): Promise<string> {
  const host = '127.0.0.1';
  try {
    return await server.listen({ host, port: port ?? DEFAULT_PORT });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    if (port === undefined) return server.listen({ host, port: 0 });
    throw new UsageError(
      `\`port: ${port}\`: ${code === 'EACCES' ? 'permission is denied' : 'another program listens on it'}; choose another one, or leave it out`,
    );
  }
}

/** What went wrong, for whoever asked: a mistake in the library's words, a bug without where it is. */
function describe(error: unknown): { readonly status: number; readonly message: string } {
  if (error instanceof Refusal) return { status: error.statusCode, message: error.message };
  if (error instanceof FairfrontError) return { status: 400, message: error.message };
  const { statusCode = 500, message } = error as Error & { readonly statusCode?: number };
  if (statusCode < 500) return { status: statusCode, message: oneLine(message) };
  return { status: 500, message: `this is a bug in fairfront; please report it: ${oneLine(message)}` };
}
