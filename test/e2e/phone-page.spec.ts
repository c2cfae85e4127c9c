import { expect, type Page, test } from '@playwright/test';
import { complaintsOf, lookAt, signIn } from './screens.ts';
import { type Switchboard, startSwitchboard } from './switchboard.ts';

let board: Switchboard;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  board = await startSwitchboard({ demo: true });
});
test.afterAll(() => board?.stop());

const MAYA = '15550100123';

async function write(phone: Page, text: string): Promise<void> {
  await phone.getByTestId('phone-input').fill(text);
  await phone.getByTestId('phone-send').click();
  await expect(phone.getByTestId('phone-message').filter({ hasText: text })).not.toHaveAttribute(
    'data-status',
    'sending',
  );
}

test('the phone page sends every kind, the inbox shows each, and faults are plain to see', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const inbox = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const phone = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const complaints = [complaintsOf(inbox), complaintsOf(phone)];
  await signIn(inbox, board.url, board.demo);
  await phone.goto(`${board.phoneUrl}/?customer=${MAYA}`);
  await write(phone, 'Here comes everything');
  await inbox.getByTestId('conversation-row').filter({ hasText: 'Here comes everything' }).click();

  await phone.getByTestId('phone-attach').click();
  const names = await phone
    .locator('[data-testid^="kind-"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-testid') ?? ''));
  expect(names.length).toBeGreaterThan(25);
  await lookAt(phone, 'phone-kinds', ['wide', 'narrow']);
  await phone.keyboard.press('Escape');
  // The person's number changes last: what follows would be written from the number that was left.
  const last = 'kind-number_changed';
  for (const name of [...names.filter((one) => one !== last && one !== 'kind-user_id_changed'), last]) {
    // What is edited and then deleted is a message of its own: the others are to be seen.
    if (name === 'kind-edit') await write(phone, 'Nearly right');
    await phone.getByTestId('phone-attach').click();
    await phone.getByTestId(name).click();
    await expect(phone.locator('#kinds-dialog')).toBeHidden();
  }
  const thread = inbox.getByTestId('thread');
  await expect(inbox.getByTestId('system-line').last()).toContainText('Changed the number');
  await expect(inbox.getByTestId('message-deleted').first()).toBeAttached();
  for (const text of await inbox.getByTestId('message-bubble').allInnerTexts())
    expect(text.replace(/\d+:\d+/, '').trim()).not.toBe('');
  await lookAt(inbox, 'every-kind-end', ['wide', 'narrow']);
  // Only what is in view is in the page: it is read on the way up.
  let read = await thread.innerText();
  for (let turn = 1; turn <= 10; turn += 1) {
    await thread.hover();
    await inbox.mouse.wheel(0, -400);
    await inbox.waitForTimeout(300);
    read += await thread.innerText();
    if (turn % 2 === 0) await lookAt(inbox, `every-kind-up-${turn}`, ['wide']);
  }
  for (const words of [
    'North Depot',
    'Depot Desk',
    'the tea',
    'SKU-1',
    'Spring offer',
    'Forwarded many times',
  ])
    expect(read.toLowerCase()).toContain(words.toLowerCase());

  await phone.getByTestId('faults').locator('summary').click();
  await phone.locator('[data-knob="answerErrorRate"]').selectOption({ label: 'always' });
  await phone.locator('[data-knob="callbackDelayMs"]').selectOption({ label: '1 s' });
  await phone.getByTestId('fault-error').selectOption('131026');
  await phone.getByTestId('fault-next').click();
  await expect(phone.getByTestId('faults-on')).toContainText('Answers to the business are a 503: always');
  await expect(phone.getByTestId('faults-on')).toContainText('The next send fails as chosen');
  await lookAt(phone, 'phone-faults', ['wide', 'narrow']);
  await phone.getByTestId('faults-reset').click();
  await expect(phone.getByTestId('faults-on')).toBeHidden();
  expect(complaints.flat()).toEqual([]);
});
