import type { Browser, Page } from '@playwright/test';
import { enterIn } from '../gallery/places.ts';
import { misfitsOf } from './fit.ts';
import { type Board, expect, test } from './fixtures.ts';
import { axeViolations, complaintsOf, takesScreenshots, untilAnimationsEnd } from './screens.ts';
import { askedBy, openIdOf, storedConversation, storedMessages } from './stored.ts';
import { customerWrites } from './switchboard.ts';
import { type Texts, textsOf } from './texts.ts';

/** The windows of a desktop, a tablet, a phone, and a low desktop. */
const SIZES = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
  low: { width: 1440, height: 600 },
} as const;
const LANGUAGES = ['en', 'pt-BR'] as const;
/** From here, the sidebar lists the views; below it, the menu above the list does. */
const ROOMY = 1100;
const NAME = 'Lina Castelo';
const FIRST_NAME = 'Lina';

/** A person who works through the inbox at a size, in a language. */
interface Walk {
  page: Page;
  text: Texts;
  /** Names the window and the language. It is one word, which only this walk's messages have. */
  word: string;
  isPhone: boolean;
  isRoomy: boolean;
  /** The conversation, once it is open. */
  id: string;
  /** What does not fit, or is not accessible, by step. */
  problems: string[];
}

test.describe.configure({ timeout: 600_000 });

