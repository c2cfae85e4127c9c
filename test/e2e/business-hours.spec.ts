import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, lookCloselyAt, typeTime } from './screens.ts';
import { customerWrites } from './switchboard.ts';

test('an owner sets business hours and a target, and the inbox shows what is overdue', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/settings/business-hours`);
  await page.getByTestId('hours-kind').getByText('Set hours').click();
  const monday = page.getByTestId('hours-day-1');
  await typeTime(monday.getByRole('group', { name: 'To, Monday' }), 8, 0);
  await expect(monday.getByRole('alert')).toContainText('must end after they start');
  await expect(page.getByTestId('hours-save')).toBeDisabled();
  await typeTime(monday.getByRole('group', { name: 'To, Monday' }), 17, 30);
  await page.getByTestId('closed-day-date').fill('2026-12-25');
  await page.getByTestId('closed-day-add').click();
  await expect(page.getByTestId('closed-day')).toHaveCount(1);
  await page.getByTestId('closed-day-date').fill('2026-12-26');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Boxing Day');
  await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
  await expect(page.getByTestId('closed-day')).toHaveCount(2);
  await expect(page.getByTestId('closed-day').last()).toContainText('Boxing Day');
  await lookAt(page, 'business-hours', ['wide', 'middle', 'phone']);
  await page.getByTestId('hours-kind').getByText('Always open').click();
  for (const target of ['target-first', 'target-next']) {
    await page.getByTestId(target).click();
    await page.getByRole('option', { name: '15 minutes' }).click();
  }
  await page.getByTestId('hours-save').click();
  await expect(page.getByTestId('hours-save')).toBeDisabled();

  await page.getByTestId('nav-inbox').click();
  await page.getByRole('link', { name: /^Overdue/ }).click();
  const late = page.getByTestId('row-due').first();
  await expect(late).toContainText('late');
  const row = page
    .getByTestId('conversation-row')
    .filter({ has: page.getByTestId('row-due') })
    .first();
  await expect(row).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(late).toHaveAttribute('data-due', 'over');
  await lookCloselyAt(page, 'overdue', ['wide', 'middle', 'phone']);

  await test.step('what is due soon has another colour than what is overdue', async () => {
    const colorOf = (mark: Locator) => mark.evaluate((element) => getComputedStyle(element).color);
    const overdue = await colorOf(late);
    const text = 'Can you answer within a quarter of an hour?';
    await customerWrites(board.phoneUrl, '15550109311', text);
    await page.getByTestId('nav-inbox').click();
    const row = page.getByTestId('conversation-row').filter({ hasText: text });
    const soon = row.getByTestId('row-due');
    await expect(soon).toContainText('left');
    await expect(soon).toHaveAttribute('data-due', 'soon');
    expect(await colorOf(soon)).not.toBe(overdue);
    await expect(row).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  });
  expect(complaints).toEqual([]);
});
