import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt } from './screens.ts';

test('a file with problems is mapped again, imported and undone; a filtered list is exported', {
  tag: '@loop',
}, async ({ board, openWindow }) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.getByTestId('nav-contacts').click();
  await page.getByTestId('contact-import').click();
  const file = page.getByTestId('import-choose').locator('xpath=..').locator('input[type=file]');
  const choose = (name: string, text: string) =>
    file.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('broken.csv', 'Name,Phone\n"Ana,1\n');
  await expect(page.getByText('is never closed')).toBeVisible();
  // The same file can be chosen again.
  await expect(file).toHaveValue('');
  // A file without problems has no rows to download.
  await choose('clean.csv', 'Name,Phone\nImported Cleo,+15550310009\n');
  await page.getByTestId('import-check').click();
  await expect(page.getByTestId('import-count-new')).toContainText('1');
  await expect(page.getByTestId('import-rejected')).toHaveCount(0);
  await page.getByTestId('import-remove').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete import' }).click();
  await expect(page.getByTestId('import-choose')).toBeVisible();

  const rows = [
    'Name;Phone;Second phone;Tags',
    'Imported Ana;12;+1 555 031 0001;imported',
    'Imported Bia;13;+1 555 031 0002;imported',
    'Imported again;14;+1 555 031 0002;imported',
    'Without number;;;',
  ];
  await choose('people.csv', rows.join('\n'));
  await page.getByTestId('import-check').waitFor();
  await page.getByTestId('import-tags').fill('Fair 2026');
  await page.keyboard.press('Enter');
  await lookCloselyAt(page, 'contact-import-map', ['wide', 'middle', 'phone']);
  await page.getByTestId('import-check').click();
  await expect(page.getByTestId('import-count-faulty')).toContainText('4');
  await expect(page.getByTestId('import-problem').first()).toContainText('Phone:');
  await expect(page.getByTestId('import-problem').last()).toContainText('Has no phone number');
  await expect(page.getByTestId('import-commit')).toBeDisabled();
  await lookCloselyAt(page, 'contact-import-problems', ['wide', 'middle', 'phone']);

  await page.getByTestId('import-remap').click();
  const choice = async (column: number, name: string) => {
    await page.getByTestId(`import-target-${column}`).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await choice(1, 'Phone number');
  await choice(2, 'Phone number');
  await page.getByTestId('import-check').click();
  await expect(page.getByTestId('import-count-new')).toContainText('2');
  await expect(page.getByTestId('import-count-duplicate')).toContainText('1');
  await page.getByTestId('import-commit').click();
  await expect(page.getByTestId('import-count-created')).toContainText('2');
  await expect(page.getByTestId('import-steps')).toHaveAttribute('data-state', 'done');
  await lookCloselyAt(page, 'contact-import-done', ['wide', 'phone']);
  const [rejected] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('import-rejected').click(),
  ]);
  expect(await readFile(await rejected.path(), 'utf8')).toContain('is the same contact as line 3');

  // Everyone of the file has its tag, for the next broadcast too.
  const address = page.url();
  await page.getByTestId('import-broadcast').click();
  await expect(page).toHaveURL(/\/broadcasts\/new$/);
  await page.goBack();
  await page.getByTestId('import-show').click();
  await expect(page).toHaveURL(/tag=Fair/);
  await expect(page.getByTestId('contact-row')).toHaveCount(2);
  await page.getByTestId('nav-contacts').click();
  await page.getByTestId('contact-search').fill('Imported');
  await expect(page.getByTestId('contact-row')).toHaveCount(2);
  await page.getByTestId('contacts-more').click();
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('contact-export').click(),
  ]);
  const text = await readFile(await list.path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(3);
  expect(text).toContain('Imported Bia,+15550310002');

  await page.goto(address);
  await page.getByTestId('import-undo').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByTestId('import-count-undone')).toContainText('2');
  await page.getByTestId('nav-contacts').click();
  await page.getByTestId('contact-search').fill('Imported');
  await expect(page.getByText('No name, number, email or tag matches')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('rows with problems that cannot be loaded are not shown as none', async ({ board, openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  await page.getByTestId('nav-contacts').click();
  await page.getByTestId('contact-import').click();
  await page.route(/\/contact-imports\/[^/]+\/problems/, (route) => route.fulfill({ status: 500, json: {} }));
  await page
    .getByTestId('import-choose')
    .locator('xpath=..')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'unreadable.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Name,Phone\nWithout number,12\n'),
    });
  await page.getByTestId('import-check').click();
  await expect(page.getByTestId('import-count-faulty')).toContainText('1');
  await expect(page.getByText('The rows with problems could not be loaded')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByTestId('import-problem')).toHaveCount(1);
});

test('a check that failed says so above the mapping, which also says that the custom fields are missing', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  await page.route('**/api/dashboard/contact-fields*', (route) => route.fulfill({ status: 500, json: {} }));
  // As the server leaves an import whose check has failed for good.
  await page.route(/\/contact-imports\/[^/?]+$/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), finishedAt: '2026-01-01T00:00:00.000Z' },
    });
  });
  await page.getByTestId('nav-contacts').click();
  await page.getByTestId('contact-import').click();
  await page
    .getByTestId('import-choose')
    .locator('xpath=..')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'given-up.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Name,Phone\nAna,+15550310021\n'),
    });
  await expect(page.getByText('The check was stopped by an error on the server.')).toBeVisible();
  await expect(page.getByText('The contact fields could not be loaded.')).toBeVisible({ timeout: 20_000 });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The contact fields could not be loaded.')).toHaveCount(0);
  await page.getByTestId('import-check').click();
  await expect(page.getByTestId('import-count-new')).toContainText('1');
  await expect(page.getByText('The check was stopped by an error on the server.')).toHaveCount(0);
});
