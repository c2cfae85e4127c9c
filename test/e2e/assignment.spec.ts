import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, lookCloselyAt } from './screens.ts';
import { askedBy } from './stored.ts';
import { customerWrites } from './switchboard.ts';

test('conversations are assigned in turn to people who are available', async ({ board, openWindow }) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/settings/assignment`);
  await page.getByTestId('assignment-mode').getByText('Round robin').click();
  await page.getByTestId('assignment-capacity').fill('40');
  await page.getByLabel('Sam Okonkwo').uncheck();
  await page.getByTestId('assignment-idle').click();
  await page.getByRole('option', { name: 'After 15 minutes' }).click();
  await page.getByTestId('assignment-save').click();
  await expect(page.getByText('Assignment rules saved')).toBeVisible();
  await page.reload();
  await expect(page.getByTestId('assignment-capacity')).toHaveValue('40');
  await expect(page.getByLabel('Sam Okonkwo')).not.toBeChecked();
  await expect(page.getByTestId('assignment-idle')).toHaveValue('After 15 minutes');

  await test.step('a customer who writes now gets someone who takes part, which the inbox shows', async () => {
    const phone = '15550109411';
    const inbox = await openWindow();
    await enter(inbox, board.url, board.demo);
    await customerWrites(board.phoneUrl, phone, 'Who answers me?');
    type Found = { data: { assignee: { name: string } | null }[] };
    const assignee = async () =>
      (await askedBy<Found>(inbox, `/conversations?search=${phone}`)).data[0]?.assignee?.name ?? '';
    await expect.poll(assignee).toMatch(/^(Margit|Ida) Depot$/);
    const row = inbox.getByTestId('conversation-row').filter({ hasText: 'Who answers me?' });
    await expect(row.getByTestId('row-assignee')).toContainText(await assignee());
  });

  await test.step('what a colleague saves is shown, and takes nothing away that is typed', async () => {
    const other = await openWindow();
    await enter(other, board.url, board.demo);
    await other.goto(`${board.url}/settings/assignment`);
    await page.getByTestId('assignment-capacity').fill('41');
    await other.getByTestId('assignment-idle').click();
    await other.getByRole('option', { name: 'After 30 minutes' }).click();
    await other.getByTestId('assignment-save').click();
    await expect(page.getByTestId('assignment-idle')).toHaveValue('After 30 minutes');
    await expect(page.getByTestId('assignment-capacity')).toHaveValue('41');
    await page.getByTestId('assignment-save').click();
    await expect(other.getByTestId('assignment-capacity')).toHaveValue('41');
    await other.close();
  });

  await page.getByTestId('user-menu').click();
  await page.getByTestId('away').click();
  await expect(page.getByTestId('user-menu')).toContainText('Away');
  await lookAt(page, 'assignment', ['wide', 'middle', 'phone']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByTestId('user-menu').click();
  await lookCloselyAt(page, 'user-menu-away', ['wide']);
  await page.getByTestId('available').click();
  await expect(page.getByTestId('user-menu')).not.toContainText('Away');

  await page.getByTestId('assignment-idle').click();
  await page.getByRole('option', { name: 'Never' }).click();
  await page.getByTestId('assignment-mode').getByText('Manual').click();
  await page.getByTestId('assignment-save').click();
  await expect(page.getByTestId('assignment-capacity')).toHaveCount(0);
  expect(complaints).toEqual([]);
});
