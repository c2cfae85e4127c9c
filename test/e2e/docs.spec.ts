import type { Page } from '@playwright/test';
import { isSoak } from '../helpers/lane.ts';
import { type Board, expect, test } from './fixtures.ts';
import { axeViolations, enter, openSettings, takesScreenshots } from './screens.ts';

let board: Board;
test.beforeEach(({ board: ofFile }) => {
  board = ofFile;
});

/** Collects the page's errors and warnings, and its requests to other hosts. */
function collectComplaints(page: Page): string[] {
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
    // The loop runs one of the six; accessibility is checked in the soak lane.
    const tag = scheme === 'light' && width === 1440 ? [] : ['@soak'];
    test(`the reference at ${width}, ${scheme}: every operation, and no requests to other hosts`, {
      tag,
    }, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      const complaints = collectComplaints(page);
      await page.goto(`${board.url}/docs`);
      await expect(page.getByRole('heading', { name: 'Switchboard API' })).toBeVisible({ timeout: 30_000 });
      const document = await (await fetch(`${board.url}/api/v1/openapi.json`)).json();
      for (const item of Object.values<Record<string, { summary: string }>>(document.paths)) {
        for (const { summary } of Object.values(item)) {
          await expect(page.getByText(summary, { exact: true }).first()).toBeAttached();
        }
      }
      if (takesScreenshots)
        await page.screenshot({ path: `test-results/screens/docs-${scheme}-${width}.png` });
      if (isSoak) expect(await axeViolations(page, scheme)).toEqual([]);
      await page.goto(`${board.url}/docs#tag/messages/POST/messages/send`);
      await expect(page.getByRole('heading', { name: 'Send a message' }).first()).toBeInViewport({
        timeout: 30_000,
      });
      if (takesScreenshots)
        await page.screenshot({ path: `test-results/screens/docs-send-${scheme}-${width}.png` });
      if (isSoak) expect(await axeViolations(page, scheme)).toEqual([]);
      const overflow = await page.evaluate(() => window.document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
      await context.close();
    });
  }
}

test('a request can be sent from the page, and the key is in no URL', async ({ page }) => {
  const complaints = collectComplaints(page);
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${board.url}/docs#tag/contacts/GET/contacts`);
  // Our clients are among the languages of the samples.
  await page
    .getByRole('button', { name: /Shell Curl/ })
    .first()
    .click();
  await page.getByRole('option', { name: 'Python', exact: true }).first().click();
  await expect(page.getByText('switchboard.contacts.list()').first()).toBeVisible();
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
  expect(urls.filter((address) => address.includes(board.demo.apiKey))).toEqual([]);
  expect(page.url()).not.toContain(board.demo.apiKey);
  expect(complaints).toEqual([]);
});

const PAGES = ['guide', 'recipes', 'inference', 'errors', 'events', 'limits', 'changelog'] as const;

