import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { complaintsOf, lookAt, lookCloselyAt, openSettings, signIn } from './screens.ts';
import { type Switchboard, startSwitchboard } from './switchboard.ts';

// One server for the file; each test continues the previous one.
test.describe.configure({ mode: 'serial' });

let board: Switchboard;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  board = await startSwitchboard({ demo: false });
});
test.afterAll(() => board?.stop());

const OWNER = { email: 'olga@example.com', password: 'correct horse battery' };
const STAFF = { email: 'stan@example.com', password: 'another good password' };

const STEPS = ['testPhone', 'number', 'colleague', 'contacts', 'key'] as const;

/** Opens the first steps, and expects exactly these to be ticked, as the sidebar says too. */
async function expectTicks(page: Page, done: readonly (typeof STEPS)[number][]): Promise<void> {
  await page.getByTestId('nav-welcome').click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(STEPS.length);
  const ticked = () =>
    page
      .getByRole('main')
      .locator('li[data-done]')
      .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-testid')));
  await expect
    .poll(ticked)
    .toEqual(STEPS.filter((step) => done.includes(step)).map((step) => `welcome-${step}`));
  await expect(page.getByTestId('nav-welcome')).toHaveText(`Setup ${done.length}/${STEPS.length}`);
}

test('a new owner sets up the workspace, creates a working key, and revokes it', { tag: '@loop' }, async ({
  page,
  request,
}) => {
  const complaints = complaintsOf(page);
  await page.goto(board.url);
  await expect(page.getByTestId('setup-submit')).toBeVisible();
  await expect(page.getByTestId('setup-workspace')).toBeFocused();
  await lookAt(page, 'first-run', ['wide', 'narrow']);

  await page.getByTestId('setup-workspace').fill('Depot & Daughters');
  await page.getByTestId('setup-name').fill('Olga Depot');
  await page.getByTestId('setup-email').fill(OWNER.email);
  await page.getByTestId('setup-password').fill('short');
  await page.getByTestId('setup-submit').click();
  await expect(page.getByText(/at least 10 characters/i).first()).toBeVisible();
  await page.getByTestId('setup-password').fill(OWNER.password);
  await page.getByTestId('setup-submit').click();
  await expect(page.getByTestId('welcome-key')).toBeVisible();
  await expect(page.getByTestId('nav-welcome')).toHaveText('Setup 0/5');
  await expectTicks(page, []);
  await lookCloselyAt(page, 'welcome', ['wide', 'narrow']);
  await page.getByTestId('nav-inbox').click();
  await lookCloselyAt(page, 'inbox-empty', ['wide', 'narrow']);

  await openSettings(page, 'apiKeys');
  await lookCloselyAt(page, 'keys-empty');
  await page.getByTestId('key-create').first().click();
  await page.getByTestId('key-name').fill('billing-sync-prod');
  await page.getByTestId('key-submit').click();
  const key = ((await page.getByTestId('key-value').textContent()) ?? '').trim();
  expect(key).toMatch(/^svc_[0-9a-z]{26}_[0-9A-Za-z]{38}$/);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('key-value')).toBeVisible();
  await lookCloselyAt(page, 'key-reveal');
  const withKey = () =>
    request.get(`${board.url}/api/v1/contacts`, { headers: { authorization: `Bearer ${key}` } });
  expect((await withKey()).status()).toBe(200);
  await page.getByTestId('key-stored').check();
  await page.getByTestId('key-done').click();
  const row = page.getByTestId('key-row').filter({ hasText: 'billing-sync-prod' });
  await expect(row).toContainText(key.slice(-4));
  expect(await page.content()).not.toContain(key);
  await expectTicks(page, ['key']);
  await openSettings(page, 'apiKeys');

  await row.getByTestId('key-actions').click();
  await expect(page.getByTestId('key-revoke')).toHaveText('Delete');
  await page.getByTestId('key-revoke').click();
  await page.getByRole('dialog').getByRole('textbox').fill('billing-sync-prod');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /delete/i })
    .click();
  await expect(row).toHaveCount(0);
  expect((await withKey()).status()).toBe(401);
  // The step was done, although the key is no longer there.
  await expectTicks(page, ['key']);
  expect(complaints).toEqual([]);
});

