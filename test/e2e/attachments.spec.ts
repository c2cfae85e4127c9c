import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, lookCloselyAt } from './screens.ts';

const MAYA = '15550100123';

async function openForm(inbox: Page, type: 'location' | 'contacts' | 'interactive') {
  const button = inbox.getByTestId('composer-attach');
  await button.hover();
  await expect(inbox.getByRole('tooltip')).toBeVisible();
  await button.click();
  // It would be above the items.
  await expect(inbox.getByRole('tooltip')).toHaveCount(0);
  await inbox.getByTestId(`attach-${type}`).click();
  await expect(inbox.getByRole('dialog')).toBeVisible();
}

const write = (phoneUrl: string, body: object) =>
  fetch(`${phoneUrl}/control/accounts/800000000000001/chats/${MAYA}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('an agent sends buttons, a list, a location and a contact card, and the customer chooses', async ({
  board,
  openWindow,
}) => {
  const inbox = await openWindow();
  const phone = await openWindow();
  const complaints = [complaintsOf(inbox), complaintsOf(phone)];
  await enter(inbox, board.url, board.demo);
  await phone.goto(`${board.phoneUrl}/?customer=${MAYA}`);
  await write(board.phoneUrl, { text: 'Can you deliver the kettle?' });
  await inbox.getByTestId('conversation-row').filter({ hasText: 'deliver the kettle' }).click();
  const bubbles = inbox.getByTestId('message-bubble');
  const send = inbox.getByTestId('attachment-send');

  await inbox.getByTestId('composer-attach').click();
  await lookAt(inbox, 'attach-menu', ['wide', 'narrow']);
  await inbox.keyboard.press('Escape');

  await openForm(inbox, 'interactive');
  await expect(send).toBeDisabled();
  await inbox.getByTestId('offer-body').fill('When is it best for you?');
  await inbox.getByTestId('offer-button').nth(0).fill('Morning');
  await inbox.getByTestId('offer-button').nth(1).fill('Morning');
  await expect(inbox.getByText('Each button needs its own label.')).toBeVisible();
  await expect(send).toBeDisabled();
  await inbox.getByTestId('offer-button').nth(1).fill('Evening');
  await expect(inbox.getByTestId('offer-preview')).toContainText('Evening');
  await lookCloselyAt(inbox, 'attach-buttons', ['wide', 'narrow']);
  // What was typed is still there after the form was closed.
  await inbox.keyboard.press('Escape');
  await expect(inbox.getByRole('dialog')).toBeHidden();
  await openForm(inbox, 'interactive');
  await expect(inbox.getByTestId('offer-body')).toHaveValue('When is it best for you?');
  await send.click();
  const offer = bubbles.filter({ hasText: 'When is it best for you?' });
  await expect(offer).toContainText('Evening');
  await phone.getByTestId('phone-choice').filter({ hasText: 'Evening' }).click();
  await expect(bubbles.last()).toContainText('Evening');
  await expect(bubbles.last()).toContainText('When is it best for you?');

  await openForm(inbox, 'interactive');
  await inbox.getByText('List', { exact: true }).click();
  await inbox.getByTestId('offer-body').fill('At what time?');
  await inbox.getByTestId('offer-list-label').fill('Times');
  await inbox.getByTestId('offer-row').nth(0).fill('18:00');
  await inbox.getByTestId('offer-row').nth(1).fill('19:00');
  await lookCloselyAt(inbox, 'attach-list', ['wide', 'narrow']);
  await send.click();
  await phone.getByTestId('phone-list').last().click();
  await lookAt(phone, 'phone-choices', ['wide']);
  await phone.getByTestId('phone-choice').filter({ hasText: '19:00' }).click();
  await expect(bubbles.last()).toContainText('19:00');

  await openForm(inbox, 'location');
  await inbox.getByTestId('location-place').fill('Harbour Road');
  await expect(send).toBeDisabled();
  await inbox.getByTestId('location-place').fill('https://www.openstreetmap.org/#map=16/41.1579/-8.6291');
  await inbox.getByLabel('Name (optional)').fill('Our shop');
  await lookCloselyAt(inbox, 'attach-location', ['wide', 'narrow']);
  await send.click();
  await expect(bubbles.last()).toContainText('41.15790, -8.62910');
  await expect(phone.getByTestId('phone-message').last()).toContainText('Our shop');

  await openForm(inbox, 'contacts');
  const name = 'Birdie Hollister';
  await inbox.getByTestId('card-search').fill('Birdie');
  await inbox.getByTestId('card-option').filter({ hasText: name }).click();
  await lookCloselyAt(inbox, 'attach-card', ['wide', 'narrow']);
  await send.click();
  await expect(bubbles.last()).toContainText(name);
  await expect(phone.getByTestId('phone-message').last()).toContainText(name);
  await lookAt(inbox, 'attachments-sent', ['wide', 'narrow']);

  await test.step('a location is sent later', async () => {
    await openForm(inbox, 'location');
    await inbox.getByTestId('location-place').fill('38.7223, -9.1393');
    await inbox.getByTestId('attachment-schedule').click();
    await lookAt(inbox, 'attachment-schedule', ['wide', 'narrow']);
    await inbox.getByTestId('attachment-schedule-tomorrow').click();
    await expect(inbox.getByRole('dialog')).toBeHidden();
    await expect(bubbles.filter({ hasText: '38.72230' })).toContainText('Will be sent');
    await bubbles.filter({ hasText: '38.72230' }).getByTestId('message-cancel').click();
    await expect(bubbles.filter({ hasText: '38.72230' })).toHaveCount(0);
    // What was cancelled can be changed and sent again.
    await expect(inbox.getByTestId('location-place')).toHaveValue('38.7223, -9.1393');
    await inbox.keyboard.press('Escape');
    await expect(inbox.getByRole('dialog')).toBeHidden();
  });

  // A card of the customer becomes a contact, once.
  await write(board.phoneUrl, {
    type: 'contacts',
    payload: [{ name: { formatted_name: 'Grace Hopper' }, phones: [{ phone: '+1 555 010 7788' }] }],
  });
  await bubbles.last().getByTestId('card-save').click();
  await expect(bubbles.last()).toContainText('Saved as contact');

  await test.step('their card is forwarded: its form opens in the other conversation', async () => {
    await bubbles.last().hover();
    await bubbles.last().getByTestId('message-more').click();
    await inbox.getByRole('menuitem', { name: 'Forward' }).click();
    const target = inbox.locator('[data-testid="forward-target"]:not([disabled])').first();
    const other = await target.locator('bdi').first().textContent();
    await target.click();
    await expect(inbox.getByTestId('conversation-name')).toHaveText(other ?? '');
    await expect(inbox.getByRole('dialog')).toContainText('Grace Hopper');
    await send.click();
    await expect(bubbles.last()).toContainText('Grace Hopper');
    await expect(bubbles.last()).toHaveAttribute('data-direction', 'outbound');
  });
  expect(complaints.flat()).toEqual([]);
});

test('an attachment that is sent offline waits, and leaves when the server is back', {
  tag: '@soak',
}, async ({ board, openWindow }) => {
  const inbox = await openWindow();
  await enter(inbox, board.url, board.demo);
  await write(board.phoneUrl, { text: 'Where is your shop?' });
  await inbox.getByTestId('conversation-row').filter({ hasText: 'Where is your shop?' }).click();
  // The form is loaded when it is first opened.
  await openForm(inbox, 'location');
  await inbox.getByTestId('location-place').fill('38.7223, -9.1393');
  await inbox.context().setOffline(true);
  await inbox.getByTestId('attachment-send').click();
  const bubble = inbox.getByTestId('message-bubble').filter({ hasText: '38.72230' });
  await expect(bubble.getByTestId('message-waiting')).toBeVisible();
  await lookAt(inbox, 'attachment-waiting', ['wide']);
  await inbox.context().setOffline(false);
  await expect(bubble).toHaveAttribute('data-status', /sent|delivered|read/, { timeout: 20_000 });
  await expect(bubble).toHaveCount(1);
});
