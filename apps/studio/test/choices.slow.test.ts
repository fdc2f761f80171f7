// What a person has chosen, what is shown of it and what is started or kept are the same thing at every moment.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '@fairfront/core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noStudio, type OpenStudio, openStudio } from './open-studio.js';

const TIMEOUT_MS = 120_000;

/** People whose income hangs on their age and sex. */
function people(rows: number): string {
  const random = createRandom(5);
  const lines = Array.from({ length: rows }, (_, row) => {
    const age = 20 + Math.floor(40 * random.uniform());
    const isHigh = age / 20 + (row % 2) + 2 * random.uniform() > 3.5;
    return `${age},${row % 2 ? 'm' : 'f'},${isHigh ? 'high' : 'low'}`;
  });
  return ['age,sex,income', ...lines].join('\n');
}

describe.skipIf(noStudio !== undefined)(
  `choices in the studio${noStudio ? ` (skipped: ${noStudio})` : ''}`,
  { timeout: TIMEOUT_MS },
  () => {
    let studio: OpenStudio;
    beforeAll(async () => {
      studio = await openStudio();
      writeFileSync(join(studio.folder, 'people.csv'), people(800));
    }, TIMEOUT_MS);
    afterAll(() => studio?.close());

    const role = (page: Page, column: string, name: string) =>
      page.getByRole('group', { name: `What ${column} is used for` }).getByRole('button', { name });
    const start = (page: Page) => page.getByRole('button', { name: 'Start' });
    const sizes = (page: Page) => page.getByRole('region', { name: 'Rows by group and class' });

    it('shows the sizes of the target that is chosen, with the groups that a dataset has', async () => {
      const page = await studio.page('#/data/german%3Agender');
      await sizes(page).waitFor({ timeout: TIMEOUT_MS });
      await role(page, 'telephone', 'Predict').click();
      expect(await start(page).isDisabled()).toBe(true);
      expect(await page.locator('.chosen-target').innerText()).not.toContain('bad');
      await expect.poll(() => sizes(page).innerText(), { timeout: 30_000 }).toContain('none');
      await expect.poll(() => start(page).isDisabled()).toBe(false);
      // Without its own groups and without others there is nothing to start.
      await role(page, 'sex', 'Group by').click();
      await expect.poll(() => sizes(page).count()).toBe(0);
      expect(await start(page).isDisabled()).toBe(true);
      await page.context().close();
    });

    it('forgets the sizes when no group is chosen any more, and says what is missing', async () => {
      const page = await studio.page('#/data/german');
      await role(page, 'credit', 'Predict').click();
      await page.getByText('Choose the columns that make the groups').waitFor();
      await role(page, 'sex', 'Group by').click();
      await expect.poll(() => start(page).isDisabled(), { timeout: 30_000 }).toBe(false);
      await role(page, 'sex', 'Group by').click();
      await expect.poll(() => sizes(page).count()).toBe(0);
      expect(await start(page).isDisabled()).toBe(true);
      expect(await page.getByRole('region', { name: 'The exact command' }).count()).toBe(0);
      await page.context().close();
    });

    it('remembers the choices for data that were left', async () => {
      const page = await studio.page('#/data/german');
      await role(page, 'credit', 'Predict').click();
      await role(page, 'sex', 'Group by').click();
      await sizes(page).waitFor({ timeout: TIMEOUT_MS });
      await page.evaluate(() => {
        location.hash = '#/';
      });
      await page.getByRole('heading', { name: 'Runs' }).waitFor();
      await page.goBack();
      await sizes(page).waitFor({ timeout: TIMEOUT_MS });
      await role(page, 'job', 'Group by').click(); // what was remembered still follows
      const command = page.getByRole('region', { name: 'The exact command' });
      await page.getByText('Options', { exact: true }).click();
      await page.getByLabel('Merge small groups').check();
      await expect.poll(() => command.innerText(), { timeout: 30_000 }).toContain('sex,job');
      await page.context().close();
    });

    it('keeps the threshold that is shown, and asks for the group where that decides too', async () => {
      const page = await studio.page('#/data/people.csv');
      await role(page, 'income', 'Predict').click();
      await role(page, 'sex', 'Group by').click();
      await expect.poll(() => start(page).isDisabled(), { timeout: 30_000 }).toBe(false);
      await start(page).click();
      await page.getByRole('link', { name: 'Thresholds' }).click({ timeout: TIMEOUT_MS });
      const keep = page.getByRole('button', { name: 'Keep this threshold' });
      await expect.poll(() => keep.isDisabled(), { timeout: 30_000 }).toBe(false);
      const missed = page.getByLabel('missed');
      await missed.fill('10');
      expect(await keep.isDisabled()).toBe(true);
      await expect.poll(() => keep.isDisabled(), { timeout: 30_000 }).toBe(false);
      await missed.fill('');
      await page.getByText('Enter what each mistake costs').waitFor();
      expect(await keep.isDisabled()).toBe(true);
      await missed.fill('3');
      await page.getByText('Limits and other choices').click();
      await page.getByLabel('A threshold for each group').check();
      await page.locator('.threshold', { hasText: 'm: ' }).waitFor({ timeout: 20_000 });
      await keep.click();
      await page.getByRole('heading', { name: 'What the threshold does' }).waitFor({ timeout: 30_000 });
      // What a run with a threshold is refused is not offered.
      expect(await page.getByRole('link', { name: 'Thresholds' }).count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Compare' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Predict a file' }).click();
      await page.getByLabel('Column with the group', { exact: true }).fill('sex');
      const waiting = page.waitForEvent('download');
      await page.locator('#tool input[type=file]').setInputFiles(join(studio.folder, 'people.csv'));
      const predicted = readFileSync(await (await waiting).path(), 'utf8');
      expect(predicted.trim().split('\n')).toHaveLength(801);
      await page.context().close();
    });

    it('no page complained', () => {
      expect(studio.complaints).toEqual([]);
    });
  },
);
