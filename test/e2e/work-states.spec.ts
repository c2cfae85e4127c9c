import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { axeViolations, complaintsOf, enter, untilAnimationsEnd } from './screens.ts';

const rowsOf = (page: Page) => page.getByTestId('conversation-row');
const rowOf = (page: Page, id: string) => page.locator(`[data-testid="conversation-row"][data-id="${id}"]`);
const idOf = async (page: Page, at: number) => (await rowsOf(page).nth(at).getAttribute('data-id')) ?? '';
const option = (page: Page, name: string | RegExp) =>
  page.getByTestId('pick-option').filter({ hasText: name });

test('a conversation is closed with a key, comes back, and is snoozed', async ({
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
    await page.getByTestId('snooze-at').fill('2020-01-01T09:00');
    await page.getByTestId('snooze-at-submit').click();
    await expect(page.getByText('Choose a time in the future.')).toBeVisible();
    await page.getByTestId('snooze-tomorrow').click();
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
    await untilAnimationsEnd(page);
    expect(await axeViolations(page, 'light')).toEqual([]);
    await page.keyboard.press('Escape');
    await second.getByTestId('nav-inbox').click();
    await expect(there.getByTestId('row-labels')).toBeVisible();
  });

  await test.step('X selects rows, and one undo restores all of them', async () => {
    await page.getByTestId('conversation-list').focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+J');
    await expect(page.getByTestId('bulk-bar')).toContainText('2 selected');
    await untilAnimationsEnd(page);
    expect(await axeViolations(page, 'light')).toEqual([]);
    const before = await rows.count();
    await page.keyboard.press('e');
    await expect(there).toHaveCount(0);
    await expect(page.getByTestId('bulk-bar')).toHaveCount(0);
    await page.getByTestId('undo').click();
    await expect(there).toBeVisible();
    await expect(rows).toHaveCount(before);
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
