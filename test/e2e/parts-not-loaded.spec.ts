import type { Locator, Page, Route } from '@playwright/test';
import { SIZES } from '../gallery/places.ts';
import { lookAtEverySize } from './every-size.ts';
import { misfitsOf } from './fit.ts';
import { type Board, expect, test } from './fixtures.ts';
import { enter, openContact, takesScreenshots, untilAnimationsEnd } from './screens.ts';
import { customerWrites } from './switchboard.ts';

/** Small parts of pages say that they could not be loaded: otherwise they look as if there were nothing. */

const unavailable = { status: 503, body: 'unavailable' };
/** A request that fails is tried again before the page says so. */
const FAILS = { timeout: 20_000 };

/** Lets requests to an address fail; the second function ends it. */
async function failing(page: Page, url: string | RegExp): Promise<() => Promise<void>> {
  const fail = (route: Route) => route.fulfill(unavailable);
  await page.route(url, fail);
  return () => page.unroute(url, fail);
}

/** Takes the screenshots. What is laid out in another way asks again, so the page is then loaded again, until it has failed. */
async function photograph(page: Page, name: string, ...failures: Locator[]): Promise<void> {
  if (!takesScreenshots) return;
  await lookAtEverySize(page, name);
  await page.reload();
  for (const failure of failures) await expect(failure).toBeVisible(FAILS);
}

/** Opens a conversation in which the person can write. */
async function openConversation(page: Page, { url }: Board): Promise<void> {
  const { data } = await (await page.request.get(`${url}/api/dashboard/conversations`)).json();
  const soon = Date.now() + 3_600_000;
  const { id } = data.find((one: { windowExpiresAt: string }) => Date.parse(one.windowExpiresAt) > soon);
  await page.goto(`${url}/inbox/${id}`);
}

