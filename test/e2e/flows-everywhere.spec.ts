import { addMember } from './add-member.ts';
import { type Board, expect, type OpenWindow, test } from './fixtures.ts';
import { enter } from './screens.ts';
import { askedBy, openIdOf, storedConversation } from './stored.ts';
import {
  CUSTOMER,
  inEveryWindow,
  look,
  openFromList,
  openPalette,
  openWork,
  press,
  rowOf,
  sentTexts,
  showView,
  statusOf,
  toggleClosed,
  type Walk,
} from './walk.ts';

inEveryWindow('the inbox is worked through', '1555017', async (walk, { board, openWindow }) => {
  await test.step('a conversation is opened from the list', () => openFromList(walk));
  await test.step('it is answered', () => reply(walk));
  await test.step('a private note is added', () => addNote(walk));
  await test.step('it is assigned to me', () => assignToMe(walk));
  await test.step('it gets a label', () => label(walk));
  await test.step('a colleague is seen, and is faster', () => meetColleague(walk, board, openWindow));
  await test.step('it is snoozed, found again, and reopened', () => snooze(walk));
  await test.step('it is closed, found again, and reopened', () => close(walk));
  await test.step('a message is searched', () => searchMessage(walk));
  await test.step('a command of the palette is run', () => runCommand(walk));
  await test.step('a saved reply is inserted by its key', () => insertSavedReply(walk, board));
});

async function reply(walk: Walk): Promise<void> {
  const { page, id } = walk;
  const words = `Yes, and it is here until Friday. Would you like one? ${Date.now()}`;
  await page.getByTestId('composer').fill(words);
  await look(walk, 'reply');
  // The tools and both parts of the send button are in one row.
  const tools = ['composer-attach', 'template-open', 'composer-send', 'send-ways'];
  const boxes = await Promise.all(tools.map((tool) => page.getByTestId(tool).boundingBox()));
  expect(new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size).toBe(1);
  await press(walk, page.getByTestId('composer-send'));
  const bubble = page.getByTestId('message-bubble').filter({ hasText: words });
  await expect(bubble).toHaveAttribute('data-status', /sent|delivered|read/);
  await expect(bubble).toBeInViewport({ ratio: 1 });
  await expect(page.getByTestId('composer')).toHaveValue('');
  expect(await sentTexts(walk)).toContain(words);
  expect((await storedConversation(page, id)).unreadCount).toBe(0);
}

async function addNote(walk: Walk): Promise<void> {
  const { page, text, id } = walk;
  const words = `She collects them. ${Date.now()}`;
  const modes = page.getByTestId('composer-mode');
  await press(walk, modes.getByText(text('inbox:notes.word'), { exact: true }));
  await page.getByTestId('note-composer').fill(words);
  await look(walk, 'note');
  await press(walk, page.getByTestId('note-write'));
  const note = page.getByTestId('note-bubble').filter({ hasText: words });
  await expect(note).toHaveAttribute('data-state', 'stored');
  await expect(note).toContainText(text('inbox:notes.word'));
  const { data } = await askedBy<{ data: { content: string }[] }>(page, `/conversations/${id}/notes`);
  expect(data.map(({ content }) => content)).toContain(words);
  // A note is for the team alone.
  expect(await sentTexts(walk)).not.toContain(words);
  await press(walk, modes.getByText(text('inbox:composer.mode.reply'), { exact: true }));
  await expect(page.getByTestId('composer')).toBeVisible();
  await look(walk, 'note written');
}

async function assignToMe(walk: Walk): Promise<void> {
  const { page, text, id } = walk;
  expect((await storedConversation(page, id)).assignee).toBeNull();
  await openWork(walk, 'assign');
  const me = page.getByText(text('inbox:work.me'), { exact: true });
  await expect(page.getByTestId('pick-option').filter({ has: me })).toBeVisible();
  await look(walk, 'assign');
  await press(walk, page.getByTestId('pick-option').filter({ has: me }));
  await expect(page.getByTestId('pick-assign')).toHaveCount(0);
  await expect.poll(async () => (await storedConversation(page, id)).assignee?.name).toBe('Margit Depot');
  const header = page.getByTestId('conversation-name').locator('xpath=ancestor::header');
  await expect(header).toContainText('Margit Depot');
}

