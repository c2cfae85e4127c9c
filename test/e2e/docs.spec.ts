import type { Page } from '@playwright/test';
import { isSoak } from '../helpers/lane.ts';
import { type Board, expect, test } from './fixtures.ts';
import { faultsOf, takesPictures } from './screens.ts';

let board: Board;
test.beforeEach(({ board: ofFile }) => {
  board = ofFile;
});

/** Whatever the page complains of, and every address of another host that it asks for. */
function watch(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${board.url}/`) && !/^(data|blob):/.test(url)) complaints.push(url);
  });
  return complaints;
}

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [1440, 900, 390]) {
    // The loop looks at one of the six, and at its rules in the soak lane.
    const tag = scheme === 'light' && width === 1440 ? [] : ['@soak'];
    test(`the reference at ${width}, ${scheme}: every operation, nothing from elsewhere`, { tag }, async ({
      browser,
    }) => {
      const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      const complaints = watch(page);
      await page.goto(`${board.url}/docs`);
      await expect(page.getByRole('heading', { name: 'Switchboard API' })).toBeVisible({ timeout: 30_000 });
      const document = await (await fetch(`${board.url}/api/v1/openapi.json`)).json();
      for (const item of Object.values<Record<string, { summary: string }>>(document.paths)) {
        for (const { summary } of Object.values(item)) {
          await expect(page.getByText(summary, { exact: true }).first()).toBeAttached();
        }
      }
      if (takesPictures) await page.screenshot({ path: `test-results/screens/docs-${scheme}-${width}.png` });
      if (isSoak) expect(await faultsOf(page, scheme)).toEqual([]);
      await page.goto(`${board.url}/docs#tag/messages/POST/messages/send`);
      await expect(page.getByRole('heading', { name: 'Send a message' }).first()).toBeInViewport({
        timeout: 30_000,
      });
      if (takesPictures)
        await page.screenshot({ path: `test-results/screens/docs-send-${scheme}-${width}.png` });
      if (isSoak) expect(await faultsOf(page, scheme)).toEqual([]);
      const overflow = await page.evaluate(() => window.document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
      await context.close();
    });
  }
}

test('a request can be tried from the page, and the key is in no address', async ({ page }) => {
  const complaints = watch(page);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${board.url}/docs#tag/contacts/GET/contacts`);
  await page.getByPlaceholder('Token').first().fill(board.demo.apiKey);
  await page
    .getByRole('button', { name: /Test Request/ })
    .first()
    .click();
  const answered = page.waitForResponse((response) => response.url().includes('/api/v1/contacts'));
  await page.getByRole('button', { name: /^Send/ }).first().click();
  const response = await answered;
  expect(response.status()).toBe(200);
  expect(await response.request().headerValue('authorization')).toBe(`Bearer ${board.demo.apiKey}`);
  expect(addresses.filter((address) => address.includes(board.demo.apiKey))).toEqual([]);
  expect(page.url()).not.toContain(board.demo.apiKey);
  expect(complaints).toEqual([]);
});

test('the guide is a page of its own, in both colours and at every width', async ({ browser }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of isSoak ? [1440, 900, 390] : [390]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      const complaints = watch(page);
      await page.goto(`${board.url}/docs/guide`);
      await expect(page.getByRole('heading', { name: 'The ten most common tasks' })).toBeAttached();
      if (takesPictures)
        await page.screenshot({ path: `test-results/screens/guide-${colorScheme}-${width}.png` });
      expect(await faultsOf(page, colorScheme)).toEqual([]);
      const overflow = await page.evaluate(() => window.document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
      await context.close();
    }
  }
});
