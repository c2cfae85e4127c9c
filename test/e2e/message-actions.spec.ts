import { expect, test } from './fixtures.ts';
import { axeViolations, complaintsOf, enter, untilAnimationsEnd } from './screens.ts';
import { openIdOf, storedMessages } from './stored.ts';

test('a message is quoted, reacted to, looked at and linked to', { tag: '@soak' }, async ({
  page,
  board,
  openWindow,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.getByTestId('conversation-row').first().click();
  const inbound = page.locator('article[data-direction="inbound"]').last();
  const toolbar = page.getByTestId('message-toolbar');

  await test.step('a reaction from the toolbar', async () => {
    await inbound.hover();
    await page.getByTestId('message-react').click();
    await page.locator('[data-emoji="❤️"]').first().click();
    await expect(inbound.getByTestId('message-reactions')).toContainText('❤️');
  });

  await test.step('the keyboard reaches the bubbles and their menu', async () => {
    await page.mouse.move(0, 0);
    await page.getByTestId('thread').focus();
    await page.keyboard.press('ArrowUp');
    await expect(toolbar).toBeVisible();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Info' }).waitFor();
    await untilAnimationsEnd(page);
    expect(await axeViolations(page, 'light')).toEqual([]);
    await page.getByRole('menuitem', { name: 'Info' }).click();
    await expect(page.getByTestId('message-info')).toContainText('Message ID');
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('message-info')).toHaveCount(0);
  });

  await test.step('a reply quotes it, kept with the draft', async () => {
    await inbound.hover();
    await page.getByTestId('message-reply').click();
    await expect(page.getByTestId('composer')).toBeFocused();
    await page.keyboard.type('Yes, of course');
    await page.reload();
    await expect(page.getByTestId('quote-strip')).toBeVisible();
    await page.getByTestId('composer').press('Enter');
    await expect(page.getByTestId('quote-strip')).toHaveCount(0);
    const own = page.locator('article[data-direction="outbound"]').last();
    await expect(own.getByTestId('message-quote')).toBeVisible();
  });

  await test.step('its address opens the conversation at the message', async () => {
    const address = new URL(page.url());
    address.searchParams.set('message', (await inbound.getAttribute('data-id')) ?? '');
    const other = await openWindow();
    await enter(other, board.url, board.demo);
    await other.goto(address.href);
    await expect(other.locator('article[data-marked]')).toBeVisible();
    await expect(other).not.toHaveURL(/message=/);
    await other.goto(address.href.replace(/.{4}$/, '0000'));
    await expect(other.getByText('The message could not be shown')).toBeVisible();
  });

  await test.step('its text and its link are copied, and it is forwarded', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const conversation = openIdOf(page);
    const id = (await inbound.getAttribute('data-id')) ?? '';
    const text = (await storedMessages(page, conversation)).find((one) => one.id === id)?.content ?? '';
    expect(text).not.toBe('');
    const choose = async (name: string) => {
      await inbound.hover();
      await page.getByTestId('message-more').click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await inbound.hover();
    await page.getByTestId('message-copy').click();
    await expect.poll(copied).toBe(text);
    await choose('Copy link to message');
    await expect.poll(copied).toBe(`${board.url}/inbox/${conversation}?message=${id}`);
    await choose('Forward');
    const target = page.locator('[data-testid="forward-target"]:not([disabled])').first();
    const other = (await target.locator('bdi').first().textContent()) ?? '';
    await target.click();
    await expect(page.getByTestId('conversation-name')).toHaveText(other);
    await expect(page.getByTestId('composer')).toHaveValue(text);
    await page.getByTestId('composer').press('Enter');
    await expect(page.locator('article[data-direction="outbound"]').last()).toContainText(text);
    const forwarded = async () => (await storedMessages(page, openIdOf(page))).at(-1);
    await expect.poll(async () => (await forwarded())?.content).toBe(text);
    expect(openIdOf(page)).not.toBe(conversation);
    await page.locator(`#row-${conversation}`).click();
    await expect(inbound).toHaveAttribute('data-id', id);
  });

  await test.step('a held message is undone after a reload, with its text back in the composer', async () => {
    await page.evaluate(() => localStorage.setItem('switchboard.undo-send', '5'));
    await page.reload();
    await page.getByTestId('composer').fill('Not yet');
    await page.getByTestId('composer').press('Enter');
    await page.getByTestId('message-undo').waitFor();
    await page.reload();
    await page.getByTestId('message-undo').click();
    await expect(page.getByTestId('message-scheduled')).toHaveCount(0);
    await expect(page.getByTestId('composer')).toHaveValue('Not yet');
  });

  await test.step('sent and closed with one key, and both undone with one', async () => {
    const name = await page.getByTestId('conversation-name').innerText();
    await page.getByTestId('composer').fill('Done, goodbye');
    await page.getByTestId('send-ways').click();
    await expect(page.getByTestId('send-and-close')).toBeVisible();
    await untilAnimationsEnd(page);
    expect(await axeViolations(page, 'light')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByTestId('composer').press('Control+Shift+Enter');
    await expect(page.getByText('Conversation closed')).toBeVisible();
    await expect(page.getByTestId('conversation-name')).not.toHaveText(name);
    await page.getByTestId('conversation-list').focus();
    await page.keyboard.press('z');
    await expect(page.getByTestId('conversation-name')).toHaveText(name);
    await expect(page.getByTestId('composer')).toHaveValue('Done, goodbye');
    await expect(page.getByTestId('toggle-closed')).toHaveAccessibleName(/^Close/);
    await expect(page.getByTestId('message-bubble').filter({ hasText: 'Done, goodbye' })).toHaveCount(0);
  });

  await test.step('the menu of the conversation copies its address, mutes it and leads to the phone', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByTestId('work-menu').click();
    await page.getByTestId('copy-link').click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(new URL(page.url()).origin + new URL(page.url()).pathname);
    await page.getByTestId('work-menu').click();
    await expect(page.getByTestId('customer-phone')).toHaveAttribute('href', /\?customer=\d+$/);
    await page.getByTestId('mute').click();
    await expect(page.getByRole('img', { name: /^Muted/ })).toBeVisible();
    await page.getByTestId('conversation-list').focus();
    await page.keyboard.press('m');
    await expect(page.getByRole('img', { name: /^Muted/ })).toHaveCount(0);
  });

  await test.step('a scheduled message names its time, and is sent now instead', async () => {
    await page.getByTestId('schedule').click();
    await page.getByRole('menuitem', { name: 'Tomorrow morning' }).waitFor();
    await untilAnimationsEnd(page);
    expect(await axeViolations(page, 'light')).toEqual([]);
    await page.getByRole('menuitem', { name: 'Tomorrow morning' }).click();
    await expect(page.getByTestId('message-scheduled')).toContainText('Will be sent');
    await page.getByTestId('message-send-now').click();
    await expect(page.getByTestId('message-scheduled')).toHaveCount(0);
    const own = page.locator('article[data-direction="outbound"]').last();
    await expect(own).toHaveAttribute('data-status', /sent|delivered|read/);
  });
  expect(complaints).toEqual([]);
});