test('an owner adds staff, who neither see nor reach the owner’s pages', async ({ page, openWindow }) => {
  await signIn(page, board.url, OWNER);
  await openSettings(page, 'people');
  await page.getByTestId('member-invite').click();
  await page.getByTestId('invite-email').fill(STAFF.email);
  await page.getByTestId('member-form-role-staff').check();
  await page.getByTestId('invite-submit').click();
  const link = await page.getByTestId('access-link').innerText();
  await lookAt(page, 'invitation-link', ['wide', 'narrow']);
  await page.getByTestId('access-link-done').click();
  await expect(page.getByTestId('invitation-row').filter({ hasText: STAFF.email })).toBeVisible();
  await expectTicks(page, ['colleague', 'key']);
  await openSettings(page, 'people');

  const other = await openWindow();
  await other.goto(link);
  await expect(other.getByTestId('access-link-email')).toHaveValue(STAFF.email);
  await expect(other.getByTestId('accept-name')).toBeFocused();
  await lookAt(other, 'invitation', ['wide', 'narrow']);
  await other.getByTestId('accept-name').fill('Stan Staff');
  await other.getByTestId('accept-password').fill(STAFF.password);
  await other.getByTestId('accept-submit').click();
  await expect(other.getByTestId('nav-inbox')).toBeVisible();
  expect(new URL(other.url()).hash).toBe('');
  await expect(page.getByTestId('member-row').filter({ hasText: 'Stan Staff' })).toBeVisible();
  await lookAt(page, 'people', ['wide', 'narrow']);

  await page.getByTestId('user-menu').click();
  await page.getByTestId('sign-out').click();
  await expect(page.getByTestId('login-email')).toBeFocused();
  await lookAt(page, 'sign-in', ['wide', 'narrow']);

  await page.getByTestId('login-email').fill(STAFF.email);
  await page.getByTestId('login-password').fill('wrong password');
  await page.getByTestId('login-submit').click();
  await expect(page.getByText(/Incorrect email/)).toBeVisible();
  await page.getByTestId('login-password').fill(STAFF.password);
  await page.getByTestId('login-submit').click();
  await expect(page.getByTestId('nav-inbox')).toBeVisible();
  await expect(page.getByTestId('nav-model')).toHaveCount(0);
  await page.getByTestId('nav-settings').click();
  await expect(page.getByTestId('settings-nav').getByRole('link')).toHaveText([
    'Rehearsal Room',
    'My Profile',
    'Shortcuts',
  ]);
  await expect(page).toHaveTitle(/My Profile · Switchboard$/);
  // The addresses that these pages had before the settings area.
  for (const section of ['keys', 'webhooks', 'model', 'people', 'channel', 'log', 'activity', 'workspace']) {
    await page.goto(`${board.url}/${section}`);
    await expect(page.getByTestId('forbidden')).toBeVisible();
  }
  await page.getByTestId('user-menu').click();
  await expect(page.getByTestId('sign-out')).toBeVisible();
});

test('a contact is added, found, changed and deleted', { tag: '@soak' }, async ({ page }) => {
  await signIn(page, board.url, OWNER);
  await page.getByTestId('nav-contacts').click();
  await lookCloselyAt(page, 'contacts-empty');
  await page.getByTestId('contact-add').first().click();
  await page.getByTestId('contact-form-name').fill('Ana Souza');
  await page.getByTestId('contact-form-phone').fill('call me');
  await page.getByTestId('contact-form-submit').click();
  await expect(page.getByText(/must be a phone number with a country code/)).toBeVisible();
  await page.getByTestId('contact-form-phone').fill('+55 11 98765-4321');
  const hint = page.getByTestId('contact-form-phone-hint');
  await expect(hint).toHaveText('Will be saved as +55 11 98765 4321');
  await page.getByTestId('contact-form-submit').click();
  const row = page.getByTestId('contact-row').filter({ hasText: 'Ana Souza' });
  await expect(row).toBeVisible();
  await expectTicks(page, ['colleague', 'contacts', 'key']);
  await page.getByTestId('nav-contacts').click();
  await page.getByTestId('contact-search').fill('SOUZA');
  await expect(row).toBeVisible();
  await page.getByTestId('contact-search').fill('zzz');
  await expect(row).toHaveCount(0);
  await page.getByTestId('contact-search').fill('98765');
  await expect(row).toBeVisible();
  await row.getByTestId('contact-more').click();
  await page.getByTestId('contact-delete').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /delete/i })
    .click();
  await expect(row).toHaveCount(0);
  // Each tick is a fact, and there are no contacts any more.
  await expectTicks(page, ['colleague', 'key']);
});

