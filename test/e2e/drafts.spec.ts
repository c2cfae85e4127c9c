import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt } from './screens.ts';
import { askedBy } from './stored.ts';
import { cookieOf } from './switchboard.ts';
import { openTwo } from './two-people.ts';

const rowOf = (page: Page, name: string) =>
  page.getByTestId('conversation-row').filter({ hasText: name }).first();

async function openChat(page: Page, name: string): Promise<void> {
  await rowOf(page, name).click();
  await expect(page.getByTestId('composer')).toBeVisible();
}

const openMaya = (page: Page) => openChat(page, 'Maya');

test('a draft continues on another device, and of two different ones the person chooses', async ({
  board,
  openWindow,
}) => {
  const [phone, laptop] = [await openWindow(), await openWindow()];
  const complaints = complaintsOf(laptop);
  await Promise.all([enter(phone, board.url, board.demo), enter(laptop, board.url, board.demo)]);
  await openMaya(phone);
  await phone.getByTestId('composer').fill('We can deliver on Friday');
  await openMaya(laptop);
  await expect(laptop.getByTestId('composer')).toHaveValue('We can deliver on Friday');

  await laptop.context().setOffline(true);
  await laptop.getByTestId('composer').fill('We can deliver on Friday morning');
  await phone.getByTestId('composer').fill('We can deliver on Saturday');
  // The other one has stored it: the other order is no conflict there, but one here.
  await phone.waitForResponse((response) => response.url().includes('/drafts/') && response.ok());
  await laptop.context().setOffline(false);
  const card = laptop.getByTestId('draft-conflict');
  await expect(card).toContainText('We can deliver on Saturday');
  await expect(card).toContainText('We can deliver on Friday morning');
  await lookCloselyAt(laptop, 'draft-conflict', ['wide', 'middle', 'phone']);
  await laptop.getByTestId('use-other-draft').click();
  await expect(laptop.getByTestId('composer')).toHaveValue('We can deliver on Saturday');
  await expect(card).toHaveCount(0);

  await laptop.getByTestId('composer-send').click();
  await expect(phone.getByTestId('composer')).toHaveValue('');
  expect(complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('after another person has signed in in another tab, this one is theirs, and what was typed stays with its writer', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  await openMaya(page);
  const email = `leo${performance.now()}@example.test`;
  const invited = await page.request.post(`${board.url}/api/dashboard/invitations`, {
    data: { email, role: 'staff' },
  });
  const { link } = await invited.json();
  const typed = `Margit is not done ${Date.now()}`;
  await page.getByTestId('composer').fill(typed);
  const other = await page.context().newPage();
  await other.goto(link.url);
  await other.getByTestId('accept-name').fill('Leo Costa');
  await other.getByTestId('accept-password').fill('long enough for Leo');
  await other.getByTestId('accept-submit').click();
  await expect(page.getByTestId('user-menu')).toHaveAccessibleName(/Leo Costa/);
  await expect(page.getByTestId('composer')).toHaveValue('');
  await page.getByTestId('composer').fill('Leo is writing');
  const drafts = async () => {
    const { data } = await askedBy<{ data: { content: { reply: string } }[] }>(page, '/drafts');
    return data.map(({ content }) => content.reply);
  };
  await expect.poll(drafts).toEqual(['Leo is writing']);
  await other.close();

  // Without a word from another tab, the next connection shows who it is.
  const [name = '', value = ''] = (await cookieOf(board.url, board.demo)).split('=');
  await page.context().addCookies([{ name, value, url: board.url, httpOnly: true, sameSite: 'Strict' }]);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect(page.getByTestId('user-menu')).toHaveAccessibleName(/Margit/);
  await expect(page.getByTestId('composer')).toHaveValue(typed);
  expect(await drafts()).not.toContain('Leo is writing');
});

test('a draft belongs to one person: a colleague neither sees nor replaces it', { tag: '@soak' }, async ({
  board,
  openWindow,
}) => {
  const { margit, colleague } = await openTwo(board, openWindow);
  const draftsOf = async (page: Page) => {
    const { data } = await askedBy<{ data: { content: { reply: string } }[] }>(page, '/drafts');
    return data.map(({ content }) => content.reply);
  };
  await openChat(margit, 'Ruth');
  await margit.getByTestId('composer').fill('Margit is not done with this');
  await expect.poll(() => draftsOf(margit)).toContain('Margit is not done with this');

  await openChat(colleague, 'Ruth');
  await expect(colleague.getByTestId('composer')).toHaveValue('');
  expect(await draftsOf(colleague)).toEqual([]);
  await colleague.getByTestId('composer').fill('Leo would write something else');
  await expect.poll(() => draftsOf(colleague)).toEqual(['Leo would write something else']);
  await expect(rowOf(colleague, 'Ruth')).toContainText('Leo would write something else');

  await margit.reload();
  await expect(margit.getByTestId('composer')).toHaveValue('Margit is not done with this');
  await expect(margit.getByTestId('draft-conflict')).toHaveCount(0);
  await expect(rowOf(margit, 'Ruth')).toContainText('Margit is not done with this');
});
