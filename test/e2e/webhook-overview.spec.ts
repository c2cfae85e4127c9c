import type { Route } from '@playwright/test';
import type { WebhookFigures, WebhookOverview } from '../../shared/contract/webhooks/webhook-overview.ts';
import { expect, test } from './fixtures.ts';
import { lookAt, lookCloselyAt, openSettings } from './screens.ts';
import { HOOK, startWebhookBoard, type WebhookBoard } from './webhook-board.ts';

// One workspace for the file; each test continues the previous one.
test.describe.configure({ mode: 'serial' });

const WIDTHS = ['wide', 'small', 'phone'] as const;
const OVERVIEW = '**/api/dashboard/webhook-endpoints/*/overview*';

let rig: WebhookBoard;
let board: WebhookBoard['board'];
let receiver: WebhookBoard['receiver'];
let page: WebhookBoard['page'];
let complaints: WebhookBoard['complaints'];
test.beforeAll(async ({ browser, server }, { file }) => {
  rig = await startWebhookBoard(browser, await server.boardOf(file));
  ({ board, receiver, page, complaints } = rig);
  const made = await page.request.post(`${board.url}/api/dashboard/webhook-endpoints`, {
    data: { url: `${receiver.url}${HOOK}`, description: 'Orders in the shop’s back office' },
  });
  expect(made.status()).toBe(201);
  await openSettings(page, 'webhooks');
  await page.getByTestId('endpoint-row').getByRole('link').click();
});
test.afterAll(() => rig?.stop());

const steps = () => page.getByRole('group', { name: /^Deliveries over/ }).getByTestId('chart-step');
const look = (name: string) => lookCloselyAt(page, `webhook-overview-${name}`, [...WIDTHS]);

async function sendTest(): Promise<void> {
  await page.getByTestId('tab-testing').click();
  await page.getByTestId('test-send').click();
  await expect(page.getByTestId('attempt-outcome')).toBeVisible();
  await page.getByTestId('tab-overview').click();
}

test('without deliveries the overview is empty, and offers a test event', { tag: '@soak' }, async () => {
  await expect(page.getByText('Nothing was sent in the last 24 hours')).toBeVisible();
  await look('empty');
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(page.getByTestId('test-send')).toBeVisible();
});

test('deliveries are counted and drawn live, and a bar links to them', async () => {
  await sendTest();
  await receiver.behave(HOOK, { status: 500, wait: 120 });
  await sendTest();
  await expect(page.getByTestId('overview-succeeded')).toHaveText('1');
  await expect(page.getByTestId('overview-failed')).toHaveText('1');
  await expect(page.getByTestId('overview-response-time')).toContainText(/ms|s/);
  await expect(steps().last()).toHaveAttribute('aria-label', /: \d succeeded|: \d+ succeeded, 1 failed/);
  await lookAt(page, 'webhook-overview-first', [...WIDTHS]);

  await page.getByTestId('overview-table').click();
  const table = page.getByRole('table', { name: 'Deliveries and response times over time' });
  await expect(table.getByRole('row')).not.toHaveCount(1);
  await look('table');

  await steps().last().click();
  await expect(page.getByTestId('filter-since-date')).toBeVisible();
  await expect(page.getByTestId('delivery-row').first()).toBeVisible();
  await page.goBack();
  await page.getByTestId('overview-failed').getByRole('button').click();
  await expect(page.getByTestId('delivery-row')).toHaveCount(1);
  await expect(page.getByTestId('delivery-state')).toHaveText('Failed');
  await page.goBack();

  await page.getByTestId('overview-span').getByText('Last hour').click();
  await expect(
    page.getByRole('group', { name: /^Deliveries over the last hour: 1 succeeded/ }),
  ).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole('group', { name: /^Deliveries over the last hour: 1 succeeded/ }),
  ).toBeVisible();
});

