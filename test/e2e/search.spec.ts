import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt } from './screens.ts';

test('the box above the conversations finds contacts by email address and tag, as other lists do', async ({
  signedIn: page,
}) => {
  const conversations = page.getByTestId('conversation-row');
  const contacts = page.getByTestId('contact-row');
  for (const term of ['einkauf@weiss', 'weiss-holzbau.example', 'wholesale']) {
    await test.step(term, async () => {
      await page.getByTestId('nav-inbox').click();
      await page.getByTestId('conversation-search').fill(term);
      await expect(conversations.filter({ hasText: 'Maya Lindqvist' })).toHaveCount(0);
      await expect(conversations.filter({ hasText: 'Jürgen Weiß' })).toHaveCount(1);
      await page.getByTestId('nav-contacts').click();
      await page.getByTestId('contact-search').fill(term);
      await expect(contacts.filter({ hasText: 'Maya Lindqvist' })).toHaveCount(0);
      await expect(contacts.filter({ hasText: 'Jürgen Weiß' })).toHaveCount(1);
    });
  }
  await page.getByTestId('nav-inbox').click();
  await lookCloselyAt(page, 'inbox-search', ['wide', 'phone']);
  await page.getByTestId('conversation-search').fill('no-one@nowhere.example');
  await expect(page.getByText('No matches')).toBeVisible();
  await lookCloselyAt(page, 'inbox-search-none', ['wide', 'phone']);
});

test('one box finds people and messages, and opens a message at its place', { tag: '@soak' }, async ({
  page,
  board,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  const messages = page.getByTestId('found-message');

  await test.step('from the palette to the results', async () => {
    await page.keyboard.press('Control+k');
    await page.getByTestId('palette-search').fill('leather needles');
    await page.getByText('Search everything for “leather needles”').click();
    await expect(page).toHaveURL(/\/search\?q=leather/);
    await expect(page.getByTestId('search-box')).toHaveValue('leather needles');
    await expect(messages.first()).toContainText('leather needles');
    await expect(messages.first().locator('mark').first()).toHaveText('leather');
    await lookCloselyAt(page, 'search', ['wide', 'middle', 'phone']);
  });

  await test.step('operators narrow it, and what is no date is said', async () => {
    await page.getByTestId('search-box').fill('maya');
    await expect(page.getByTestId('found-conversation').first()).toContainText('Maya');
    await expect(page.getByTestId('found-contact').first()).toContainText('Maya');
    await page.getByTestId('search-box').fill('needle from:maya before:tomorrow');
    await expect(page.getByText('“tomorrow” is not a date')).toBeVisible();
    await expect(messages.first()).toContainText('Maya Lindqvist');
    await page.getByTestId('search-box').fill('needle from:"no such person"');
    await expect(page.getByText('No messages found')).toBeVisible();
    await lookCloselyAt(page, 'search-empty', ['wide']);
    await page.getByTestId('search-box').fill('has:image');
    await expect(page.getByTestId('found-conversation')).toHaveCount(0);
  });

  await test.step('a failed search can be repeated', async () => {
    await page.route('**/search/messages**', (route) => route.abort());
    await page.getByTestId('search-box').fill('leather');
    await expect(page.getByText('The messages could not be searched')).toBeVisible();
    await page.unroute('**/search/messages**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(messages.first()).toBeVisible();
  });

  await test.step('a message opens in its conversation, and the search is remembered', async () => {
    const text = (await messages.first().locator('mark').first().innerText()).trim();
    await messages.first().click();
    await expect(page.getByTestId('conversation-name')).toHaveText('Maya Lindqvist');
    await expect(page.locator('article').filter({ hasText: text }).first()).toBeInViewport();
    // The address then names the conversation only: a reload does not jump again.
    await expect(page).toHaveURL(/\/inbox\/cv_\w+$/);
    await page.goBack();
    await expect(page.getByTestId('search-box')).toHaveValue('leather');
    await page.getByTestId('search-box').fill('');
    await expect(page.getByRole('button', { name: 'leather', exact: true })).toBeVisible();
    await lookCloselyAt(page, 'search-recent', ['wide']);
  });
  expect(complaints).toEqual([]);
});
