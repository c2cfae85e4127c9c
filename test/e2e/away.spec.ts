import type { Page } from '@playwright/test';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { sized } from '../helpers/lane.ts';
import { controlOf } from '../helpers/templates.ts';
import { type Board, expect, test } from './fixtures.ts';
import { enter } from './screens.ts';
import { askedBy } from './stored.ts';

const MAYA = '15550100123';
const chatOf = (phone: string) => `/accounts/${demoAccount.phoneNumberId}/chats/${phone}`;

/** Sends a message from a customer's phone, at a time in Unix seconds. */
async function writes(board: Board, phone: string, text: string, timestamp?: number): Promise<void> {
  await controlOf(board.phoneUrl).control('POST', `${chatOf(phone)}/messages`, {
    text,
    ...(timestamp !== undefined && { timestamp }),
  });
}

/** Returns how often each of these texts is on the customer's phone. */
async function onPhone(board: Board, phone: string, texts: readonly string[]): Promise<number[]> {
  const { body } = await controlOf(board.phoneUrl).control('GET', `${chatOf(phone)}/messages?all=1`);
  const shown = (body.data as { text: string | null }[]).map((message) => message.text);
  return texts.map((text) => shown.filter((one) => one === text).length);
}

async function openChat(page: Page, text: string): Promise<void> {
  await page.getByTestId('conversation-row').filter({ hasText: text }).first().click();
  await expect(page.getByTestId('composer')).toBeVisible();
}

async function sends(page: Page, text: string): Promise<void> {
  await page.getByTestId('composer').fill(text);
  await page.getByTestId('composer').press('Enter');
  await expect(page.getByTestId('message-bubble').filter({ hasText: text })).toBeVisible();
}

/** A send whose outcome a crash has left unknown waits a minute for the platform's status before it is sent again. */
const isSent = (page: Page, text: string) =>
  expect(page.getByTestId('message-bubble').filter({ hasText: text })).toHaveAttribute(
    'data-status',
    /sent|delivered|read/,
    { timeout: 100_000 },
  );

test('the server is killed under an open inbox: what is written meanwhile goes out once, in order', {
  tag: '@soak',
}, async ({ page, board }) => {
  await enter(page, board.url, board.demo);
  await openChat(page, 'Maya');
  const stamp = Date.now();
  const texts = [`first of ${stamp}`, `second of ${stamp}`, `third of ${stamp}`];
  await sends(page, texts[0] ?? '');
  process.kill((await board.serverPid()) ?? 0, 'SIGKILL');
  await sends(page, texts[1] ?? '');
  await sends(page, texts[2] ?? '');
  await page.getByTestId('composer').fill('half a sentence');
  await writes(board, MAYA, `from the phone ${stamp}`);
  for (const text of texts) await isSent(page, text);
  await expect(page.getByTestId('thread').getByText(`from the phone ${stamp}`)).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByTestId('composer')).toHaveValue('half a sentence');
  expect(await onPhone(board, MAYA, texts)).toEqual([1, 1, 1]);
  const own = page.getByTestId('message-bubble').filter({ hasText: String(stamp) });
  const order = (await own.allTextContents()).map((text) => texts.findIndex((one) => text.includes(one)));
  expect(order.filter((at) => at >= 0)).toEqual([0, 1, 2]);
});

test('without a network for a while, nothing is lost and nothing is sent twice', { tag: '@loop' }, async ({
  page,
  context,
  board,
}) => {
  await enter(page, board.url, board.demo);
  await openChat(page, 'Maya');
  const stamp = Date.now();
  const texts = [`first ${stamp}`, `second ${stamp}`];
  await context.setOffline(true);
  for (const text of texts) await sends(page, text);
  await page.getByTestId('composer').fill('and half a sentence');
  await writes(board, MAYA, `meanwhile ${stamp}`);
  // The time is what is tested: a network that stays away long enough to end the connection and all requests.
  await page.waitForTimeout(sized(3_000, 60_000));
  await context.setOffline(false);
  for (const text of texts) await isSent(page, text);
  await expect(page.getByTestId('thread').getByText(`meanwhile ${stamp}`)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByTestId('composer')).toHaveValue('and half a sentence');
  await expect(page.getByTestId('message-retry')).toHaveCount(0);
  expect(await onPhone(board, MAYA, texts)).toEqual([1, 1]);
});

test('a computer that was asleep catches up by itself, though its connection seems alive', async ({
  page,
  board,
}) => {
  let isAwake = true;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (isAwake) socket.send(message);
    });
    socket.onMessage((message) => {
      if (isAwake) server.send(message);
    });
  });
  await page.clock.install();
  await enter(page, board.url, board.demo);
  await openChat(page, 'Maya');
  const text = `while it slept ${Date.now()}`;
  isAwake = false;
  await writes(board, MAYA, text);
  await expect(page.getByTestId('thread').getByText(text)).toHaveCount(0);
  // As after opening the lid: the clock is minutes ahead, and each timer has missed its time.
  await page.clock.fastForward('10:00');
  await expect(page.getByTestId('thread').getByText(text)).toBeVisible({ timeout: 30_000 });
});

