import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt } from './screens.ts';

test('a narrowed view is saved, opened from the sidebar, renamed and deleted', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.getByTestId('view-waiting').click();
  await page.getByTestId('filter').click();
  await page.getByTestId('filter-picker').getByText('Unread').click();
  await page.getByTestId('save-view').click();
  await page.getByTestId('save-view-name').fill('Waiting and unread');
  await lookCloselyAt(page, 'save-view', ['wide', 'phone']);
  await page.getByTestId('save-view-submit').click();
  const saved = page.getByTestId('saved-view');
  await expect(saved).toHaveText(/^Waiting and unread[1-9]\d*$/);
  await expect(saved).toHaveAttribute('aria-current', 'page');
  await expect(page.getByTestId('view-menu')).toContainText('Waiting and unread');
  await lookCloselyAt(page, 'saved-view', ['wide', 'middle', 'phone']);

  await page.getByTestId('view-closed').click();
  await expect(saved).not.toHaveAttribute('aria-current', 'page');
  await page.reload();
  await saved.click();
  await expect(page).toHaveURL(/view=waiting.*unread=true/);
  await page.getByTestId('saved-view-menu').click();
  await page.getByTestId('saved-view-rename').click();
  await page.getByTestId('save-view-name').fill('To do');
  await page.getByTestId('save-view-submit').click();
  await expect(saved).toContainText('To do');

  await test.step('a second one is moved above it', async () => {
    await page.getByTestId('view-snoozed').click();
    await page.getByTestId('filter').click();
    await page.getByTestId('filter-picker').getByText('Unread').click();
    await page.getByTestId('save-view').click();
    await page.getByTestId('save-view-name').fill('Later');
    await page.getByTestId('save-view-submit').click();
    await expect(saved).toHaveCount(2);
    await expect(saved.last()).toContainText('Later');
    await page.getByTestId('saved-view-menu').click();
    await lookCloselyAt(page, 'saved-view-menu', ['wide', 'phone']);
    await page.getByTestId('saved-view-up').click();
    await expect(saved.first()).toContainText('Later');
    await page.getByTestId('saved-view-menu').click();
    await expect(page.getByTestId('saved-view-up')).toHaveAttribute('data-disabled', 'true');
    await page.getByTestId('saved-view-remove').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
    await expect(saved).toHaveCount(1);
    await saved.click();
  });
  await page.getByTestId('saved-view-menu').click();
  await page.getByTestId('saved-view-remove').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
  await expect(saved).toHaveCount(0);
  await expect(page).toHaveURL(/view=waiting$/);
  expect(complaints).toEqual([]);
});
