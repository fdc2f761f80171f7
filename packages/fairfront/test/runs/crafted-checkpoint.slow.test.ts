// A checkpoint that is damaged is refused whatever the damage. One that somebody made, with a right checksum,
// is believed nothing that the command line would not be: no option that acts, no model or risk that cannot
// be of the data.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LinearModel } from '@fairfront/core';
import type { FullyConnectedNetwork, NetworkModel } from '@fairfront/neural';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { mutatedBytes } from '../../../../fuzz/inputs/mutations.js';
import { CHECKPOINT_KIND, readCheckpoint } from '../../src/runs/checkpoint.js';
import { unseal } from '../../src/sealed-file.js';
import { SMALL_MLP } from './network-runs.js';
import { PLUG_IN } from './plug-in-runs.js';
import {
  BY_VALIDATION,
  checkpointOf,
  expectRefused,
  fit,
  fitInterrupted,
  readSaved,
  type SavedCheckpoint,
  sealedText,
  THREE_CLASSES,
  TWO_GROUPS,
  workFolder,
  writeCheckpointBytes,
  writeLoans,
  writeSaved,
} from './run-fit.js';

const folder = workFolder();
const loans = writeLoans(folder, 400);
const linear = join(folder, 'linear');
const networks = join(folder, 'networks');
const mixture = join(folder, 'mixture');
beforeAll(async () => {
  const common = [loans, ...TWO_GROUPS, '--min-group', '9'];
  await fitInterrupted(/apstar: 4 of/, ...common, ...BY_VALIDATION, '--max-solves', '9', '--out', linear);
  await fitInterrupted(/apstar: 1 of 3.*epoch 1/, ...common, ...SMALL_MLP, '--out', networks);
  const plugIn = [loans, ...THREE_CLASSES, ...PLUG_IN, '--folds', '0', '--min-group', '9'];
  await fitInterrupted(/components: 5 of 5/, ...plugIn, '--out', mixture);
});

describe('a checkpoint that is damaged', () => {
  const damaged =
    'is damaged, or was not written by this version of fairfront. Start again in another folder';

  it('is refused with any bit changed', () => {
    const whole = readFileSync(checkpointOf(linear));
    let refused = 0;
    for (let bit = 0; bit < 8 * whole.length; bit++) {
      whole[bit >> 3]! ^= 1 << (bit & 7);
      try {
        unseal(CHECKPOINT_KIND, whole);
      } catch {
        refused++;
      }
      whole[bit >> 3]! ^= 1 << (bit & 7);
    }
    expect(refused).toBe(8 * whole.length);
  });

  it('is refused after any change of its bytes', () => {
    const whole = readFileSync(checkpointOf(linear));
    const out = join(folder, 'mutated');
    fc.assert(
      fc.property(mutatedBytes(fc.constant(whole)), (changed) => {
        fc.pre(!whole.equals(changed));
        writeCheckpointBytes(out, changed);
        expect(() => readCheckpoint(out)).toThrow(damaged);
      }),
      { numRuns: 300 },
    );
  });

  it('is named, with the way out', async () => {
    const out = join(folder, 'flipped');
    const whole = readFileSync(checkpointOf(linear));
    whole[whole.length >> 1]! ^= 1;
    writeCheckpointBytes(out, whole);
    await expectRefused(['--resume', '--out', out], checkpointOf(out), damaged);
  });
});

type Change = (saved: SavedCheckpoint) => unknown;
type Options = Record<string, unknown>;

/** Resumes what was made of the checkpoint of a run: it must be refused, and nothing be written. */
async function expectUnmoved(of: string, change: Change, ...parts: readonly string[]): Promise<void> {
  const out = join(folder, 'crafted');
  const bytes = change(readSaved(of));
  if (bytes instanceof Uint8Array) writeCheckpointBytes(out, bytes);
  else writeSaved(out, bytes);
  const before = readdirSync(folder, { recursive: true });
  await expectRefused(['--resume', '--out', out], '--resume', ...parts);
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
}

const options =
  (more: Options): Change =>
  ({ asked, ...rest }) => {
    const { data, options: own } = asked as { readonly data: string; readonly options: Options };
    return { ...rest, asked: { data, options: { ...own, ...more } } };
  };
const asked =
  (more: Options): Change =>
  ({ asked: own, ...rest }) => ({ ...rest, asked: { ...(own as Options), ...more } });
