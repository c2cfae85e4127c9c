import type { Page } from '@playwright/test';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { controlOf } from '../helpers/templates.ts';
import { type Board, expect, type OpenWindow, test } from './fixtures.ts';
import { lookAt, lookCloselyAt } from './screens.ts';
import { openIdOf, storedMessages } from './stored.ts';
import { openTwo, type TwoPeople } from './two-people.ts';

const MAYA = '15550100123';

let board: Board;
test.beforeEach(({ board: ofFile }) => {
  board = ofFile;
});

/** Opens the inbox of the owner and of a colleague, on two computers; the owner opens a conversation. */
async function openBoth(openWindow: OpenWindow): Promise<TwoPeople> {
  const both = await openTwo(board, openWindow);
  await openMaya(both.margit);
  return both;
}

async function openMaya(page: Page): Promise<void> {
  await page.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
  await expect(page.getByTestId('composer')).toBeVisible();
}

test('a note is for the team alone, and a mention waits for the colleague', async ({ openWindow }) => {
  const { margit, colleague, complaints } = await openBoth(openWindow);
  await margit.getByTestId('composer').fill('A reply that is not finished');
  await margit.getByTestId('mode-note').click();
  const field = margit.getByTestId('note-composer');
  await field.pressSequentially('She prefers mornings. @le');
  await expect(margit.getByTestId('mention-option')).toHaveText(/Leo Costa/);
  await field.press('Enter');
  await expect(field).toHaveValue('She prefers mornings. @Leo Costa ');
  await lookCloselyAt(margit, 'note-composer', ['wide', 'middle', 'phone']);
  await field.press('Enter');
  await expect(margit.getByTestId('note-bubble')).toContainText('Note');
  await margit.getByTestId('composer-mode').getByText('Reply').click();
  await expect(margit.getByTestId('composer')).toHaveValue('A reply that is not finished');

  await expect(colleague.getByTestId('nav-notifications')).toContainText('1');
  await colleague.keyboard.press('g');
  await colleague.keyboard.press('n');
  const notification = colleague.getByTestId('notification');
  await expect(notification).toContainText('Margit');
  await expect(notification).toContainText('She prefers mornings. @Leo Costa');
  await lookCloselyAt(colleague, 'notifications', ['wide', 'middle', 'phone']);
  await colleague.getByTestId('notification-mark').click();
  await expect(colleague.getByTestId('nav-notifications')).not.toContainText('1');
  await colleague.getByTestId('notification-mark').click();
  await expect(colleague.getByTestId('nav-notifications')).toContainText('1');
  await colleague.keyboard.press('g');
  await colleague.keyboard.press('i');
  await expect(colleague.getByTestId('view-mentions')).toContainText('1');
  await colleague.getByTestId('view-mentions').click();
  await openMaya(colleague);
  await expect(colleague.getByTestId('note-bubble')).toContainText('@Leo Costa');
  await expect(colleague.getByTestId('view-mentions')).not.toContainText('1');
  await expect(colleague.getByTestId('nav-notifications')).not.toContainText('1');
  await lookCloselyAt(colleague, 'note', ['wide', 'middle', 'phone']);
  await margit.getByTestId('note-bubble').hover();
  await margit.getByTestId('note-delete').click();
  await margit.getByTestId('confirm').click();
  await expect(colleague.getByTestId('note-bubble')).toHaveCount(0);
  expect(complaints.flat()).toEqual([]);
});