test('what was typed and what waits survive the sleep of the computer, and the reply window is judged again', {
  tag: '@soak',
}, async ({ page, context, board }) => {
  test.slow();
  await page.clock.install();
  await enter(page, board.url, board.demo);
  const stamp = Date.now();
  const [waits, late] = [`it waits ${stamp}`, `too late ${stamp}`];
  const closing = '15550199178';
  const openUntil = stamp + 40_000;
  await writes(board, closing, `closing soon ${stamp}`, Math.floor(openUntil / 1_000) - 86_400);
  // It is as old as its window, and so far below in the list.
  const found = async () => {
    const { data } = await askedBy<{ data: { id: string; contact: { phone: string } }[] }>(
      page,
      '/conversations?view=all&limit=100',
    );
    return data.find(({ contact }) => contact.phone === closing)?.id ?? null;
  };
  // The list is at the conversation that is open, and Maya at its begin.
  const openMaya = async () => {
    await page.getByTestId('conversation-row').first().hover();
    await page.mouse.wheel(0, -10_000);
    await openChat(page, 'Maya');
  };
  await expect.poll(found).not.toBeNull();
  await page.goto(`${board.url}/inbox/${await found()}`);
  await expect(page.getByTestId('composer')).toBeVisible();
  // What was read before is shown without a network too.
  await openMaya();
  await expect(page.getByTestId('message-bubble').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByTestId('thread').getByText(`closing soon ${stamp}`)).toBeVisible();
  await context.setOffline(true);
  await sends(page, late);
  await page.getByTestId('composer').fill('half of another one');
  await openMaya();
  await sends(page, waits);
  await page.getByTestId('composer').fill('half a sentence');
  // The time is what is tested: while the computer sleeps, the window closes.
  await page.waitForTimeout(Math.max(0, openUntil + 1_500 - Date.now()));
  await context.setOffline(false);
  await page.clock.fastForward('10:00');
  await isSent(page, waits);
  await expect(page.getByTestId('composer')).toHaveValue('half a sentence');
  await page.goBack();
  const bubble = page.getByTestId('message-bubble').filter({ hasText: late });
  await expect(bubble).toHaveAttribute('data-status', 'failed', { timeout: 60_000 });
  await expect(page.getByTestId('window-banner')).toBeVisible();
  await expect(page.getByTestId('composer')).toHaveCount(0);
  const drafts = async () => {
    const { data } = await askedBy<{ data: { content: { reply: string } }[] }>(page, '/drafts');
    return data.map(({ content }) => content.reply);
  };
  await expect.poll(drafts).toEqual(expect.arrayContaining(['half a sentence', 'half of another one']));
  expect(await onPhone(board, MAYA, [waits])).toEqual([1]);
  expect(await onPhone(board, closing, [late])).toEqual([0]);
});

test('a reply that waited for the network is judged by the reply window of that time', {
  tag: '@soak',
}, async ({ page, context, board }) => {
  test.slow();
  await enter(page, board.url, board.demo);
  const phone = '15550199177';
  const text = `closing soon ${Date.now()}`;
  const seconds = 40;
  await writes(board, phone, text, Math.floor(Date.now() / 1_000) - 86_400 + seconds);
  const openUntil = Date.now() + seconds * 1_000;
  const address = `${board.url}/api/dashboard/conversations?view=all&limit=100`;
  const found = async () => {
    const { data } = await (await page.request.get(address)).json();
    return data.find((one: { contact: { phone: string } }) => one.contact.phone === phone)?.id ?? null;
  };
  await expect.poll(found).not.toBeNull();
  await page.goto(`${board.url}/inbox/${await found()}`);
  await expect(page.getByTestId('composer')).toBeVisible();
  await context.setOffline(true);
  const late = `too late ${Date.now()}`;
  await sends(page, late);
  await page.waitForTimeout(Math.max(0, openUntil + 1_500 - Date.now()));
  await context.setOffline(false);
  const bubble = page.getByTestId('message-bubble').filter({ hasText: late });
  await expect(bubble).toHaveAttribute('data-status', 'failed', { timeout: 60_000 });
  await expect(page.getByTestId('window-banner')).toBeVisible();
  expect(await onPhone(board, phone, [late])).toEqual([0]);
});

test('a message that cannot be shown breaks its own bubble, and no other', async ({ page, board }) => {
  await enter(page, board.url, board.demo);
  await writes(board, MAYA, 'before the bad one');
  await writes(board, MAYA, 'the bad one');
  await writes(board, MAYA, 'after the bad one');
  await page.route(/\/conversations\/[^/]+\/messages/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('"the bad one"', '{"no":"text"}');
    await route.fulfill({ response: answer, body });
  });
  await page.reload();
  await openChat(page, 'Maya');
  const thread = page.getByTestId('thread');
  await expect(thread.getByText('before the bad one')).toBeVisible();
  await expect(thread.getByText('after the bad one')).toBeVisible();
  await expect(thread.getByText('This message could not be shown')).toHaveCount(1);
});
