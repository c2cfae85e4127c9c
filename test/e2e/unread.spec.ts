import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt } from './screens.ts';
import { customerWrites } from './switchboard.ts';

const PHONE = '15550109944';
const UNREAD = 75;

/** Returns how many messages of the conversation the server has as unread. */
async function unreadOf(page: Page): Promise<number> {
  const answer = await page.request.get(
    new URL(`/api/dashboard/conversations?search=${PHONE}`, page.url()).href,
  );
  const { data } = (await answer.json()) as { data: { unreadCount: number }[] };
  return data[0]?.unreadCount ?? -1;
}

/** Writes numbered messages. The first and the last one arrive as such: callbacks overtake each other. */
async function writeMany(page: Page, phoneUrl: string, text: string, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    if (number === count) await expect.poll(() => unreadOf(page)).toBe(count - 1);
    await customerWrites(phoneUrl, PHONE, `${text} ${number}`);
    if (number === 1) await expect.poll(() => unreadOf(page)).toBe(1);
  }
  await expect.poll(() => unreadOf(page)).toBe(count);
}

test('the first unread message is found among more than are loaded, and what nobody saw stays unread', async ({
  page,
  board,
}) => {
  const complaints = complaintsOf(page);
  await customerWrites(board.phoneUrl, PHONE, 'read before');
  await enter(page, board.url, board.demo);
  await page.getByTestId('conversation-row').filter({ hasText: 'read before' }).click();
  await expect.poll(() => unreadOf(page)).toBe(0);
  await page.goto(`${board.url}/contacts`);
  await writeMany(page, board.phoneUrl, 'unread', UNREAD);

  await page.goto(`${board.url}/inbox`);
  await page
    .getByTestId('conversation-row')
    .filter({ hasText: `unread ${UNREAD}` })
    .click();
  const bubbles = page.getByTestId('message-bubble');
  const line = page.locator('[data-unread-line]');
  const jump = page.getByTestId('jump-to-unread');
  let marked = '';
  let linkedId = '';

  await test.step('the line is above the first unread message, which a button leads to', async () => {
    await expect(bubbles.last()).toContainText(`unread ${UNREAD}`);
    await expect(jump).toHaveText(`${UNREAD} new messages`);
    await lookCloselyAt(page, 'first-unread', ['wide', 'phone']);
    await expect(line).toHaveCount(0);
    await jump.click();
    await expect(line).toBeInViewport();
    await expect(page.locator('div:has(> [data-unread-line])')).toContainText('unread 1');
    await expect(jump).toHaveCount(0);
  });

  await test.step('what arrives below the screen is not read until a person looks', async () => {
    await expect.poll(() => unreadOf(page)).toBe(0);
    await customerWrites(board.phoneUrl, PHONE, 'nobody sees this yet');
    await expect.poll(() => unreadOf(page)).toBe(1);
    await page.getByTestId('thread').hover();
    await page.mouse.wheel(0, 120);
    await page.waitForTimeout(2_500);
    expect(await unreadOf(page)).toBe(1);
    await page.getByTestId('jump-to-latest').click();
    await expect(bubbles.last()).toContainText('nobody sees this yet');
    await expect.poll(() => unreadOf(page)).toBe(0);
  });

  await test.step('what is scrolled past counts as read, and what is below does not', async () => {
    await page.goto(`${board.url}/contacts`);
    await writeMany(page, board.phoneUrl, 'later', 40);
    const { data } = (await (
      await page.request.get(`${board.url}/api/dashboard/conversations?search=${PHONE}`)
    ).json()) as { data: { id: string }[] };
    const { data: messages } = (await (
      await page.request.get(`${board.url}/api/dashboard/conversations/${data[0]?.id}/messages?limit=50`)
    ).json()) as { data: { id: string; content: string }[] };
    const first = messages.find(({ content }) => content === 'later 1');
    expect(first).toBeDefined();
    await page.goto(`${board.url}/inbox/${data[0]?.id}?message=${first?.id}`);
    await expect(page.locator('article[data-marked]')).toContainText('later 1');
    await expect.poll(() => unreadOf(page)).toBeLessThan(40);
    expect(await unreadOf(page)).toBeGreaterThan(10);
    await page.getByTestId('jump-to-latest').click();
    await expect.poll(() => unreadOf(page)).toBe(0);
    linkedId = first?.id ?? '';
    marked = `${board.url}/inbox/${data[0]?.id}?message=${linkedId}`;
  });

  await test.step('who scrolls down from a linked message at once is not brought back to it', async () => {
    const thread = page.getByTestId('thread');
    const message = page.locator(`article[data-id="${linkedId}"]`);
    await page.goto(marked);
    // The mouse is over the list before the message is there.
    await page.mouse.move(700, 300);
    await expect(message).toBeInViewport();
    // Before that, the list takes no wheel.
    await expect(page.locator('[data-placed]')).toHaveCount(1);
    // Not as far as the end of the list, which is estimated until its rows are drawn.
    await page.mouse.wheel(0, 500);
    await expect(message).not.toBeInViewport();
    const reached = await thread.evaluate(async (list, id) => {
      const from = performance.now();
      let lowest = Number.POSITIVE_INFINITY;
      // Longer than the place of a marked message is corrected.
      while (performance.now() - from < 2_500) {
        const bubble = list.querySelector(`article[data-id="${id}"]`);
        const below = bubble ? list.getBoundingClientRect().top - bubble.getBoundingClientRect().bottom : 0;
        lowest = Math.min(lowest, bubble ? below : lowest);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return lowest;
    }, linkedId);
    expect(reached).toBeGreaterThan(0);
    expect(reached).toBeLessThan(Number.POSITIVE_INFINITY);
  });

  await test.step('a list that its scroll bar or a screen reader has moved stays there', async () => {
    await page.getByTestId('jump-to-latest').click();
    await expect(bubbles.last()).toBeInViewport();
    // Nobody is there sooner, and what moves at once is the list.
    await page.waitForTimeout(700);
    await page.getByTestId('thread').evaluate((list) => list.scrollBy({ top: -400 }));
    await expect(page.getByTestId('jump-to-latest')).toBeVisible();
    await customerWrites(board.phoneUrl, PHONE, 'below the screen');
    await expect(page.getByTestId('jump-to-latest')).toHaveText('1 new message');
    await expect(page.getByTestId('thread').getByText('below the screen')).not.toBeInViewport();
  });
  expect(complaints).toEqual([]);
});
