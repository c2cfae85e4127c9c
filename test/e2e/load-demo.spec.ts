import { execSync } from 'node:child_process';
import { expect, test } from './fixtures.ts';
import { complaintsOf, lookCloselyAt } from './screens.ts';
import { type Switchboard, startSwitchboard } from './switchboard.ts';

let board: Switchboard;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  board = await startSwitchboard({ demo: false });
});
test.afterAll(() => board?.stop());

test('a plain start offers the demo, which includes its own platform', { tag: '@soak' }, async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto(board.url);
  await page.getByTestId('setup-demo').click();
  await expect(page.getByTestId('conversation-row').first()).toBeVisible({ timeout: 45_000 });
  expect(await page.getByTestId('conversation-row').count()).toBeGreaterThan(5);
  await lookCloselyAt(page, 'demo-loaded');
  const phone = await page.context().newPage();
  await phone.goto(board.phoneUrl);
  await expect(phone.getByTestId('customer-select')).toBeVisible();
  expect(complaints).toEqual([]);

  // The login and a curl command are printed in the server's terminal.
  await expect.poll(() => board.output()).toMatch(/curl -H/);
  const curl = /^\s*(curl .+)$/m.exec(board.output())?.[1] ?? '';
  const answer = JSON.parse(execSync(curl, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  expect(answer.pagination.total).toBeGreaterThanOrEqual(60);
});
