import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt, openContact } from './screens.ts';

test('a customer who writes STOP is unsubscribed; a contact is blocked, found by it, and unblocked', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await fetch(`${board.phoneUrl}/control/accounts/800000000000001/chats/15550100123/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Stop' }),
  });
  await page.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
  await expect(page.getByTestId('thread').getByText('Reply START')).toBeVisible();
  const pane = page.getByTestId('context-pane');
  await openContact(page);
  await expect(pane.getByTestId('contact-marketing')).toContainText('Unsubscribed');
  await pane.getByTestId('contact-block').scrollIntoViewIfNeeded();
  await lookCloselyAt(page, 'consent', ['wide', 'middle']);

  await pane.getByTestId('contact-block').click();
  await lookCloselyAt(page, 'consent-block', ['wide']);
  await page.getByTestId('confirm').click();
  await expect(page.getByTestId('blocked-banner')).toBeVisible();
  await expect(page.getByTestId('composer')).toHaveCount(0);
  await lookCloselyAt(page, 'consent-blocked', ['wide', 'middle', 'phone']);

  await page.getByTestId('nav-contacts').click();
  await page.getByTestId('contact-filter').click();
  await page.getByTestId('contact-blocked-filter').click();
  await page.getByRole('option', { name: 'Yes' }).click();
  await page.keyboard.press('Escape');
  const rows = page.getByTestId('contact-row');
  await expect(rows).toHaveCount(1);
  await expect(rows.getByTestId('contact-blocked')).toBeVisible();
  await lookCloselyAt(page, 'contacts-blocked', ['wide', 'middle', 'phone']);
  await rows.getByTestId('contact-message').click();
  await pane.getByTestId('contact-unblock').click();
  await page.getByTestId('confirm').click();
  await expect(page.getByTestId('composer')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a custom field is defined in the settings, and filled in beside a conversation', {
  tag: '@soak',
}, async ({ board, openWindow }) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/settings/contact-fields`);
  await lookCloselyAt(page, 'settings-contact-fields-empty', ['wide', 'phone']);
  for (const name of ['Customer number', 'Birthday', 'Plan']) {
    await page.getByTestId('field-create').click();
    await page.getByTestId('field-name').fill(name);
    if (name !== 'Customer number') {
      await page.getByTestId('field-type').click();
      await page.getByRole('option', { name: name === 'Plan' ? 'Choice' : 'Date' }).click();
    }
    if (name === 'Plan') {
      await page.getByTestId('field-options').fill('Free');
      await page.getByTestId('field-options').press('Enter');
      await lookCloselyAt(page, 'settings-contact-field-form', ['wide', 'phone']);
    }
    await page.getByTestId('field-submit').click();
    await expect(page.getByTestId('field-row').filter({ hasText: name })).toBeVisible();
  }
  await lookCloselyAt(page, 'settings-contact-fields', ['wide', 'middle', 'phone']);

  await page.goto(`${board.url}/inbox`);
  await page.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
  const pane = page.getByTestId('context-pane');
  await openContact(page);
  const field = pane.getByTestId('attribute-customer_number');
  const add = async (key: string, value: string) => {
    await pane.getByTestId('contact-add-detail').click();
    await page.getByTestId(`contact-add-attribute-${key}`).click();
    await pane.getByTestId(`attribute-${key}-field`).fill(value);
    await page.keyboard.press('Enter');
  };
  await add('customer_number', 'K-4711');
  await expect(pane.getByRole('img', { name: 'Saved' })).toBeVisible();
  await add('birthday', '1990-05-17');
  await expect(pane.getByTestId('attribute-birthday')).toHaveText('May 17, 1990');
  await lookCloselyAt(page, 'contact-attributes', ['wide', 'middle', 'phone']);
  await page.reload();
  await page.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
  await expect(field).toHaveText('K-4711');

  await page.getByTestId('nav-contacts').click();
  await page.getByTestId('contact-filter').click();
  await page.getByTestId('contact-field-filter').click();
  await page.getByRole('option', { name: 'Customer number' }).click();
  await page.getByTestId('contact-field-value').fill('k-4711');
  const rows = page.getByTestId('contact-row');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Maya');
  await lookCloselyAt(page, 'contacts-field-filter', ['wide', 'middle', 'phone']);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByTestId('contact-filter').click();
  await page.getByTestId('contact-field-value').fill('nobody');
  await expect(page.getByText('No contact matches all filters.')).toBeVisible();

  // A date and a number are a range, each end of which may be left open.
  await page.getByTestId('contact-field-filter').click();
  await page.getByRole('option', { name: 'Birthday' }).click();
  await page.getByTestId('contact-field-from').fill('05/01/1990');
  await page.getByTestId('contact-field-from').press('Tab');
  await expect(rows).toHaveCount(1);
  await expect(page.getByTestId('filter-mark-attribute')).toContainText('from May 1, 1990');
  await page.getByTestId('contact-field-to').fill('05/16/1990');
  await page.getByTestId('contact-field-to').press('Tab');
  await expect(page.getByText('No contact matches all filters.')).toBeVisible();
  await expect(page.getByTestId('filter-mark-attribute')).toContainText('May 1, 1990 to May 16, 1990');
  await page.getByTestId('contact-field-to').fill('05/17/1990');
  await page.getByTestId('contact-field-to').press('Tab');
  await expect(rows).toContainText('Maya');
  await lookCloselyAt(page, 'contacts-field-range', ['wide', 'phone']);
  expect(complaints).toEqual([]);
});
