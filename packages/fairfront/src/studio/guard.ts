// Who may ask. The studio acts with all rights of whoever started it, on a port that every page in every browser and every
// user of the machine can reach. So a request must come to our own name (a page elsewhere may point a name of its own at
// this machine), from our own page, and with the secret that only the opened address had.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.js';

/** What a page of ours may do: show what we send and ask us; no other script, frame, form or address. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** The secret of a server, and addresses that are good once. */
export class Secret {
  readonly token = randomBytes(32).toString('base64url');
  readonly #once = new Set<string>();

  /** A token that opens the page one time: command lines, such as that of a browser, can be read by others. */
  once(): string {
    const token = randomBytes(32).toString('base64url');
    this.#once.add(token);
    return token;
  }

  /** Whether a token is right; it takes as long whatever is wrong with it. */
  accepts(token: string): boolean {
    return isSame(token, this.token);
  }

  /** Whether a token in an address opens the page. One that is good once is used up. */
  opens(token: string): boolean {
    const once = [...this.#once].find((own) => isSame(token, own));
    return once === undefined ? this.accepts(token) : this.#once.delete(once);
  }
}

function isSame(given: string, own: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(own));
}

const SAFE_METHODS = ['GET', 'HEAD'];

/** Lets requests through that may ask. @param port the one that is listened on */
export function addGuard(server: FastifyInstance, secret: Secret, port: () => number): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    checkHost(request, port());
    const { token } = request.query as { readonly token?: unknown };
    if (request.method === 'GET' && request.routeOptions.url === '/' && typeof token === 'string') {
      if (!secret.opens(token)) throw new Refusal(401, 'the token in the address is not right');
      return openPage(request, reply, secret, port());
    }
    checkOrigin(request, port());
    if (!hasSecret(request, secret, port())) {
      throw new Refusal(401, 'open the address that fairfront studio printed when it was started');
    }
  });
}

const names = (port: number): string[] => [`127.0.0.1:${port}`, `localhost:${port}`];

/** A page elsewhere can have its own name lead to this machine, but then that name is in the request. */
function checkHost({ headers }: FastifyRequest, port: number): void {
  if (names(port).includes(headers.host ?? '')) return;
  throw new Refusal(403, 'the studio answers to 127.0.0.1 and localhost only');
}

/** Requests that pages of others make, or that change something and do not say who made them. */
function checkOrigin({ method, headers, routeOptions }: FastifyRequest, port: number): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const isOwnOrigin = origin !== undefined && names(port).includes(origin.replace(/^http:\/\//, ''));
  const isOwnSite = site === 'same-origin' || site === 'none';
  // Whoever follows a link to the page sees the page; all else is for the page itself.
  const isVisit = method === 'GET' && routeOptions.url === '/' && headers['sec-fetch-mode'] === 'navigate';
  const isForeign = (origin !== undefined && !isOwnOrigin) || (site !== undefined && !isOwnSite && !isVisit);
  const isUnsaid = !SAFE_METHODS.includes(method) && !isOwnOrigin && !isOwnSite;
  if (isForeign || isUnsaid) throw new Refusal(403, 'the request does not come from the page of the studio');
}

/** Cookies know no ports: each server has one of its own name. */
const cookieName = (port: number): string => `fairfront-${port}`;

function hasSecret({ headers }: FastifyRequest, secret: Secret, port: number): boolean {
  const [, bearer] = /^Bearer ([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (bearer !== undefined) return secret.accepts(bearer);
  const start = `${cookieName(port)}=`;
  return (headers.cookie ?? '')
    .split('; ')
    .some((cookie) => cookie.startsWith(start) && secret.accepts(cookie.slice(start.length)));
}

/** Turns the token in the address into a cookie, and the address into one without it. */
function openPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  secret: Secret,
  port: number,
): FastifyReply {
  reply.header('set-cookie', `${cookieName(port)}=${secret.token}; Path=/; HttpOnly; SameSite=Strict`);
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site === 'none' || site === 'same-origin') return reply.redirect('/', 303);
  // After a link on a page of others, a redirect would still be theirs, and the cookie held back; a page of ours goes on.
  return reply
    .type('text/html; charset=utf-8')
    .send('<!doctype html><meta http-equiv="refresh" content="0;url=/">');
}
