import { expect, test } from './fixtures.ts';
import { complaintsOf, lookAt, openSettings, signIn } from './screens.ts';
import { cookieOf } from './switchboard.ts';

test('an owner limits and rolls a key, and sees its requests', async ({ page, request, board }) => {
  const complaints = complaintsOf(page);
  await signIn(page, board.url, board.demo);
  await openSettings(page, 'apiKeys');
  await page.getByTestId('key-create').first().click();
  await page.getByTestId('key-name').fill('erp-sync');
  await page.getByTestId('key-expiry').click();
  await page.getByRole('option', { name: '30 days' }).click();
  await page.getByTestId('key-addresses').fill('127.0.0.0/8\n::1\nnowhere');
  await page.getByTestId('key-submit').click();
  await expect(page.getByText(/nowhere is not an IP address/)).toBeVisible();
  await page.getByTestId('key-addresses').fill('127.0.0.0/8\n::1');
  // A key may do everything unless it is restricted, and the form says so.
  await expect(page.getByText(/conversations, broadcasts, templates, insights and webhook/)).toBeVisible();
  await lookAt(page, 'key-form', ['wide', 'phone']);
  await page.getByTestId('key-submit').click();
  const keyOf = async () => ((await page.getByTestId('key-value').textContent()) ?? '').trim();
  const first = await keyOf();
  const use = async (key: string, path = 'contacts?limit=1') =>
    (
      await request.get(`${board.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } })
    ).status();
  expect(await use(first)).toBe(200);
  await page.getByTestId('key-stored').check();
  await page.getByTestId('key-done').click();

  const row = page.getByTestId('key-row').filter({ hasText: 'erp-sync' });
  await expect(row.getByTestId('key-limited')).toHaveText('2 networks');
  await row.getByTestId('key-actions').click();
  await page.getByTestId('key-roll').click();
  await expect(page.getByTestId('key-overlap-24')).toBeChecked();
  await lookAt(page, 'key-roll', ['wide']);
  await page.getByTestId('key-roll-submit').click();
  const second = await keyOf();
  expect(second).not.toBe(first);
  await page.getByTestId('key-stored').check();
  await page.getByTestId('key-done').click();
  await expect(row.getByTestId('key-previous')).toContainText(first.slice(-4));
  expect([await use(first), await use(second)]).toEqual([200, 200]);
  expect(await use(second, 'contacts/ct_01jd3m2n4p5q6r7s8t9v0w1x2y')).toBe(404);
  await page.reload();
  await expect(row.getByTestId('key-last-address')).toBeVisible();
  await lookAt(page, 'keys-limited', ['wide', 'middle', 'phone']);

  await row.getByTestId('key-actions').click();
  await page.getByTestId('key-end-previous').click();
  await expect(page.getByRole('dialog')).toContainText(`svc_…${first.slice(-4)}`);
  await lookAt(page, 'key-end-previous', ['wide', 'phone']);
  expect(await use(first)).toBe(200);
  await page.getByTestId('confirm').click();
  await expect(row.getByTestId('key-previous')).toHaveCount(0);
  expect([await use(first), await use(second)]).toEqual([401, 200]);

  await test.step('a key that has expired stays so when its name is changed', async () => {
    const keys = `${board.url}/api/dashboard/api-keys`;
    const expiresAt = new Date(Date.now() + 3_000).toISOString();
    const made = await request.post(keys, {
      headers: { cookie: await cookieOf(board.url, board.demo) },
      data: { name: 'old-erp', expiresAt },
    });
    expect(made.status()).toBe(201);
    const expired = page.getByTestId('key-row').filter({ hasText: 'old-erp' });
    await expect(async () => {
      await page.reload();
      await expect(expired).toContainText('Expired', { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await expired.getByTestId('key-actions').click();
    await page.getByTestId('key-edit').click();
    await expect(page.getByTestId('key-expiry')).toHaveValue(/^Keep /);
    await page.getByTestId('key-new-name').fill('old-erp-2');
    await page.getByTestId('key-edit-submit').click();
    await expect(expired).toContainText('old-erp-2');
    await expect(expired).toContainText('Expired');
  });

  await row.getByTestId('key-actions').click();
  await page.getByTestId('key-requests').click();
  const requests = page.getByTestId('request-row');
  await expect(requests.filter({ hasText: 'contact_not_found' })).toHaveCount(1, { timeout: 15_000 });
  await lookAt(page, 'request-log', ['wide', 'middle', 'phone']);
  await requests.filter({ hasText: 'contact_not_found' }).getByRole('button').click();
  await expect(page.getByTestId('request-detail').getByRole('link')).toHaveAttribute(
    'href',
    /\/docs\/errors#contact_not_found$/,
  );
  await lookAt(page, 'request-detail', ['wide']);
  // Newer requests push it out of the list while it is read.
  await page.route('**/api/dashboard/api-requests*', (route) =>
    route.fulfill({ json: { data: [], nextCursor: null } }),
  );
  await expect(requests).toHaveCount(0, { timeout: 15_000 });
  await expect(page.getByTestId('request-detail')).toBeVisible();
  await page.unroute('**/api/dashboard/api-requests*');
  await page.keyboard.press('Escape');
  await page.getByTestId('request-search').fill('404');
  await expect(requests).toHaveCount(1);
  expect(complaints).toEqual([]);
});
