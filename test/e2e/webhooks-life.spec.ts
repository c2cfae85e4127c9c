import { verified } from '../helpers/webhook-receiver/index.ts';
import { addMember } from './add-member.ts';
import { expect, test } from './fixtures.ts';
import { enter, lookAt, lookCloselyAt, openSettings } from './screens.ts';
import { ALL, HOOK, startWebhookBoard, type WebhookBoard } from './webhook-board.ts';

// One workspace for the file; each test continues the previous one.
test.describe.configure({ mode: 'serial' });

let rig: WebhookBoard;
let board: WebhookBoard['board'];
let receiver: WebhookBoard['receiver'];
let page: WebhookBoard['page'];
let complaints: WebhookBoard['complaints'];
let writeToMaya: WebhookBoard['writeToMaya'];
test.beforeAll(async ({ browser, server }, { file }) => {
  rig = await startWebhookBoard(browser, await server.boardOf(file));
  ({ board, receiver, page, complaints, writeToMaya } = rig);
  const made = await page.request.post(`${board.url}/api/dashboard/webhook-endpoints`, {
    data: { url: `${receiver.url}${HOOK}`, headers: [{ name: 'x-team', value: 'blue team' }] },
  });
  expect(made.status()).toBe(201);
  await openSettings(page, 'webhooks');
  await page.getByTestId('endpoint-row').getByRole('link').click();
});
test.afterAll(() => rig?.stop());

const rows = () => page.getByTestId('delivery-row');

test('a secret is rotated with an overlap, and shown only after the password', { tag: '@soak' }, async () => {
  await page.getByTestId('tab-security').click();
  await expect(page.getByTestId('secret-row')).toHaveCount(1);
  await page.getByTestId('secret-rotate').click();
  await page.getByTestId('rotate-1').click();
  await lookCloselyAt(page, 'webhooks-rotate');
  await page.getByTestId('rotate-run').click();
  const rotated = await page.getByTestId('webhook-secret').innerText();
  await page.getByTestId('rotate-done').click();
  await expect(page.getByTestId('secret-row')).toHaveCount(2);
  await expect(page.getByTestId('secret-row').last()).toContainText('expires in');
  await lookAt(page, 'webhooks-security', [...ALL]);

  await page.getByTestId('secret-reveal').click();
  // As if the password had been entered more than five minutes ago.
  await page.route(
    '**/secret',
    (route) =>
      route.fulfill({
        status: 403,
        json: { error: { code: 'confirmation_required', message: 'x', details: [], requestId: 'req_x' } },
      }),
    { times: 1 },
  );
  await page.getByTestId('secret-show').click();
  await page.getByTestId('confirmation-password').fill('not my password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The password is incorrect')).toBeVisible();
  await page.getByTestId('confirmation-password').fill(board.demo.password);
  await page.getByTestId('confirmation-submit').click();
  await expect(page.getByTestId('webhook-secret')).toHaveText(rotated);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByTestId('webhook-secret')).toHaveCount(0);

  const before = receiver.received.length;
  await page.getByTestId('tab-testing').click();
  await page.getByTestId('test-send').click();
  await expect(page.getByTestId('attempt-outcome')).toContainText('HTTP 200');
  const request = receiver.received.slice(before).at(-1);
  if (!request) throw new Error('nothing arrived');
  expect(verified(request, rotated)).toBeTruthy();
  expect(request.headers['webhook-signature']?.split(' ')).toHaveLength(2);
});

