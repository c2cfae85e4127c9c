import { isSoak } from '../helpers/lane.ts';
import { verified } from '../helpers/webhook-receiver/index.ts';
import { expect, test } from './fixtures.ts';
import { lookAt, lookCloselyAt, openSettings } from './screens.ts';
import { ALL, HOOK, startWebhookBoard, type WebhookBoard } from './webhook-board.ts';

// One workspace for the file; each test continues the previous one.
test.describe.configure({ mode: 'serial' });

let rig: WebhookBoard;
let receiver: WebhookBoard['receiver'];
let page: WebhookBoard['page'];
let complaints: WebhookBoard['complaints'];
let writeToMaya: WebhookBoard['writeToMaya'];
test.beforeAll(async ({ browser, server }, { file }) => {
  rig = await startWebhookBoard(browser, await server.boardOf(file));
  ({ receiver, page, complaints, writeToMaya } = rig);
});
test.afterAll(() => rig?.stop());

const rows = () => page.getByTestId('delivery-row');
const detail = () => page.getByTestId('delivery-detail');
const closeDrawer = () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

test('an endpoint is added and tested, and its secret shown', { tag: '@loop' }, async () => {
  let requests = 0;
  let isBroken = true;
  await page.route('**/api/dashboard/webhook-endpoints', (route) => {
    requests += 1;
    if (!isBroken) return route.continue();
    // The page does not wait for the third try: it has no answer.
    return requests < 3 ? route.abort() : undefined;
  });
  // The sidebar has loaded the endpoints already.
  await page.reload();
  await openSettings(page, 'webhooks');
  await expect(page.getByText('The endpoints could not be loaded')).toBeVisible({ timeout: 20_000 });
  await lookCloselyAt(page, 'webhooks-error');
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No endpoints yet')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await lookCloselyAt(page, 'webhooks-empty', [...ALL]);

  await page.getByTestId('endpoint-add').click();
  const url = page.getByTestId('endpoint-url');
  await url.fill('https://ann:secret@example.com/');
  await expect(page.getByText('Must not contain a user name or password')).toBeVisible();
  await url.fill('https://example.com/#top');
  await expect(page.getByText('Must not contain a fragment')).toBeVisible();
  await url.fill('https://example.com/hooks');
  await expect(page.getByText('The URL is valid.')).toBeVisible();
  await url.fill(`${receiver.url}${HOOK}`);
  await expect(page.getByText('Plain HTTP, which is not encrypted.')).toBeVisible();
  await page.getByTestId('endpoint-description').fill('Orders in the shop’s back office');
  await page.getByRole('button', { name: 'Show a sample of message.received' }).click();
  await expect(page.getByRole('figure', { name: 'Sample of message.received' })).toContainText(
    '"conversationSeq"',
  );
  await page.getByTestId('endpoint-advanced').click();
  await page.getByTestId('endpoint-header-add').click();
  await page.getByLabel('Name of header 1').fill('cookie');
  await page.getByRole('textbox', { name: 'Value of header 1' }).fill('blue team');
  await page.getByTestId('endpoint-submit-test').click();
  await expect(page.getByText('Must be authorization, or start with x-')).toBeVisible();
  await lookAt(page, 'webhooks-add', [...ALL]);
  await page.getByLabel('Name of header 1').fill('x-team');
  await page.getByTestId('endpoint-submit-test').click();

  const secret = await page.getByTestId('webhook-secret').innerText();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await expect(page.getByTestId('attempt-outcome')).toHaveAttribute('data-ok', 'true');
  await expect(page.getByTestId('attempt-outcome')).toContainText('HTTP 200');
  const [request] = receiver.at(HOOK);
  if (!request) throw new Error('nothing arrived');
  expect(verified(request, secret).type).toBe('message.received');
  expect(request.headers['x-team']).toBe('blue team');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('webhook-secret')).toBeVisible();
  await lookCloselyAt(page, 'webhooks-created', [...ALL]);
  await page.getByTestId('endpoint-done').click();

  const row = page.getByTestId('endpoint-row');
  await expect(row).toContainText('Orders in the shop’s back office');
  await expect(row.getByTestId('endpoint-state')).toHaveText('Active');
  await lookAt(page, 'webhooks-list', [...ALL]);
  await page.getByTestId('endpoint-edit').click();
  await expect(page.getByTestId('endpoint-header')).toBeVisible();
  // The server has accepted this address; only another one of this kind is a question.
  const isPlain = page.getByText('Plain HTTP, which is not encrypted.');
  await expect(page.getByText('The URL is valid.')).toBeVisible();
  await expect(isPlain).toHaveCount(0);
  await url.fill(`${receiver.url}${HOOK}/new`);
  await expect(isPlain).toBeVisible();
  await url.fill(`${receiver.url}${HOOK}`);
  await expect(isPlain).toHaveCount(0);
  await lookCloselyAt(page, 'webhooks-edit');
  await page.getByRole('button', { name: 'Cancel' }).click();
});