test('every page of the documentation, in both color schemes and at every width', { tag: '@soak' }, async ({
  browser,
}) => {
  // 42 long pages, with all rules.
  test.setTimeout(600_000);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of isSoak || takesScreenshots ? [1440, 900, 390] : [390]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      const complaints = collectComplaints(page);
      for (const name of isSoak || colorScheme === 'dark' || takesScreenshots ? PAGES : PAGES.slice(0, 1)) {
        await page.goto(`${board.url}/docs/${name}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (takesScreenshots)
          await page.screenshot({ path: `test-results/screens/docs-${name}-${colorScheme}-${width}.png` });
        expect(await axeViolations(page, colorScheme), name).toEqual([]);
        const overflow = await page.evaluate(() => window.document.documentElement.scrollWidth - innerWidth);
        expect(overflow, name).toBeLessThanOrEqual(0);
      }
      expect(complaints).toEqual([]);
      await context.close();
    }
  }
});

test('the language of the examples is kept, and a pasted key is not', { tag: '@soak' }, async ({ page }) => {
  const complaints = collectComplaints(page);
  await page.goto(`${board.url}/docs/guide`);
  const first = page.locator('.snippet', { hasText: 'contacts?limit=1' }).first();
  await expect(first.getByText('curl "$BASE_URL')).toBeVisible();
  await page.getByLabel('Your API key').fill(board.demo.apiKey);
  await expect(first).toContainText(`curl "${board.url}/api/v1/contacts?limit=1"`);
  await expect(first).toContainText(`Bearer ${board.demo.apiKey}`);
  await first.getByRole('button', { name: 'Python' }).click();
  await expect(first.getByText('switchboard.contacts.list(limit=1)')).toBeVisible();
  await expect(first.getByText('curl "')).toBeHidden();
  // Also in other snippets, and on other pages.
  await page.goto(`${board.url}/docs/recipes`);
  await expect(page.getByText('result = switchboard.contacts.batch({').first()).toBeVisible();
  await expect(page.getByLabel('Your API key')).toHaveValue('');
  await page.getByRole('button', { name: 'TypeScript' }).first().click();
  await page.reload();
  await expect(page.getByText('await switchboard.contacts.batch({').first()).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain(board.demo.apiKey);
  expect(complaints).toEqual([]);
});

test('the dashboard leads to the documentation, which has a new key in its examples while it is shown', async ({
  page,
  context,
}) => {
  await enter(page, board.url, board.demo);
  await expect(page.getByTestId('nav-docs')).toHaveAttribute('href', `${board.url}/docs`);
  await openSettings(page, 'webhooks');
  const main = page.getByRole('main');
  await expect(main.locator(`a[href="${board.url}/docs/events"]`)).toBeVisible();
  await openSettings(page, 'apiKeys');
  await expect(page.getByTestId('settings-docs')).toHaveAttribute('href', `${board.url}/docs/guide`);
  await expect(main.getByRole('link', { name: 'guide', exact: true })).toBeVisible();
  await expect(main.locator(`a[href="${board.url}/docs"]`)).toBeVisible();
  await page.getByTestId('key-create').first().click();
  await page.getByTestId('key-name').fill('Documentation');
  await page.getByTestId('key-submit').click();
  const key = (await page.getByTestId('key-value').textContent()) ?? '';
  expect(key).toMatch(/^svc_/);
  const opened = context.waitForEvent('page');
  await page.getByTestId('guide-with-key').getByRole('link').click();
  const guide = await opened;
  await expect(guide.getByLabel('Your API key')).toHaveValue(key);
  await expect(guide.locator('.snippet', { hasText: 'contacts?limit=1' }).first()).toContainText(key);
  expect(guide.url()).toBe(`${board.url}/docs/guide`);
  await guide.goto(`${board.url}/docs#tag/contacts/GET/contacts`);
  await expect(guide.getByPlaceholder('Token').first()).toHaveValue(key, { timeout: 30_000 });

  await page.getByTestId('key-stored').check();
  await page.getByTestId('key-done').click();
  await guide.goto(`${board.url}/docs/guide`);
  await expect(guide.getByText('$BASE_URL').first()).toBeVisible();
  await expect(guide.getByLabel('Your API key')).toHaveValue('');

  // The new secret of a key that is rolled is in the examples, too.
  const row = page.getByTestId('key-row').filter({ hasText: 'Documentation' });
  await row.getByTestId('key-actions').click();
  await page.getByTestId('key-roll').click();
  await page.getByTestId('key-roll-submit').click();
  const rolled = (await page.getByTestId('key-value').textContent()) ?? '';
  expect(rolled).toMatch(/^svc_/);
  expect(rolled).not.toBe(key);
  const openedAgain = context.waitForEvent('page');
  await page.getByTestId('guide-with-key').getByRole('link').click();
  await expect((await openedAgain).getByLabel('Your API key')).toHaveValue(rolled);

  const stored = await guide.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const secret of [key, rolled]) expect(stored).not.toContain(secret);
});