test('a paused endpoint holds events, and sends them when resumed', async () => {
  await page.getByTestId('tab-settings').click();
  await page.getByTestId('endpoint-description').fill('Orders');
  // A colleague changes another setting while this one is typed: saving does not undo it.
  const endpoint = `/api/dashboard/webhook-endpoints/${new URL(page.url()).pathname.split('/').at(-1)}`;
  const fetchedAgain = page.waitForResponse((response) => response.url().endsWith(endpoint));
  const changed = await page.request.patch(board.url + endpoint, { data: { timeoutSeconds: 20 } });
  expect(changed.status()).toBe(200);
  await fetchedAgain;
  await page.getByTestId('endpoint-submit').click();
  await expect(page.getByText('Saved. Changes apply from the next request.')).toBeVisible();
  expect(await (await page.request.get(board.url + endpoint)).json()).toMatchObject({
    description: 'Orders',
    timeoutSeconds: 20,
  });
  await test.step('what is typed during a save stays', async () => {
    let release = () => {};
    const typed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(board.url + endpoint, async (route) => {
      if (route.request().method() === 'PATCH') await typed;
      await route.continue();
    });
    const description = page.getByTestId('endpoint-description');
    await description.fill('Orders of');
    await page.getByTestId('endpoint-submit').click();
    await description.fill('Orders of the shop');
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    release();
    await saved;
    await expect(page.getByTestId('endpoint-submit')).not.toHaveAttribute('data-loading');
    await expect(description).toHaveValue('Orders of the shop');
    await page.unroute(board.url + endpoint);
    await page.getByTestId('endpoint-submit').click();
    const stored = async () => (await (await page.request.get(board.url + endpoint)).json()).description;
    await expect.poll(stored).toBe('Orders of the shop');
  });
  await lookCloselyAt(page, 'webhooks-settings', [...ALL]);
  await page.getByTestId('endpoint-pause').click();
  const banner = page.getByTestId('endpoint-banner');
  await expect(banner).toContainText('New events are held');
  const before = receiver.received.length;
  await writeToMaya('While it is paused');
  await page.getByTestId('tab-deliveries').click();
  await expect(rows().first().getByTestId('delivery-state')).toHaveText('Held');
  await expect(rows().first()).toContainText('When resumed');
  expect(receiver.received).toHaveLength(before);
  await lookCloselyAt(page, 'webhooks-paused');
  await page.getByTestId('endpoint-resume').click();
  await expect(rows().first().getByTestId('delivery-state')).toHaveText('Succeeded');
  await expect(banner).toHaveCount(0);
  expect(receiver.received.slice(before).map(({ headers }) => headers['x-team'])).toContain('blue team');
});

test('an endpoint that returns 410 is disabled, and a notice appears at once', { tag: '@soak' }, async () => {
  await receiver.behave(HOOK, { status: 410 });
  await page.getByTestId('nav-inbox').click();
  await writeToMaya('Is anybody there?');
  const notice = page.getByText('A webhook endpoint was disabled');
  await expect(notice).toBeVisible();
  await expect(page.getByTestId('nav-webhooks').getByTestId('attention')).toBeVisible();
  await lookCloselyAt(page, 'webhooks-notice');
  await page.getByRole('button', { name: 'See why' }).click();
  const banner = page.getByTestId('endpoint-banner');
  await expect(banner).toHaveAttribute('data-state', 'disabled');
  await expect(banner).toContainText('410 Gone');
  await expect(notice).toHaveCount(0);
  await lookCloselyAt(page, 'webhooks-disabled', [...ALL]);

  await receiver.behave(HOOK, { status: 200 });
  await page.getByTestId('banner-resend').click();
  await expect(page.getByText(/deliver(y is|ies are) being resent\./)).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expect(page.getByTestId('attention')).toHaveCount(0);
  await page.getByTestId('tab-deliveries').click();
  await expect(rows().first().getByTestId('delivery-state')).toHaveText('Succeeded');
  await openSettings(page, 'auditLog');
  for (const [at, action] of ['Resent deliveries to', 'Resumed'].entries())
    await expect(page.getByTestId('audit-row').nth(at)).toContainText(`${action} a webhook endpoint`);
});

test('a deleted endpoint is not found, and staff see no webhooks', { tag: '@soak' }, async ({
  openWindow,
}) => {
  await openSettings(page, 'webhooks');
  await page.getByTestId('endpoint-row').getByRole('link').click();
  const address = page.url();
  await page.getByTestId('tab-settings').click();
  await page.getByTestId('endpoint-delete').click();
  await page.getByRole('dialog').getByRole('textbox').fill(new URL(receiver.url).host);
  await page.getByTestId('confirm').click();
  await expect(page.getByText('No endpoints yet')).toBeVisible();
  await page.goto(address);
  await expect(page.getByText('Endpoint not found')).toBeVisible();
  expect(complaints).toEqual([]);

  const who = { email: 'staff-hooks@example.test', password: 'correct horse' };
  await addMember(board.url, board.demo, { name: 'Stan', role: 'staff', ...who });
  const other = await openWindow();
  await enter(other, board.url, who);
  await expect(other.getByTestId('nav-webhooks')).toHaveCount(0);
  await other.goto(`${board.url}/webhooks`);
  await expect(other.getByTestId('forbidden')).toBeVisible();
});