test('the overview shows a busy day, a failing one, loading and an error', {
  tag: '@soak',
}, async () => {
  await page.getByTestId('overview-span').getByText('24 hours').click();
  await page.route(OVERVIEW, (route) => fulfil(route, busyDay));
  await page.reload();
  await expect(page.getByTestId('overview-succeeded')).toContainText(',');
  await look('busy');
  // The arrow keys move between steps; Enter opens a step's deliveries.
  await steps().last().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(steps().nth(-2)).toBeFocused();
  // The previous tooltip has closed.
  await expect(page.getByRole('tooltip')).toHaveCount(1);
  await expect(page.getByRole('tooltip')).toContainText('succeeded');
  await lookCloselyAt(page, 'webhook-overview-pointed');
  await page.keyboard.press('Home');
  await expect(steps().first()).toBeFocused();

  await page.unroute(OVERVIEW);
  await page.route(OVERVIEW, (route) => fulfil(route, sparseDay));
  await page.reload();
  await expect(page.getByTestId('overview-failed')).toHaveText('7');
  await look('sparse');

  await page.unroute(OVERVIEW);
  await page.route(OVERVIEW, () => undefined);
  await page.reload();
  await expect(page.getByTestId('overview-span')).toBeVisible();
  await look('loading');

  await page.unroute(OVERVIEW);
  await page.route(OVERVIEW, (route) => route.abort());
  await page.reload();
  await expect(page.getByText('The overview could not be loaded')).toBeVisible({ timeout: 20_000 });
  await look('error');
  // The page also retries automatically, so the button may already be hidden.
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute(OVERVIEW);
  await expect(page.getByTestId('overview-succeeded')).toHaveText('1', { timeout: 30_000 });
  expect(complaints).toEqual([]);
});

/** Responds with the server's overview and other figures in its steps, as if a day had passed. */
async function fulfil(route: Route, figuresAt: (step: number) => Omit<WebhookFigures, 'since'>) {
  const answer = await route.fetch();
  const overview: WebhookOverview = await answer.json();
  const filled = overview.steps.map((step, index) => ({ ...step, ...figuresAt(index) }));
  const sum = (pick: (step: WebhookFigures) => number) => filled.reduce((all, step) => all + pick(step), 0);
  const highest = (pick: (step: WebhookFigures) => number | null) =>
    Math.max(...filled.map((step) => pick(step) ?? 0));
  const total = {
    succeeded: sum((step) => step.succeeded),
    failed: sum((step) => step.failed),
    pending: sum((step) => step.pending),
    failing: sum((step) => step.failing),
    p50Milliseconds: Math.round(highest((step) => step.p50Milliseconds) / 2),
    p95Milliseconds: highest((step) => step.p95Milliseconds),
  };
  const nextAttemptAt = total.pending > 0 ? new Date(Date.now() + 260_000).toISOString() : null;
  await route.fulfill({ response: answer, json: { ...overview, steps: filled, total, nextAttemptAt } });
}

function busyDay(step: number) {
  const wave = 1 + Math.sin((step - 16) / 7.5);
  const isDown = step >= 33 && step <= 36;
  const all = Math.round(40 + 310 * wave + 23 * Math.sin(step * 5));
  const failed = isDown ? Math.round(all * 0.4) : step % 9 === 4 ? 3 : 0;
  const p50 = Math.round(70 + 30 * wave + (isDown ? 900 : 0));
  return {
    succeeded: all - failed,
    failed,
    pending: step >= 46 ? 24 : 0,
    failing: step === 46 ? 7 : 0,
    p50Milliseconds: p50,
    p95Milliseconds: Math.round(p50 * (2.2 + Math.sin(step * 3) / 2)),
  };
}

function sparseDay(step: number) {
  const count = step % 11 === 3 ? 1 : 0;
  return {
    succeeded: step === 40 ? 1 : 0,
    failed: step === 47 ? 3 : count,
    pending: 0,
    failing: 0,
    p50Milliseconds: count || step >= 40 ? 1_240 : null,
    p95Milliseconds: count || step >= 40 ? 15_000 : null,
  };
}
