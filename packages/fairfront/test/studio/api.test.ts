// What the page asks for and gets: the library's own answers, and its own words where it refuses.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { modelCard } from '../../src/card/model-card.js';
import { main } from '../../src/cli/program.js';
import { comparePage } from '../../src/compare/compare-page.js';
import { compareRuns } from '../../src/compare/compare-runs.js';
import { decide } from '../../src/decide/decide.js';
import { exploreFront } from '../../src/front/explore-front.js';
import { frontPage } from '../../src/front/front-page.js';
import { inspect } from '../../src/inspect/inspection.js';
import { fitPage } from '../../src/report/fit-page.js';
import { openRun } from '../../src/runs/finished-run.js';
import { loadModel } from '../../src/runs/model.js';
import { loadData } from '../../src/task/load-data.js';
import { VERSION } from '../../src/version.js';
import { fakeTerminal } from '../fake-terminal.js';
import { BY_VALIDATION, loans, TWO_GROUPS } from '../runs/run-fit.js';
import { expectRefused, testStudio } from './studio.js';

const { ask, folder } = testStudio();
const post = (address: string, body: unknown) => ask(address, { method: 'POST', body });
const ids = (): string[] => readdirSync(folder).filter((name) => /-\d+$/.test(name));

beforeAll(async () => {
  writeFileSync(join(folder, 'loans.csv'), loans(1500));
  const data = [join(folder, 'loans.csv'), ...TWO_GROUPS];
  const fast = ['--model', 'linear', ...BY_VALIDATION, '--max-solves', '5'];
  for (const [command, name, ...args] of [
    ['fit', 'one', ...fast],
    ['fit', 'two', ...fast, '--l2', '0.01'],
    ['front', 'all', '--steps', '8'],
  ] as const) {
    const terminal = fakeTerminal();
    expect(await main([command, ...data, ...args, '--out', join(folder, name)], terminal)).toBe(0);
  }
});

describe('the workspace', () => {
  it('tells version, datasets, files and runs, the newest first', async () => {
    const { json } = await ask('/api/workspace');
    expect(json.version).toBe(VERSION);
    expect(json.folder.endsWith('workspace')).toBe(true);
    expect(json.files).toEqual([{ name: 'loans.csv', bytes: loans(1500).length }]);
    const names = json.datasets.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['adult', 'adult:gender', 'german:gender']));
    expect(names).not.toContain('mimic-iii'); // which is not there
    expect(json.runs.map(({ id, kind, state }: Record<string, string>) => `${id} ${kind} ${state}`)).toEqual([
      'all front finished',
      'two fit finished',
      'one fit finished',
    ]);
    expect(json.runs[2]).toMatchObject({ target: 'default', groups: 2 });
    expect(json.runs[2].outcome).toMatch(/model|data/);
    expect(json.runs[0].outcome).toMatch(/^a front of \d+ points$/);
  });
});

