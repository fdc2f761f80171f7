// What is of classes says so where a number is predicted.

import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import {
  audit,
  checkGain,
  compareRuns,
  decide,
  discover,
  fit,
  front,
  listRuns,
  modelCard,
  openRun,
  plan,
  watch,
} from '../../src/index.js';
import { runJobs } from '../../src/studio/run-jobs.js';
import { fakeTerminal } from '../fake-terminal.js';
import { workFolder } from '../runs/run-fit.js';
import { WAGES, wages } from './made-wages.js';

const folder = workFolder();
const run = join(folder, 'run');
const table = wages(800);

beforeAll(async () => {
  await (await fit(table, { ...WAGES, model: 'linear', l2: 0.01 })).save(run);
});

describe('a run that predicts a number', () => {
  const ofRun = /for classes only, and this run predicts the number "wage"/;

  it.each([
    ['decide', () => decide(run, { cost: { FP: 1, FN: 2 } })],
    ['watch', async () => watch(await openRun(run), table)],
    ['plan', async () => plan(await openRun(run), {})],
    ['card', async () => modelCard(await openRun(run))],
    ['compare', async () => compareRuns([await openRun(run), await openRun(run)])],
    ['discover', async () => discover(await openRun(run), {}, { data: table })],
  ])('is refused by %s', async (_, act) => {
    await expect(act()).rejects.toThrow(ofRun);
  });

  it('is listed among runs, and opened by the studio with its page', async () => {
    expect(listRuns(folder)).toMatchObject([{ kind: 'fit', target: 'wage', state: 'finished' }]);
    const { page, files } = await runJobs.open({ folder: run });
    expect(page!.title).toContain('How much is wage?');
    expect(files.map(({ name }) => name)).not.toContain('MODEL_CARD.md');
  });
});

describe('options', () => {
  const asked = { target: 'wage', groups: 'region', loss: 'squared' } as never;

  it('of classes are refused with the squared loss', async () => {
    const withLoss = (more: object) => fit(table, { ...WAGES, ...more } as never);
    await expect(withLoss({ estimation: 'plug-in' })).rejects.toThrow('it is for classes only');
    await expect(withLoss({ compare: ['zafar'] })).rejects.toThrow('`compare`: it is for classes only');
    await expect(withLoss({ model: 'convnet' })).rejects.toThrow('is for classes only');
    await expect(front(table, asked)).rejects.toThrow('a front is for classes only');
    await expect(checkGain(table, asked)).rejects.toThrow('the check of a gain is for classes only');
  });

  it('name the way to numbers where classes are too many', async () => {
    const wayOut = "to predict the number itself, fit with `loss: 'squared'`";
    await expect(fit(table, { target: 'wage', groups: 'region' })).rejects.toThrow(wayOut);
    await expect(
      audit(table, { target: 'wage', groups: 'region', probabilities: ['age'] }),
    ).rejects.toThrow();
  });

  it('refuse targets that are no numbers, in words of the command line', async () => {
    const say = async (target: string): Promise<string> => {
      const terminal = fakeTerminal({ stdin: Readable.from(['region,x,same,wage\nn,1,3,1\ns,2,3,2\n']) });
      await main(
        [
          'fit',
          '-',
          '--target',
          target,
          '--groups',
          'region',
          '--loss',
          'squared',
          '--out',
          join(folder, 'no'),
        ],
        terminal,
      );
      return terminal.err();
    };
    expect(await say('wage>1')).toContain('with --loss squared a number is predicted; name the column alone');
    expect(await say('region')).toContain('choose a column of numbers, declare this one with --numeric');
    expect(await say('same')).toContain('there is nothing to predict');
    expect(await say('wag')).toContain('"wage"');
  });
});