test('a note is edited in its place, and takes saved replies and emoji', { tag: '@soak' }, async ({
  openWindow,
}) => {
  const { margit, colleague, complaints } = await openBoth(openWindow);
  await margit.request.post(`${board.url}/api/dashboard/saved-replies`, {
    headers: { origin: board.url },
    data: { name: 'Callback', content: 'Promised to call {{contact.first_name}} back' },
  });
  await margit.getByTestId('mode-note').click();
  const field = margit.getByTestId('note-composer');
  await field.press('/');
  await expect(margit.getByTestId('saved-replies-search')).toBeFocused();
  // The second one is meant as a character.
  await margit.keyboard.press('/');
  await expect(field).toHaveValue('/');
  await field.fill('');
  await field.press('/');
  await expect(margit.getByTestId('saved-replies')).toContainText('Callback');
  await margit.keyboard.press('Enter');
  await expect(field).toHaveValue('Promised to call Maya back');
  await field.fill('Call her ');
  await margit.getByTestId('emoji-open').click();
  await margit.getByTestId('emoji-search').fill('telephone receiver');
  await margit.getByTestId('emoji-search').press('Enter');
  await expect(field).toHaveValue(/^Call her 📞/u);
  await field.press('Enter');
  const note = margit.getByTestId('note-bubble');
  await expect(note).toContainText('Call her 📞');
  await openMaya(colleague);
  await expect(colleague.getByTestId('note-bubble')).toContainText('Call her');
  // Nobody else can edit it.
  await colleague.getByTestId('note-bubble').hover();
  await expect(colleague.getByTestId('note-edit')).toHaveCount(0);

  await note.hover();
  await margit.getByTestId('note-edit').click();
  const editor = margit.getByTestId('note-edit-text');
  await expect(editor).toBeFocused();
  await editor.fill('');
  await expect(margit.getByTestId('note-save')).toBeDisabled();
  await editor.pressSequentially('Call her before ten, @le');
  await lookAt(margit, 'note-editor', ['wide', 'middle', 'phone']);
  await editor.press('Enter');
  await expect(editor).toHaveValue('Call her before ten, @Leo Costa ');
  await editor.press('Enter');
  await expect(editor).toHaveCount(0);
  await expect(margit.getByTestId('note-edited')).toHaveText('edited');
  await expect(colleague.getByTestId('note-bubble')).toContainText('Call her before ten, @Leo Costa');
  await expect(colleague.getByTestId('note-edited')).toBeVisible();
  await lookCloselyAt(colleague, 'note-edited', ['wide', 'middle', 'phone']);

  await note.hover();
  await margit.getByTestId('note-edit').click();
  await editor.fill('Something else');
  await editor.press('Escape');
  await expect(note).toContainText('Call her before ten, @Leo Costa');
  expect(complaints.flat()).toEqual([]);
});

test('two agents see each other, and the slower answer waits for a decision', { tag: '@loop' }, async ({
  openWindow,
}) => {
  const { margit, colleague, complaints } = await openBoth(openWindow);
  await openMaya(colleague);
  const line = margit.getByTestId('presence-line');
  await expect(line).toHaveText('Leo Costa is viewing', { timeout: 1_000 });
  await expect(margit.getByTestId('presence-avatars').first()).toBeVisible();
  await colleague.getByTestId('composer').press('T');
  await expect(line).toHaveText('Leo Costa is replying', { timeout: 1_000 });
  await lookCloselyAt(margit, 'presence', ['wide', 'middle', 'phone']);

  await margit.context().setOffline(true);
  await margit.getByTestId('composer').fill('Yes, size 100 is here.');
  await margit.getByTestId('composer-send').click();
  await expect(margit.getByTestId('message-waiting')).toBeVisible();
  await colleague.getByTestId('composer').fill('Leather needles: only size 90.');
  await colleague.getByTestId('composer-send').click();
  const theirs = colleague.getByTestId('message-bubble').last();
  await expect(theirs).toContainText('only size 90');
  // The server has it: otherwise Margit's answer may arrive first.
  await expect(theirs).toHaveAttribute('data-status', /sent|delivered|read/);
  await margit.context().setOffline(false);
  const card = margit.getByTestId('newer-answer');
  await expect(card).toContainText('Leo Costa answered');
  await expect(card).toContainText('only size 90');
  await expect(card).toContainText('Yes, size 100 is here.');
  await lookCloselyAt(margit, 'newer-answer', ['wide', 'middle', 'phone']);

  await margit.getByTestId('discard-stale').click();
  await expect(margit.getByTestId('composer')).toHaveValue('Yes, size 100 is here.');
  await expect(card).toHaveCount(0);
  await margit.getByTestId('composer').fill('Size 90 it is, I will order 100.');
  await margit.getByTestId('composer-send').click();
  // Leo's answer may not count as seen yet: the server has decided when the bubble has a status of its own.
  const decided = margit
    .locator(
      '[data-testid="message-bubble"]:is([data-status="sent"], [data-status="delivered"], [data-status="read"])',
    )
    .filter({ hasText: 'I will order 100' });
  await card.or(decided).first().waitFor();
  if (await card.isVisible()) await margit.getByTestId('send-anyway').click();
  await expect(colleague.getByTestId('message-bubble').last()).toContainText('I will order 100');
  await colleague.context().close();
  await expect(line).toHaveCount(0);
  expect(complaints[1]).toEqual([]);
});

