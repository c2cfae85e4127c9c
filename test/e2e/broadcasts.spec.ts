import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt } from './screens.ts';
import { customerWrites } from './switchboard.ts';

const PEOPLE = [
  { phone: '15550100901', name: 'Ada Wave' },
  { phone: '15550100902', name: 'Ben Wave' },
  { phone: '15550100903', name: 'Cleo Wave' },
  { phone: '15550100904', name: 'Dora Wave', marketing: 'unsubscribed' },
];

test('an owner sends a broadcast to a tag, sees who is left out, and what came of it', {
  tag: '@loop',
}, async ({ board, openWindow }) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  const headers = { authorization: `Bearer ${board.demo.apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ contacts: PEOPLE.map((person) => ({ ...person, tags: ['wave'] })) });
  const stored = await fetch(`${board.url}/api/v1/contacts/batch`, { method: 'POST', headers, body });
  expect(stored.status).toBe(200);

  await enter(page, board.url, board.demo);
  await page.getByTestId('nav-broadcasts').click();
  await expect(page.getByText('No broadcasts yet')).toBeVisible();
  await lookCloselyAt(page, 'broadcasts-empty', ['wide', 'phone']);

  await page.getByTestId('broadcast-new').click();
  await expect(page.getByTestId('broadcast-next')).toBeDisabled();
  await page.getByTestId('broadcast-name').fill('Spring sale');
  await page.getByTestId('broadcast-template').click();
  await page.getByRole('option', { name: /order_update/ }).click();
  const variables = page.getByRole('combobox', { name: /^Variable/ });
  await variables.first().click();
  await page.getByRole('option', { name: 'First name' }).click();
  await page.getByTestId('broadcast-value-body.1').fill('there');
  await page.getByTestId('broadcast-value-body.2').fill('4711');
  await lookCloselyAt(page, 'broadcasts-template', ['wide', 'phone']);
  await page.getByTestId('broadcast-next').click();

  await page.getByTestId('broadcast-tag').fill('wave');
  const preview = page.getByTestId('broadcast-preview');
  await expect(preview).toContainText('3');
  await expect(preview).toContainText('Unsubscribed: 1');
  await lookCloselyAt(page, 'broadcasts-audience', ['wide', 'phone']);
  // Until those of another tag are counted, the number on the screen is not theirs, and leads nowhere.
  await page.route('**/broadcasts/preview', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.getByTestId('broadcast-tag').fill('wav');
  await expect(page.getByTestId('broadcast-next')).toBeDisabled({ timeout: 900 });
  await page.unroute('**/broadcasts/preview');
  await page.getByTestId('broadcast-tag').fill('wave');
  await expect(page.getByTestId('broadcast-next')).toBeEnabled();
  await page.getByTestId('broadcast-next').click();
  await expect(preview).toContainText('Ada');
  await expect(preview).not.toContainText('{{');
  await lookCloselyAt(page, 'broadcasts-confirm', ['wide', 'phone']);
  await page.getByTestId('broadcast-send').click();

  await expect(page.getByRole('heading', { name: 'Spring sale' })).toBeVisible();
  await expect(page.getByTestId('broadcast-count-sent')).toContainText('3', { timeout: 20_000 });
  await expect(page.getByTestId('broadcast-count-excluded')).toContainText('1');
  await expect(page.getByTestId('recipient-row')).toHaveCount(4);
  await expect(page.getByTestId('recipient-row').filter({ hasText: 'Dora' })).toContainText('Unsubscribed');
  await lookCloselyAt(page, 'broadcast', ['wide', 'middle', 'phone']);
  const excluded = page.getByTestId('broadcast-count-excluded').getByRole('button');
  await excluded.click();
  await expect(page).toHaveURL(/result=excluded/);
  await expect(page.getByTestId('recipient-row')).toHaveCount(1);
  await expect(page.getByTestId('recipient-row')).toContainText('Dora');
  await excluded.click();
  await expect(page.getByTestId('recipient-row')).toHaveCount(4);

  await page.getByTestId('nav-broadcasts').click();
  await expect(page.getByTestId('broadcast-row')).toHaveCount(1);
  await lookCloselyAt(page, 'broadcasts', ['wide', 'phone']);

  // In the inbox, what a customer answers to has the name of the broadcast.
  await customerWrites(board.phoneUrl, '15550100901', 'Do you have it in green?');
  await page.getByTestId('nav-inbox').click();
  await page.getByTestId('conversation-row').filter({ hasText: 'Do you have it in green?' }).click();
  const sent = page.getByTestId('message-bubble').filter({ hasText: 'Broadcast: Spring sale' });
  await expect(sent).toHaveAttribute('data-status', /sent|delivered|read/);
  await expect(page.getByTestId('message-bubble')).toHaveCount(2);
  expect(complaints).toEqual([]);
});
