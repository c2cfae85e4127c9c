import { expect, test } from './fixtures.ts';
import { axeViolations, complaintsOf, enter, untilAnimationsEnd } from './screens.ts';

test('a conversation is closed with a key, comes back, and is snoozed', async ({
  page,
  board,
  openWindow,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  const second = await openWindow();
  await enter(second, board.url, board.demo);
  const rows = page.getByTestId('conversation-row');
  await rows.first().click();
  await expect(page.getByTestId('toggle-closed')).toBeVisible();
  const id = (await rows.first().getAttribute('data-id')) ?? '';
  const here = page.locator(`[data-testid="conversation-row"][data-id="${id}"]`);
  const there = second.locator(`[data-testid="conversation-row"][data-id="${id}"]`);
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
    await page.getByRole('menuitem', { name: 'Tomorrow, 9:00' }).waitFor();
    await untilAnimationsEnd(page);
    expect(await axeViolations(page, 'light')).toEqual([]);
    await page.getByRole('menuitem', { name: 'Tomorrow, 9:00' }).click();
    await expect(there).toHaveCount(0);
    await second.getByTestId('view-snoozed').click();
    await expect(there).toBeVisible();
    await there.click();
    await second.getByTestId('toggle-closed').click();
    await expect(here).toBeVisible();
  });
  expect(complaints).toEqual([]);
});
