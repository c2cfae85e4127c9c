import { expect, test } from '@playwright/test';
import { complaintsOf, lookAt, signIn } from './screens.ts';
import { type Switchboard, startSwitchboard } from './switchboard.ts';

let board: Switchboard;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  board = await startSwitchboard({ demo: true });
});
test.afterAll(() => board?.stop());

test('Activity shows who changed what, page by page, and each of its states', async ({ page }) => {
  test.setTimeout(240_000);
  const complaints = complaintsOf(page);
  const api = `${board.url}/api/dashboard`;
  await signIn(page, board.url, board.demo);
  for (let index = 0; index < 30; index += 1) {
    const made = await page.request.post(`${api}/api-keys`, { data: { name: `nightly-sync-${index}` } });
    await page.request.delete(`${api}/api-keys/${(await made.json()).apiKey.id}`);
  }

  // On its way, then there.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/dashboard/audit-log*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByTestId('nav-activity').click();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  await lookAt(page, 'activity-loading');
  release();
  const rows = page.getByTestId('audit-row');
  await expect(rows).toHaveCount(50);
  await expect(rows.first()).toContainText('Revoked an API key');
  await expect(rows.first()).toContainText('nightly-sync-29');
  await expect(rows.first()).toContainText('127.0.0.1');
  await page.unroute('**/api/dashboard/audit-log*');

  // A change elsewhere appears by itself.
  await page.request.post(`${api}/members`, {
    data: { name: 'Noor Haddad', email: 'noor@example.test', password: 'correct horse', role: 'staff' },
  });
  await expect(rows.first()).toContainText('Noor Haddad (staff)');
  await lookAt(page, 'activity', ['wide', 'middle', 'narrow']);

  // Earlier pages; one that fails can be asked for again.
  await page.route('**/api/dashboard/audit-log*', (route) => route.abort());
  await page.getByTestId('audit-more').click();
  await expect(page.getByText('Earlier activity could not be loaded.')).toBeVisible({ timeout: 20_000 });
  await expect(rows).toHaveCount(50);
  await page.unroute('**/api/dashboard/audit-log*');
  await page.getByTestId('audit-more').click();
  await expect(page.getByTestId('audit-more')).toHaveCount(0);
  await expect(rows.last()).toContainText('Operator');

  // Nothing yet, and not to be had.
  await page.route('**/api/dashboard/audit-log*', (route) =>
    route.fulfill({ json: { data: [], nextCursor: null } }),
  );
  await page.reload();
  await expect(page.getByText('Nothing has been changed yet')).toBeVisible();
  await lookAt(page, 'activity-empty');
  await page.unroute('**/api/dashboard/audit-log*');
  await page.route('**/api/dashboard/audit-log*', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('The activity could not be loaded')).toBeVisible({ timeout: 20_000 });
  await lookAt(page, 'activity-error');
  expect(complaints).toEqual([]);
});

test('staff neither see it nor reach it', async ({ page, browser }) => {
  const email = 'staff-only@example.test';
  await signIn(page, board.url, board.demo);
  await page.request.post(`${board.url}/api/dashboard/members`, {
    data: { name: 'Stan', email, password: 'correct horse', role: 'staff' },
  });
  const other = await (await browser.newContext()).newPage();
  await signIn(other, board.url, { email, password: 'correct horse' });
  await expect(other.getByTestId('nav-activity')).toHaveCount(0);
  await other.goto(`${board.url}/activity`);
  await expect(other.getByTestId('audit-row')).toHaveCount(0);
  await expect(other.getByRole('heading', { name: 'Activity' })).toHaveCount(0);
});