async function label(walk: Walk): Promise<void> {
  const { page, word, id } = walk;
  await openWork(walk, 'label');
  await page.getByTestId('pick-search').fill(word);
  // No label has this name, so that the only option creates it.
  await press(walk, page.getByTestId('pick-option'));
  await expect(page.getByTestId('thread-labels')).toContainText(word);
  await look(walk, 'label');
  if (walk.isPhone) await press(walk, page.getByTestId('conversation-name'));
  else await page.keyboard.press('Escape');
  await expect(page.getByTestId('pick-label')).toHaveCount(0);
  expect((await storedConversation(page, id)).labels.map(({ name }) => name)).toEqual([word]);
  await look(walk, 'labelled');
}

async function meetColleague(walk: Walk, { url, demo }: Board, openWindow: OpenWindow): Promise<void> {
  const { page, text, word, id } = walk;
  const leo = { name: 'Leo Costa', email: `${word}@example.test`, password: 'long enough for Leo' };
  await addMember(url, demo, { ...leo, role: 'staff' });
  const colleague = await openWindow();
  await enter(colleague, url, leo);
  await colleague.goto(`${url}/inbox/${id}`);
  await expect(colleague.getByTestId('composer')).toBeVisible();
  const line = page.getByTestId('presence-line');
  await expect(line).toHaveText(text('inbox:presence.viewing_one', { names: leo.name }));
  await look(walk, 'colleague');

  const [mine, theirs] = [`Mine of ${Date.now()}`, `Leo’s of ${Date.now()}`];
  await page.context().setOffline(true);
  await page.getByTestId('composer').fill(mine);
  await press(walk, page.getByTestId('composer-send'));
  await expect(page.getByTestId('message-waiting')).toBeVisible();
  await expect(page.getByTestId('offline-banner')).toBeVisible();
  await look(walk, 'offline');
  await colleague.getByTestId('composer').fill(theirs);
  await colleague.getByTestId('composer').press('Enter');
  await expect.poll(() => sentTexts({ ...walk, page: colleague })).toContain(theirs);
  await page.context().setOffline(false);

  const card = page.getByTestId('newer-answer');
  await expect(card).toContainText(mine);
  await expect(card).toContainText(theirs);
  await expect(card.getByRole('button')).toHaveText([
    text('inbox:newerAnswer.send'),
    text('inbox:outbox.takeBack'),
  ]);
  for (const button of await card.getByRole('button').all())
    await expect(button).toBeInViewport({ ratio: 1 });
  await look(walk, 'newer answer');
  expect(await sentTexts(walk)).not.toContain(mine);
  await press(walk, card.getByTestId('send-anyway'));
  await expect(card).toHaveCount(0);
  await expect.poll(() => sentTexts(walk)).toContain(mine);
  await colleague.context().close();
  await expect(line).toHaveCount(0);
}

async function snooze(walk: Walk): Promise<void> {
  const { page, text, id } = walk;
  await openWork(walk, 'snooze');
  await expect(page.getByTestId('snooze-at-date')).toBeVisible();
  await look(walk, 'snooze');
  await press(walk, page.getByTestId('snooze-tomorrow'));
  await expect.poll(() => statusOf(walk)).toBe('snoozed');
  await expect(page.getByText(text('inbox:work.done.snoozed_one'))).toBeInViewport({ ratio: 1 });
  await expect(page.getByTestId('undo')).toBeInViewport({ ratio: 1 });
  // The next conversation opens.
  await expect.poll(() => openIdOf(page)).not.toBe(id);
  await look(walk, 'after snoozing');
  await showView(walk, 'snoozed');
  await expect(rowOf(walk).getByTestId('row-snoozed')).toBeVisible();
  await look(walk, 'snoozed view');
  await press(walk, rowOf(walk));
  await expect(page.getByTestId('thread-snoozed')).toBeVisible();
  await toggleClosed(walk, 'inbox:work.reopen');
  await expect.poll(() => statusOf(walk)).toBe('open');
}

