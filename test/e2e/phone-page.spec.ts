import { expect, test } from '@playwright/test';
import { complaintsOf, lookAt, signIn } from './screens.ts';
import { type Switchboard, startSwitchboard } from './switchboard.ts';

let board: Switchboard;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  board = await startSwitchboard({ demo: true });
});
test.afterAll(() => board?.stop());

const MAYA = '15550100123';

test('the phone page sends every kind, the inbox shows each, and faults are plain to see', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const inbox = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const phone = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const complaints = [complaintsOf(inbox), complaintsOf(phone)];
  await signIn(inbox, board.url, board.demo);
  await phone.goto(`${board.phoneUrl}/?customer=${MAYA}`);
  await phone.getByTestId('phone-input').fill('Here comes everything');
  await phone.getByTestId('phone-send').click();
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
    await phone.getByTestId('phone-attach').click();
    await phone.getByTestId(name).click();
    await expect(phone.locator('#kinds-dialog')).toBeHidden();
    if (name === 'kind-reply') await inbox.waitForTimeout(300);
  }
  const thread = inbox.getByTestId('thread');
  for (const words of [
    'North Depot',
    'Depot Desk',
    'Filled form',
    'SKU-1',
    'Spring offer',
    'Forwarded many times',
  ])
    await expect(thread.getByText(words).first()).toBeAttached();
  await expect(inbox.getByTestId('system-line').last()).toContainText('Changed the number');
  await expect(inbox.getByTestId('message-deleted').first()).toBeAttached();
  for (const text of await inbox.getByTestId('message-bubble').allInnerTexts())
    expect(text.replace(/\d+:\d+/, '').trim()).not.toBe('');
  await lookAt(inbox, 'every-kind-end', ['wide', 'narrow']);
  await thread.hover();
  for (let turn = 1; turn <= 3; turn += 1) {
    await inbox.mouse.wheel(0, -700);
    await inbox.waitForTimeout(400);
    await lookAt(inbox, `every-kind-up-${turn}`, ['wide']);
  }

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