test('saved views', async ({ board, openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const views = `${board.url}/api/dashboard/saved-views`;
  const data = { name: 'Unread of mine', filter: { view: 'mine', unread: true } };
  expect((await page.request.post(views, { data })).status()).toBe(201);
  const repair = await failing(page, views);
  await page.goto(`${board.url}/inbox`);
  const failure = page.getByTestId('saved-views-failed');
  await expect(failure).toContainText('The saved views could not be loaded.', FAILS);
  await photograph(page, 'saved-views-failed', failure);
  await repair();
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByTestId('saved-view')).toContainText('Unread of mine', FAILS);
  await expect(failure).toHaveCount(0);

  await test.step('in the menu of views', async () => {
    await failing(page, views);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${board.url}/inbox`);
    await page.getByTestId('view-menu').click();
    await expect(page.getByRole('menu')).toContainText('The saved views could not be loaded.', FAILS);
    await photograph(page, 'saved-views-menu-failed');
  });

  await test.step('which stays in the window when its size changes', async () => {
    for (const size of ['wide', 'middle', 'phone', 'short', 'phone'] as const) {
      await page.setViewportSize(SIZES[size]);
      await untilAnimationsEnd(page);
      await expect(page.getByRole('menu')).toBeVisible();
      await expect.poll(() => misfitsOf(page), size).toEqual([]);
    }
  });
});

test('whether the assistant leaves a contact alone, where texts go, and reminders', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const modes = { drafts: 'on', promises: 'on' };
  await page.request.patch(`${board.url}/api/dashboard/assist`, { data: { modes } });
  const exclusion = await failing(page, /\/api\/dashboard\/contacts\/[^/]+\/assist/);
  const egress = await failing(page, '**/api/dashboard/model-egress');
  const reminders = await failing(page, '**/api/dashboard/reminders');
  await openConversation(page, board);
  await openContact(page);
  const contact = page.getByTestId('contact-assist-failed');
  await expect(contact).toContainText('Could not be loaded.', FAILS);
  await expect(page.getByTestId('reminders-failed')).toContainText(
    'Your reminders could not be loaded.',
    FAILS,
  );
  const upstream = page.getByTestId('assist-upstream-failed');
  await expect(upstream).toContainText('Could not check where the assistant’s texts go.');
  await photograph(page, 'conversation-parts-failed', contact, upstream);
  await Promise.all([exclusion(), egress(), reminders()]);
  await contact.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByTestId('contact-assist')).toBeVisible();
  await page.getByTestId('reminders-failed').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByTestId('reminders-failed')).toHaveCount(0);
  await upstream.getByRole('button', { name: 'Try again' }).click();
  await expect(upstream).toHaveCount(0);
});

test('older messages, and who worked on the conversation', async ({ board, openWindow }) => {
  const phone = '15550109957';
  await customerWrites(board.phoneUrl, phone, 'the first message');
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const row = page.getByTestId('conversation-row').filter({ hasText: 'the first message' });
  await expect(row).toBeVisible();
  for (let number = 1; number <= 60; number += 1)
    await customerWrites(board.phoneUrl, phone, `message ${number}`);
  const list = `${board.url}/api/dashboard/conversations?search=${phone}`;
  const found = async () => (await (await page.request.get(list)).json()).data[0];
  await expect.poll(async () => (await found()).unreadCount).toBe(61);

  const work = await failing(page, /\/contact-timelines\/[^?]+\?.*kind=work/);
  const older = await failing(page, /\/conversations\/[^/]+\/messages\?.*cursor=/);
  await page.goto(`${board.url}/inbox/${(await found()).id}`);
  const thread = page.getByTestId('thread');
  const bubbles = page.getByTestId('message-bubble');
  await expect(bubbles.last()).toBeInViewport();
  await thread.focus();
  const failure = thread.getByText('Older messages could not be loaded.');
  await expect(async () => {
    await thread.hover();
    await page.mouse.wheel(0, -4_000);
    await expect(failure).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(thread.getByText('Changes to status and assignment could not be loaded.')).toBeVisible(FAILS);
  await photograph(page, 'older-messages-failed');

  await test.step('they come when the person asks, and what is read stays where it is', async () => {
    const again = failure.getByRole('button', { name: 'Try again' });
    // What a press would scroll into view has its place before.
    await again.hover();
    const first = bubbles.first();
    const text = await first.innerText();
    const before = await first.boundingBox();
    await older();
    await again.click();
    await expect(failure).toHaveCount(0);
    const same = bubbles.filter({ hasText: text.split('\n')[0] ?? text }).first();
    await expect
      .poll(async () => Math.abs(((await same.boundingBox())?.y ?? -1_000) - (before?.y ?? 0)))
      .toBeLessThan(3);
    await work();
    await expect(async () => {
      await thread.hover();
      await page.mouse.wheel(0, -4_000);
      await expect(thread.getByText('The beginning of this conversation')).toBeInViewport({ timeout: 500 });
    }).toPass();
    await thread.getByRole('button', { name: 'Try again' }).click();
    await expect(thread.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(bubbles.first()).toContainText('the first message');
  });
});

test('the assistant', async ({ board, openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const repair = await failing(page, `${board.url}/api/dashboard/assist`);
  await openConversation(page, board);
  const failure = page.getByTestId('assist-settings-failed');
  await expect(failure).toContainText('The assistant could not be loaded.', FAILS);
  await repair();
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByTestId('assist-open')).toBeVisible();
});

test('what left the machine, the keys of the playground, and the address of the model', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const parts = await Promise.all([
    failing(page, '**/api/dashboard/model-egress'),
    failing(page, '**/api/dashboard/inference-keys'),
    failing(page, '**/api/dashboard/prompt-log-settings'),
  ]);
  const workers = await failing(page, '**/api/dashboard/inference-workers');
  await page.goto(`${board.url}/model?tab=playground`);
  const egress = page.getByText('Could not check what left this machine for AI.');
  const keys = page.getByRole('tabpanel').getByText('The keys could not be loaded.');
  await expect(egress).toBeVisible(FAILS);
  await expect(keys).toBeVisible(FAILS);
  await expect(page.getByText('Could not check whether messages here are stored.')).toBeVisible();
  // Until the workers load, the page cannot know that no model is online.
  await expect(page.getByTestId('play-model').locator('option').first()).toHaveText('Any online model');
  await expect(page.getByRole('tabpanel').getByText("curl 'https://YOUR_SERVER/v1/")).toBeVisible();
  await photograph(page, 'model-parts-failed', egress, keys);
  await workers();
  await Promise.all(parts.map((repair) => repair()));
  await egress.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByTestId('model-egress')).toBeVisible();
  await keys.getByRole('button', { name: 'Try again' }).click();
  await expect(keys).toHaveCount(0);
});

test('what a rule, a broadcast and the templates depend on', async ({ board, openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const hours = await failing(page, '**/api/dashboard/business-hours');
  const rule = await page.request.post(`${board.url}/api/dashboard/automation-rules`, {
    data: {
      name: 'Away',
      trigger: { kind: 'outside_hours' },
      conditions: [],
      actions: [{ kind: 'text', text: 'We answer tomorrow.' }],
      pauseHours: 12,
    },
  });
  await page.goto(`${board.url}/settings/automation/${(await rule.json()).id}`);
  const failure = page.getByText('The business hours could not be loaded.');
  await expect(failure).toBeVisible(FAILS);
  await photograph(page, 'rule-hours-failed', failure);
  await hours();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Your business hours are not set')).toBeVisible();

  const sync = await failing(page, '**/api/dashboard/template-sync');
  await page.goto(`${board.url}/templates`);
  await expect(page.getByText('The time of the last sync could not be loaded.')).toBeVisible(FAILS);
  await sync();

  await failing(page, /\/api\/dashboard\/labels$/);
  await page.goto(`${board.url}/inbox?label=lbl_${'0'.repeat(26)}`);
  await expect(page.getByTestId('filter-chips')).toContainText('Name not loaded', FAILS);
  await page.setViewportSize({ width: 390, height: 600 });
  await page.getByTestId('filter').click();
  await expect(page.getByTestId('filter-failed')).toContainText('The labels could not be loaded.');
  expect(await misfitsOf(page)).toEqual([]);
});

test('a page whose code is not loaded yet, without a network', async ({ board, openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  await openConversation(page, board);
  await page.getByTestId('composer').fill('half a sentence');
  await page.context().setOffline(true);
  await page.getByTestId('nav-insights').click();
  const title = page.getByText('You’re offline, and this page is not loaded yet');
  await expect(title).toBeVisible(FAILS);
  await lookAtEverySize(page, 'page-not-loaded');
  // Without a network, a second try leaves the page as it is: the browser's own error page would replace everything.
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(title).toBeVisible();
  await expect(page.getByTestId('nav-inbox')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Insights' })).toBeVisible({ timeout: 60_000 });
  await expect(title).toHaveCount(0);
  await page.goBack();
  await expect(page.getByTestId('composer')).toHaveValue('half a sentence');
});
