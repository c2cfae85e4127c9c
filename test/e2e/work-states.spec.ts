import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { axeViolations, complaintsOf, enter, lookAt, openSettings, untilAnimationsEnd } from './screens.ts';
import { storedConversation } from './stored.ts';

const rowsOf = (page: Page) => page.getByTestId('conversation-row');
const rowOf = (page: Page, id: string) => page.locator(`[data-testid="conversation-row"][data-id="${id}"]`);
const idOf = async (page: Page, at: number) => (await rowsOf(page).nth(at).getAttribute('data-id')) ?? '';
const option = (page: Page, name: string | RegExp) =>
  page.getByTestId('pick-option').filter({ hasText: name });

/** Returns what the server has of conversations, as far as the bar of a selection changes it. */
const storedStates = (page: Page, ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { status, assignee, unreadCount, labels } = await storedConversation(page, id);
      return { status, assignee: assignee?.name ?? null, isUnread: unreadCount > 0, labels: labels.length };
    }),
  );
type State = Awaited<ReturnType<typeof storedStates>>[number];

test('a conversation is closed with a key, comes back, and is snoozed', { tag: '@loop' }, async ({
  page,
  board,
  openWindow,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  const second = await openWindow();
  await enter(second, board.url, board.demo);
  const rows = rowsOf(page);
  await rows.first().click();
  await expect(page.getByTestId('toggle-closed')).toBeVisible();
  const id = await idOf(page, 0);
  const here = rowOf(page, id);
  const there = rowOf(second, id);
  await expect(there).toBeVisible();

  await test.step('E closes it for everyone, and the next one opens', async () => {
    await page.getByTestId('conversation-list').focus();
    await page.keyboard.press('e');
    await expect(here).toHaveCount(0);
    await expect(there).toHaveCount(0);
    await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByTestId('conversation-list')).toBeFocused();
  });

  await test.step('undo brings it back, and opens it again', async () => {
    await page.getByTestId('undo').click();
    await expect(here).toHaveAttribute('aria-selected', 'true');
    await expect(there).toBeVisible();
  });

  await test.step('H snoozes the open one until a chosen time', async () => {
    await page.getByTestId('conversation-list').focus();
    await page.keyboard.press('h');
    await page.getByTestId('snooze-tomorrow').waitFor();
    await untilAnimationsEnd(page);
    expect(await axeViolations(page, 'light')).toEqual([]);
    await page.getByTestId('snooze-at-date').fill('2020-01-01');
    await page.getByTestId('snooze-at-submit').click();
    await expect(page.getByText('Choose a time in the future.')).toBeVisible();
    await page.getByTestId('snooze-tomorrow').focus();
    await page.keyboard.type('tomorrow');
    await expect(page.getByTestId('snooze-said')).toHaveValue('tomorrow');
    await lookAt(page, 'snooze-said', ['wide', 'phone']);
    await page.keyboard.type(' maybe');
    await expect(page.getByTestId('snooze-said-submit')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByText('That is not a time.')).toBeVisible();
    await page.getByTestId('snooze-said').fill('tomorrow 9am');
    await expect(page.getByTestId('snooze-said-submit')).toContainText('9:00');
    await page.keyboard.press('Enter');
    await expect(there).toHaveCount(0);
    await second.getByTestId('view-snoozed').click();
    await expect(there.getByTestId('row-snoozed')).toBeVisible();
    await there.click();
    await second.getByTestId('toggle-closed').click();
    await expect(here).toBeVisible();
  });

  await test.step('A assigns it, and the views follow', async () => {
    // The demo's owner is the one who answered.
    await second.getByTestId('view-mine').click();
    await expect(there).toBeVisible();
    await here.click();
    await page.getByTestId('conversation-list').focus();
    await page.keyboard.press('a');
    await page.getByTestId('pick-search').fill('unass');
    await page.keyboard.press('Enter');
    await expect(here.getByTestId('row-assignee')).toHaveCount(0);
    await expect(there).toHaveCount(0);
    await second.getByTestId('view-unassigned').click();
    await expect(there).toBeVisible();
    await page.getByTestId('undo').click();
    await expect(there).toHaveCount(0);
  });

  await test.step('L puts a new label on it', async () => {
    await page.getByTestId('conversation-list').focus();
    await page.keyboard.press('l');
    await page.getByTestId('pick-search').fill('Refund');
    await page.getByTestId('pick-option').click();
    await expect(page.getByTestId('thread-labels')).toContainText('Refund');
    await expect(option(page, 'Refund')).toBeVisible();
    await page.keyboard.press('Escape');
    await second.getByTestId('nav-inbox').click();
    await expect(there.getByTestId('row-labels')).toBeVisible();
  });

  await test.step('X selects rows, and one undo restores all of them', async () => {
    await page.getByTestId('conversation-list').focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+J');
    await expect(page.getByTestId('bulk-bar')).toContainText('2 selected');
    const before = await rows.count();
    const selected = await page
      .locator('[data-testid="conversation-row"][data-selected]')
      .evaluateAll((all) => all.map((row) => row.getAttribute('data-id') ?? ''));
    const statuses = async () => (await storedStates(page, selected)).map(({ status }) => status);
    expect(await statuses()).toEqual(['open', 'open']);
    await page.keyboard.press('e');
    await expect(there).toHaveCount(0);
    await expect(page.getByTestId('bulk-bar')).toHaveCount(0);
    await expect.poll(statuses).toEqual(['closed', 'closed']);
    await page.getByTestId('undo').click();
    await expect(there).toBeVisible();
    await expect(rows).toHaveCount(before);
    await expect.poll(statuses).toEqual(['open', 'open']);
  });

  await test.step('U marks the open one as unread, and it stays so', async () => {
    await here.click();
    await page.getByTestId('conversation-list').focus();
    await page.keyboard.press('u');
    await expect(there).toHaveAttribute('data-unread', '1');
    await expect(here).toHaveAttribute('data-unread', '1');
  });
  expect(complaints).toEqual([]);
});

