// The studio from a dropped file to a kept threshold, in a browser, on the server that people start.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '@fairfront/core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noStudio, type OpenStudio, openStudio, seriousFaults } from './open-studio.js';

const SCRIPT = '<script>alert(1)</script>';
const IMAGE = '<img src=x onerror=alert(2)>';
const LONG = 'G'.repeat(300);

/** People whose income hangs on their age and hours; names are hostile. */
function people(rows: number): string {
  const random = createRandom(3);
  const lines = [`age,sex,town,"${IMAGE}",hours,income`];
  for (let row = 0; row < rows; row++) {
    const [age, hours] = [18 + Math.floor(60 * random.uniform()), 20 + Math.floor(40 * random.uniform())];
    const sex = random.uniform() < 0.4 ? 'Female' : 'Male';
    const town = [LONG, SCRIPT, 'Rome'][row % 3]!;
    const isHigh = (age - 40) / 15 + (hours - 40) / 10 + (sex === 'Male' ? 1 : 0) + 3 * random.uniform() > 2;
    lines.push([age, sex, town, row % 2 ? 'a' : 'b', hours, isHigh ? 'high' : 'low'].join(','));
  }
  return lines.join('\n');
}

const TIMEOUT_MS = 120_000;
/** What the server has to work out first. */
const eventually = (text: () => Promise<string>) => expect.poll(text, { timeout: 30_000 });

