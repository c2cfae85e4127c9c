import { execSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { complaintsOf, lookAt, signIn } from './screens.ts';
import { type Switchboard, startSwitchboard } from './switchboard.ts';

// One server for the file, and each test stands on the one before.
test.describe.configure({ mode: 'serial' });

let board: Switchboard;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  board = await startSwitchboard({ demo: true });
});
test.afterAll(() => board?.stop());

const MAYA = '15550100123';

test('one message goes all the way: phone, inbox, reply, phone, three ticks', async ({ browser }) => {
  const phone = await (await browser.newContext({ viewport: { width: 1100, height: 900 } })).newPage();
  const inbox = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const complaints = complaintsOf(inbox);
  await signIn(inbox, board.url, board.demo);
  await expect(inbox.getByTestId('conversation-row').first()).toBeVisible();
  await phone.goto(`${board.phoneUrl}/?customer=${MAYA}`);
  await expect(phone.getByTestId('customer-select')).toHaveValue(MAYA);

  // A customer writes: it is in the open inbox within a second.
  const question = `Do you still have the blue kettle? ${Date.now()}`;
  await phone.getByTestId('phone-input').fill(question);
  const writtenAt = Date.now();
  await phone.getByTestId('phone-send').click();
  const row = inbox.getByTestId('conversation-row').filter({ hasText: question });
  await row.waitFor({ timeout: 5_000 });
  const seenAfter = Date.now() - writtenAt;
  console.log(`phone → inbox pixels: ${seenAfter} ms`);
  expect(seenAfter).toBeLessThan(1_000);
  await expect(phone.getByTestId('phone-message').last()).toHaveAttribute('data-status', /delivered|read/);

  // The agent opens it: the customer's ticks turn blue.
  await row.click();
  await expect(inbox.getByTestId('thread').getByText(question)).toBeVisible();
  await expect(phone.getByTestId('phone-message').last()).toHaveAttribute('data-status', 'read');
  await expect(row).toHaveAttribute('data-unread', /^(0|false)$/);

  // The agent replies; the phone is out of sight, so the ticks stop at two.
  await phone.getByTestId('chat-open').setChecked(false);
  const reply = `Yes! Shall I keep one for you? ${Date.now()}`;
  await inbox.getByTestId('composer').fill(reply);
  await inbox.getByTestId('composer').press('Enter');
  const bubble = inbox.getByTestId('message-bubble').filter({ hasText: reply });
  await expect(bubble).toBeVisible();
  await expect(bubble).toHaveAttribute('data-status', 'delivered', { timeout: 10_000 });
  await expect(inbox.getByTestId('composer')).toHaveValue('');
  await expect(phone.getByTestId('phone-message').filter({ hasText: reply })).toBeVisible();

  // The customer looks: two blue ticks.
  await phone.getByTestId('chat-open').setChecked(true);
  await expect(bubble).toHaveAttribute('data-status', 'read', { timeout: 10_000 });
  await expect(inbox.getByTestId('message-bubble').filter({ hasText: reply })).toHaveCount(1);

  await lookAt(inbox, 'inbox', ['wide', 'middle', 'narrow']);
  await lookAt(phone, 'phone', ['wide', 'narrow']);
  expect(complaints).toEqual([]);
});

test('what was typed and what was missed survive', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, board.url, board.demo);
  const control = (path: string, text: string) =>
    fetch(`${board.phoneUrl}/control/accounts/800000000000001/chats/${path}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
  await control(MAYA, 'one more thing');
  const row = page.getByTestId('conversation-row').filter({ hasText: 'one more thing' });
  await row.click();

  await page.getByTestId('composer').fill('half a sentence');
  await page.waitForTimeout(700);
  await page.reload();
  await page.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
  await expect(page.getByTestId('composer')).toHaveValue('half a sentence');

  // Offline: what comes meanwhile is there after coming back, without a reload; a reply waits and goes.
  await context.setOffline(true);
  await control(MAYA, 'sent while you were away');
  await page.getByTestId('composer').fill('answered without a network');
  await page.getByTestId('composer').press('Enter');
  const pending = page.getByTestId('message-bubble').filter({ hasText: 'answered without a network' });
  await expect(pending).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByTestId('thread').getByText('sent while you were away')).toBeVisible({
    timeout: 30_000,
  });
  const retry = page.getByTestId('message-retry');
  if (await retry.isVisible()) await retry.click();
  await expect(pending).toHaveAttribute('data-status', /sent|delivered|read/, { timeout: 30_000 });
  await expect(pending).toHaveCount(1);
  await context.close();
});

test('a closed window offers no composer', async ({ page }) => {
  await signIn(page, board.url, board.demo);
  await page.getByTestId('nav-contacts').click();
  await page.getByTestId('contact-add').click();
  await page.getByTestId('contact-form-name').fill('Nobody Yet');
  await page.getByTestId('contact-form-phone').fill('+1 555 010 0999');
  await page.getByTestId('contact-form-submit').click();
  await page.getByTestId('contact-search').fill('nobody');
  const row = page.getByTestId('contact-row').filter({ hasText: 'Nobody Yet' });
  await expect(row).toBeVisible();
  await row.getByTestId('contact-message').click();
  await expect(page.getByTestId('window-banner')).toBeVisible();
  await expect(page.getByTestId('composer')).toHaveCount(0);
  await lookAt(page, 'window-closed');
});

test('the pasted curl line works', async () => {
  const answer = JSON.parse(
    execSync(board.demo.curl, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  expect(answer.pagination.total).toBeGreaterThanOrEqual(60);
});

test('every page of the filled demo is good to look at', async ({ page }) => {
  const complaints = complaintsOf(page);
  await signIn(page, board.url, board.demo);
  for (const section of ['contacts', 'keys', 'people', 'log']) {
    await page.getByTestId(`nav-${section}`).click();
    await page.waitForTimeout(400);
    await lookAt(
      page,
      section,
      section === 'contacts' || section === 'keys' ? ['wide', 'middle', 'narrow'] : ['wide', 'narrow'],
    );
  }
  expect(complaints).toEqual([]);
});