describe('an inspection', () => {
  it('is that of the library, by the name that the page knows', async () => {
    const options = { target: 'default', groups: 'sex,region', ignore: ['grade'] };
    const { json } = await ask(
      `/api/inspection?data=loans.csv&options=${encodeURIComponent(JSON.stringify(options))}`,
    );
    const loaded = await loadData(join(folder, 'loans.csv'), { ignore: ['grade'] });
    const expected = inspect({ ...loaded, label: 'loans.csv' }, options);
    expect(json).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  it('sees that the file was changed', async () => {
    const address = '/api/inspection?data=grows.csv';
    writeFileSync(join(folder, 'grows.csv'), loans(100));
    expect((await ask(address)).json.rows).toBe(100);
    writeFileSync(join(folder, 'grows.csv'), loans(200));
    expect((await ask(address)).json.rows).toBe(200);
  });

  it('of a dataset needs no file', async () => {
    expect((await ask('/api/inspection?data=german:gender')).json).toMatchObject({ rows: 1000 });
  });

  it('is refused in the library’s words, without where the folder is', async () => {
    const options = encodeURIComponent(JSON.stringify({ target: 'nothing', groups: 'sex' }));
    const refused = await ask(`/api/inspection?data=loans.csv&options=${options}`);
    expectRefused(refused, 400, /nothing/);
    writeFileSync(join(folder, 'broken.csv'), 'a,b\n1,2,3\n');
    const broken = await ask('/api/inspection?data=broken.csv');
    expectRefused(broken, 400, /^broken\.csv/);
    expectRefused(await ask('/api/inspection?data=loans.csv&options=[1]'), 400, /JSON object/);
    expectRefused(await ask('/api/inspection?data=loans.csv&options={"targt":"x"}'), 400, /did you mean/);
    expectRefused(await ask('/api/inspection'), 400, /data/);
    expectRefused(await ask('/api/inspection?data=absent.csv'), 404, /absent/);
    expectRefused(await ask('/api/inspection?data=adult:nobody'), 400, /preset/);
  });
});

describe('a run', () => {
  it('is opened with its result, its command and what can be downloaded', async () => {
    const { json } = await ask('/api/runs/one');
    expect(json.result).toEqual(JSON.parse(readFileSync(join(folder, 'one', 'result.json'), 'utf8')));
    expect(json.page).toEqual(JSON.parse(JSON.stringify(fitPage(json.result))));
    expect(json.command).toMatch(/^fairfront fit .*loans\.csv --target default --groups sex --ignore grade/);
    const names = json.files.map(({ name }: { name: string }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'model.json',
        'model.onnx',
        'report.html',
        'result.json',
        'predictions.csv',
        'card.md',
      ]),
    );
    const front = (await ask('/api/runs/all')).json;
    expect(front.result.schema).toBe('fairfront.front/1');
    expect(front.page).toEqual(JSON.parse(JSON.stringify(frontPage(front.result))));
    expectRefused(await ask('/api/runs/none'), 404, /none/);
  });

  it('whose result was changed is refused', async () => {
    const path = join(folder, 'two', 'result.json');
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, before.replace('"seed":1', '"seed":2'));
    expectRefused(await ask('/api/runs/two'), 400, /changed or damaged/);
    writeFileSync(path, before);
    expect((await ask('/api/runs/two')).status).toBe(200);
  });

  it('gives its files as downloads, which no browser shows as a page of ours', async () => {
    for (const name of ['report.html', 'model.json', 'predictions.csv']) {
      const { text, headers } = await ask(`/api/runs/one/files/${name}`);
      expect(text).toBe(readFileSync(join(folder, 'one', name), 'utf8'));
      expect(headers['content-disposition']).toBe(`attachment; filename="${name}"`);
      expect(headers['content-type']).toBe('application/octet-stream');
    }
    const card = await ask('/api/runs/one/files/card.md');
    expect(card.text).toBe(modelCard(await openRun(join(folder, 'one'))).markdown);
    expectRefused(await ask('/api/runs/one/files/front.json'), 404, /front\.json/);
  });

  it('that is not under way is not cancelled, and one that is finished not resumed', async () => {
    expectRefused(await post('/api/runs/one/cancel', {}), 409);
    expectRefused(await post('/api/runs/one/resume', {}), 409, /finished/);
  });

  it('is not started with options that there are none of', async () => {
    const before = ids();
    const start = (more: object) =>
      post('/api/runs', {
        kind: 'fit',
        data: 'loans.csv',
        options: { target: 'default', groups: 'sex' },
        ...more,
      });
    expectRefused(await start({ options: { modl: 'linear' } }), 400, /did you mean/);
    expectRefused(await start({ kind: 'shell' }), 400, /fit or front/);
    expectRefused(await start({ kind: 'front', options: { steps: 1000 } }), 400, /steps/);
    expectRefused(await start({ options: { seed: -1 } }), 400, /seed/);
    expectRefused(await start({ options: null }), 400);
    expectRefused(await start({ data: ['loans.csv'] }), 400);
    expectRefused(await post('/api/runs', [1]), 400);
    expectRefused(
      await ask('/api/runs', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"__proto__": {}}',
      }),
      400,
    );
    expectRefused(
      await ask('/api/runs', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }),
      400,
    );
    expect(ids()).toEqual(before);
  });
});

describe('a front', () => {
  it('is explored, and a point of it becomes a run', async () => {
    const { json } = await ask('/api/runs/all/front');
    expect(json).toEqual(JSON.parse(JSON.stringify(exploreFront(join(folder, 'all')))));
    const { json: made } = await post('/api/runs/all/choose', { point: 'balanced' });
    expect(made.id).toBe('all-point-balanced-1');
    expect((await ask(`/api/runs/${made.id}`)).json).toMatchObject({
      summary: { kind: 'fit', state: 'finished', outcome: 'point balanced of a front' },
      result: { chosen: { point: 'balanced' } },
    });
    const again = await post('/api/runs/all/choose', { point: 1 });
    expect(again.json.id).toBe('all-point-1-1');
  });

  it('has no such point: no run is left', async () => {
    const before = ids();
    expectRefused(await post('/api/runs/all/choose', { point: 999 }), 400, /points 1 to/);
    expectRefused(await post('/api/runs/all/choose', { point: '../x' }), 400, /index/);
    expectRefused(await post('/api/runs/one/choose', { point: 1 }), 400, /front/);
    expect(ids()).toEqual(before);
  });
});

