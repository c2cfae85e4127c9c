import type { Page } from '@playwright/test';
import { addMember } from './add-member.ts';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, lookCloselyAt, openSettings } from './screens.ts';

/** Makes more changes than one page shows. */
async function fillActivity(page: Page, api: string): Promise<void> {
  for (let index = 0; index < 26; index += 1) {
    const made = await page.request.post(`${api}/api-keys`, { data: { name: `nightly-sync-${index}` } });
    await page.request.delete(`${api}/api-keys/${(await made.json()).apiKey.id}`);
  }
}

test('the audit log shows who changed what, page by page', async ({ page, board }) => {
  const complaints = complaintsOf(page);
  const api = `${board.url}/api/dashboard`;
  await enter(page, board.url, board.demo);
  await fillActivity(page, api);

  await openSettings(page, 'auditLog');
  const rows = page.getByTestId('audit-row');
  await expect(rows).toHaveCount(50);
  await expect(rows.first()).toContainText('Deleted an API key');
  await expect(rows.first()).toContainText('nightly-sync-25');
  await expect(rows.first()).toContainText('127.0.0.1');

  // A change made elsewhere appears automatically.
  const noor = { name: 'Noor Haddad', email: 'noor@example.test', password: 'correct horse' };
  await addMember(board.url, board.demo, { ...noor, role: 'staff' });
  await expect(rows.first()).toContainText('Noor Haddad (staff)');
  await lookAt(page, 'activity', ['wide', 'middle', 'narrow']);

  // Earlier pages, down to the first entry.
  await page.getByTestId('audit-more').click();
  await expect(page.getByTestId('audit-more')).toHaveCount(0);
  await expect(rows.last()).toContainText('Operator');
  expect(complaints).toEqual([]);
});

test('the audit log shows loading, empty and error states', { tag: '@soak' }, async ({ page, board }) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await fillActivity(page, `${board.url}/api/dashboard`);

  // Loading, then loaded.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/dashboard/audit-log*', async (route) => {
    await held;
    await route.continue();
  });
  await openSettings(page, 'auditLog');
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  await lookCloselyAt(page, 'activity-loading');
  release();
  const rows = page.getByTestId('audit-row');
  await expect(rows).toHaveCount(50);
  await page.unroute('**/api/dashboard/audit-log*');

  // Earlier pages; a failed one can be requested again.
  await page.route('**/api/dashboard/audit-log*', (route) => route.abort());
  await page.getByTestId('audit-more').click();
  await expect(page.getByText('The next page could not be loaded.')).toBeVisible({ timeout: 20_000 });
  await expect(rows).toHaveCount(50);
  await page.unroute('**/api/dashboard/audit-log*');
  // The previous test has filled pages of the same workspace.
  const more = page.getByTestId('audit-more');
  await expect(async () => {
    if ((await more.count()) > 0) await more.click({ timeout: 2_000 });
    await expect(more).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(rows.last()).toContainText('Operator');

  // Empty, then unavailable.
  await page.route('**/api/dashboard/audit-log*', (route) =>
    route.fulfill({ json: { data: [], nextCursor: null } }),
  );
  await page.reload();
  await expect(page.getByText('No entries yet')).toBeVisible();
  await lookCloselyAt(page, 'activity-empty');
  await page.unroute('**/api/dashboard/audit-log*');
  await page.route('**/api/dashboard/audit-log*', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('The audit log could not be loaded')).toBeVisible({ timeout: 20_000 });
  await lookCloselyAt(page, 'activity-error');
  expect(complaints).toEqual([]);
});

test('staff neither see nor reach the audit log', { tag: '@soak' }, async ({ page, board, openWindow }) => {
  const email = 'staff-only@example.test';
  await enter(page, board.url, board.demo);
  await addMember(board.url, board.demo, { name: 'Stan', email, password: 'correct horse', role: 'staff' });
  const other = await openWindow();
  await enter(other, board.url, { email, password: 'correct horse' });
  await expect(other.getByTestId('nav-webhooks')).toHaveCount(0);
  await other.goto(`${board.url}/activity`);
  await expect(other.getByRole('heading', { name: 'You don’t have access to Audit Log' })).toBeVisible();
  await expect(other.getByTestId('audit-row')).toHaveCount(0);
});
