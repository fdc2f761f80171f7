// SMS Spam Collection: 5,574 text messages in English, 747 of them spam [Almeida, Gómez Hidalgo and Yamakami,
// DocEng 2011]. The open study of text: whether a message is spam is predicted from its words, and spam and
// ham are the groups.

import { readFile } from 'node:fs/promises';
import { columnOfTexts, createTable, FairfrontError } from '@fairfront/core';
import type { DatasetRecipe } from './recipe.js';

const DATA = 'sms-spam/SMSSpamCollection';

export const smsSpam: DatasetRecipe = {
  name: 'sms-spam',
  title: 'whether a text message is spam',
  rowCount: 5_574,
  licence: 'CC BY 4.0',
  howToGet: 'SMSSpamCollection from https://archive.ics.uci.edu/dataset/228/sms+spam+collection',
  releases: [[{ path: DATA, sha256: '7d039a24a6083ed9ef0f806ebad56bbb976e3aeb8de05669173bfdc4996c239d' }]],
  target: 'label',
  positive: 'spam',
  features: ['message'],
  encoderOptions: { text: ['message'] },
  presets: [{ name: 'label', groups: 'label', title: 'spam or not' }],

  async load(files) {
    const lines = (await readFile(await files.checked(DATA), 'utf8')).split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    // A label, a tab, a message; quotes are part of the messages, so this is no CSV.
    const rows = lines.map((line, row) => {
      const [, label, message] = /^(ham|spam)\t(.*)$/s.exec(line) ?? [];
      if (message !== undefined) return { label: label!, message };
      throw new FairfrontError(
        'bad-file',
        `${DATA}: line ${row + 1} is not ham or spam, a tab and a message; get the file again`,
      );
    });
    const table = createTable([
      columnOfTexts(
        'label',
        rows.map(({ label }) => label),
      ),
      columnOfTexts(
        'message',
        rows.map(({ message }) => message),
      ),
    ]);
    return { table, notes: [] };
  },
};