const progress =
  (change: (own: SavedCheckpoint['progress']) => unknown): Change =>
  (saved) => ({ ...saved, progress: change(saved.progress) });
const searched = (change: (model: LinearModel) => unknown): Change =>
  progress(({ search }) => ({ search: { ...search, model: change(search!.model as LinearModel) } }));
const state = (more: Options): Change =>
  progress(({ search }) => ({ search: { ...search, state: { ...search!.state, ...more } } }));
const firstSolve = (more: Options): Change =>
  progress(({ search }) => {
    const [first, ...rest] = search!.state.trace;
    return { search: { ...search, state: { ...search!.state, trace: [{ ...first, ...more }, ...rest] } } };
  });

describe('a checkpoint that somebody made is refused', () => {
  const outside = join(folder, 'outside.csv');
  const copy = `select 1; COPY (select 1) TO '${outside}'`;

  it.each<[string, Change, readonly string[]]>([
    ['another folder', options({ out: outside }), ['there is no option "out"']],
    ['what is read in place of the terminal', options({ stdin: {} }), ['there is no option "stdin"']],
    ['something to call', options({ onProgress: {} }), ['there is no option "onProgress"']],
    ['an option there is not', options({ exec: 'x' }), ['there is no option "exec"']],
    ['what every object has', options({ constructor: 1 }), ['there is no option "constructor"']],
    ['a text for a number', options({ maxSolves: '9' }), ['--max-solves must be a whole number']],
    ['a number for a text', options({ target: 7 }), ['--target must be a text']],
    ['a list for a switch', options({ strict: [] }), ['--strict must be true or false']],
    ['too many threads', options({ model: 'mlp', threads: 1e9 }), ['--threads must be a whole number']],
    ['options that do not go together', options({ hidden: [8] }), ['--hidden is for networks']],
    ['a query of its own', options({ sql: 'select 1' }), ['not taken from a file', "--sql 'select 1'"]],
    ['a query that writes', options({ sql: copy }), ['repeat it with --sql']],
    ['no options', asked({ options: null }), ['asked.options']],
    ['options in a list', asked({ options: [['target', 'default']] }), ['asked.options']],
    ['a list for data', asked({ data: [loans] }), ['asked.data']],
    ['a number for data', asked({ data: 3 }), ['asked.data']],
    ['more than was asked', asked({ out: outside }), ['asked', '"out"']],
    ['a folder that is no text', (saved) => ({ ...saved, folder: ['/'] }), ['folder']],
  ])('with %s in what was asked', async (_, change, parts) => {
    await expectUnmoved(linear, change, ...parts);
    expect(existsSync(outside)).toBe(false);
  });

  it.each<[string, Change]>([
    ['of -1 columns', searched((own) => ({ ...own, columnCount: -1, parameters: new Float64Array(0) }))],
    ['of a billion columns', searched((own) => ({ ...own, columnCount: 1e9 }))],
    ['of half a column', searched((own) => ({ ...own, columnCount: 0.5 }))],
    ['of other columns', searched((own) => ({ ...own, columnCount: 1, parameters: Float64Array.of(1, 2) }))],
    [
      'of other classes',
      searched((own) => ({
        ...own,
        classCount: 3,
        parameters: new Float64Array(3 * (own.columnCount + 1)),
      })),
    ],
    ['of numbers in a list', searched((own) => ({ ...own, parameters: [...own.parameters] }))],
    ['of no number', searched((own) => ({ ...own, parameters: own.parameters.map(() => Number.NaN) }))],
    ['with more in it', searched((own) => ({ ...own, predict: 'x' }))],
    ['that is none', searched(() => 'model')],
    [
      'that is a network',
      searched(() => ({
        network: { kind: 'mlp', inputs: 1, classes: 2, hidden: [1], activation: 'elu' },
        parameters: new Float32Array(6),
      })),
    ],
    [
      'of a fold, of other columns',
      progress(({ search }) => ({
        search,
        folds: [
          {
            l2: 1,
            fold: 0,
            problem: '',
            models: [{ classCount: 2, columnCount: 0, parameters: Float64Array.of(1) }],
          },
        ],
      })),
    ],
  ])('with a model %s', (_, change) => expectUnmoved(linear, change));

  it.each<[string, Change]>([
    ['a risk of NaN', firstSolve({ risks: [Number.NaN, 1] })],
    ['a risk of infinity', firstSolve({ trainRisks: [1, Number.POSITIVE_INFINITY] })],
    ['a negative risk', firstSolve({ risks: [-1, 1] })],
    ['risks in a text', firstSolve({ risks: 'ab' })],
    ['risks of three groups', firstSolve({ risks: [1, 1, 1] })],
    ['weights of NaN', firstSolve({ mu: [Number.NaN, Number.NaN] })],
    ['weights of three groups', firstSolve({ mu: [0.2, 0.3, 0.5] })],
    ['a bound that is no number', firstSolve({ suboptimality: 'no' })],
    ['a trace that is no list', state({ trace: { length: 4e9 } })],
    ['an empty trace', state({ trace: [] })],
    ['another strategy', state({ strategy: '__proto__' })],
    ['another form', state({ schema: 'fairfront.search/9' })],
    ['a split done that was not asked for', progress((own) => ({ ...own, outcomes: [outcome(2)] }))],
    ['more than there is', progress((own) => ({ ...own, more: 1 }))],
  ])('with a search that has %s', (_, change) => expectUnmoved(linear, change));

  it.each<[string, Change]>([
    ['a field that is no field', () => raw('{"__proto__":{"folder":"/"}}')],
    ['100,000 levels', () => raw(`{"asked":${'['.repeat(1e5)}${']'.repeat(1e5)}}`)],
    ['nothing', () => raw('null')],
    ['a list', () => raw('[]')],
    ['no JSON', () => raw('{"asked":')],
  ])('with %s in it', (_, change) => expectUnmoved(linear, change));

  it.each<[string, Change]>([
    [
      'another network in training',
      progress((own) => ({
        ...own,
        solve: { ...own.solve!, state: { ...own.solve!.state, values: Float32Array.of(1, 2, 3) } },
      })),
    ],
    [
      'a network in training that is not finite',
      progress((own) => {
        const values = own.solve!.state.values.map(() => Number.NaN);
        return { ...own, solve: { ...own.solve!, state: { ...own.solve!.state, values } } };
      }),
    ],
    ['risks of three groups', progress((own) => ends(own, { risks: [1, 1, 1] }))],
    [
      'a network of other widths',
      progress((own) => {
        const network = (own.solved!.naive!.model as NetworkModel).network as FullyConnectedNetwork;
        const narrow = { ...network, hidden: [1] };
        const parameters = new Float32Array(network.inputs + 1 + 2 * network.classes);
        return ends(own, { model: { network: narrow, parameters } });
      }),
    ],
    [
      'a linear model',
      progress((own) =>
        ends(own, { model: { classCount: 2, columnCount: 0, parameters: Float64Array.of(1) } }),
      ),
    ],
  ])('of networks, with %s', (_, change) => expectUnmoved(networks, change));

  it('of a mixture, with models that changed places', () =>
    expectUnmoved(
      mixture,
      progress(({ components }) => ({ components: [...components!].reverse() })),
    ));

  it('of splits, with risks of other groups', () =>
    expectUnmoved(linear, (saved) =>
      progress(({ search }) => ({ search, outcomes: [outcome(3)] }))(
        options({ splits: 2 })(saved) as SavedCheckpoint,
      ),
    ));
});

function raw(json: string): Buffer {
  return sealedText(CHECKPOINT_KIND, json);
}

function ends(own: SavedCheckpoint['progress'], more: Options): unknown {
  return { ...own, solved: { ...own.solved, naive: { ...own.solved!.naive!, ...more } } };
}

function outcome(groups: number): unknown {
  const byModel = <Value>(value: Value) => ({ naive: value, balanced: value, minimax: value });
  const risks = byModel(Array.from({ length: groups }, () => 0.5));
  return { decision: 'cannot-tell', risks, worst: byModel(0.5), all: byModel(0.5) };
}

describe('a checkpoint as it was written', () => {
  it.each([
    ['linear models', () => linear],
    ['networks', () => networks],
    ['a mixture', () => mixture],
  ])('of %s goes on, and says of what and where', async (_, of) => {
    const { code, err } = await fit('--resume', '--out', of());
    expect(err).toContain(`going on with the run of ${loans} in ${of()}\n`);
    expect(code).toBe(0);
  });
});