test('each button of the bar changes the whole selection, and one undo restores all of it', {
  tag: '@soak',
}, async ({ page, board }) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await rowsOf(page).nth(2).click();
  await expect(page.getByTestId('toggle-closed')).toBeVisible();
  const ids = await Promise.all([1, 2, 3].map((at) => idOf(page, at)));
  // One of them differs from the others, so that each has its own state to come back to.
  await page.request.post(`${board.url}/api/dashboard/conversations/${ids[0]}/unread`);
  await expect(rowOf(page, ids[0] ?? '')).not.toHaveAttribute('data-unread', '0');
  // The open one is read, which takes a moment.
  await expect.poll(async () => (await storedConversation(page, ids[1] ?? '')).unreadCount).toBe(0);
  const before = await storedStates(page, ids);
  const areAll = async (check: (state: State) => boolean) => (await storedStates(page, ids)).every(check);
  const bar = page.getByTestId('bulk-bar');
  const actions: [string, (() => Promise<void>) | null, (state: State) => boolean][] = [
    ['bulk-assign', () => option(page, 'Ida Depot').click(), ({ assignee }) => assignee === 'Ida Depot'],
    ['bulk-unread', null, ({ isUnread }) => isUnread],
    ['bulk-snooze', () => page.getByTestId('snooze-tomorrow').click(), ({ status }) => status === 'snoozed'],
    ['bulk-close', null, ({ status }) => status === 'closed'],
  ];
  for (const [button, choose, check] of actions) {
    await test.step(button, async () => {
      if ((await bar.count()) > 0) await page.getByTestId('bulk-clear').click();
      for (const id of ids) {
        await rowOf(page, id).hover();
        await rowOf(page, id).getByTestId('row-check').click();
      }
      await expect(bar).toContainText('3 selected');
      expect(await areAll(check)).toBe(false);
      await page.getByTestId(button).click();
      await choose?.();
      await expect.poll(() => areAll(check)).toBe(true);
      await page.getByTestId('undo').click();
      await expect.poll(() => storedStates(page, ids)).toEqual(before);
      for (const id of ids) await expect(rowOf(page, id)).toBeVisible();
    });
  }
  expect(complaints).toEqual([]);
});