test('an answer that a colleague was faster with is refused, and goes out once when it is confirmed', {
  tag: '@soak',
}, async ({ openWindow }) => {
  const { margit, colleague, complaints } = await openBoth(openWindow);
  await openMaya(colleague);
  const [mine, theirs] = [`Mine of ${Date.now()}`, `Leo’s of ${Date.now()}`];
  const ours = async () => {
    const texts = (await storedMessages(colleague, openIdOf(colleague))).map(({ content }) => content);
    return texts.filter((text) => text === mine || text === theirs);
  };
  await margit.context().setOffline(true);
  await margit.getByTestId('composer').fill(mine);
  await margit.getByTestId('composer-send').click();
  await expect(margit.getByTestId('message-waiting')).toBeVisible();
  await colleague.getByTestId('composer').fill(theirs);
  await colleague.getByTestId('composer-send').click();
  await expect.poll(ours).toEqual([theirs]);

  const refused = margit.waitForResponse((answer) => answer.status() === 409);
  await margit.context().setOffline(false);
  expect(await (await refused).json()).toMatchObject({ error: { code: 'newer_answer' } });
  const card = margit.getByTestId('newer-answer');
  await expect(card).toContainText(theirs);
  await expect(card).toContainText(mine);
  await expect(card.getByRole('button')).toHaveCount(2);
  await expect(card.getByTestId('discard-stale')).toBeVisible();
  // The server has nothing of it before the person has decided.
  expect(await ours()).toEqual([theirs]);
  await card.getByTestId('send-anyway').click();
  await expect(card).toHaveCount(0);
  await expect.poll(ours).toEqual([theirs, mine]);
  await expect(colleague.getByTestId('message-bubble').last()).toContainText(mine);
  await expect(margit.getByTestId('composer')).toHaveValue('');
  const onPhone = async () => {
    const path = `/accounts/${demoAccount.phoneNumberId}/chats/${MAYA}/messages?all=1`;
    const { body } = await controlOf(board.phoneUrl).control('GET', path);
    const texts = (body.data as { text: string | null }[]).map(({ text }) => text);
    return texts.filter((text) => text === mine || text === theirs);
  };
  await expect.poll(onPhone).toEqual([theirs, mine]);
  expect(complaints[1]).toEqual([]);
});

test('what a colleague does with a conversation is a line of the thread at once, and in the history', async ({
  openWindow,
}) => {
  const { margit, colleague, complaints } = await openBoth(openWindow);
  await openMaya(colleague);
  const lines = margit.getByTestId('work-line');
  await expect(margit.getByTestId('message-bubble').last()).toBeVisible();
  const before = await lines.count();
  await expect(colleague.getByTestId('composer')).toBeFocused();
  await colleague.getByTestId('conversation-list').focus();
  await colleague.keyboard.press('Shift+A');
  await expect(lines).toHaveCount(before + 1);
  await expect(lines.last()).toContainText('Self-assigned · Leo Costa');
  await expect(lines.last()).toBeInViewport({ ratio: 1 });
  await colleague.getByTestId('toggle-closed').click();
  await expect(lines.last()).toContainText('Closed · Leo Costa');
  await margit.getByTestId('toggle-closed').click();
  await expect(lines.last()).toContainText('Reopened · Margit');
  await margit.getByRole('button', { name: 'History' }).click();
  const items = margit.getByTestId('timeline-item');
  await expect(items.filter({ hasText: 'Closed · Leo Costa' })).toBeVisible();
  await lookAt(margit, 'work-lines', ['wide', 'phone']);
  // After a reload, they are where they were.
  await margit.reload();
  await expect(lines).toHaveCount(before + 3);
  expect(complaints.flat()).toEqual([]);
});

test('what a colleague is writing is seen and taken over, and the colleague sees that', async ({
  openWindow,
}) => {
  const { margit, colleague, complaints } = await openBoth(openWindow);
  await openMaya(colleague);
  await expect(margit.getByTestId('presence-line')).toHaveText('Leo Costa is viewing');
  await expect(margit.getByTestId('see-draft')).toHaveCount(0);
  await colleague.getByTestId('composer').fill('Size 90 is here.');
  await margit.getByTestId('see-draft').click();
  await expect(margit.getByTestId('colleague-draft-text')).toHaveText('Size 90 is here.');
  await lookCloselyAt(margit, 'colleague-draft', ['wide', 'middle', 'phone']);
  await margit.getByTestId('composer').fill('Hello Maya,');
  await margit.getByTestId('take-over').click();
  await margit.getByTestId('take-over-add').click();
  await expect(margit.getByTestId('composer')).toHaveValue('Hello Maya,\nSize 90 is here.');
  await expect(margit.getByTestId('colleague-draft')).toHaveCount(0);
  const notice = colleague.getByTestId('draft-taken');
  await expect(notice).toContainText('took over the reply');
  await lookCloselyAt(colleague, 'draft-taken', ['wide', 'middle', 'phone']);
  await colleague.getByTestId('draft-taken-discard').click();
  await expect(colleague.getByTestId('composer')).toHaveValue('');
  await expect(notice).toHaveCount(0);
  // With nothing of one's own, no question is asked.
  await margit.getByTestId('composer').fill('');
  await colleague.getByTestId('composer').fill('And size 100 comes on Monday.');
  await margit.getByTestId('see-draft').click();
  await expect(margit.getByTestId('colleague-draft-text')).toContainText('Monday');
  await margit.getByTestId('take-over').click();
  await expect(margit.getByTestId('composer')).toHaveValue('And size 100 comes on Monday.');
  expect(complaints.flat()).toEqual([]);
});
