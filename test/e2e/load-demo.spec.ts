import { expect, test } from '@playwright/test';
import { complaintsOf, lookAt } from './screens.ts';
import { type Switchboard, startSwitchboard } from './switchboard.ts';

let board: Switchboard;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  board = await startSwitchboard({ demo: false });
});
test.afterAll(() => board?.stop());

test('a plain start offers the demo, which brings its own platform', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto(board.url);
  await page.getByTestId('setup-demo').click();
  await expect(page.getByTestId('conversation-row').first()).toBeVisible({ timeout: 45_000 });
  expect(await page.getByTestId('conversation-row').count()).toBeGreaterThan(5);
  await lookAt(page, 'demo-loaded');
  const phone = await page.context().newPage();
  await phone.goto(board.phoneUrl);
  await expect(phone.getByTestId('customer-select')).toBeVisible();
  expect(complaints).toEqual([]);
});
