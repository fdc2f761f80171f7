import { describe, expect, it } from 'vitest';
import { german } from '../../src/datasets/german.js';
import { madeFolder } from '../datasets/data.js';
import { expectUsageError, inspect, inspectJson } from '../inspect/run-inspect.js';

/** German credit made up: 100 rows, every other of a woman, every fourth bad, two housings. */
function germanMade(): string[] {
  const lines = Array.from({ length: 100 }, (_, row) => {
    const [sex, housing] = [row % 2 === 0 ? 'A92' : 'A93', row % 3 === 0 ? 'A151' : 'A152'];
    return `A11 ${6 + (row % 5)} A34 A43 ${1000 + (row % 33)} A65 A75 4 ${sex} A101 4 A121 ${20 + (row % 40)} A143 ${housing} 2 A173 1 A192 A201 ${row % 8 < 2 ? 2 : 1}`;
  });
  const { path } = madeFolder({ 'german/german.data': `${lines.join('\n')}\n` });
  return ['german:gender', '--data-dir', path, '--no-verify', '--min-group', '5'];
}

describe('a dataset by name', () => {
  it.each([
    ['--categorical', 'foo'],
    ['--numeric', 'bar'],
    ['--missing', 'zz'],
    ['--columns', 'a,b'],
    ['--skip-lines', '3'],
    ['--delimiter', ';'],
    ['--encoding', 'utf-16'],
    ['--format', 'parquet'],
    ['--table', 't'],
    ['--sql', 'select'],
  ])('refuses %s: its recipe says how it is read', async (option, value) => {
    await expectUsageError(
      ['german:gender', option, value],
      `error: ${option}: the recipe of german says how its files are read; leave it out\n`,
    );
  });

  it('refuses options of reading before it is looked for, all in one message', async () => {
    await expectUsageError(
      ['adult', '--sql', 'x', '--table', 't', '--min-level-rows', '500', '--groups-as-features'],
      'error: --sql, --table: the recipe of adult says how its files are read; leave them out\n',
    );
  });

  it('refuses options of the task that its recipe settles', async () => {
    await expectUsageError(
      [...germanMade(), '--groups-as-features'],
      'error: --groups-as-features: what a model may see of german is settled by its recipe, whatever the groups; leave it out\n',
    );
    await expectUsageError(
      [...germanMade(), '--min-level-rows', '500'],
      'error: --min-level-rows: german is encoded as its recipe says, after the literature; leave it out\n',
    );
  });

  it('lets a model see no column beside the features of its recipe', async () => {
    for (const name of ['sex', 'credit', 'nosuch']) {
      await expectUsageError(
        [...germanMade(), '--features', `duration,${name}`],
        `--features: "${name}": not among the features of german`,
        `choose among "${german.features[0]}"`,
      );
    }
    expect((await inspectJson(...germanMade(), '--features', 'housing,duration')).featureColumns).toEqual([
      'duration',
      'housing',
    ]);
  });

  it('lets a model see no column that makes the groups, and offers no way that its recipe closes', async () => {
    const args = [...germanMade(), '--groups', 'housing', '--features', 'housing,duration'];
    await expectUsageError(args, '"housing" cannot be a feature: it makes the groups');
    expect((await inspect(...args)).err).not.toContain('--groups-as-features');
  });

  it('ignores columns that it has, and only those', async () => {
    const { kinds, featureColumns } = await inspectJson(...germanMade(), '--ignore', 'housing');
    expect(kinds['housing']).toBe('ignored');
    expect(featureColumns).toContain('duration');
    expect(featureColumns).not.toContain('housing');
    expect((await inspectJson(...germanMade())).featureColumns).toContain('housing');
    await expectUsageError(
      [...germanMade(), '--ignore', 'housinge'],
      '--ignore: there is no column "housinge"; did you mean "housing"?',
    );
    await expectUsageError([...germanMade(), '--ignore', 'sex'], 'groups: column "sex" is ignored');
    await expectUsageError([...germanMade(), '--ignore', 'credit'], 'target: column "credit" is ignored');
  });

  it('takes the options that are for the task', async () => {
    // Both would be features.
    const { roles } = await inspectJson(...germanMade(), '--split-by', 'amount', '--groups', 'housing');
    expect(roles).toMatchObject({ amount: 'split', housing: 'group', credit: 'target', sex: 'not used' });
  });
});
