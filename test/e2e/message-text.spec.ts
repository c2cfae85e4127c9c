import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt } from './screens.ts';

const MAYA = '15550100123';

test('marks are written with keys and shown as the phone shows them; a tick leads to its times', async ({
  page,
  board,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.getByTestId('conversation-row').filter({ hasText: 'Maya Lindqvist' }).first().click();
  const composer = page.getByTestId('composer');
  await composer.fill('The price is 57 dollars');
  await composer.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(13, 23));
  await composer.press('Control+b');
  await expect(composer).toHaveValue('The price is *57 dollars*');
  await composer.press('Control+i');
  await expect(composer).toHaveValue('The price is *_57 dollars_*');
  await composer.press('Control+i');
  await expect(composer).toHaveValue('The price is *57 dollars*');
  await composer.fill(
    'The price is *57 dollars*, ~not 60~:\n- card\n- _cash_\n> see https://example.com/a_b_c\nOK? `A-17`',
  );
  await composer.press('Enter');

  const own = page.locator('article[data-direction="outbound"]').last();
  await expect(own.locator('strong')).toHaveText('57 dollars');
  await expect(own.locator('s')).toHaveText('not 60');
  await expect(own.locator('em')).toHaveText('cash');
  await expect(own.locator('blockquote a')).toHaveAttribute('href', 'https://example.com/a_b_c');
  await expect(own.locator('code')).toHaveText('A-17');
  await expect(own).toContainText('• card');
  await expect(
    page.getByTestId('conversation-row').filter({ hasText: 'Maya Lindqvist' }).first(),
  ).toContainText('The price is 57 dollars, not 60');
  await lookAt(page, 'marks', ['wide', 'phone']);

  await expect(own).toHaveAttribute('data-status', /delivered|read/, { timeout: 15_000 });
  await own.getByTestId('message-tick').hover();
  // To the second: the times of a message are often in the same minute.
  await expect(page.getByRole('tooltip')).toContainText(/Delivered .*\d:\d\d:\d\d/);
  await own.getByTestId('message-tick').click();
  await expect(page.getByTestId('message-info')).toContainText('Message ID');
  await page.keyboard.press('Escape');
  expect(complaints).toEqual([]);
});

test('a search of the list without a match leads on: to the messages, or to a new contact', async ({
  page,
  board,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  const box = page.getByTestId('conversation-search');
  await box.fill('leather needles');
  await page.getByTestId('search-messages').click();
  await expect(page).toHaveURL(/\/search\?q=leather/);
  await expect(page.getByTestId('found-message').first()).toContainText('leather needles');

  await page.goto(`${board.url}/inbox?view=unread`);
  await box.fill('+55 11 91234-0000');
  await expect(page.getByText('No contact of the view Unread matches')).toBeVisible();
  await lookAt(page, 'list-no-match', ['wide', 'phone']);
  await page.getByTestId('add-number').click();
  await expect(page.getByTestId('contact-form-phone')).toHaveValue('+55 11 91234-0000');
  await page.getByTestId('contact-form-name').fill('Joana');
  await page.getByTestId('contact-form-submit').click();
  await expect(page.getByTestId('contact-row').filter({ hasText: 'Joana' })).toContainText(
    '+55 11 91234 0000',
  );
  await expect(page).toHaveURL(/\/contacts$/);
  expect(complaints).toEqual([]);
});

test('images are shown one after the other and enlarged with the keyboard', { tag: '@soak' }, async ({
  page,
  board,
  openWindow,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  const phone = await openWindow({ width: 1100, height: 900 });
  await phone.goto(`${board.phoneUrl}/?customer=${MAYA}`);
  await page.getByTestId('conversation-row').filter({ hasText: 'Maya Lindqvist' }).first().click();
  const images = page.getByTestId('media-image');
  for (const words of ['The first', 'The second']) {
    const before = await images.count();
    await phone.getByTestId('phone-input').fill(words);
    await phone.getByTestId('phone-clip').click();
    await phone.getByTestId('phone-sample-photo').click();
    await expect(images).toHaveCount(before + 1);
  }
  await images.last().click();
  const viewer = page.getByTestId('media-viewer');
  await expect(viewer).toContainText('The second');
  await expect(page.getByTestId('viewer-place')).toHaveText(/^(\d+) of \1$/);
  await lookAt(page, 'viewer-of-two', ['wide', 'phone']);
  await page.keyboard.press('ArrowLeft');
  await expect(viewer).toContainText('The first');
  await page.keyboard.press('ArrowRight');
  await expect(viewer).toContainText('The second');
  await expect(page.getByTestId('viewer-next')).toHaveAttribute('aria-disabled', 'true');
  const image = viewer.locator('img');
  const width = async () => (await image.boundingBox())?.width ?? 0;
  const fitted = await width();
  await page.keyboard.press('+');
  expect(await width()).toBeGreaterThan(fitted * 1.5);
  await page.keyboard.press('-');
  expect(await width()).toBe(fitted);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  expect(complaints).toEqual([]);
});
