import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, openSettings } from './screens.ts';

const MAYA = '15550100123';

test('a message and its reply reach the inbox and the phone, up to the blue ticks', { tag: '@loop' }, async ({
  board,
  openWindow,
}) => {
  const phone = await openWindow({ width: 1100, height: 900 });
  const inbox = await openWindow();
  const complaints = complaintsOf(inbox);
  await enter(inbox, board.url, board.demo);
  await expect(inbox.getByTestId('conversation-row').first()).toBeVisible();
  await phone.goto(`${board.phoneUrl}/?customer=${MAYA}`);
  await expect(phone.getByTestId('customer-select')).toHaveValue(MAYA);

  // A customer writes: it appears in the open inbox.
  const question = `Do you still have the blue kettle? ${Date.now()}`;
  await phone.getByTestId('phone-input').fill(question);
  await phone.getByTestId('phone-send').click();
  const row = inbox.getByTestId('conversation-row').filter({ hasText: question });
  await expect(row).toBeVisible();
  const asked = phone.getByTestId('phone-message').filter({ hasText: question });
  await expect(asked).toHaveAttribute('data-status', /delivered|read/);

  // The agent opens it: the customer's ticks turn blue.
  await row.click();
  await expect(inbox.getByTestId('thread').getByText(question)).toBeVisible();
  await expect(asked).toHaveAttribute('data-status', 'read');
  await expect(row).toHaveAttribute('data-unread', /^(0|false)$/);

  // The agent replies; the phone's chat is closed, so the status stays at two ticks.
  await phone.getByTestId('chat-open').setChecked(false);
  const reply = `Yes! Shall I keep one for you? ${Date.now()}`;
  await inbox.getByTestId('composer').fill(reply);
  await inbox.getByTestId('composer').press('Enter');
  const bubble = inbox.getByTestId('message-bubble').filter({ hasText: reply });
  await expect(bubble).toBeVisible();
  await expect(bubble).toHaveAttribute('data-status', 'delivered', { timeout: 10_000 });
  await expect(inbox.getByTestId('composer')).toHaveValue('');
  await expect(phone.getByTestId('phone-message').filter({ hasText: reply })).toBeVisible();

  // The customer opens the chat: two blue ticks.
  await phone.getByTestId('chat-open').setChecked(true);
  await expect(bubble).toHaveAttribute('data-status', 'read', { timeout: 10_000 });
  await expect(inbox.getByTestId('message-bubble').filter({ hasText: reply })).toHaveCount(1);

  await lookAt(inbox, 'inbox', ['wide', 'middle', 'narrow']);
  await lookAt(phone, 'phone', ['wide', 'narrow']);
  expect(complaints).toEqual([]);
});

test('drafts survive a reload, and missed messages arrive after being offline', { tag: '@loop' }, async ({
  page,
  context,
  board,
}) => {
  await enter(page, board.url, board.demo);
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
  await page.reload();
  await page.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
  await expect(page.getByTestId('composer')).toHaveValue('half a sentence');

  // Offline: messages sent in the meantime appear afterwards without a reload; a reply waits and is sent.
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
});

test('there is no composer outside the reply window', async ({ page, board }) => {
  await enter(page, board.url, board.demo);
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

test('every page of the demo passes the accessibility checks', { tag: '@soak' }, async ({ page, board }) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.getByTestId('nav-contacts').click();
  await expect(page.getByTestId('contact-row').first()).toBeVisible();
  await lookAt(page, 'contacts', ['wide', 'middle', 'narrow']);
  for (const [section, content] of [
    ['apiKeys', page.getByTestId('key-row')],
    ['people', page.getByTestId('member-row')],
    ['platformLog', page.getByText('No unreadable events')],
  ] as const) {
    await openSettings(page, section);
    await expect(content.first()).toBeVisible();
    await lookAt(page, section, ['wide', 'middle', 'narrow']);
  }
  expect(complaints).toEqual([]);
});
