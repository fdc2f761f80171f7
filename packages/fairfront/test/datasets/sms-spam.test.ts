import { beforeAll, describe, expect, it } from 'vitest';
import { loadRecipe } from '../../src/datasets/load-dataset.js';
import type { Dataset } from '../../src/datasets/recipe.js';
import { smsSpam } from '../../src/datasets/sms-spam.js';
import { counts, describeReal, expectRejected, groupCounts, madeFolder, realFolder, texts } from './data.js';

describeReal('SMS Spam Collection', 'sms-spam', () => {
  let dataset: Dataset;
  beforeAll(async () => {
    dataset = await loadRecipe(smsSpam, [realFolder]);
  });

  it('has 5,574 messages, 747 of them spam, which are the groups', () => {
    const { table } = dataset;
    expect(table.rowCount).toBe(smsSpam.rowCount);
    expect(counts(texts(table, 'label'))).toEqual({ ham: 4_827, spam: 747 });
    expect(groupCounts(dataset, 'label')).toEqual({ ham: 4_827, spam: 747 });
  });

  it('keeps quotes as they are: they are part of the messages', () => {
    const quoted = texts(dataset.table, 'message').filter((message) => message?.includes('"'));
    expect(quoted.length).toBeGreaterThan(100);
  });
});

describe('files like the SMS Spam Collection', () => {
  const load = (content: string): Promise<Dataset> =>
    loadRecipe(smsSpam, [madeFolder({ 'sms-spam/SMSSpamCollection': content })], { verify: false });

  it('may have tabs and quotes in messages, and Windows line ends', async () => {
    const { table } = await load('ham\t"hi\tthere\r\nspam\tWIN "now"\r\n');
    expect(texts(table, 'message')).toEqual(['"hi\tthere', 'WIN "now"']);
  });

  it('are refused by line where a label is none', async () => {
    await expectRejected(load('ham\thi\neggs\thi\n'), 'bad-file', 'line 2', 'ham or spam');
  });
});