describe('a decision', () => {
  it('is that of the library; kept, it is a run', async () => {
    const options = { cost: { FP: 1, FN: 4 } };
    const { json } = await post('/api/runs/one/decision', { options });
    const expected = (await decide(join(folder, 'one'), options)).result;
    expect(json).toEqual({ result: JSON.parse(JSON.stringify({ ...expected, run: 'one' })) });
    const { json: kept } = await post('/api/runs/one/decision', { options, keep: true });
    expect(kept.id).toBe('one-decision-1');
    const { json: opened } = await ask('/api/runs/one-decision-1');
    expect(opened.summary.outcome).toBe('decides by a threshold');
    expect(existsSync(join(folder, 'one-decision-1', 'decision.json'))).toBe(true);
    expect(opened.page.sections[0].title).toBe('What the threshold does');
    expect(opened.decision.rule).toEqual(json.result.rule);
    expect(opened.summary.isDecided).toBe(true);
    const report = readFileSync(join(folder, 'one-decision-1', 'report.html'), 'utf8');
    expect(report).toContain('What the threshold does');
  });

  it('by nothing is refused, and leaves no run', async () => {
    const before = ids();
    expectRefused(
      await post('/api/runs/one/decision', { options: {}, keep: true }),
      400,
      /nothing to decide by/,
    );
    expectRefused(await post('/api/runs/one/decision', {}), 400);
    expect(ids()).toEqual(before);
  });
});

describe('predictions', () => {
  it('of a file that is sent are those of the model, and nothing of it is kept', async () => {
    const rows = loans(50, 9);
    const { text, headers } = await ask('/api/runs/one/predictions?name=new.csv', {
      method: 'POST',
      body: rows,
    });
    const lines = text.trim().split('\n');
    expect(lines).toHaveLength(51);
    expect(headers['content-disposition']).toBe('attachment; filename="predictions.csv"');
    const titles = lines[0]!.split(',');
    writeFileSync(join(folder, 'new.csv'), rows);
    const probabilities = await (await loadModel(join(folder, 'one'))).predict(
      await loadData(join(folder, 'new.csv')),
    );
    const yes = titles.findIndex((title) => /yes/.test(title));
    expect(yes).toBeGreaterThan(6);
    expect(lines.slice(1).map((line) => Number(line.split(',')[yes]))).toEqual(
      Array.from({ length: 50 }, (_, row) => expect.closeTo(probabilities[row * 2 + 1]!, 6)),
    );
    expect(readdirSync(join(folder, '.fairfront'))).toEqual([]);
  });

  it('of a wrong file are refused by its own name', async () => {
    const wrong = await ask('/api/runs/one/predictions?name=new.csv', { method: 'POST', body: 'a\n1\n' });
    expectRefused(wrong, 400, /^new\.csv has no column/);
    expectRefused(await ask('/api/runs/one/predictions?name=../x.csv', { method: 'POST', body: 'a\n' }), 400);
    expectRefused(await ask('/api/runs/one/predictions', { method: 'POST', body: 'a\n' }), 400, /name/);
    expect(readdirSync(join(folder, '.fairfront'))).toEqual([]);
  });
});

describe('a comparison', () => {
  it('is a page with both runs', async () => {
    const { json } = await ask('/api/comparison?run=one&run=two');
    const runs = [await openRun(join(folder, 'one')), await openRun(join(folder, 'two'))];
    const { result } = await compareRuns(runs);
    const named = { ...result, runs: result.runs.map((run, i) => ({ ...run, folder: ['one', 'two'][i]! })) };
    expect(json).toEqual(JSON.parse(JSON.stringify(comparePage(named))));
    expect(json.subtitle).toBe('one, two');
  });

  it('needs runs, of one task', async () => {
    expectRefused(await ask('/api/comparison?run=one'), 400, /2 to/);
    expectRefused(await ask('/api/comparison'), 400, /2 to/);
    expectRefused(await ask('/api/comparison?run=one&run=all'), 400);
    expectRefused(await ask('/api/comparison?run=one&run=none'), 404);
  });
});

it('a run is removed, and what else is in its folder is not', async () => {
  writeFileSync(join(folder, 'two', 'mine.txt'), 'mine');
  expect((await ask('/api/runs/two', { method: 'DELETE' })).status).toBe(200);
  expect(readdirSync(join(folder, 'two'))).toEqual(['mine.txt']);
  expectRefused(await ask('/api/runs/two'), 404);
  expect((await ask('/api/runs/all-point-1-1', { method: 'DELETE' })).status).toBe(200);
  expect(existsSync(join(folder, 'all-point-1-1'))).toBe(false);
});
