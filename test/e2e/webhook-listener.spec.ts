import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, lookCloselyAt, openSettings } from './screens.ts';

test('a test listener is opened with one click, shows what it gets, and answers as it is told', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await openSettings(page, 'webhooks');
  await page.getByTestId('listener-open').click();
  await expect(page.getByTestId('endpoint-title')).toHaveText('Test Listener');
  await expect(page.getByTestId('listener-empty')).toBeVisible();
  await lookCloselyAt(page, 'webhook-listener-empty', ['wide', 'phone']);

  const requests = page.getByTestId('listener-request');
  await page.getByTestId('listener-send').click();
  await expect(requests).toHaveCount(1);
  await expect(requests).toContainText('HTTP 200');
  await expect(requests).toContainText('Signature valid');

  // Events of the workspace arrive too; a refused one is tried again by itself.
  await page.getByTestId('listener-error').click();
  await fetch(`${board.phoneUrl}/control/accounts/800000000000001/chats/15550100123/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Is the listener there?' }),
  });
  const received = requests.filter({ hasText: 'message.received' }).filter({ hasText: 'HTTP 500' });
  await expect(received.filter({ hasText: 'Attempt 2' }).first()).toBeVisible({ timeout: 20_000 });
  await received.getByRole('button').first().click();
  await expect(page.getByRole('figure', { name: 'Request body' })).toContainText('Is the listener there?');
  await lookAt(page, 'webhook-listener', ['wide', 'middle', 'phone']);

  // By keyboard: the focus stays in the choice.
  await page.getByRole('radio', { name: '500 error' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('runs into the timeout')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'No answer' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'No answer' })).toBeFocused();
  await page.getByTestId('listener-send').click();
  await expect(requests.filter({ hasText: 'No answer' }).first()).toBeVisible({ timeout: 20_000 });

  await page.goto(`${board.url}/settings/webhooks`);
  await expect(page.getByTestId('endpoint-row').filter({ hasText: 'Test Listener' })).toHaveCount(1);
  await lookCloselyAt(page, 'webhooks-with-listener', ['wide', 'phone']);
  await page.getByTestId('listener-open').click();
  await page.getByTestId('listener-delete').click();
  await expect(page.getByRole('dialog')).toContainText('Everything that it received is deleted with it.');
  await page.getByTestId('confirm').click();
  await expect(page).toHaveURL(/\/settings\/webhooks$/);
  await expect(page.getByTestId('endpoint-row').filter({ hasText: 'Test Listener' })).toHaveCount(0);
  expect(complaints).toEqual([]);
});
