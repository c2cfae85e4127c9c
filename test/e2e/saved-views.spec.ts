import type { Locator } from '@playwright/test';
import { addMember } from './add-member.ts';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt } from './screens.ts';
import { askedBy } from './stored.ts';
import { customerWrites } from './switchboard.ts';

/** Returns the number beside the name of a view, which has no digits of its own. */
const countBeside = async (view: Locator) => Number((await view.innerText()).replace(/\D/g, '') || '0');

test('a narrowed view is saved, opened from the sidebar, renamed and deleted', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.getByTestId('view-waiting').click();
  await page.getByTestId('filter').click();
  await page.getByTestId('filter-picker').getByText('Unread').click();
  await page.getByTestId('save-view').click();
  await page.getByTestId('save-view-name').fill('Waiting and unread');
  await lookCloselyAt(page, 'save-view', ['wide', 'phone']);
  await page.getByTestId('save-view-submit').click();
  const saved = page.getByTestId('saved-view');
  await expect(saved).toHaveText(/^Waiting and unread[1-9]\d*$/);
  await expect(saved).toHaveAttribute('aria-current', 'page');
  await expect(page.getByTestId('view-menu')).toContainText('Waiting and unread');
  await lookCloselyAt(page, 'saved-view', ['wide', 'middle', 'phone']);

  await test.step('its number is what the server counts, also after a customer has written and was read', async () => {
    const counted = async () => {
      const path = '/conversations?view=waiting&unread=true&limit=100';
      return (await askedBy<{ data: unknown[] }>(page, path)).data.length;
    };
    const before = await counted();
    await expect.poll(() => countBeside(saved)).toBe(before);
    await expect.poll(() => countBeside(page.getByTestId('view-menu'))).toBe(before);
    const text = 'Am I in the view that you have saved?';
    await customerWrites(board.phoneUrl, '15550109511', text);
    await expect.poll(counted).toBe(before + 1);
    await expect.poll(() => countBeside(saved)).toBe(before + 1);
    await page.getByTestId('conversation-row').filter({ hasText: text }).click();
    await expect.poll(counted).toBe(before);
    await expect.poll(() => countBeside(saved)).toBe(before);
  });

  await page.getByTestId('view-closed').click();
  await expect(saved).not.toHaveAttribute('aria-current', 'page');
  await page.reload();
  await saved.click();
  await expect(page).toHaveURL(/view=waiting.*unread=true/);
  await page.getByTestId('saved-view-menu').click();
  await page.getByTestId('saved-view-rename').click();
  await page.getByTestId('save-view-name').fill('To do');
  await page.getByTestId('save-view-submit').click();
  await expect(saved).toContainText('To do');

  await test.step('a second one is moved above it', async () => {
    await page.getByTestId('view-snoozed').click();
    await page.getByTestId('filter').click();
    await page.getByTestId('filter-picker').getByText('Unread').click();
    await page.getByTestId('save-view').click();
    await page.getByTestId('save-view-name').fill('Later');
    await page.getByTestId('save-view-submit').click();
    await expect(saved).toHaveCount(2);
    await expect(saved.last()).toContainText('Later');
    await page.getByTestId('saved-view-menu').click();
    await lookCloselyAt(page, 'saved-view-menu', ['wide', 'phone']);
    await page.getByTestId('saved-view-up').click();
    await expect(saved.first()).toContainText('Later');
    await page.getByTestId('saved-view-menu').click();
    await expect(page.getByTestId('saved-view-up')).toHaveAttribute('data-disabled', 'true');
    await page.getByTestId('saved-view-remove').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
    await expect(saved).toHaveCount(1);
    await saved.click();
  });
  await page.getByTestId('saved-view-menu').click();
  await page.getByTestId('saved-view-remove').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
  await expect(saved).toHaveCount(0);
  await expect(page).toHaveURL(/view=waiting$/);
  expect(complaints).toEqual([]);
});

test('a view that is shared is in the sidebar of a colleague, and one that is not is not', {
  tag: '@soak',
}, async ({ board, openWindow }) => {
  const leo = { name: 'Leo Costa', email: 'leo.views@example.test', password: 'long enough for Leo' };
  await addMember(board.url, board.demo, { ...leo, role: 'staff' });
  const [page, colleague] = [await openWindow(), await openWindow()];
  await Promise.all([enter(page, board.url, board.demo), enter(colleague, board.url, leo)]);
  const save = async (view: string, name: string, isShared: boolean) => {
    await page.getByTestId(`view-${view}`).click();
    await page.getByTestId('filter').click();
    await page.getByTestId('filter-picker').getByText('Unread').click();
    await page.getByTestId('save-view').click();
    await page.getByTestId('save-view-name').fill(name);
    if (isShared) await page.getByTestId('save-view-share').check();
    await page.getByTestId('save-view-submit').click();
    await expect(page.getByTestId('saved-view').filter({ hasText: name })).toBeVisible();
  };
  await save('waiting', 'Only mine', false);
  await save('unassigned', 'For the team', true);

  const theirs = colleague.getByTestId('saved-view');
  await expect(theirs).toHaveCount(1);
  await expect(theirs).toContainText('For the team');
  await theirs.click();
  await expect(colleague).toHaveURL(/view=unassigned.*unread=true/);
  const { data } = await askedBy<{ data: unknown[] }>(
    colleague,
    '/conversations?view=unassigned&unread=true&limit=100',
  );
  await expect.poll(() => countBeside(theirs)).toBe(data.length);
  await expect(colleague.getByTestId('filter-chips')).toBeVisible();
  // Views of the team belong to admins and owners.
  await expect(colleague.getByTestId('saved-view-menu')).toHaveCount(0);
  await expect(page.getByTestId('saved-view-menu')).toHaveCount(1);
});