for (const language of LANGUAGES) {
  for (const [at, [name, { width, height }]] of Object.entries(SIZES).entries()) {
    test(`the inbox is worked through at ${width} × ${height}, in ${language}`, { tag: '@soak' }, async ({
      board,
      browser,
    }) => {
      const page = await openWindowOf(browser, { width, height });
      const complaints = complaintsOf(page);
      const walk: Walk = {
        page,
        text: textsOf(language),
        word: `lantern${name}${language.replace('-', '')}`.toLowerCase(),
        isPhone: width < 600,
        isRoomy: width >= ROOMY,
        id: '',
        problems: [],
      };
      const phone = `1555017${LANGUAGES.indexOf(language)}${at}01`;
      await customerWrites(board.phoneUrl, phone, `Is the ${walk.word} still on sale?`, NAME);
      await enterIn(page, board.url, board.demo, language);
      await test.step('a conversation is opened from the list', () => openFromList(walk));
      await test.step('it is answered', () => reply(walk));
      await test.step('a private note is added', () => addNote(walk));
      await test.step('it is assigned to me', () => assignToMe(walk));
      await test.step('it gets a label', () => label(walk));
      await test.step('it is snoozed, found again, and reopened', () => snooze(walk));
      await test.step('it is closed, found again, and reopened', () => close(walk));
      await test.step('a message is searched', () => searchMessage(walk));
      await test.step('a command of the palette is run', () => runCommand(walk));
      await test.step('a saved reply is inserted by its key', () => insertSavedReply(walk, board));
      expect(walk.problems).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  }
}

async function openWindowOf(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const isPhone = viewport.width < 600;
  const context = await browser.newContext({
    viewport,
    reducedMotion: 'reduce',
    ...(isPhone && { hasTouch: true, isMobile: true }),
  });
  return context.newPage();
}

async function openFromList(walk: Walk): Promise<void> {
  const { page, word } = walk;
  const row = page.getByTestId('conversation-row').filter({ hasText: word });
  await expect(row).toBeVisible();
  await look(walk, 'list');
  await row.click();
  await expect(page.getByTestId('conversation-name')).toHaveText(NAME);
  await expect(page.getByTestId('thread').getByText(word)).toBeVisible();
  await expect(page.getByTestId('composer')).toBeVisible();
  walk.id = openIdOf(page);
  expect(walk.id).not.toBe('');
  await look(walk, 'conversation');
}

async function reply(walk: Walk): Promise<void> {
  const { page, id } = walk;
  const words = `Yes, and it is here until Friday. Would you like one? ${Date.now()}`;
  await page.getByTestId('composer').fill(words);
  await look(walk, 'reply');
  await page.getByTestId('composer-send').click();
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
  await modes.getByText(text('inbox:notes.word'), { exact: true }).click();
  await page.getByTestId('note-composer').fill(words);
  await look(walk, 'note');
  await page.getByTestId('note-write').click();
  const note = page.getByTestId('note-bubble').filter({ hasText: words });
  await expect(note).toHaveAttribute('data-state', 'stored');
  await expect(note).toContainText(text('inbox:notes.word'));
  const { data } = await askedBy<{ data: { content: string }[] }>(page, `/conversations/${id}/notes`);
  expect(data.map(({ content }) => content)).toContain(words);
  // A note is for the team alone.
  expect(await sentTexts(walk)).not.toContain(words);
  await modes.getByText(text('inbox:composer.mode.reply'), { exact: true }).click();
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
  await page.getByTestId('pick-option').filter({ has: me }).click();
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
  await page.getByTestId('pick-option').click();
  await expect(page.getByTestId('thread-labels')).toContainText(word);
  await look(walk, 'label');
  if (walk.isPhone) await page.getByTestId('conversation-name').click();
  else await page.keyboard.press('Escape');
  await expect(page.getByTestId('pick-label')).toHaveCount(0);
  expect((await storedConversation(page, id)).labels.map(({ name }) => name)).toEqual([word]);
  await look(walk, 'labelled');
}

async function snooze(walk: Walk): Promise<void> {
  const { page, text, id } = walk;
  await openWork(walk, 'snooze');
  await expect(page.getByTestId('snooze-tomorrow')).toBeVisible();
  await look(walk, 'snooze');
  await page.getByTestId('snooze-tomorrow').click();
  await expect.poll(() => statusOf(walk)).toBe('snoozed');
  await expect(page.getByText(text('inbox:work.done.snoozed_one'))).toBeInViewport({ ratio: 1 });
  await expect(page.getByTestId('undo')).toBeInViewport({ ratio: 1 });
  // The next conversation opens.
  await expect.poll(() => openIdOf(page)).not.toBe(id);
  await look(walk, 'after snoozing');
  await showView(walk, 'snoozed');
  await expect(rowOf(walk).getByTestId('row-snoozed')).toBeVisible();
  await look(walk, 'snoozed view');
  await rowOf(walk).click();
  await expect(page.getByTestId('thread-snoozed')).toBeVisible();
  await toggleClosed(walk, 'inbox:work.reopen');
  await expect.poll(() => statusOf(walk)).toBe('open');
}

async function close(walk: Walk): Promise<void> {
  const { page, text, id } = walk;
  await showView(walk, 'open');
  await rowOf(walk).click();
  await expect(page.getByTestId('conversation-name')).toHaveText(NAME);
  await toggleClosed(walk, 'inbox:work.close');
  await expect.poll(() => statusOf(walk)).toBe('closed');
  await expect(page.getByText(text('inbox:work.done.closed_one'))).toBeInViewport({ ratio: 1 });
  await expect.poll(() => openIdOf(page)).not.toBe(id);
  await showView(walk, 'closed');
  await expect(rowOf(walk)).toBeVisible();
  await look(walk, 'closed view');
  await rowOf(walk).click();
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
  await page.getByTestId('palette-item').filter({ hasText: entry }).click();
  await expect(page.getByTestId('search-box')).toHaveValue(word);
  const found = page.getByTestId('found-message');
  await expect(found).toHaveCount(1);
  await expect(found.locator('mark')).toHaveText(word);
  await look(walk, 'search');
  await found.click();
  await expect(page.getByTestId('conversation-name')).toHaveText(NAME);
  await expect(page.locator('article').filter({ hasText: word })).toBeInViewport();
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
  if (walk.isPhone) await first.click();
  else await page.keyboard.press('Enter');
  await expect(page.getByTestId('palette-search')).toHaveCount(0);
  await expect.poll(async () => (await storedConversation(page, id)).unreadCount).toBeGreaterThan(0);
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
  const filled = `${FIRST_NAME}, it is on the counter until Friday.`;
  await expect(page.getByTestId('saved-reply-option')).toContainText(filled);
  await look(walk, 'saved replies');
  if (walk.isPhone) await page.getByTestId('saved-reply-option').click();
  else await page.keyboard.press('Enter');
  await expect(page.getByTestId('saved-replies')).toHaveCount(0);
  await expect(composer).toHaveValue(filled);
  await look(walk, 'saved reply inserted');
  // It is inserted, and the person sends it.
  expect(await sentTexts(walk)).not.toContain(filled);
  await page.getByTestId('composer-send').click();
  await expect(page.getByTestId('message-bubble').filter({ hasText: filled })).toHaveAttribute(
    'data-status',
    /sent|delivered|read/,
  );
  expect(await sentTexts(walk)).toContain(filled);
  await look(walk, 'end');
}

const rowOf = ({ page, id }: Walk) => page.locator(`[data-testid="conversation-row"][data-id="${id}"]`);

const statusOf = async ({ page, id }: Walk) => (await storedConversation(page, id)).status;

/** Returns what the customer was sent. */
async function sentTexts({ page, id }: Walk): Promise<(string | null)[]> {
  const messages = await storedMessages(page, id);
  return messages.filter(({ direction }) => direction === 'outbound').map(({ content }) => content);
}

/** Closes or reopens the open conversation, by the button that says so. */
async function toggleClosed({ page, text }: Walk, name: string): Promise<void> {
  await expect(page.getByTestId('toggle-closed')).toHaveAccessibleName(text(name));
  await page.getByTestId('toggle-closed').click();
}

/** Opens a picker: by its button, or in the menu that a phone has for them. */
async function openWork({ page, text, isPhone }: Walk, kind: 'assign' | 'label' | 'snooze'): Promise<void> {
  if (isPhone) {
    await page.getByTestId('work-menu').click();
    await page.getByRole('menuitem', { name: text(`inbox:work.${kind}`), exact: true }).click();
  } else {
    await page.getByTestId(kind).click();
  }
  await expect(page.getByTestId(`pick-${kind}`)).toBeVisible();
}

/** Shows a view of the list: in the sidebar, or where there is none, in the menu above the list. */
async function showView({ page, text, isPhone, isRoomy }: Walk, view: 'open' | 'snoozed' | 'closed') {
  if (isPhone && openIdOf(page) !== '')
    await page.getByRole('button', { name: text('inbox:thread.contact.back') }).click();
  if (isRoomy) {
    await page.getByTestId(`view-${view}`).click();
  } else {
    await page.getByTestId('view-menu').click();
    await page.getByTestId(`choose-view-${view}`).click();
  }
  const name = text(view === 'open' ? 'inbox:list.title' : `inbox:views.${view}.name`);
  await expect(page.getByTestId('view-menu')).toContainText(name);
}

async function openPalette({ page, isPhone }: Walk): Promise<void> {
  if (isPhone) await page.getByTestId('nav-more').click();
  await page.getByTestId('open-palette').click();
  await expect(page.getByTestId('palette-search')).toBeVisible();
}

/** Notes what does not fit on the page or is not accessible; with SCREENS set, also takes a screenshot. */
async function look({ page, word, problems }: Walk, step: string): Promise<void> {
  await closeToasts(page);
  await untilAnimationsEnd(page);
  if (takesScreenshots)
    await page.screenshot({ path: `test-results/screens/${word}-${step.replaceAll(' ', '-')}.png` });
  for (const misfit of await misfitsOf(page)) problems.push(`${step}: ${misfit}`);
  for (const violation of await axeViolations(page, 'light')) problems.push(`${step}: ${violation}`);
}

/** Closes the short messages, which cover a part of the page for some seconds. */
async function closeToasts(page: Page): Promise<void> {
  const buttons = page.locator('.mantine-Notification-closeButton');
  await expect(async () => {
    if ((await buttons.count()) > 0) await buttons.first().click({ timeout: 1_000 });
    await expect(buttons).toHaveCount(0, { timeout: 500 });
  }).toPass();
}
