import { lookAt } from '../e2e/screens.ts';
import { connect, customerWrites, expect, keptOffline, signIn, test } from './fixtures.ts';

const MAYA = '15550100123';

test('read messages are available offline, and a typed message is sent once when online again', async ({
  computer,
  board,
}) => {
  const first = await computer.launchSignedIn();
  const seen = `A thing to remember ${Date.now()}`;
  await customerWrites(board, MAYA, seen);
  await first.page.getByTestId('conversation-row').filter({ hasText: seen }).first().click();
  await expect(first.page.getByTestId('thread').getByText(seen)).toBeVisible();
  await keptOffline(first.page, seen);
  await first.desktop.quit();

  const second = await computer.launch({ isOffline: true });
  const page = await second.page();
  const row = page.getByTestId('conversation-row').filter({ hasText: 'A thing to remember' }).first();
  await expect(row).toBeVisible({ timeout: 20_000 });
  await row.click();
  await expect(page.getByTestId('thread').getByText(seen)).toBeVisible();
  await expect(page.getByTestId('offline-banner')).toBeVisible();
  const reply = `Written in the train ${Date.now()}`;
  await page.getByTestId('composer').fill(reply);
  await page.getByTestId('composer').press('Enter');
  const bubble = page.getByTestId('message-bubble').filter({ hasText: reply });
  await expect(bubble).toBeVisible();
  await lookAt(page, 'desktop-offline', ['wide', 'middle', 'narrow']);

  await second.setOffline(false);
  await expect(bubble).toHaveAttribute('data-status', /sent|delivered|read/, { timeout: 30_000 });
  await expect(bubble).toHaveCount(1);
});

test('signing out deletes all data on this computer', async ({ computer, board }) => {
  // With a separate session, so that the session of the other tests stays valid.
  const desktop = await computer.launch();
  const page = await connect(desktop, board.url);
  await signIn(page, board.demo);
  await page.getByTestId('conversation-row').first().click();
  await expect(page.getByTestId('thread')).toBeVisible();
  // There is stored data that could remain.
  await keptOffline(page, 'conversationId');
  await page.getByTestId('user-menu').click();
  await page.getByTestId('sign-out').click();
  await expect(page.getByTestId('login-email')).toBeVisible();
  const left = await page.evaluate(async () => {
    const counts: Record<string, number> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        counts[`${name}/${store}`] = await new Promise((resolve) => {
          const request = database.transaction(store).objectStore(store).count();
          request.onsuccess = () => resolve(request.result);
        });
      }
      database.close();
    }
    return counts;
  });
  expect(
    Object.values(left).reduce((sum, count) => sum + count, 0),
    JSON.stringify(left),
  ).toBe(0);
  await desktop.quit();
});
