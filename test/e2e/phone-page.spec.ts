import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt, untilAnimationsEnd } from './screens.ts';

const MAYA = '15550100123';
/** Texts of early messages, which are out of view by the end. */
const WORDS = ['North Depot', 'Depot Desk', 'the tea', 'SKU-1', 'Spring offer', 'Forwarded many times'];

async function write(phone: Page, text: string): Promise<void> {
  await phone.getByTestId('phone-input').fill(text);
  await phone.getByTestId('phone-send').click();
  const message = phone.getByTestId('phone-message').filter({ hasText: text });
  // The message as typed is replaced by the stored one; for a moment both are shown.
  await expect(message.and(phone.locator('[data-status="sending"]'))).toHaveCount(0);
  await expect(message).toHaveCount(1);
}

test('the phone page sends every kind, the inbox shows each, and failures are visible', {
  tag: '@soak',
}, async ({ board, openWindow }) => {
  const inbox = await openWindow();
  const phone = await openWindow();
  const complaints = [complaintsOf(inbox), complaintsOf(phone)];
  await enter(inbox, board.url, board.demo);
  await phone.goto(`${board.phoneUrl}/?customer=${MAYA}`);
  await write(phone, 'Here comes everything');
  await inbox.getByTestId('conversation-row').filter({ hasText: 'Here comes everything' }).click();

  await phone.getByTestId('phone-attach').click();
  await phone.locator('[data-testid^="kind-"]').first().waitFor();
  const names = await phone
    .locator('[data-testid^="kind-"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-testid') ?? ''));
  expect(names.length).toBeGreaterThan(25);
  await lookCloselyAt(phone, 'phone-kinds', ['wide', 'narrow']);
  await phone.keyboard.press('Escape');
  // The number changes last, because later messages would be sent from the old number.
  const last = 'kind-number_changed';
  for (const name of [...names.filter((one) => one !== last && one !== 'kind-user_id_changed'), last]) {
    // Edits and deletes a message of its own, so that the others stay visible.
    if (name === 'kind-edit') await write(phone, 'Nearly right');
    await phone.getByTestId('phone-attach').click();
    await phone.getByTestId(name).click();
    await expect(phone.locator('#kinds-dialog')).toBeHidden();
  }
  const thread = inbox.getByTestId('thread');
  await expect(inbox.getByTestId('system-line').last()).toContainText('Changed their number');
  await expect(inbox.getByTestId('message-deleted').first()).toBeAttached();
  for (const text of await inbox.getByTestId('message-bubble').allInnerTexts())
    expect(text.replace(/\d+:\d+/, '').trim()).not.toBe('');
  await lookCloselyAt(inbox, 'every-kind-end', ['wide', 'narrow']);
  // Only messages in view are in the page, so the text is read while scrolling up. The steps are small: on a busy machine
  // two may be scrolled at once.
  let read = (await thread.innerText()).toLowerCase();
  const unread = () => WORDS.filter((words) => !read.includes(words.toLowerCase()));
  for (let turn = 1; turn <= 10 || unread().length > 0; turn += 1) {
    expect(turn, `not seen: ${unread()}`).toBeLessThan(100);
    await thread.hover();
    await inbox.mouse.wheel(0, -200);
    await untilAnimationsEnd(inbox);
    read += (await thread.innerText()).toLowerCase();
    if (turn <= 10 && turn % 2 === 0) await lookCloselyAt(inbox, `every-kind-up-${turn}`, ['wide']);
  }

  await phone.getByTestId('failures').locator('summary').click();
  await phone.locator('[data-knob="answerErrorRate"]').selectOption({ label: 'always' });
  await phone.locator('[data-knob="callbackDelayMs"]').selectOption({ label: '1 s' });
  await phone.getByTestId('failure-error').selectOption('131026');
  await phone.getByTestId('failure-next').click();
  await expect(phone.getByTestId('failures-on')).toContainText('Answers to the business are a 503: always');
  await expect(phone.getByTestId('failures-on')).toContainText('The next send fails as chosen');
  await lookCloselyAt(phone, 'phone-faults', ['wide', 'narrow']);
  await phone.getByTestId('failures-reset').click();
  await expect(phone.getByTestId('failures-on')).toBeHidden();
  expect(complaints.flat()).toEqual([]);
});
