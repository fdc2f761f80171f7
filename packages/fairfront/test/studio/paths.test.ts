// No name leads out of the workspace: for reading, inspecting, running, downloading, writing or removing.

import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StudioFolder } from '../../src/studio/workspace.js';
import { loans } from '../runs/run-fit.js';
import { type Answered, expectRefused, testStudio } from './studio.js';

const { ask, folder, outside } = testStudio();
const secret = join(outside, 'secret.csv');
writeFileSync(secret, loans(300));
writeFileSync(join(folder, 'loans.csv'), loans(300));
mkdirSync(join(folder, 'sub'));
writeFileSync(join(folder, 'sub', 'inner.csv'), loans(300));
symlinkSync(secret, join(folder, 'link.csv'));
symlinkSync(outside, join(folder, 'linked'));
symlinkSync(join(folder, 'loans.csv'), join(folder, 'inside.csv'));
// Runs with links in them, and one that is a link.
const runs: Readonly<Record<string, string>> = {
  file: 'result.json',
  process: 'process',
  checkpoint: 'checkpoint',
};
for (const [name, link] of Object.entries(runs)) {
  mkdirSync(join(folder, `run-${name}`, 'process'), { recursive: true });
  writeFileSync(join(folder, `run-${name}`, 'front.json'), '{}');
  if (name === 'process') symlinkSync(secret, join(folder, 'run-process', 'process', 'events.ndjson'));
  else symlinkSync(name === 'file' ? secret : outside, join(folder, `run-${name}`, link));
}
mkdirSync(join(outside, 'run'));
writeFileSync(join(outside, 'run', 'model.json'), 'secret');
symlinkSync(join(outside, 'run'), join(folder, 'run-link'));

/** Names that are not names of files in the folder. */
const OUT = [
  '../outside/secret.csv',
  '..',
  '.',
  secret,
  '..\\outside\\secret.csv',
  'sub/../../outside/secret.csv',
  './loans.csv',
  'link.csv',
  'linked/secret.csv',
  'loans.csv\0.txt',
  '.fairfront/x',
  '-',
  '~/x.csv',
  'C:\\secret.csv',
  'file:///etc/passwd',
  '/dev/stdin',
  'loans\n.csv',
  '',
];

const code = encodeURIComponent;
const start = (data: string, options: unknown = { target: 'default', groups: 'sex' }): Promise<Answered> =>
  ask('/api/runs', { method: 'POST', body: { kind: 'fit', data, options } });

describe('data outside', () => {
  it.each(OUT)('%j is neither inspected nor trained on', async (name) => {
    const inspected = await ask(`/api/inspection?data=${code(name)}`);
    expect([400, 403, 404]).toContain(inspected.status);
    const started = await start(name);
    expect([400, 403, 404]).toContain(started.status);
    expect(started.json).not.toHaveProperty('id');
    expect(inspected.text + started.text).not.toContain('region');
  });

  it('is not listed, however it is linked; a link inside is', async () => {
    const { files } = (await ask('/api/workspace')).json;
    expect(files.map(({ name }: { name: string }) => name)).toEqual(['inside.csv', 'loans.csv']);
  });

  it.skipIf(sep === '\\')('is not reached by a link whose name is a path on other systems', async () => {
    symlinkSync(secret, join(folder, 'sub\\inner.csv'));
    expectRefused(await start('sub\\inner.csv'), 403);
    expectRefused(await start('loans.csv', { weights: 'sub\\inner.csv' }), 403);
  });

  it('inside, in a folder and by a link, is inspected', async () => {
    for (const name of ['loans.csv', 'sub/inner.csv', 'inside.csv']) {
      expect((await ask(`/api/inspection?data=${code(name)}`)).json.rows, name).toBe(300);
    }
  });

  it.each(['train', 'validation', 'test', 'weights', 'backbone', 'imageFolder', 'dataDir'])(
    'is not named by %s either',
    async (option) => {
      for (const name of [secret, '../outside/secret.csv', 'link.csv', 'linked']) {
        expectRefused(await start('loans.csv', { [option]: name }), 403);
        const options = code(JSON.stringify({ [option]: name }));
        expectRefused(await ask(`/api/inspection?data=loans.csv&options=${options}`), 403);
      }
    },
  );

  it.each(['sql', 'image'])('cannot be reached by %s', async (option) => {
    expectRefused(await start('loans.csv', { [option]: 'x' }), 400, /command line/);
    const options = code(JSON.stringify({ [option]: 'x' }));
    expectRefused(await ask(`/api/inspection?data=loans.csv&options=${options}`), 400, /command line/);
  });
});

