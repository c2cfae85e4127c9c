import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt } from './screens.ts';

async function openMaya(page: Page): Promise<void> {
  await page.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
  await expect(page.getByTestId('composer')).toBeVisible();
}

test('a draft continues on another device, and of two different ones the person chooses', async ({
  board,
  openWindow,
}) => {
  const [phone, laptop] = [await openWindow(), await openWindow()];
  const complaints = complaintsOf(laptop);
  await Promise.all([enter(phone, board.url, board.demo), enter(laptop, board.url, board.demo)]);
  await openMaya(phone);
  await phone.getByTestId('composer').fill('We can deliver on Friday');
  await openMaya(laptop);
  await expect(laptop.getByTestId('composer')).toHaveValue('We can deliver on Friday');

  await laptop.context().setOffline(true);
  await laptop.getByTestId('composer').fill('We can deliver on Friday morning');
  await phone.getByTestId('composer').fill('We can deliver on Saturday');
  // The other one has stored it: the other order is no conflict there, but one here.
  await phone.waitForResponse((response) => response.url().includes('/drafts/') && response.ok());
  await laptop.context().setOffline(false);
  const card = laptop.getByTestId('draft-conflict');
  await expect(card).toContainText('We can deliver on Saturday');
  await expect(card).toContainText('We can deliver on Friday morning');
  await lookCloselyAt(laptop, 'draft-conflict', ['wide', 'middle', 'phone']);
  await laptop.getByTestId('use-other-draft').click();
  await expect(laptop.getByTestId('composer')).toHaveValue('We can deliver on Saturday');
  await expect(card).toHaveCount(0);

  await laptop.getByTestId('composer-send').click();
  await expect(phone.getByTestId('composer')).toHaveValue('');
  expect(complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});
