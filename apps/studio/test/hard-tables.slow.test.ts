// Tables that break pages: names that are HTML and script, names of 300 characters, 64 groups, a file that is none. What
// is done with finished runs, and a server that is started anew.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noStudio, type OpenStudio, openStudio, pageFaults } from './open-studio.js';
import { hostile, loans, manyGroups } from './tables.js';

const TIMEOUT_MS = 120_000;

describe.skipIf(noStudio !== undefined)(
  `tables that break pages${noStudio ? ` (skipped: ${noStudio})` : ''}`,
  { timeout: 2 * TIMEOUT_MS },
  () => {
    let studio: OpenStudio;
    beforeAll(async () => {
      studio = await openStudio();
    }, TIMEOUT_MS);
    afterAll(() => studio?.close());

    /** Fits a linear model to a table, and waits for its report. */
    async function fitted(name: string, table: string, target: string, group: string): Promise<Page> {
      writeFileSync(join(studio.folder, name), table);
      const page = await studio.page(`#/data/${name}`);
      page.setDefaultTimeout(TIMEOUT_MS);
      const role = (column: string, use: string) =>
        page
          .getByRole('group', { name: `What ${column} is used for`, exact: true })
          .getByRole('button', { name: use });
      await role(target, 'Predict').click();
      await role(group, 'Group by').click();
      await page.getByRole('region', { name: 'Rows by group and class' }).waitFor();
      expect(await pageFaults(page), `setting up ${name}`).toEqual([]);
      await page.getByText('Options', { exact: true }).click();
      await page.getByRole('combobox', { name: 'Model' }).selectOption('linear');
      await page.getByRole('button', { name: 'Start' }).click();
      await page.locator('.verdict').waitFor();
      expect(await pageFaults(page), `the report of ${name}`).toEqual([]);
      return page;
    }

    async function download(page: Page, name: string): Promise<string> {
      await page.getByRole('button', { name: 'Download' }).click();
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      const path = join(studio.folder, `downloaded-${name}`);
      await (await waiting).saveAs(path);
      return path;
    }

    const hacked = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'hacked'));
    const planted = (page: Page): Promise<number> => page.locator('#planted, img, main script').count();

    it('shows names that are HTML and script as text, in the studio and in the file', async () => {
      const page = await fitted(
        'hostile.csv',
        hostile(1500),
        '<img src=x onerror="window.hacked=1">target',
        '<script>window.hacked=2</script>group',
      );
      expect([await hacked(page), await planted(page)]).toEqual([undefined, 0]);
      const path = await download(page, 'report.html');
      expect(readFileSync(path, 'utf8').length).toBeLessThan(2_000_000);
      await page.goto(`file://${path}`);
      await page.locator('.verdict').waitFor();
      expect([await hacked(page), await planted(page)]).toEqual([undefined, 0]);
      expect(await page.getByText('<b id="planted">bold</b>').count()).toBeGreaterThan(0);
      expect(await pageFaults(page)).toEqual([]);
      await page.context().close();
    });

    it('takes names of groups of 300 characters', async () => {
      const name = (group: number): string =>
        `${group} ${'of a name that goes on and on '.repeat(10)}`.slice(0, 300);
      const page = await fitted('long.csv', manyGroups(3, 250, name), 'y', 'group');
      await page.context().close();
    });

    it('takes 64 groups', async () => {
      const page = await fitted(
        'many.csv',
        manyGroups(64, 200, (group) => `g${group}`),
        'y',
        'group',
      );
      await page.context().close();
    });

    it('predicts a dropped file, compares runs, and loses nothing when the server is started anew', async () => {
      const first = await fitted('loans.csv', loans(3000), 'default', 'sex');
      await first.context().close();
      const page = await fitted('loans.csv', loans(3000), 'default', 'sex');
      await page.getByRole('button', { name: 'Predict a file' }).click();
      const said = page.waitForEvent('download');
      const chooser = page.waitForEvent('filechooser');
      await page.getByText('Drop a file with the same columns').click();
      await (await chooser).setFiles({
        name: 'new.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(loans(50, 9)),
      });
      const lines = readFileSync(await (await said).path(), 'utf8')
        .trim()
        .split('\n');
      expect(lines).toHaveLength(51);
      await page.context().close();

      const runs = async (): Promise<Page> => {
        const home = await studio.page('#/');
        await home.locator('.runs li').first().waitFor();
        return home;
      };
      const before = await runs();
      const count = await before.locator('.runs li').count();
      await before.context().close();
      await studio.restart();
      const home = await runs();
      expect(await home.locator('.runs li').count()).toBe(count);
      const boxes = home.getByRole('checkbox', { name: /loans\.csv/ });
      await boxes.nth(0).check();
      await boxes.nth(1).check();
      await home.getByRole('button', { name: 'Compare 2 runs' }).click();
      await home.getByRole('heading', { name: /side by side/ }).waitFor();
      expect(await pageFaults(home)).toEqual([]);
      await home.context().close();
    });

    it('ran nothing that data hold, and nothing was stopped by the content policy', () => {
      expect(studio.complaints).toEqual([]);
    });

    it('says in words what is wrong with a file', async () => {
      writeFileSync(join(studio.folder, 'broken.csv'), 'a,b\n1,2\n1,2,3\n');
      const page = await studio.page('#/data/broken.csv');
      await page.getByText(/line 3/).waitFor();
      expect(await pageFaults(page)).toEqual([]);
      await page.context().close();
    });
  },
);
