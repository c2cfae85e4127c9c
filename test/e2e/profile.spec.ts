import { expect, test } from './fixtures.ts';
import { enter } from './screens.ts';
import { askedBy } from './stored.ts';

test('the density that a person chooses changes the list, and is kept on their device', async ({
  board,
  openWindow,
  signedIn: page,
}) => {
  /** Returns the height of a row, and how far the second row is from the first. */
  const rowsOfList = async () => {
    await page.getByTestId('nav-inbox').click();
    const rows = page.getByTestId('conversation-row');
    await expect(rows.nth(1)).toBeVisible();
    // At one moment: what is above the list may still move it.
    return rows.evaluateAll(([first, second]) => {
      const [one, next] = [first, second].map((row) => row?.getBoundingClientRect());
      return { height: Math.round(one?.height ?? 0), step: Math.round((next?.top ?? 0) - (one?.top ?? 0)) };
    });
  };
  const choose = async (name: string) => {
    await page.goto(`${board.url}/settings/profile`);
    await page.getByTestId('profile-density').getByText(name, { exact: true }).click();
    await expect(page.getByTestId('profile-density').getByRole('radio', { name })).toBeChecked();
  };
  const comfortable = await rowsOfList();
  await choose('Compact');
  const compact = await rowsOfList();
  expect(comfortable.height).toBeGreaterThan(0);
  expect(compact.height).toBeLessThan(comfortable.height);
  expect(compact.step).toBeLessThan(comfortable.step);
  await page.reload();
  expect(await rowsOfList()).toEqual(compact);
  await page.goto(`${board.url}/settings/profile`);
  await expect(page.getByTestId('profile-density').getByRole('radio', { name: 'Compact' })).toBeChecked();
  await choose('Comfortable');
  expect(await rowsOfList()).toEqual(comfortable);

  // On another device, nothing was chosen.
  await choose('Compact');
  const other = await openWindow();
  await enter(other, board.url, board.demo);
  await expect(other.locator('html')).toHaveAttribute('data-density', 'comfortable');
});

test('a person changes their own name, which is then everywhere', async ({
  board,
  openWindow,
  signedIn: page,
}) => {
  const other = await openWindow();
  await enter(other, board.url, board.demo);
  await page.goto(`${board.url}/settings/profile`);
  const name = page.getByTestId('own-name');
  await expect(name).toHaveText('Margit Depot');
  await page.getByTestId('own-name-change').click();
  await expect(page.getByTestId('own-name-field')).toHaveValue('Margit Depot');
  await page.getByTestId('own-name-field').fill('');
  await page.getByTestId('own-name-submit').click();
  await expect(page.getByTestId('own-name-field')).toHaveAttribute('aria-invalid', 'true');
  await page.getByTestId('own-name-field').fill('Margit Souza');
  await page.getByTestId('own-name-submit').click();
  await expect(page.getByTestId('own-name-field')).toHaveCount(0);
  await expect(name).toHaveText('Margit Souza');
  await expect(page.getByTestId('user-menu')).toContainText('Margit Souza');
  expect((await askedBy<{ user: { name: string } }>(page, '/session')).user.name).toBe('Margit Souza');
  await other.goto(`${board.url}/settings/people`);
  await expect(other.getByTestId('member-row').filter({ hasText: 'Margit Souza' })).toHaveCount(1);
  await page.reload();
  await expect(name).toHaveText('Margit Souza');
});