test('an owner opens a test phone on a server for real numbers, and it survives the end of the server', async ({
  page,
  openWindow,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page, board.url, OWNER);
  await expectTicks(page, ['colleague', 'key']);
  await page.getByTestId('welcome-open-phone').click();
  const link = page.getByTestId('welcome-phone');
  await expect(link).toBeVisible({ timeout: 30_000 });
  // A phone that nobody has written from yet is not tried.
  await expectTicks(page, ['colleague', 'key']);
  await lookCloselyAt(page, 'welcome-test-phone', ['wide', 'phone']);
  const phonePage = new URL((await link.getAttribute('href')) ?? '');
  expect(phonePage.origin).toBe(board.phoneUrl);
  const number = phonePage.searchParams.get('business') ?? '';
  const phone = await openWindow();
  await phone.goto(phonePage.href);
  await expect(phone.getByTestId('customer-select')).toBeVisible();

  const chat = `${board.phoneUrl}/control/accounts/${number}/chats/15550199001/messages`;
  const write = async (text: string) => {
    const { ok } = await fetch(chat, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text }) },
    });
    expect(ok).toBe(true);
  };
  await write('is this thing on?');
  await page.getByTestId('nav-inbox').click();
  await page.getByTestId('conversation-row').filter({ hasText: 'is this thing on?' }).click();
  await page.getByTestId('composer').fill('It is.');
  await page.getByTestId('composer').press('Enter');
  const onPhone = async () => JSON.stringify(await (await fetch(chat)).json());
  await expect.poll(onPhone).toContain('It is.');
  // The customer who wrote is a contact.
  await expectTicks(page, ['testPhone', 'colleague', 'contacts', 'key']);
  await page.goBack();

  const pid = await board.serverPid();
  if (pid === null) throw new Error('the server is not running');
  process.kill(pid, 'SIGKILL');
  await write('still there?');
  await expect(page.getByTestId('message-bubble').last()).toContainText('still there?', { timeout: 60_000 });
  expect(complaints.filter((complaint) => !/Failed to load|WebSocket|ERR_/.test(complaint))).toEqual([]);
});

test('the default country applies to numbers in national form', { tag: '@soak' }, async ({ page }) => {
  await signIn(page, board.url, OWNER);
  await openSettings(page, 'general');
  await page.getByTestId('workspace-country').click();
  await page.getByTestId('workspace-country').fill('Braz');
  await page.getByRole('option', { name: 'Brazil' }).click();
  await expect(page.getByText('Country saved')).toBeVisible();
  await expect(page.getByTestId('workspace-country')).toHaveValue('Brazil');
  await page.getByTestId('workspace-name-change').click();
  await page.getByTestId('workspace-name-field').fill('Kettle & Co');
  await page.getByTestId('workspace-name-submit').click();
  await expect(page.getByTestId('workspace-name')).toHaveText('Kettle & Co');
  await expect(page.getByTestId('workspace-hours')).toContainText('Always open');
  await lookAt(page, 'workspace-settings', ['wide', 'phone']);

  await page.getByTestId('nav-contacts').click();
  await page.getByTestId('contact-add').first().click();
  await page.getByTestId('contact-form-name').fill('Rui Lima');
  await page.getByTestId('contact-form-phone').fill('31 98765-4321');
  await expect(page.getByTestId('contact-form-phone-hint')).toHaveText('Will be saved as +55 31 98765 4321');
  await lookCloselyAt(page, 'contact-national', ['wide', 'phone']);
  await page.getByTestId('contact-form-submit').click();
  await expect(page.getByTestId('contact-row').filter({ hasText: 'Rui Lima' })).toContainText('+55 31');
});