async function close(walk: Walk): Promise<void> {
  const { page, text, id } = walk;
  await showView(walk, 'open');
  await press(walk, rowOf(walk));
  await expect(page.getByTestId('conversation-name')).toHaveText(CUSTOMER.name);
  await toggleClosed(walk, 'inbox:work.close');
  await expect.poll(() => statusOf(walk)).toBe('closed');
  await expect(page.getByText(text('inbox:work.done.closed_one'))).toBeInViewport({ ratio: 1 });
  await expect.poll(() => openIdOf(page)).not.toBe(id);
  await showView(walk, 'closed');
  await expect(rowOf(walk)).toBeVisible();
  await look(walk, 'closed view');
  await press(walk, rowOf(walk));
  const header = page.getByTestId('conversation-name').locator('xpath=ancestor::header');
  await expect(header.getByText(text('inbox:work.isClosed'), { exact: true })).toBeVisible();
  await look(walk, 'closed');
  await toggleClosed(walk, 'inbox:work.reopen');
  await expect.poll(() => statusOf(walk)).toBe('open');
}

async function searchMessage(walk: Walk): Promise<void> {
  const { page, text, word, id } = walk;
  await openPalette(walk);
  await page.getByTestId('palette-search').fill(word);
  const entry = text('commands:palette.searchFor', { query: word });
  await expect(page.getByTestId('palette-item').filter({ hasText: entry })).toBeVisible();
  await look(walk, 'palette');
  await press(walk, page.getByTestId('palette-item').filter({ hasText: entry }));
  await expect(page.getByTestId('search-box')).toHaveValue(word);
  const found = page.getByTestId('found-message');
  await expect(found).toHaveCount(1);
  await expect(found.locator('mark')).toHaveText(word);
  await look(walk, 'search');
  await press(walk, found);
  await expect(page.getByTestId('conversation-name')).toHaveText(CUSTOMER.name);
  await expect(page.getByTestId('message-bubble').filter({ hasText: word })).toBeInViewport();
  expect(openIdOf(page)).toBe(id);
  await look(walk, 'found message');
}

async function runCommand(walk: Walk): Promise<void> {
  const { page, text, id } = walk;
  const command = text('commands:titles.conversation.unread');
  await openPalette(walk);
  await page.getByTestId('palette-search').fill(command);
  const first = page.getByTestId('palette-item').first();
  await expect(first).toContainText(command);
  await look(walk, 'command');
  if (walk.isPhone) await press(walk, first);
  else await page.keyboard.press('Enter');
  await expect(page.getByTestId('palette-search')).toHaveCount(0);
  await expect.poll(async () => (await storedConversation(page, id)).unreadCount).toBeGreaterThan(0);
  await expect(page.getByText(text('inbox:work.done.unread_one'))).toBeInViewport({ ratio: 1 });
  await look(walk, 'marked as unread');
}

async function insertSavedReply(walk: Walk, { url }: Board): Promise<void> {
  const { page, word } = walk;
  const made = await page.request.post(`${url}/api/dashboard/saved-replies`, {
    data: { name: word, content: '{{contact.first_name}}, it is on the counter until Friday.' },
  });
  expect(made.status(), await made.text()).toBe(201);
  const composer = page.getByTestId('composer');
  await composer.press('/');
  await expect(page.getByTestId('saved-replies-search')).toBeFocused();
  await page.getByTestId('saved-replies-search').fill(word);
  const filled = `${CUSTOMER.firstName}, it is on the counter until Friday.`;
  await expect(page.getByTestId('saved-reply-option')).toContainText(filled);
  await look(walk, 'saved replies');
  if (walk.isPhone) await press(walk, page.getByTestId('saved-reply-option'));
  else await page.keyboard.press('Enter');
  await expect(page.getByTestId('saved-replies')).toHaveCount(0);
  await expect(composer).toHaveValue(filled);
  await look(walk, 'saved reply inserted');
  // It is inserted, and the person sends it.
  expect(await sentTexts(walk)).not.toContain(filled);
  await press(walk, page.getByTestId('composer-send'));
  await expect(page.getByTestId('message-bubble').filter({ hasText: filled })).toHaveAttribute(
    'data-status',
    /sent|delivered|read/,
  );
  expect(await sentTexts(walk)).toContain(filled);
  await look(walk, 'end');
}
