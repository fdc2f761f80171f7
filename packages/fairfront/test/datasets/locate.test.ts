import { symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FairfrontError } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { adult } from '../../src/datasets/adult.js';
import { type DatasetPlaces, dataFolders } from '../../src/datasets/data-folders.js';
import { findDataset, locateDataset } from '../../src/datasets/locate.js';
import { mimicIii } from '../../src/datasets/mimic-iii.js';
import { datasets } from '../../src/datasets/registry.js';
import { insideFolder, madeFolder } from './data.js';

const places: DatasetPlaces = { environment: {}, home: '/home/ada', platform: 'linux' };

describe('folders looked in', () => {
  it.each([
    ['linux', {}, '/home/ada', '/home/ada/.cache/fairfront/data'],
    ['linux', { XDG_CACHE_HOME: '/big/cache' }, '/home/ada', '/big/cache/fairfront/data'],
    ['linux', { XDG_CACHE_HOME: 'relative' }, '/home/ada', '/home/ada/.cache/fairfront/data'],
    ['linux', { XDG_CACHE_HOME: '' }, '/home/ada', '/home/ada/.cache/fairfront/data'],
    ['darwin', { XDG_CACHE_HOME: '/big/cache' }, '/Users/ada', '/Users/ada/Library/Caches/fairfront/data'],
    ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\ada', 'D:\\Local\\fairfront\\data'],
    ['win32', {}, 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Local\\fairfront\\data'],
  ])('the cache folder on %s with %j', (platform, environment, home, path) => {
    expect(dataFolders({ platform, environment, home })).toEqual([
      { path, from: 'cache folder' },
      insideFolder,
    ]);
  });

  it('are dataDir, then $FAIRFRONT_DATA, then the cache folder, then the one inside the package', () => {
    const { path } = madeFolder({});
    const found = dataFolders({ ...places, dataDir: path, environment: { FAIRFRONT_DATA: 'some/where' } });
    expect(found.map((folder) => folder.path)).toEqual([
      path,
      resolve('some/where'),
      '/home/ada/.cache/fairfront/data',
      fileURLToPath(new URL('../../data', import.meta.url)),
    ]);
    expect(found.map(({ from }) => from)).toEqual([
      'dataDir',
      '$FAIRFRONT_DATA',
      'cache folder',
      'inside the package',
    ]);
  });

  it('are not looked in twice, nor where a variable is empty', () => {
    const { path } = madeFolder({});
    expect(dataFolders({ ...places, dataDir: path, environment: { FAIRFRONT_DATA: path } })).toHaveLength(3);
    expect(dataFolders({ ...places, environment: { FAIRFRONT_DATA: '' } })).toHaveLength(2);
  });

  it('are those of this process where nothing else is said', () => {
    const { env, platform } = process;
    expect(dataFolders()).toEqual(dataFolders({ environment: env, home: homedir(), platform }));
  });

  it('that lead round in a circle or have too long a name are not there', () => {
    const { path } = madeFolder({ file: '' });
    symlinkSync(join(path, 'one'), join(path, 'other'));
    symlinkSync(join(path, 'other'), join(path, 'one'));
    for (const [place, why] of [
      [join(path, 'one'), 'its links lead round in a circle'],
      [join(path, 'file', 'x'), 'a file stands where a folder should be'],
      ['x'.repeat(5000), 'the name is longer than the system allows'],
    ] as const) {
      expect(() => dataFolders({ ...places, dataDir: place })).toThrow(why);
      const folders = dataFolders({ ...places, environment: { FAIRFRONT_DATA: place } });
      expect(() => findDataset(mimicIii, folders)).toThrow('($FAIRFRONT_DATA): no such folder');
    }
  });

  it('a dataDir that is no folder is an error', () => {
    const { path } = madeFolder({ file: '' });
    expect(() => dataFolders({ ...places, dataDir: join(path, 'none') })).toThrow(
      /^`dataDir`: there is no folder .*none: there is no such file or folder$/,
    );
    expect(() => dataFolders({ ...places, dataDir: join(path, 'file') })).toThrow(/`dataDir`/);
  });
});

describe('a dataset', () => {
  it('is taken from the first folder that has all it needs', () => {
    const empty = madeFolder({ 'adult/adult.names': '' });
    const [first, second] = [
      madeFolder({ 'adult/adult.data': '1' }),
      madeFolder({ 'adult/adult.data': '2' }),
    ];
    const found = locateDataset(adult, [empty, first, second])!;
    expect(found.folder).toBe(first);
    expect(found.location).toBe(join(first.path, 'adult'));
    expect(found.files.map(({ location }) => location)).toEqual([join(first.path, 'adult', 'adult.data')]);
    expect(found.without.map(({ path }) => path)).toEqual(['adult/paper-splits.csv']);
  });

  it('that is nowhere is an error with every place, where to get it and where to put it', () => {
    const empty = madeFolder({});
    const nowhere = { path: join(empty.path, 'none'), from: 'cache folder' } as const;
    const find = (): unknown => findDataset(adult, [empty, nowhere]);
    expect(find).toThrow(FairfrontError);
    expect(find).toThrow(
      `dataset adult was not found. Looked in\n` +
        `  ${empty.path} (\`dataDir\`): no adult/adult.data\n` +
        `  ${nowhere.path} (cache folder): no such folder\n` +
        `Get it: adult.data from https://archive.ics.uci.edu/dataset/2/adult`,
    );
    expect(find).toThrow(
      `Put it into ${join(nowhere.path, 'adult')}; or into a folder adult anywhere, and name the folder above that with \`dataDir\` or $FAIRFRONT_DATA`,
    );
  });

  it.each(datasets.map((recipe) => [recipe.name, recipe] as const))(
    '%s is inside the package, or the error does not send anyone there',
    (name, recipe) => {
      const mine = madeFolder({});
      const isInside = ['adult', 'german'].includes(name);
      expect(locateDataset(recipe, [mine, insideFolder])?.folder).toBe(isInside ? insideFolder : undefined);
      if (isInside) return;
      const find = (): unknown => findDataset(recipe, [mine, insideFolder]);
      const [folder] = recipe.releases[0]![0]!.path.split('/');
      expect(find).toThrow(`Put it into ${join(mine.path, folder!)}`);
      expect(find).not.toThrow(insideFolder.path);
    },
  );

  it('that is there in part is an error with the files that are not', () => {
    const part = madeFolder({ 'mimic-iii-demo/PATIENTS.csv': '', 'mimic-iii-demo/ADMISSIONS.csv.gz': '' });
    expect(() => findDataset(mimicIii, [part])).toThrow(
      `${part.path} (\`dataDir\`): no mimic-iii-demo/ICUSTAYS.csv\n`,
    );
    const folders = ['mimic-iii', 'mimic-iii-demo'].map((name) => join(part.path, name));
    expect(() => findDataset(mimicIii, [part])).toThrow(`Put it into ${folders.join(' or ')}; `);
  });
});
