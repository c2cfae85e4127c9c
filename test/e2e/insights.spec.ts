import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt } from './screens.ts';

const REFUSED = '15550131049';

/** Opens the page, and waits until the messages of the demo are counted. */
async function openInsights(page: Page) {
  await page.getByTestId('nav-insights').click();
  await expect(page.getByTestId('insight-messages_received')).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByTestId('insight-first_response-median')).toBeVisible();
    await expect(page.getByText('still being counted')).toHaveCount(0);
  }).toPass({ timeout: 30_000 });
}

test('an owner reads the figures, and opens the conversations behind them', async ({ board, openWindow }) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  const headers = { authorization: `Bearer ${board.demo.apiKey}`, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(`${board.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await post('/contacts', { name: 'Ada Refused', phone: REFUSED });
  const sent = await post('/messages/send', { contactId: REFUSED, type: 'text', content: 'Hello?' });
  expect(sent.status).toBe(201);

  await enter(page, board.url, board.demo);
  await openInsights(page);
  await expect(async () => {
    await page.reload();
    await expect(page.getByTestId('insight-failed-131049')).toContainText('1', { timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  await lookCloselyAt(page, 'insights', ['wide', 'middle', 'phone']);

  // In Portuguese, a label of the six takes two lines; their numbers stay in one.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.evaluate(() => localStorage.setItem('switchboard.language', 'pt-BR'));
  await page.reload();
  const label = page.getByText('Janelas de resposta perdidas', { exact: true });
  await expect(label).toBeVisible();
  const [tall, low] = await Promise.all(
    [label, page.getByText('Mensagens recebidas', { exact: true }).last()].map((one) => one.boundingBox()),
  );
  expect(tall?.height).toBeGreaterThan(low?.height ?? 0);
  const figures = ['messages_received', 'messages_sent', 'windows_lost', 'failed_sends'];
  const tops = figures.map(async (name) => {
    const box = await page.getByTestId(`insight-${name}`).boundingBox();
    return Math.round(box?.y ?? 0);
  });
  expect(new Set(await Promise.all(tops)).size).toBe(1);
  await lookCloselyAt(page, 'insights-portuguese', ['middle', 'phone']);
  await page.evaluate(() => localStorage.removeItem('switchboard.language'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();

  // Today is there whatever the period, and each of its figures opens what is behind it.
  const today = page.getByTestId('insights-today');
  await expect(today.getByTestId('insight-today-failed_sends')).toHaveText(/^[1-9]/);
  await expect(today.getByTestId('insight-today-waiting')).toHaveText(/^[1-9]/);
  await expect(today).toContainText('Longest:');
  const waiting = Number.parseInt(await today.getByTestId('insight-today-waiting').innerText(), 10);
  await today.getByTestId('insight-today-waiting').click();
  await expect(page).toHaveURL(/figure=waiting/);
  await expect(page.getByTestId('insight-conversation')).toHaveCount(Math.min(waiting, 25));
  await page.keyboard.press('Escape');
  await page.getByTestId('insights-period').getByText('30 days').click();
  await today.getByTestId('insight-today-failed_sends').click();
  await expect(page).toHaveURL(/of=today/);
  await expect(page.getByTestId('insight-conversation').filter({ hasText: 'Ada Refused' })).toHaveCount(1);
  await page.goBack();
  await page.getByTestId('insights-period').getByText('7 days').click();

  await page.getByTestId('insight-failed-131049').click();
  await expect(page).toHaveURL(/figure=failed_sends/);
  const rows = page.getByTestId('insight-conversation');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Ada Refused');
  await lookCloselyAt(page, 'insights-behind', ['wide', 'phone']);
  const list = page.waitForEvent('download');
  await page.getByTestId('insights-export-list').click();
  const listed = await readFile(await (await list).path(), 'utf8');
  expect(listed.trim().split('\r\n')).toHaveLength(2);
  expect(listed).toContain(`Ada Refused,${REFUSED},`);
  await page.goBack();
  await expect(rows).toHaveCount(0);

  await page.getByTestId('insight-first_response-median').click();
  await expect(rows.first()).toBeVisible();
  await rows.first().click();
  await expect(page).toHaveURL(/\/inbox\//);
  await expect(page.getByTestId('thread')).toBeVisible();
  await page.goBack();
  await expect(rows.first()).toBeVisible();
  await page.keyboard.press('Escape');

  const received = Number(await page.getByTestId('insight-messages_received').textContent());
  await page.getByText('90 days').click();
  await expect(page).toHaveURL(/period=90d/);
  await expect(page.getByTestId('insights-export')).toBeVisible();
  await lookCloselyAt(page, 'insights-90', ['wide']);
  await page.getByTestId('insights-export').click();
  const download = page.waitForEvent('download');
  await page.getByTestId('insights-export-figures').click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toMatch(/Messages received,\d+,\d+\r\n/);
  expect(Number(/Messages received,(\d+)/.exec(csv)?.[1])).toBeGreaterThanOrEqual(received || 0);

  await page.getByText('Custom', { exact: true }).click();
  await expect(page).toHaveURL(/from=/);
  await expect(page.getByTestId('insights-from')).toBeVisible();
  await lookCloselyAt(page, 'insights-custom', ['wide', 'phone']);
  await test.step('a day is typed to its end, although its beginning is a day too', async () => {
    const today = new Date();
    const before = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 12));
    const day = before.toISOString().slice(0, 10);
    const field = page.getByTestId('insights-from');
    await field.fill('');
    // As a person types: the page follows in between.
    await field.pressSequentially(day, { delay: 100 });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(day);
    await expect(page).toHaveURL(new RegExp(`from=${day}`));
  });

  // A day of a chart opens its figures; an hour, its conversations.
  await page.goto(`${board.url}/insights`);
  await page.getByTestId('insight-messages_received').waitFor();
  const steps = page.getByRole('main').getByRole('button', { name: /: [1-9]\d* received/ });
  await steps.last().click();
  await expect(page).toHaveURL(/from=/);
  // With a time of day.
  await expect(steps.last()).toHaveAccessibleName(/\d:\d\d/);
  await steps.last().click();
  await expect(page).toHaveURL(/hour=/);
  await expect(rows.first()).toBeVisible();
  await lookCloselyAt(page, 'insights-hour', ['wide', 'phone']);
  expect(complaints).toEqual([]);
});

test('the page says when there is nothing, when it loads, and when it cannot', { tag: '@soak' }, async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const figures = /\/api\/dashboard\/insights\?/;
  let answer: 'wait' | 'fail' | 'empty' = 'wait';
  await page.route(figures, async (route) => {
    if (answer === 'wait') return;
    if (answer === 'fail') return route.fulfill({ status: 503, body: 'unavailable' });
    const response = await route.fetch();
    await route.fulfill({ response, json: emptied(await response.json()) });
  });
  await page.getByTestId('nav-insights').click();
  await expect(page.getByTestId('insights-period')).toBeVisible();
  await lookCloselyAt(page, 'insights-loading', ['wide', 'phone']);
  answer = 'fail';
  await page.reload();
  await expect(page.getByText('The figures could not be loaded')).toBeVisible({ timeout: 20_000 });
  await lookCloselyAt(page, 'insights-failing', ['wide']);
  // The list behind a figure needs the days of the figures, and says so too.
  await page.goto(`${board.url}/insights?figure=open`);
  await expect(page.getByRole('dialog')).toContainText('The conversations could not be loaded', {
    timeout: 20_000,
  });
  await page.goto(`${board.url}/insights`);
  await expect(page.getByText('The figures could not be loaded')).toBeVisible({ timeout: 20_000 });
  answer = 'empty';
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing to count yet')).toBeVisible();
  await lookCloselyAt(page, 'insights-empty', ['wide', 'phone']);
});

/** Returns figures with zero in the place of every number. */
function emptied(value: unknown): unknown {
  if (typeof value === 'number') return 0;
  if (Array.isArray(value)) return value.map(emptied);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === 'broadcasts' ? [] : emptied(one)]),
  );
}