test('a broken receiver is explained, and a resent event arrives once it is fixed', {
  tag: '@soak',
}, async () => {
  await receiver.behave(HOOK, {
    status: 500,
    headers: { 'content-type': 'application/json' },
  });
  await page.getByTestId('endpoint-row').getByRole('link').click();
  await expect(page.getByTestId('endpoint-title')).toContainText('127.0.0.1');
  await page.getByTestId('tab-deliveries').click();
  await expect(rows()).toHaveCount(1);
  await writeToMaya('Your order is on its way.');
  const failed = rows().filter({ hasText: '500' }).first();
  await failed.getByRole('button').click();
  await expect(detail()).toContainText('The receiver answered with an error. Look at its log');
  const eventId = await page.getByTestId('delivery-event-id').innerText();
  await expect(page.getByTestId('attempt')).toHaveCount(2, { timeout: 20_000 });
  await expect(page.getByTestId('attempt').first()).toContainText('Automatic retry');
  await expect(detail().getByRole('figure', { name: 'Request body' })).toContainText(
    'Your order is on its way.',
  );
  await expect(detail().getByLabel('Request headers')).not.toContainText('blue team');
  await lookAt(page, 'webhooks-delivery', [...ALL]);
  await page.getByTestId('tab-response').click();
  await expect(page.getByTestId('response')).toContainText('noted');

  const banner = page.getByTestId('endpoint-banner');
  if (isSoak) {
    // Five failures in a row make the endpoint failing.
    for (const attempts of [3, 4, 5]) {
      await page.getByTestId('delivery-resend').click();
      await expect(page.getByTestId('attempt')).toHaveCount(attempts, { timeout: 45_000 });
    }
    await closeDrawer();
    await expect(banner).toContainText('HTTP 500. The receiver answered with an error.');
    await expect(page.getByTestId('banner-waiting')).toContainText(/^\d+ events? waiting/);
    await lookCloselyAt(page, 'webhooks-failing', [...ALL]);
    await page.getByTestId('banner-first-failure').click();
    await expect(detail().getByTestId('attempt').first()).toContainText('500');
    await closeDrawer();
  } else await closeDrawer();

  await receiver.behave(HOOK, { status: 200 });
  const before = receiver.received.length;
  await page.getByTestId('filter-id').fill(eventId);
  await expect(rows()).toHaveCount(1);
  await rows().getByRole('button').click();
  await page.getByTestId('delivery-resend').click();
  await expect(page.getByTestId('attempt').first().getByTestId('attempt-outcome')).toHaveAttribute(
    'data-ok',
    'true',
  );
  const again = receiver.received.slice(before).find(({ headers }) => headers['webhook-id'] === eventId);
  expect(again).toBeDefined();
  await closeDrawer();
  await expect(rows().getByTestId('delivery-state')).toHaveText('Succeeded');
  await expect(banner).toHaveCount(0);
});