describe.skipIf(noStudio !== undefined)(
  `the studio${noStudio ? ` (skipped: ${noStudio})` : ''}`,
  { timeout: TIMEOUT_MS },
  () => {
    let studio: OpenStudio;
    beforeAll(async () => {
      studio = await openStudio();
      writeFileSync(join(studio.folder, 'people.csv'), people(3000));
    }, TIMEOUT_MS);
    afterAll(() => studio?.close());

    const role = (page: Page, column: string, name: string) =>
      page.getByRole('group', { name: `What ${column} is used for` }).getByRole('button', { name });

    /** Chooses target and groups of people.csv. */
    async function setUp(page: Page, groups: readonly string[]): Promise<void> {
      await role(page, 'income', 'Predict').click();
      for (const group of groups) await role(page, group, 'Group by').click();
      await page.getByRole('region', { name: 'Rows by group and class' }).waitFor();
      await page.locator('[aria-busy="false"]').first().waitFor();
    }
    const verdict = (page: Page) => page.locator('.verdict').waitFor({ timeout: TIMEOUT_MS });
    const open = async (page: Page): Promise<string> =>
      decodeURIComponent(/#\/run\/([^/]+)/.exec(page.url())![1]!);

    let fitted = '';

    it('goes from a dropped file to a downloaded report', async () => {
      const page = await studio.page('#/');
      const dropped = await page.evaluateHandle((text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }));
        return transfer;
      }, people(3000));
      await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
      await page.waitForURL(/#\/data\/dropped\.csv/);
      await setUp(page, ['sex', 'town', 'age']);
      await page.locator('.group', { hasText: 'age' }).locator('summary').click();
      const start = page.getByRole('button', { name: 'Start' });
      await page.getByLabel('Cut age at').fill('76');
      await page.getByText('▲ small').first().waitFor();
      expect(await start.isDisabled()).toBe(true);
      await page.getByLabel('Cut age at').fill('50');
      await page.locator('.group', { hasText: 'town' }).locator('summary').click();
      for (const level of [LONG, SCRIPT]) await page.getByLabel(`Group of ${level}`).fill('Elsewhere');
      await page.keyboard.press('Tab');
      const command = page.getByRole('region', { name: 'The exact command' });
      await eventually(() => command.innerText()).toContain('Elsewhere:');
      await eventually(() => page.locator('.sizes').innerText()).toContain('age≥50');
      expect(await seriousFaults(page)).toEqual([]);
      await page.getByLabel('Of interest').selectOption('high');
      await eventually(() => command.innerText()).toContain('income=low|high');
      await start.click();
      await page.waitForURL(/#\/run\//);
      await page.locator('.stages .now', { hasText: /Train|Measure|Write/ }).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await page.reload();
      await page.locator('.stages .done', { hasText: 'Read' }).or(page.locator('.verdict')).first().waitFor();
      await verdict(page);
      fitted = await open(page);
      expect(await seriousFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Download' }).click();
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name: 'report.html' }).click();
      const report = readFileSync(await (await waiting).path(), 'utf8');
      expect(report).toContain('<title>');
      expect(report).not.toContain(SCRIPT);
      await page.context().close();
    });

    it('cancels, reloads and resumes', async () => {
      const page = await studio.page('#/data/people.csv');
      await setUp(page, ['sex']);
      await page.getByText('Options').click();
      await page.locator('.options select').first().selectOption('mlp');
      await page.getByRole('button', { name: 'Start' }).click();
      await page.locator('.detail', { hasText: 'epoch' }).waitFor({ timeout: TIMEOUT_MS });
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Resume' }).waitFor({ timeout: TIMEOUT_MS });
      await page.reload();
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByRole('button', { name: 'Cancel' }).waitFor();
      await page.locator('.detail', { hasText: 'epoch' }).waitFor({ timeout: TIMEOUT_MS });
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Remove the run' }).click({ timeout: TIMEOUT_MS });
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByRole('heading', { name: 'Runs' }).waitFor();
      await page.context().close();
    });

    it('says that it is lost while nobody answers, and goes on when it is let in again', async () => {
      const own = await openStudio();
      try {
        writeFileSync(join(own.folder, 'people.csv'), people(3000));
        const page = await own.page('#/data/people.csv');
        await setUp(page, ['sex']);
        await page.getByText('Options').click();
        await page.locator('.options select').first().selectOption('mlp');
        await page.getByRole('button', { name: 'Start' }).click();
        const cancel = page.getByRole('button', { name: 'Cancel' });
        await page.locator('.detail', { hasText: 'epoch' }).waitFor({ timeout: TIMEOUT_MS });
        await own.stop();
        const problem = page.locator('.problem');
        await eventually(() => problem.innerText()).toContain('does not answer');
        expect(await page.locator('main').innerText()).not.toMatch(/Running|left for this step/);
        expect(await cancel.isDisabled()).toBe(true);
        const clock = page.locator('.detail span').nth(1);
        const before = await clock.innerText();
        expect(await seriousFaults(page)).toEqual([]);
        await page.waitForTimeout(2000);
        expect(await clock.innerText()).toBe(before);
        await own.restart();
        await eventually(() => problem.innerText()).toContain('open the address');
        const letIn = await page.context().newPage();
        await letIn.goto(own.url); // its cookie is for both
        await problem.waitFor({ state: 'detached' });
        await cancel.click();
        await page.getByRole('button', { name: 'Resume' }).waitFor({ timeout: TIMEOUT_MS });
      } finally {
        await own.close();
      }
    });

    it('tries a failed run again', async () => {
      const options = { target: 'income', groups: 'sex', model: 'linear', l2: 0.01 };
      const request = { schema: 'fairfront.run/1', kind: 'fit', data: 'people.csv', options };
      const kept = { ...request, started: Date.now(), from: join(studio.folder, 'gone'), atOnce: 2 };
      mkdirSync(join(studio.folder, 'killed-1', 'process'), { recursive: true });
      writeFileSync(join(studio.folder, 'killed-1', 'process', 'run.json'), JSON.stringify(kept));
      const page = await studio.page('#/run/killed-1');
      await page.getByText('ended without a word').first().waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await verdict(page);
      await page.context().close();
    });

    it('moves along a front by keys, and keeps a point', async () => {
      const page = await studio.page('#/data/people.csv');
      await setUp(page, ['sex']);
      await page.getByRole('button', { name: 'What is possible' }).click();
      await verdict(page);
      await page.getByRole('link', { name: 'Move along the front' }).click();
      const slider = page.locator('#point');
      await slider.waitFor({ timeout: TIMEOUT_MS });
      const figures = page.getByRole('region', { name: 'What each group gets' });
      const before = await figures.innerText();
      await slider.focus();
      await page.keyboard.press('End');
      await eventually(() => figures.innerText()).not.toBe(before);
      expect(await seriousFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Keep this model' }).click();
      await page.waitForURL((url) => !url.hash.endsWith('/front'));
      await verdict(page);
      await page.context().close();
    });

    it('draws the line where mistakes cost least, and keeps it', async () => {
      expect(fitted).not.toBe('');
      const page = await studio.page(`#/run/${encodeURIComponent(fitted)}/decide`);
      const threshold = page.locator('.threshold');
      await threshold.waitFor({ timeout: TIMEOUT_MS });
      const before = await threshold.innerText();
      await page.getByLabel('“high” missed').fill('10');
      await eventually(() => threshold.innerText()).not.toBe(before);
      expect(await seriousFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Keep this threshold' }).click();
      await page.waitForURL((url) => !url.hash.endsWith('/decide'));
      await verdict(page);
      await page.context().close();
    });

    it('fits a phone, follows the dark, and has no serious fault there', async () => {
      const viewport = { width: 390, height: 844 };
      const page = await studio.page('#/', { viewport, colorScheme: 'dark' });
      const shown = ['#/', '#/data/people.csv', `#/run/${fitted}`, `#/run/${fitted}/decide`, '#/nowhere'];
      for (const hash of shown) {
        await page.evaluate((address) => {
          location.hash = address;
        }, hash);
        await page.locator('.runs, .column, .verdict, .threshold, .lead, main p').first().waitFor();
        await page.waitForTimeout(500);
        const { width, dark } = await page.evaluate(() => ({
          width: document.documentElement.scrollWidth,
          dark: getComputedStyle(document.documentElement).backgroundColor,
        }));
        expect(width, hash).toBeLessThanOrEqual(viewport.width);
        expect(Math.max(...dark.match(/\d+/g)!.slice(0, 3).map(Number)), hash).toBeLessThan(64);
        expect(await seriousFaults(page), hash).toEqual([]);
      }
      await page.context().close();
    });

    it('no page ran what data hold, or was stopped by the content policy', () => {
      expect(studio.complaints).toEqual([]);
    });
  },
);
