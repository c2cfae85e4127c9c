import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, untilAnimationsEnd } from './screens.ts';

test('an emoji is searched, put where the caret is, and offered again', async ({ page, board }) => {
  const complaints = complaintsOf(page);
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(board.url)) outside.push(request.url());
  });
  await enter(page, board.url, board.demo);
  await page.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
  const composer = page.getByTestId('composer');
  await composer.fill('See you ');
  await page.getByTestId('emoji-open').click();
  const search = page.getByTestId('emoji-search');
  await expect(search).toBeFocused();
  await expect(page.locator('[data-emoji="👍"]')).toBeVisible();
  // Its shape is drawn by the bundled font, where the system has none.
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => family.includes('Emoji Fallback') && status === 'loaded',
    ),
  );
  await lookAt(page, 'emoji-picker', ['wide', 'middle', 'phone']);
  await page.getByTestId('emoji-tone').click();
  await page.getByTestId('emoji-tone-4').click();
  await expect(page.locator('[data-emoji="👍"]')).toHaveText('👍🏾');
  await expect(page.locator('[data-emoji="❤️"]')).toHaveText('❤️');
  await lookAt(page, 'emoji-tone', ['wide', 'phone']);
  await page.getByRole('button', { name: 'Food and drink' }).click();
  await expect(page.locator('[data-emoji="🍕"]')).toBeVisible();
  await search.fill('rocket');
  await search.press('ArrowDown');
  await expect(page.locator('[data-emoji="🚀"]')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(search).toBeFocused();
  await search.fill('no such thing');
  await expect(page.getByText('No emoji matches “no such thing”.')).toBeVisible();
  await search.fill('rocket');
  await search.press('Enter');
  await expect(page.getByTestId('emoji-picker')).toHaveCount(0);
  await expect(composer).toBeFocused();
  await page.keyboard.type('!');
  await expect(composer).toHaveValue('See you 🚀!');

  await page.getByTestId('emoji-open').click();
  await search.fill('waving');
  await page.locator('[data-emoji="👋"]').click();
  await expect(composer).toHaveValue('See you 🚀!👋🏾');
  await composer.fill('');

  await page.getByTestId('emoji-open').click();
  await expect(page.locator('[data-emoji]').first()).toHaveAttribute('data-emoji', '👋');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('emoji-picker')).toHaveCount(0);

  await test.step('a reaction that is not among the six', async () => {
    const inbound = page.locator('article[data-direction="inbound"]').last();
    await inbound.hover();
    await page.getByTestId('message-react').click();
    await untilAnimationsEnd(page);
    await lookAt(page, 'reaction-picker');
    await page.getByTestId('reaction-more').click();
    await page.getByTestId('emoji-search').fill('sewing');
    await page.locator('[data-emoji="🧵"], [data-emoji="🪡"]').first().click();
    await expect(inbound.getByTestId('message-reactions')).toContainText(/🧵|🪡/);
  });
  expect(outside).toEqual([]);
  expect(complaints).toEqual([]);
});

test('emoji have Portuguese names', { tag: '@soak' }, async ({ browser, board }) => {
  const page = await browser.newPage({ locale: 'pt-BR' });
  await enter(page, board.url, board.demo);
  await page.getByTestId('conversation-row').filter({ hasText: 'Ruth' }).first().click();
  await page.getByTestId('emoji-open').click();
  await page.getByTestId('emoji-search').fill('coracao verm');
  await expect(page.getByRole('button', { name: 'coração vermelho', exact: true })).toBeVisible();
  await lookAt(page, 'emoji-picker-pt', ['phone']);
  await page.getByRole('button', { name: 'coração vermelho', exact: true }).click();
  await expect(page.getByTestId('composer')).toHaveValue('❤️');
  await page.close();
});