describe('runs outside', () => {
  const ids = [
    '..',
    '../outside/run',
    code('../outside/run'),
    '%2e%2e%2foutside',
    'run-link',
    code('/etc'),
    'a%00b',
    '.hidden',
    code('..\\outside'),
  ];
  it.each(ids)('%s is no run', async (id) => {
    for (const address of ['', '/events', '/front', '/files/model.json', '/files/card.md']) {
      const { status, text } = await ask(`/api/runs/${id}${address}`);
      expect([400, 404]).toContain(status);
      expect(text).not.toContain('secret');
    }
    for (const action of ['cancel', 'resume', 'choose', 'decision']) {
      const { status } = await ask(`/api/runs/${id}/${action}`, { method: 'POST', body: { options: {} } });
      expect([400, 404]).toContain(status);
    }
    expect([400, 404]).toContain((await ask(`/api/runs/${id}`, { method: 'DELETE' })).status);
    expect([400, 404]).toContain((await ask(`/api/comparison?run=${id}&run=${id}`)).status);
    expect(existsSync(join(outside, 'run', 'model.json'))).toBe(true);
  });

  it.each(Object.keys(runs))(
    'that hold a link, as of %s, are neither listed nor opened nor removed',
    async (name) => {
      const listed = (await ask('/api/workspace')).json.runs;
      expect(listed).toEqual([]);
      expectRefused(await ask(`/api/runs/run-${name}`), 403, /link/);
      expectRefused(await ask(`/api/runs/run-${name}/events`), 403, /link/);
      expectRefused(await ask(`/api/runs/run-${name}`, { method: 'DELETE' }), 403, /link/);
      expect(readFileSync(secret, 'utf8')).toContain('sex,region');
    },
  );

  it.each(['../../outside/secret.csv', 'models.bin', 'process/run.json', 'x', '__proto__', 'toString'])(
    'file %s of a run is none that can be downloaded',
    async (name) => {
      mkdirSync(join(folder, 'plain'), { recursive: true });
      writeFileSync(join(folder, 'plain', 'models.bin'), 'x');
      expectRefused(await ask(`/api/runs/plain/files/${code(name)}`), 404);
    },
  );
});

describe('a run that came with the folder', () => {
  const asked = { target: 'default', groups: 'sex' };
  const planted = (id: string, more: object): Promise<Answered> => {
    mkdirSync(join(folder, id, 'process'), { recursive: true });
    const request = { schema: 'fairfront.run/1', kind: 'fit', data: 'loans.csv', options: asked };
    const kept = { ...request, started: 1, from: outside, atOnce: 2, ...more };
    writeFileSync(join(folder, id, 'process', 'run.json'), JSON.stringify(kept));
    return ask(`/api/runs/${id}/resume`, { method: 'POST' });
  };

  it.each(OUT)('is not resumed with data %j', async (data) => {
    const { status } = await planted('evil-1', { data });
    expect([400, 403, 404]).toContain(status);
    expect(readdirSync(join(folder, 'evil-1', 'process'))).toEqual(['run.json']);
  });

  it('finds its data in the folder, wherever it says that it was started', async () => {
    expectRefused(await planted('evil-2', { data: 'secret.csv' }), 404, /no "secret\.csv" in the folder/);
  });

  it('is not resumed with what a page may not ask for', async () => {
    for (const option of ['sql', 'image']) {
      const options = { ...asked, [option]: 'x' };
      expectRefused(await planted('evil-3', { options }), 400, /command line/);
    }
    expectRefused(await planted('evil-4', { options: { ...asked, weights: secret } }), 403);
  });
});

describe('files that are sent', () => {
  it.each(OUT.filter((name) => !['link.csv', '', '.', '..'].includes(name)))(
    'are not written to %j',
    async (name) => {
      const before = [readdirSync(outside), readdirSync(folder)];
      const { status } = await ask(`/api/files/${code(name)}`, { method: 'PUT', body: 'a\n1\n' });
      expect([400, 404]).toContain(status);
      expect([readdirSync(outside), readdirSync(folder)]).toEqual(before);
    },
  );

  it('do not follow a link that stands in their place', async () => {
    const { json } = await ask('/api/files/link.csv', { method: 'PUT', body: 'mine\n1\n' });
    expect(json).toEqual({ name: 'link-2.csv' });
    expect(readFileSync(secret, 'utf8')).toContain('sex,region');
    expect(readFileSync(join(folder, 'link-2.csv'), 'utf8')).toBe('mine\n1\n');
  });
});

it('a link in the place of the studio’s own folder is refused', () => {
  const bad = join(outside, 'bad');
  mkdirSync(bad);
  symlinkSync(outside, join(bad, '.fairfront'));
  expect(() => new StudioFolder(bad)).toThrow(/remove it/);
});
