import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { controlOf } from '../helpers/templates.ts';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt, openSettings } from './screens.ts';
import { askedBy, openIdOf, storedMessages } from './stored.ts';
import { customerWrites } from './switchboard.ts';

const MAYA = '15550100123';
const NAMELESS = '15550109611';
const FILLED = 'Hello Maya, your order is on the counter. Margit Depot';

test('a saved reply is written with variables, and put into a reply by / with their values', {
  tag: '@soak',
}, async ({ page, board }) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  const composer = page.getByTestId('composer');
  const search = page.getByTestId('saved-replies-search');
  const option = page.getByTestId('saved-reply-option');
  const outbound = async () =>
    (await storedMessages(page, openIdOf(page))).filter(({ direction }) => direction === 'outbound');

  await test.step('it is created with the buttons of the variables, and shown with samples', async () => {
    await openSettings(page, 'savedReplies');
    await page.getByTestId('saved-reply-create').first().click();
    await page.getByTestId('saved-reply-name').fill('Pick-up');
    const content = page.getByTestId('saved-reply-content');
    await content.fill('Hello ');
    await page.getByTestId('variable-contact.first_name').click();
    await expect(content).toHaveValue('Hello {{contact.first_name}}');
    await content.pressSequentially(', your order is on the counter. ');
    await page.getByTestId('variable-agent.name').click();
    await expect(content).toHaveValue(
      'Hello {{contact.first_name}}, your order is on the counter. {{agent.name}}',
    );
    await expect(page.getByTestId('saved-reply-preview')).not.toContainText('{{');
    await lookCloselyAt(page, 'saved-reply-form', ['wide', 'phone']);
    await page.getByTestId('saved-reply-submit').click();
    await expect(page.getByTestId('saved-reply-row').filter({ hasText: 'Pick-up' })).toBeVisible();
  });

  await test.step('/ in an empty reply opens them, and what is chosen is filled in and not sent', async () => {
    await page.getByTestId('nav-inbox').click();
    await page.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
    await expect(composer).toBeFocused();
    const before = (await outbound()).length;
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.type('zzqqy');
    await expect(option).toHaveCount(0);
    await search.fill('pick');
    await expect(option.first()).toContainText(FILLED);
    await lookCloselyAt(page, 'saved-replies', ['wide', 'middle', 'phone']);
    await search.press('Enter');
    await expect(search).toHaveCount(0);
    await expect(composer).toBeFocused();
    await expect(composer).toHaveValue(FILLED);
    expect(await outbound()).toHaveLength(before);
    await page.keyboard.type('!');
    await composer.press('Enter');
    await expect(page.getByTestId('message-bubble').last()).toContainText(`${FILLED}!`);
    await expect.poll(async () => (await outbound()).at(-1)?.content).toBe(`${FILLED}!`);
    const chat = `/accounts/${demoAccount.phoneNumberId}/chats/${MAYA}/messages`;
    await expect
      .poll(async () => JSON.stringify((await controlOf(board.phoneUrl).control('GET', chat)).body))
      .toContain(`${FILLED}!`);
    type Replies = { data: { name: string; usedCount: number }[] };
    const { data } = await askedBy<Replies>(page, '/saved-replies');
    expect(data).toMatchObject([{ name: 'Pick-up', usedCount: 1 }]);
  });

  await test.step('elsewhere / is a character, and Escape leaves the reply as it was', async () => {
    await composer.fill('either');
    await composer.press('/');
    await expect(composer).toHaveValue('either/');
    await expect(search).toHaveCount(0);
    await composer.fill('');
    await composer.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(search).toHaveCount(0);
    await expect(composer).toHaveValue('');
    await composer.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.press('/');
    await expect(composer).toHaveValue('/');
    await composer.fill('');
  });

  await test.step('a value that is missing is named, and leaves a gap', async () => {
    await customerWrites(board.phoneUrl, NAMELESS, 'I have no name here');
    await page.getByTestId('conversation-row').filter({ hasText: 'I have no name here' }).click();
    await expect(page.getByTestId('thread').getByText('I have no name here')).toBeVisible();
    await page.keyboard.press('Alt+s');
    await expect(search).toBeFocused();
    await expect(option.first()).toContainText('No value for: First name');
    await search.press('Enter');
    await expect(composer).toHaveValue('Hello ___, your order is on the counter. Margit Depot');
  });
  expect(complaints).toEqual([]);
});
