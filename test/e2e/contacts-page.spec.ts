import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt } from './screens.ts';

test('contacts are filtered, saved as a segment, sorted, edited in their rows, and changed together with undo', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.getByTestId('nav-contacts').click();
  const rows = page.getByTestId('contact-row');
  await expect(rows.first()).toBeVisible();
  await lookCloselyAt(page, 'contacts-page', ['wide', 'middle', 'phone']);

  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Last wrote' }).click();
  await expect(page).toHaveURL(/sort=seen/);
  await page.getByTestId('contact-columns').click();
  await page.getByTestId('contact-column-added').click();
  await page.getByTestId('contact-column-marketing').click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Marketing' })).toBeVisible();

  const first = rows.first();
  const name = (await first.getByTestId('contact-open').textContent()) ?? '';
  await first.getByTestId('contact-status').click();
  await page.getByTestId('contact-status-warm').click();
  await expect(first.getByTestId('contact-status')).toContainText('Warm');
  await first.hover();
  await first.getByTestId('contact-tags-edit').click();
  await page.getByTestId('contact-tags-input').fill('from row');
  await page.keyboard.press('Enter');
  await expect(first.getByRole('button', { name: 'from row' })).toBeVisible();
  await page.keyboard.press('Escape');

  // A click anywhere in the row opens the contact, and the address names it.
  await first.click({ position: { x: 720, y: 6 } });
  const pane = page.getByRole('dialog', { name: 'Contact' });
  await expect(pane).toContainText(name);
  await expect(page).toHaveURL(/contact=ct_/);
  await lookCloselyAt(page, 'contacts-pane', ['wide', 'phone']);
  await page.getByTestId('contact-section-history').click();
  const history = page.getByRole('list', { name: 'History' }).getByTestId('timeline-item');
  await expect(history.first()).toContainText('from row');
  await expect(history.nth(1)).toContainText('Warm');
  await lookCloselyAt(page, 'contacts-timeline', ['wide', 'phone']);
  await page.keyboard.press('Escape');
  await expect(pane).toHaveCount(0);

  await page.getByTestId('contact-filter').click();
  await lookCloselyAt(page, 'contacts-filter', ['wide', 'phone']);
  await page.getByTestId('filter-status').click();
  await page.getByRole('option', { name: 'Warm' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('filter-mark-status')).toContainText('Warm');
  await page.getByTestId('segment-new').click();
  await page.getByTestId('segment-name').fill('Warm ones');
  await page.getByTestId('segment-submit').click();
  const count = await rows.count();
  await expect(page.getByTestId('segment')).toContainText(`Warm ones${count}`);
  await expect(page.getByTestId('segment')).toHaveAttribute('aria-pressed', 'true');

  await page.getByTestId('contact-select-page').click();
  await expect(page.getByTestId('contact-bulk')).toContainText(`${count} selected`);
  await lookCloselyAt(page, 'contacts-bulk', ['wide', 'middle', 'phone']);
  await page.getByTestId('contact-bulk-tag').click();
  await page.getByTestId('contact-bulk-tags').fill('together');
  await page.keyboard.press('Enter');
  await page.getByTestId('contact-bulk-submit').click();
  const action = page.getByTestId('contact-action');
  await expect(action).toContainText(`Added “together” to ${count} contact`);
  await expect(rows.getByTitle(/together/)).toHaveCount(count);
  await lookCloselyAt(page, 'contacts-action', ['wide', 'phone']);
  await action.getByTestId('contact-action-undo').click();
  await expect(action).toContainText('Undone');
  await expect(rows.getByTitle(/together/)).toHaveCount(0);

  await rows.first().getByTestId('contact-select').click();
  await page.getByTestId('contact-bulk-delete').click();
  await page.getByTestId('confirm').click();
  const deletion = action.filter({ hasText: 'will be deleted at' });
  await expect(deletion).toHaveCount(1);
  await deletion.getByTestId('contact-action-undo').click();
  await expect(action.filter({ hasText: 'Deletion stopped' })).toHaveCount(1);
  await expect(rows).toHaveCount(count);

  // A link away from the filter clears the marks.
  await page.getByTestId('contact-select-page').click();
  await page.getByTestId('nav-contacts').click();
  await expect(page).not.toHaveURL(/status=/);
  await expect(page.getByTestId('contact-bulk')).toHaveCount(0);
  // What is marked before the list of a filter is there waits for it: the total is still that of the list before.
  let release = () => {};
  const shown = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/contact-pages?*', async (route) => {
    await shown;
    await route.continue();
  });
  await page.getByTestId('contact-search').fill('a');
  await expect(page).toHaveURL(/search=a/);
  await rows.first().getByTestId('contact-select').click();
  await expect(page.getByTestId('contact-bulk-delete')).toBeDisabled();
  release();
  await expect(page.getByTestId('contact-bulk-delete')).toBeEnabled();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(complaints).toEqual([]);
});

test('a number is looked for with the decimal comma of Portuguese', async ({ board, browser }) => {
  const page = await browser.newPage({ locale: 'pt-BR' });
  await enter(page, board.url, board.demo);
  const made = await page.request.post(`${board.url}/api/dashboard/contact-fields`, {
    data: { key: 'weight', name: 'Peso', type: 'number' },
  });
  expect(made.status()).toBe(201);
  await page.goto(`${board.url}/contacts`);
  await page.getByTestId('contact-filter').click();
  await page.getByTestId('contact-field-filter').click();
  await page.getByRole('option', { name: 'Peso' }).click();
  const from = page.getByTestId('contact-field-from');
  await from.fill('um');
  await expect(page.getByText('Digite um número, como 1,5')).toBeVisible();
  await expect(page).not.toHaveURL(/attribute=/);
  await from.fill('1,5');
  await expect(page).toHaveURL(/attribute=weight(:|%3A)1\.5\.\./);
  await expect(page.getByText('Digite um número, como 1,5')).toHaveCount(0);
  await page.close();
});
