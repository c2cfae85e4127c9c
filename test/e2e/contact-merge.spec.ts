import { sampleFile } from '../../server/sandbox/media/samples.ts';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt, openContact } from './screens.ts';
import { askedBy } from './stored.ts';

test('a contact is merged beside its conversation, and everyone who had it open goes on in the other one', async ({
  board,
  openWindow,
}) => {
  const [page, other] = [await openWindow(), await openWindow()];
  const complaints = [complaintsOf(page), complaintsOf(other)];
  await enter(page, board.url, board.demo);
  await enter(other, board.url, board.demo);
  const maya = (on: typeof page) => on.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first();
  await maya(page).click();
  const oldAddress = page.url();
  const words = await page.getByTestId('thread').getByTestId('message-bubble').last().innerText();
  await maya(other).click();
  await other.getByTestId('composer').fill('typed before the merge');
  const chooser = other.waitForEvent('filechooser');
  await other.getByTestId('composer-attach').click();
  await other.getByTestId('attach-file').click();
  const buffer = sampleFile('document').bytes;
  await (await chooser).setFiles({ name: 'Before.pdf', mimeType: 'application/pdf', buffer });
  const tiles = other.getByTestId('tray-tile');
  await expect(tiles).toHaveAttribute('data-state', 'ready');

  const pane = page.getByTestId('context-pane');
  await openContact(page);
  await pane.getByTestId('contact-card-more').click();
  await page.getByTestId('contact-card-merge').click();
  await lookCloselyAt(page, 'contact-merge-beside', ['wide']);
  const candidates = page.getByTestId('merge-candidate');
  await page.getByTestId('merge-search').fill('Maya');
  await expect(candidates.filter({ hasText: 'Maya' })).toHaveCount(0);
  await page.getByTestId('merge-search').fill('Ruth');
  await expect(candidates).toHaveCount(1);
  const name = await candidates.locator('[dir="auto"]').innerText();
  await candidates.first().click();
  await expect(page.getByTestId('merge-comparison')).toContainText(name);
  await page.getByTestId('merge-confirm').click();
  await expect(page.getByText(`Merged into ${name}.`)).toBeVisible();
  for (const on of [page, other]) {
    await expect(on).not.toHaveURL(oldAddress);
    await expect(on.getByTestId('thread')).toContainText(words.split('\n')[0] ?? '');
    await expect(maya(on)).toHaveCount(0);
  }
  await expect(other.getByTestId('composer')).toHaveValue('typed before the merge');
  await expect(tiles).toContainText('Before.pdf');
  // A link from before leads to the conversation that has the messages.
  await page.goto(oldAddress);
  await expect(page).not.toHaveURL(oldAddress);
  await expect(page.getByTestId('thread')).toContainText(words.split('\n')[0] ?? '');
  expect(complaints).toEqual([[], []]);
});

test('possible duplicates are found, compared, and merged with chosen values', { tag: '@soak' }, async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.getByTestId('nav-contacts').click();
  for (const [name, phone] of [
    ['Double One', '+1 555 031 4401'],
    ['Double Two', '+1 555 031 4402'],
  ] as const) {
    await page.getByTestId('contact-add').click();
    await page.getByTestId('contact-form-name').fill(name);
    await page.getByTestId('contact-form-phone').fill(phone);
    await page.getByTestId('contact-form-email').fill('double@example.com');
    await page.getByTestId('contact-form-submit').click();
    await expect(page.getByTestId('contact-row').filter({ hasText: name })).toHaveCount(1);
  }
  // In a workspace of this size, they are searched without being asked for, and counted.
  await page.reload();
  const { data } = await askedBy<{ data: unknown[] }>(page, '/contact-duplicates');
  const count = page.getByTestId('duplicates-found');
  await expect(count).toHaveText(
    data.length === 1 ? '1 possible duplicate' : `${data.length} possible duplicates`,
  );
  await count.click();
  await expect(page.getByTestId('duplicates').filter({ hasText: 'Double One' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByTestId('contacts-more').click();
  await page.getByTestId('contact-duplicates').click();
  const group = page.getByTestId('duplicates').filter({ hasText: 'Double One' });
  await expect(group).toContainText('Double Two');
  await lookCloselyAt(page, 'contact-duplicates', ['wide', 'phone']);
  await group.getByTestId('duplicates-distinct').click();
  await expect(group).toHaveCount(0);
  await page.getByTestId('duplicates-undo').click();
  await group.getByTestId('duplicates-merge').click();
  await page.getByTestId('merge-value').filter({ hasText: 'Double Two' }).click();
  // Neither number is marked until one is chosen.
  const number = page.getByTestId('merge-value').filter({ hasText: '4402' });
  await expect(number).toHaveAttribute('aria-pressed', 'false');
  await number.click();
  await expect(number).toHaveAttribute('aria-pressed', 'true');
  await lookCloselyAt(page, 'contact-merge-values', ['wide', 'phone']);
  await page.getByTestId('merge-confirm').click();
  await expect(page.getByTestId('merge-open')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByTestId('duplicates').filter({ hasText: 'Double' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('contact-row').filter({ hasText: 'Double Two' })).toHaveCount(1);
  await expect(page.getByTestId('contact-row').filter({ hasText: 'Double One' })).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('a contact is merged on the contacts page, with the way to its conversation', { tag: '@soak' }, async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.getByTestId('nav-contacts').click();
  const rows = page.getByTestId('contact-row');
  await rows.first().waitFor();
  const merged = await rows.nth(1).getAttribute('data-id');
  await rows.nth(1).getByTestId('contact-more').click();
  await page.getByTestId('contact-merge').click();
  await lookCloselyAt(page, 'contact-merge-choose', ['wide', 'middle', 'phone']);
  await page.getByTestId('merge-candidate').first().click();
  await lookCloselyAt(page, 'contact-merge-compare', ['wide', 'middle', 'phone']);
  await page.getByTestId('merge-confirm').click();
  await expect(page.getByTestId('merge-open')).toBeVisible();
  await lookCloselyAt(page, 'contact-merge-done', ['wide', 'phone']);
  await expect(page.locator(`[data-testid="contact-row"][data-id="${merged}"]`)).toHaveCount(0);
  await page.getByTestId('merge-open').click();
  await expect(page.getByTestId('thread')).toBeVisible();
  expect(complaints).toEqual([]);
});
