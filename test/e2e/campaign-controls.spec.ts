import { readFile } from 'node:fs/promises';
import { workbookParts, zipOf } from '../helpers/xlsx.ts';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt, typeTime } from './screens.ts';

/** Rows of an import that is still running when it is canceled. */
const MANY = 20_000;

test('a broadcast at local times is paused, resumed and canceled, and reaches nobody', {
  tag: '@soak',
}, async ({ board, openWindow }) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  const headers = { authorization: `Bearer ${board.demo.apiKey}`, 'content-type': 'application/json' };
  const contacts = ['55119876400', '35191234560', '1555010470'].map((start, index) => ({
    ...{ phone: `${start}${index}`, name: `Local ${index + 1}`, tags: ['local times'] },
  }));
  const stored = await fetch(`${board.url}/api/v1/contacts/batch`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ contacts }) },
  });
  expect(stored.status).toBe(200);

  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/broadcasts/new`);
  await page.getByTestId('broadcast-name').fill('Good morning');
  await page.getByTestId('broadcast-template').click();
  await page.getByRole('option', { name: /hello_world/ }).click();
  await page.getByTestId('broadcast-next').click();
  await page.getByTestId('broadcast-tag').fill('local times');
  await expect(page.getByTestId('broadcast-preview')).toContainText('3');
  await page.getByTestId('broadcast-next').click();
  await page.getByTestId('broadcast-time').getByText('In their time zone').click();
  const day = new Date(Date.now() + 3 * 86_400_000);
  await page
    .getByTestId('broadcast-at-date')
    .fill(`${day.getMonth() + 1}/${day.getDate()}/${day.getFullYear()}`);
  await typeTime(page.getByTestId('broadcast-at-time'), 9, 30);
  await page.getByTestId('broadcast-send').click();

  const status = page.getByTestId('broadcast-status');
  await expect(status).toHaveText('Scheduled');
  await expect(page.getByText('9:30')).toBeVisible();
  await lookCloselyAt(page, 'broadcast-local', ['wide', 'phone']);
  const confirm = async (action: string, state: string) => {
    await page.getByTestId(`broadcast-${action}`).click();
    await page.getByTestId('confirm').click();
    await expect(status).toHaveText(state);
  };
  await confirm('pause', 'Paused');
  await expect(page.getByTestId('broadcast-pause')).toHaveCount(0);
  await confirm('resume', 'Scheduled');
  await confirm('cancel', 'Canceled');
  for (const action of ['pause', 'resume', 'cancel', 'retry'])
    await expect(page.getByTestId(`broadcast-${action}`)).toHaveCount(0);
  await expect(page.getByTestId('broadcast-count-sent')).toContainText('0');
  await page.reload();
  await expect(status).toHaveText('Canceled');
  expect(complaints).toEqual([]);
});

test('an XLSX file is imported; the import of a long file shows its progress and is canceled', {
  tag: '@soak',
}, async ({ board, openWindow }) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/contacts/import`);
  const choose = (name: string, buffer: Buffer) =>
    page
      .getByTestId('import-choose')
      .locator('xpath=..')
      .locator('input[type=file]')
      .setInputFiles({
        ...{ name, buffer, mimeType: 'application/octet-stream' },
      });
  const row = (number: number, cells: readonly string[]) => {
    const xml = cells.map(
      (text, index) =>
        `<c r="${'ABC'[index]}${number}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`,
    );
    return `<row r="${number}">${xml.join('')}</row>`;
  };
  const sheet = [
    ['Name', 'Phone', 'Email'],
    ['Sheet Ana &amp; Co', '+1 555 034 0001', 'ana@example.test'],
    ['Sheet Bia', '+1 555 034 0002', ''],
  ];
  await choose('people.xlsx', zipOf(workbookParts(sheet.map((cells, at) => row(at + 1, cells)).join(''))));
  await page.getByTestId('import-check').click();
  await expect(page.getByTestId('import-count-new')).toContainText('2');
  await page.getByTestId('import-commit').click();
  await expect(page.getByTestId('import-count-created')).toContainText('2');
  await page.goto(`${board.url}/contacts?search=Sheet`);
  await expect(page.getByTestId('contact-row').filter({ hasText: 'Sheet Ana & Co' })).toHaveCount(1);

  await page.goto(`${board.url}/contacts/import`);
  const lines = Array.from({ length: MANY }, (_, index) => `Long ${index},+15558${100_000 + index}`);
  await choose('long.csv', Buffer.from(`Name,Phone\n${lines.join('\n')}`));
  await page.getByTestId('import-check').click();
  const steps = page.getByTestId('import-steps');
  await expect(steps).toHaveAttribute('data-state', 'checked', { timeout: 60_000 });
  await page.getByTestId('import-commit').click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(steps).toContainText(/[1-9][\d,]* of 20,000/);
  await page.getByTestId('import-stop').click();
  await page.getByTestId('confirm').click();
  await expect(steps).toHaveAttribute('data-state', 'canceled', { timeout: 30_000 });
  const created = Number((await page.getByTestId('import-count-created').innerText()).replace(/\D/g, ''));
  expect(created).toBeLessThan(MANY);
  await lookCloselyAt(page, 'contact-import-canceled', ['wide', 'phone']);
  expect(complaints).toEqual([]);
});

test('chosen contacts get a status and are exported together; a merge is undone from the history', {
  tag: '@soak',
}, async ({ board, openWindow }) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  const headers = { authorization: `Bearer ${board.demo.apiKey}`, 'content-type': 'application/json' };
  const contacts = [1, 2, 3].map((number) => ({
    ...{ phone: `1555035000${number}`, name: `Together ${number}`, tags: ['together'] },
  }));
  const stored = await fetch(`${board.url}/api/v1/contacts/batch`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ contacts }) },
  });
  expect(stored.status).toBe(200);
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/contacts?search=Together`);
  const rows = page.getByTestId('contact-row');
  await expect(rows).toHaveCount(3);
  await page.getByTestId('contact-select-page').click();
  await page.getByTestId('contact-bulk-status').click();
  await page.getByRole('menuitem', { name: 'Hot' }).click();
  await expect(rows.getByTestId('contact-status').filter({ hasText: 'Hot' })).toHaveCount(3);
  await page.getByTestId('contact-action').first().getByTestId('contact-action-undo').click();
  await expect(rows.getByTestId('contact-status').filter({ hasText: 'Hot' })).toHaveCount(0);

  await rows.filter({ hasText: 'Together 3' }).getByTestId('contact-select').click();
  await rows.filter({ hasText: 'Together 1' }).getByTestId('contact-select').click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('contact-bulk-export').click(),
  ]);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(3);
  expect(csv).toContain('Together 1');
  expect(csv).not.toContain('Together 2');
  await page.getByTestId('contact-bulk-clear').click();

  await rows.filter({ hasText: 'Together 2' }).getByTestId('contact-more').click();
  await page.getByTestId('contact-merge').click();
  await page.getByTestId('merge-search').fill('Together 3');
  await page.getByTestId('merge-candidate').first().click();
  await page.getByTestId('merge-confirm').click();
  await page.getByTestId('merge-open').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(rows).toHaveCount(2);
  const kept = rows.filter({ hasText: /Together [23]/ });
  await kept.getByTestId('contact-open').click();
  await page.getByTestId('contact-section-history').click();
  await page.getByTestId('undo-merge').click();
  await lookCloselyAt(page, 'contact-merge-undo', ['wide', 'phone']);
  await page.getByTestId('confirm').click();
  await expect(page.getByText('The merge is undone.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(3);
  expect(complaints).toEqual([]);
});
