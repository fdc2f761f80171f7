// Who may ask the studio: nobody without the secret, from another page, or by another name.

import { describe, expect, it } from 'vitest';
import { expectRefused, HOST, ORIGIN, PORT, testStudio } from './studio.js';

const { ask, secret } = testStudio();
const without = { cookie: undefined };

describe('the token', () => {
  it('is needed by every address: pages, assets, the interface, and what is not there', async () => {
    for (const address of [
      '/',
      '/assets/index-1.js',
      '/api/workspace',
      '/nothing',
      '/api/runs/x/files/model.json',
    ]) {
      expect((await ask(address, { headers: without })).status, address).toBe(401);
    }
    expectRefused(await ask('/api/files/a.csv', { method: 'PUT', headers: without, body: 'a\n1\n' }), 401);
  });

  it('is random, of 256 bits, and another one each time', () => {
    expect(Buffer.from(secret.token, 'base64url')).toHaveLength(32);
    expect(testSecret()).not.toBe(testSecret());
    function testSecret(): string {
      return new (secret.constructor as new () => typeof secret)().token;
    }
  });

  it('in the address becomes a cookie that no script and no other site has, and the address loses it', async () => {
    const { status, headers } = await ask(`/?token=${secret.token}`, { headers: without });
    expect(status).toBe(303);
    expect(headers['location']).toBe('/');
    expect(headers['set-cookie']).toBe(
      `fairfront-${PORT}=${secret.token}; Path=/; HttpOnly; SameSite=Strict`,
    );
    expect((await ask('/')).text).toContain('<title>studio</title>');
  });

  it('of a link on a page of others opens a page of ours that goes on, since a redirect would hold back the cookie', async () => {
    const headers = { ...without, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const { status, text, headers: got } = await ask(`/?token=${secret.token}`, { headers });
    expect(status).toBe(200);
    expect(text).toContain('content="0;url=/"');
    expect(text).not.toContain(secret.token);
    expect(got['set-cookie']).toContain(secret.token);
  });

  it.each([
    ['wrong', (token: string) => `${token.slice(1)}A`],
    ['cut', (token: string) => token.slice(0, -1)],
    ['empty', () => ''],
    ['longer', (token: string) => `${token}a`],
  ])('that is %s opens nothing', async (_, change) => {
    const wrong = change(secret.token);
    expect((await ask(`/?token=${wrong}`, { headers: without })).status).toBe(401);
    expect((await ask(`/?token=${wrong}`)).status).toBe(401);
    expect((await ask('/', { headers: { cookie: `fairfront-${PORT}=${wrong}` } })).status).toBe(401);
    const bearer = { ...without, authorization: `Bearer ${wrong}` };
    expect((await ask('/api/workspace', { headers: bearer })).status).toBe(401);
  });

  it('is taken as Authorization: Bearer, and not from the address of anything but the page', async () => {
    const bearer = { ...without, authorization: `Bearer ${secret.token}` };
    expect((await ask('/api/workspace', { headers: bearer })).status).toBe(200);
    expect((await ask(`/api/workspace?token=${secret.token}`, { headers: without })).status).toBe(401);
  });

  it('of a server on another port is not taken for ours', async () => {
    expect((await ask('/', { headers: { cookie: `fairfront-1=${secret.token}` } })).status).toBe(401);
  });

  it('that is good once opens the page one time, and nothing else', async () => {
    const once = secret.once();
    const bearer = { ...without, authorization: `Bearer ${once}` };
    expect((await ask('/api/workspace', { headers: bearer })).status).toBe(401);
    const { status, headers } = await ask(`/?token=${once}`, { headers: without });
    expect(status).toBe(303);
    expect(headers['set-cookie']).toContain(secret.token);
    expect((await ask(`/?token=${once}`, { headers: without })).status).toBe(401);
  });
});

describe('the name', () => {
  it.each([HOST, `localhost:${PORT}`])('%s is ours', async (host) => {
    expect((await ask('/api/workspace', { headers: { host } })).status).toBe(200);
  });

  it.each([
    'evil.example',
    `evil.example:${PORT}`,
    '127.0.0.1',
    'localhost',
    `127.0.0.1:${PORT + 1}`,
    `127.0.0.1.evil.example:${PORT}`,
    '',
  ])('"%s" is refused, with the right token too', async (host) => {
    expectRefused(await ask('/api/workspace', { headers: { host } }), 403, /127\.0\.0\.1/);
    expect((await ask(`/?token=${secret.token}`, { headers: { host } })).status).toBe(403);
  });
});

describe('another page', () => {
  it.each([
    'http://evil.example',
    'null',
    `http://localhost:${PORT + 1}`,
    `https://${HOST}`,
    `http://evil.example/${HOST}`,
    `${ORIGIN}.evil.example`,
  ])('of origin %s gets nothing', async (origin) => {
    expectRefused(await ask('/api/workspace', { headers: { origin } }), 403);
    expectRefused(await ask('/api/runs', { method: 'POST', headers: { origin }, body: {} }), 403);
  });

  it.each(['cross-site', 'same-site'])(
    'whose browser says %s gets nothing, but may lead to the page',
    async (site) => {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' };
      expectRefused(await ask('/api/workspace', { headers }), 403);
      expectRefused(await ask('/api/runs/x/files/report.html', { headers }), 403);
      expect((await ask('/', { headers })).status).toBe(200);
    },
  );

  it.each(['PUT', 'POST', 'DELETE'] as const)('cannot %s without saying who it is', async (method) => {
    const address = { PUT: '/api/files/a.csv', POST: '/api/runs/x/cancel', DELETE: '/api/runs/x' }[method];
    const unsaid = { origin: undefined };
    expectRefused(await ask(address, { method, headers: unsaid, body: '' }), 403, /page of the studio/);
    const own = { ...unsaid, 'sec-fetch-site': 'same-origin' };
    expect((await ask(address, { method, headers: own, body: '' })).status).not.toBe(403);
    expect((await ask(address, { method, body: '' })).status).not.toBe(403);
  });

  it('is told by no header that it may ask', async () => {
    const { status, headers } = await ask('/api/workspace', {
      method: 'OPTIONS',
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'GET' },
    });
    expect(status).toBe(403);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('cannot send a form: bodies are JSON that says so', async () => {
    const headers = { 'content-type': 'text/plain' };
    const body = '{"kind":"fit","data":"adult","options":{}}';
    expectRefused(await ask('/api/runs', { method: 'POST', headers, body }), 415);
  });
});

describe('what is sent', () => {
  it.each(['/', '/assets/index-1.js', '/api/workspace', '/nothing', '/%zz'])(
    'at %s has all headers',
    async (address) => {
      const { headers } = await ask(address);
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
      for (const part of [
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "connect-src 'self'",
      ]) {
        expect(policy.split('; ')).toContain(part);
      }
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
    },
  );

  it('at 401 has them too', async () => {
    const { headers } = await ask('/', { headers: without });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});