test('the log is filtered, also by the URL, and keeps its scroll position while it grows', {
  tag: '@soak',
}, async () => {
  await page.getByTestId('filter-id').fill('');
  await page.getByTestId('filter-state').click();
  await page.getByRole('option', { name: 'Held' }).click();
  await expect(page.getByText('No matching deliveries')).toBeVisible();
  await lookCloselyAt(page, 'webhooks-no-match');
  await page.reload();
  await expect(page.getByText('No matching deliveries')).toBeVisible();
  await page.getByTestId('deliveries-reset').click();
  await expect(rows().first()).toBeVisible();

  await test.step('by the class of the last response', async () => {
    const choose = async (name: string) => {
      await page.getByTestId('filter-answer').click();
      await page.getByRole('option', { name, exact: true }).click();
    };
    await choose('2xx');
    await expect(page).toHaveURL(/2xx/);
    await expect(rows().first()).toContainText(/20\d/);
    await page.reload();
    await expect(rows().first()).toContainText(/20\d/);
    await lookCloselyAt(page, 'webhooks-by-response');
    await choose('4xx');
    await expect(page.getByText('No matching deliveries')).toBeVisible();
    await page.getByTestId('deliveries-reset').click();
    await expect(rows().first()).toBeVisible();
  });

  for (let index = 0; index < 30; index += 1) await writeToMaya(`Update ${index}`);
  await expect(page.getByTestId('deliveries-more')).toBeVisible({ timeout: 20_000 });
  await expect(rows()).toHaveCount(50);
  await lookCloselyAt(page, 'webhooks-deliveries', [...ALL]);
  await page.getByTestId('deliveries-more').click();
  await expect(page.getByTestId('deliveries-more')).toHaveCount(0);

  // The rows in view do not move.
  const looked = rows().nth(30);
  await looked.scrollIntoViewIfNeeded();
  const id = (await looked.getAttribute('data-id')) ?? '';
  const kept = page.locator(`[data-testid="delivery-row"][data-id="${id}"]`);
  const topBefore = (await kept.boundingBox())?.y ?? 0;
  const countBefore = await rows().count();
  await writeToMaya('One more');
  await expect.poll(() => rows().count(), { timeout: 15_000 }).toBeGreaterThan(countBefore);
  const topAfter = (await kept.boundingBox())?.y ?? 0;
  expect(Math.abs(topAfter - topBefore)).toBeLessThan(4);
});

test('a test event and a replay show their results', async () => {
  await openSettings(page, 'webhooks');
  await page.getByTestId('endpoint-row').getByRole('link').click();
  await page.getByTestId('tab-testing').click();
  await page.getByTestId('test-type-message.updated').click();
  await page.getByTestId('test-send').click();
  await expect(page.getByTestId('attempt-outcome')).toContainText('HTTP 200');
  await lookCloselyAt(page, 'webhooks-testing', [...ALL]);
  await receiver.behave(HOOK, { status: 401 });
  await page.getByTestId('test-send').click();
  await expect(page.getByTestId('attempt-outcome')).toContainText('The receiver asks for a login.');
  const rejected = receiver.received.at(-1)?.headers['webhook-id'];
  await receiver.behave(HOOK, { status: 200 });

  await page.getByTestId('tab-replay').click();
  await expect(page.getByText('Detect them by webhook-id')).toBeVisible();
  await page.getByTestId('replay-failed-run').click();
  await expect(page.getByTestId('replay-failed').getByRole('status')).toContainText('being resent.');
  await expect
    .poll(() => receiver.received.filter(({ headers }) => headers['webhook-id'] === rejected).length)
    .toBe(2);
  await page.getByTestId('replay-missing-run').click();
  await expect(page.getByTestId('replay-missing').getByRole('status')).toBeVisible();
  await lookCloselyAt(page, 'webhooks-replay', [...ALL]);
  expect(complaints).toEqual([]);
});