test('labels are managed, filter the list, and rows are selected with the mouse and a finger @soak', async ({
  page,
  board,
  browser,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  const rows = rowsOf(page);

  await test.step('a label is created, renamed and given a color', async () => {
    await openSettings(page, 'labels');
    await page.getByTestId('label-create').first().click();
    await page.getByTestId('label-submit').click();
    await expect(page.getByText('Enter a name.')).toBeVisible();
    await page.getByTestId('label-name').fill('Wholesale');
    await page.getByTestId('label-color-blue').click();
    await page.getByTestId('label-submit').click();
    const row = page.getByTestId('label-row').filter({ hasText: 'Wholesale' });
    await row.click();
    await page.getByTestId('label-name').fill('Trade');
    await page.getByTestId('label-submit').click();
    await expect(page.getByTestId('label-row').filter({ hasText: 'Trade' })).toBeVisible();
    await expect(row).toHaveCount(0);
    await lookAt(page, 'settings-labels', ['wide', 'phone']);
    await page.getByTestId('label-create').click();
    await page.getByTestId('label-name').fill('trade');
    await page.getByTestId('label-submit').click();
    await expect(page.getByText('A label with this name already exists.')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('Shift and a click select a range, and all of them get the label', async () => {
    await page.getByTestId('nav-inbox').click();
    await rows.nth(1).hover();
    await rows.nth(1).getByTestId('row-check').click();
    await rows.nth(3).click({ modifiers: ['Shift'] });
    await expect(page.getByTestId('bulk-bar')).toContainText('3 selected');
    await page.getByTestId('bulk-label').click();
    await option(page, 'Trade').waitFor();
    await untilAnimationsEnd(page);
    for (const scheme of ['light', 'dark'] as const) expect(await axeViolations(page, scheme)).toEqual([]);
    await option(page, 'Trade').click();
    await expect(rows.nth(2).getByTestId('row-labels')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('bulk-bar')).toHaveCount(0);
  });

  await test.step('the filter is in the address, and is removed', async () => {
    await page.getByTestId('filter').click();
    await page.getByTestId('pick-search').fill('trade');
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(3);
    await page.reload();
    await expect(page.getByTestId('filter-chips')).toContainText('Trade');
    await expect(rows).toHaveCount(3);
    await lookAt(page, 'inbox-filtered', ['wide', 'phone']);
    await page.getByRole('button', { name: 'Remove the filter Trade' }).click();
    await expect(page.getByTestId('filter-chips')).toHaveCount(0);
  });

  await test.step('E works on the open conversation while the list is empty', async () => {
    const id = await idOf(page, 0);
    await rows.first().click();
    await page.getByTestId('view-closed').click();
    await expect(rows).toHaveCount(0);
    await page.getByTestId('conversation-name').click();
    await page.keyboard.press('e');
    await expect(rowOf(page, id)).toBeVisible();
    await page.getByTestId('undo').click();
    await expect(rows).toHaveCount(0);
    await page.getByTestId('view-open').click();
  });

  await test.step('a failure is dismissed', async () => {
    await page.getByTestId('view-failed').click();
    await rows.first().click();
    await page.getByTestId('dismiss-failures').click();
    await expect(rows).toHaveCount(0);
    await page.getByTestId('view-open').click();
  });

  await test.step('a finger that rests on a row selects it, and the bar fits a phone', async () => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const phone = await context.newPage();
    await enter(phone, board.url, board.demo);
    const first = rowsOf(phone).first();
    const { x, y, width, height } = (await first.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const touch = await context.newCDPSession(phone);
    const at = [{ x: x + width / 2, y: y + height / 2 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at });
    await expect(phone.getByTestId('bulk-bar')).toContainText('1 selected');
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await rowsOf(phone).nth(1).tap();
    await expect(phone.getByTestId('bulk-bar')).toContainText('2 selected');
    expect(await axeViolations(phone, 'light')).toEqual([]);
    await phone.getByTestId('bulk-close').click();
    const undo = await phone.getByTestId('undo').boundingBox();
    const tabs = await phone.getByTestId('nav-more').boundingBox();
    expect((undo?.y ?? 0) + (undo?.height ?? 0)).toBeLessThan(tabs?.y ?? 0);
    await phone.getByTestId('undo').click();
    await expect(first).toBeVisible();
    await context.close();
  });

  await test.step('a label that conversations have is deleted', async () => {
    await openSettings(page, 'labels');
    const row = page.getByTestId('label-row').filter({ hasText: 'Trade' });
    await row.getByTestId('label-menu').click();
    await page.getByTestId('label-delete').click();
    await expect(page.getByTestId('label-use')).toHaveText('Used in 3 conversations.');
    await page.getByTestId('confirm').click();
    await expect(row).toHaveCount(0);
  });
  expect(complaints).toEqual([]);
});
