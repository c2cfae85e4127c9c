import { expect, test } from './fixtures.ts';
import { enter } from './screens.ts';

/** What pages show while something cannot be loaded, and what they keep of a colleague's work. */

const unavailable = { status: 503, body: 'unavailable' };
/** A request that fails is tried again before the page says so. */
const FAILS = { timeout: 20_000 };

test('a list of a rule that cannot be loaded is neither empty nor deleted', async ({ board, openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const labels = `${board.url}/api/dashboard/labels`;
  const made = await page.request.post(labels, { data: { name: 'Wholesale', color: 'blue' } });
  const { id } = await made.json();
  const rule = await page.request.post(`${board.url}/api/dashboard/automation-rules`, {
    data: {
      name: 'Wholesale',
      trigger: { kind: 'label_added', labelId: id },
      conditions: [],
      actions: [{ kind: 'close' }],
      pauseHours: 0,
      isEnabled: false,
    },
  });
  expect(rule.status()).toBe(201);
  let fail = () => {};
  const held = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route(labels, async (route) => {
    await held;
    await route.fulfill(unavailable);
  });
  await page.goto(`${board.url}/settings/automation/${(await rule.json()).id}`);
  const label = page.getByRole('button', { name: /^Label:/ });
  await expect(label).toContainText('…');
  await label.click();
  await expect(page.getByText('Loading…')).toBeVisible();
  fail();
  await expect(page.getByText('This list could not be loaded.')).toBeVisible(FAILS);
  await expect(label).toContainText('Name not loaded');
  await page.unroute(labels);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(label).toContainText('Wholesale');
  await expect(page.getByTestId('pick-option').filter({ hasText: 'Wholesale' })).toBeVisible();
});

test('saving the settings of the prompt log does not undo a colleague’s change', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const settings = `${board.url}/api/dashboard/prompt-log-settings`;
  const store = (data: object) => page.request.put(settings, { data });
  expect((await store({ keeps: true, days: 30 })).status()).toBe(200);
  await page.goto(`${board.url}/model?tab=prompts`);
  await expect(page.getByTestId('prompts-days')).toHaveValue(/30/);
  expect((await store({ keeps: true, days: 90 })).status()).toBe(200);
  await page.getByTestId('prompts-keep').uncheck({ force: true });
  await page.getByTestId('prompts-save').click();
  await expect(page.getByTestId('prompts-save')).toHaveCount(0);
  expect(await (await page.request.get(settings)).json()).toMatchObject({ keeps: false, days: 90 });
});

test('the workers of the model and their charts that cannot be loaded are not shown as nothing', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const workers = '**/api/dashboard/inference-workers';
  await page.route(workers, (route) => route.fulfill(unavailable));
  await page.goto(`${board.url}/model`);
  await expect(page.getByText('The inference workers could not be loaded.')).toBeVisible(FAILS);
  await page.unroute(workers);
  await expect(page.getByTestId('model-status')).toBeVisible();

  const history = /\/inference-workers\/history/;
  await page.route(history, (route) => route.fulfill(unavailable));
  await page.goto(`${board.url}/model?tab=telemetry`);
  await expect(page.getByText('The charts could not be loaded.')).toBeVisible(FAILS);
  await expect(page.getByRole('img', { name: /no data yet/ })).toHaveCount(0);
  await page.unroute(history);
  await expect(page.getByText('The charts could not be loaded.')).toHaveCount(0, FAILS);
  await expect(page.getByRole('main').getByRole('img', { name: /CPU/ })).toBeVisible();
});

test('a first failed event that is no longer there is not said to be sent again', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const made = await page.request.post(`${board.url}/api/dashboard/webhook-endpoints`, {
    data: { url: 'http://127.0.0.1:9/hooks/orders' },
  });
  const { endpoint } = await made.json();
  const failingSince = new Date().toISOString();
  await page.route(`${board.url}/api/dashboard/webhook-endpoints/${endpoint.id}`, async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), state: 'failing', failingSince, stateSince: failingSince };
    await route.fulfill({ response, json });
  });
  await page.goto(`${board.url}/settings/webhooks/${endpoint.id}`);
  const missing = page.getByText('The first failed event has been delivered or deleted in the meantime.');
  await page.getByTestId('banner-try-now').click();
  await expect(missing).toHaveCount(1);
  await page.getByTestId('banner-first-failure').click();
  await expect(missing).toHaveCount(2);
  await expect(page.getByText('Sending the first failed event again')).toHaveCount(0);
  // One more request may be on its way when the window closes.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a filter by a key whose list cannot be loaded is not “Any key”', async ({ board, openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const keys = `${board.url}/api/dashboard/api-keys`;
  const [key] = (await (await page.request.get(keys)).json()).data;
  await page.route(keys, (route) => route.fulfill(unavailable));
  await page.goto(`${board.url}/settings/request-log?keyId=${key.id}`);
  const filter = page.getByTestId('request-key');
  await expect(filter).toHaveValue('Selected key');
  await expect(page.getByText('so requests cannot be filtered by key.')).toBeVisible(FAILS);
  await page.unroute(keys);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(filter).toHaveValue(new RegExp(key.name));
});

test('today’s figures stay when those of the period cannot be loaded', async ({ board, openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  await page.route(/\/api\/dashboard\/insights\?days=7$/, (route) => route.fulfill(unavailable));
  await page.goto(`${board.url}/insights`);
  await expect(page.getByText('The figures could not be loaded')).toBeVisible(FAILS);
  await expect(page.getByTestId('insight-today-waiting')).toBeVisible();
});

test('saving the name of a label does not undo the color that a colleague has given it', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const labels = `${board.url}/api/dashboard/labels`;
  const made = await page.request.post(labels, { data: { name: 'Begun', color: 'blue' } });
  const { id } = await made.json();
  await page.goto(`${board.url}/settings/labels`);
  await page.getByTestId('label-row').filter({ hasText: 'Begun' }).getByTestId('label-menu').click();
  await page.getByTestId('label-edit').click();
  await page.getByTestId('label-name').fill('Renamed');
  expect((await page.request.patch(`${labels}/${id}`, { data: { color: 'red' } })).status()).toBe(200);
  await page.getByTestId('label-submit').click();
  await expect(page.getByTestId('label-row').filter({ hasText: 'Renamed' })).toBeVisible();
  const { data } = await (await page.request.get(labels)).json();
  expect(data).toContainEqual(expect.objectContaining({ name: 'Renamed', color: 'red' }));
});

test('segments that cannot be loaded are not shown as none', async ({ board, openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const segments = /\/api\/dashboard\/segments(\?|$)/;
  await page.route(segments, (route) => route.fulfill(unavailable));
  await page.goto(`${board.url}/contacts`);
  const failure = page.getByText('The segments could not be loaded.');
  await expect(failure).toBeVisible(FAILS);
  await page.unroute(segments);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(failure).toHaveCount(0);
});
