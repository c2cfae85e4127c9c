import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { askedBy, openIdOf, storedMessages } from './stored.ts';
import {
  CUSTOMER,
  inEveryWindow,
  look,
  openFromList,
  press,
  rowOf,
  sentTexts,
  showView,
  statusOf,
  type Walk,
} from './walk.ts';

/** Words that find an emoji, in each language. */
const ROCKET = { en: 'rocket', 'pt-BR': 'foguete' } as const;

inEveryWindow('messages are worked with', '1555018', async (walk) => {
  await test.step('a conversation is opened from the list', () => openFromList(walk));
  await test.step('a message is quoted', () => quote(walk));
  await test.step('it gets a reaction', () => react(walk));
  await test.step('an emoji is inserted, and the draft is kept', () => draftWithEmoji(walk));
  await test.step('a message is undone', () => undo(walk));
  await test.step('it is scheduled, and canceled', () => schedule(walk));
  await test.step('a location is sent', () => sendLocation(walk));
  await test.step('a contact card is sent', () => sendCard(walk));
  await test.step('buttons are sent', () => sendButtons(walk));
  await test.step('a message is forwarded', () => forward(walk));
  await test.step('conversations are closed together, and reopened', () => closeTogether(walk));
  await test.step('a view is saved', () => saveView(walk));
  await test.step('a key is changed', () => changeKey(walk));
  await test.step('a contact is entered with a number of another country', () => enterContact(walk));
});

const bubbleWith = ({ page }: Walk, words: string) =>
  page.getByTestId('message-bubble').filter({ hasText: words });

/** What the customer has asked. */
const questionOf = (walk: Walk) => bubbleWith(walk, walk.word).first();

/** Opens the menu of a message: with the mouse by its button, with a finger that rests on it. */
async function openMessageMenu(walk: Walk, bubble: Locator): Promise<void> {
  const { page, isPhone } = walk;
  if (isPhone) await rest(walk, bubble);
  else {
    await bubble.hover();
    await page.getByTestId('message-more').click();
  }
  await expect(page.getByRole('menu')).toBeVisible();
}

/** Lets a finger rest on something until it has had its effect. */
async function rest({ page }: Walk, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const touch = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  // The time is what the gesture is.
  await page.waitForTimeout(800);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
}

async function quote(walk: Walk): Promise<void> {
  const { page, text, word } = walk;
  const words = `Yes, it is. ${Date.now()}`;
  await openMessageMenu(walk, questionOf(walk));
  await look(walk, 'message menu');
  await press(walk, page.getByRole('menuitem', { name: text('message-actions:reply'), exact: true }));
  await expect(page.getByTestId('quote-strip')).toContainText(word);
  await page.getByTestId('composer').fill(words);
  await look(walk, 'quote');
  await press(walk, page.getByTestId('composer-send'));
  await expect(page.getByTestId('quote-strip')).toHaveCount(0);
  await expect(bubbleWith(walk, words).getByTestId('message-quote')).toContainText(word);
  await expect(bubbleWith(walk, words)).toHaveAttribute('data-status', /sent|delivered|read/);
  await look(walk, 'quoted');
}

async function react(walk: Walk): Promise<void> {
  const { page, id } = walk;
  const question = questionOf(walk);
  // The focus shows the buttons at every size.
  await question.focus();
  await press(walk, page.getByTestId('message-react'));
  await expect(page.locator('[data-emoji="❤️"]').first()).toBeVisible();
  await look(walk, 'reactions');
  await press(walk, page.locator('[data-emoji="❤️"]').first());
  await expect(question.getByTestId('message-reactions')).toContainText('❤️');
  // It is shown before it is stored.
  const stored = async () => {
    const asked = (await storedMessages(page, id)).find(({ content }) => content?.includes(walk.word));
    return asked?.reactions.map(({ emoji }) => emoji);
  };
  await expect.poll(stored).toEqual(['❤️']);
  await look(walk, 'reaction');
}

async function draftWithEmoji(walk: Walk): Promise<void> {
  const { page, language, isPhone } = walk;
  const composer = page.getByTestId('composer');
  // The narrow composer of a phone has no room for the button beside a text; the keyboard of a phone has emoji, too.
  const text = isPhone ? '🚀' : 'On its way 🚀';
  await composer.fill(text.replace('🚀', ''));
  await press(walk, page.getByTestId('emoji-open'));
  await expect(page.getByTestId('emoji-picker')).toBeVisible();
  await look(walk, 'emoji');
  await page.getByTestId('emoji-search').fill(ROCKET[language]);
  await press(walk, page.locator('[data-emoji="🚀"]').first());
  await expect(composer).toHaveValue(text);
  const drafts = async () => {
    const { data } = await askedBy<{ data: { content: { reply: string } }[] }>(page, '/drafts');
    return data.map(({ content }) => content.reply);
  };
  await expect.poll(drafts).toContain(text);
  await page.reload();
  await expect(composer).toHaveValue(text);
  await look(walk, 'draft');
  await composer.fill('');
  await expect.poll(drafts).not.toContain(text);
}

async function undo(walk: Walk): Promise<void> {
  const { page } = walk;
  const words = `Too early. ${Date.now()}`;
  await page.evaluate(() => localStorage.setItem('switchboard.undo-send', '10'));
  await page.reload();
  await page.getByTestId('composer').fill(words);
  await press(walk, page.getByTestId('composer-send'));
  await press(walk, page.getByTestId('message-undo'));
  await expect(page.getByTestId('composer')).toHaveValue(words);
  await expect(bubbleWith(walk, words)).toHaveCount(0);
  expect(await sentTexts(walk)).not.toContain(words);
  await page.evaluate(() => localStorage.setItem('switchboard.undo-send', '0'));
  await page.reload();
}

async function schedule(walk: Walk): Promise<void> {
  const { page } = walk;
  const words = `Good morning. ${Date.now()}`;
  await page.getByTestId('composer').fill(words);
  await press(walk, page.getByTestId('schedule'));
  await expect(page.getByTestId('schedule-tomorrow')).toBeVisible();
  await look(walk, 'schedule');
  await press(walk, page.getByTestId('schedule-tomorrow'));
  await expect(bubbleWith(walk, words).getByTestId('message-scheduled')).toBeVisible();
  await look(walk, 'scheduled');
  await press(walk, bubbleWith(walk, words).getByTestId('message-cancel'));
  await expect(bubbleWith(walk, words)).toHaveCount(0);
  await page.getByTestId('composer').fill('');
}

async function openForm(walk: Walk, kind: 'location' | 'contacts' | 'interactive'): Promise<void> {
  await press(walk, walk.page.getByTestId('composer-attach'));
  await press(walk, walk.page.getByTestId(`attach-${kind}`));
  await expect(walk.page.getByRole('dialog')).toBeVisible();
}

/** Sends what is in the form. */
async function sendForm(walk: Walk, words: string): Promise<void> {
  await press(walk, walk.page.getByTestId('attachment-send'));
  await expect(walk.page.getByRole('dialog')).toHaveCount(0);
  await expect(bubbleWith(walk, words).last()).toHaveAttribute('data-status', /sent|delivered|read/);
  await look(walk, `sent ${words}`);
}

async function sendLocation(walk: Walk): Promise<void> {
  await openForm(walk, 'location');
  await walk.page.getByTestId('location-place').fill('38.7223, -9.1393');
  await look(walk, 'location');
  await sendForm(walk, '38.72230');
}

async function sendCard(walk: Walk): Promise<void> {
  const { page } = walk;
  await openForm(walk, 'contacts');
  await page.getByTestId('card-search').fill('Birdie');
  await press(walk, page.getByTestId('card-option').filter({ hasText: 'Birdie' }));
  await look(walk, 'card');
  await sendForm(walk, 'Birdie');
}

async function sendButtons(walk: Walk): Promise<void> {
  const { page } = walk;
  await openForm(walk, 'interactive');
  await page.getByTestId('offer-body').fill('When does it suit you?');
  await page.getByTestId('offer-button').nth(0).fill('Mornings');
  await look(walk, 'buttons');
  await sendForm(walk, 'When does it suit you?');
}

async function forward(walk: Walk): Promise<void> {
  const { page, text, id, word } = walk;
  await openMessageMenu(walk, questionOf(walk));
  await press(walk, page.getByRole('menuitem', { name: text('message-actions:forward.label'), exact: true }));
  const target = page.locator('[data-testid="forward-target"]:not([disabled])').first();
  await expect(target).toBeVisible();
  await look(walk, 'forward');
  await press(walk, target);
  await expect.poll(() => openIdOf(page)).not.toBe(id);
  await expect(page.getByTestId('composer')).toHaveValue(new RegExp(word));
  await look(walk, 'forwarded');
  await page.getByTestId('composer').fill('');
  await page.goto(new URL(`/inbox/${id}`, page.url()).href);
  await expect(page.getByTestId('conversation-name')).toHaveText(CUSTOMER.name);
}

async function closeTogether(walk: Walk): Promise<void> {
  const { page } = walk;
  await showView(walk, 'open');
  const other = page.getByTestId('conversation-row').nth(1);
  const otherId = await other.getAttribute('data-id');
  const rows = [rowOf(walk), page.locator(`[data-testid="conversation-row"][data-id="${otherId}"]`)];
  if (walk.isPhone) {
    await rest(walk, rows[0] as Locator);
    await press(walk, rows[1] as Locator);
  } else {
    for (const row of rows) {
      await row.hover();
      await row.getByTestId('row-check').click();
    }
  }
  await expect(page.getByTestId('bulk-bar')).toContainText('2');
  await look(walk, 'bulk');
  await press(walk, page.getByTestId('bulk-close'));
  await expect.poll(() => statusOf(walk)).toBe('closed');
  await expect(page.getByTestId('undo')).toBeInViewport({ ratio: 1 });
  await press(walk, page.getByTestId('undo'));
  await expect.poll(() => statusOf(walk)).toBe('open');
  for (const row of rows) await expect(row).toBeVisible();
}

async function saveView(walk: Walk): Promise<void> {
  const { page, word, isRoomy } = walk;
  await page.goto(new URL('/inbox?view=waiting&unread=true', page.url()).href);
  await press(walk, page.getByTestId('save-view'));
  await page.getByTestId('save-view-name').fill(word);
  await look(walk, 'save view');
  await press(walk, page.getByTestId('save-view-submit'));
  await expect(page.getByTestId('save-view-name')).toHaveCount(0);
  await expect(page.getByTestId('view-menu')).toContainText(word);
  if (isRoomy) await expect(page.getByTestId('saved-view').filter({ hasText: word })).toBeVisible();
  await look(walk, 'saved view');
  const { data } = await askedBy<{ data: { id: string; name: string }[] }>(page, '/saved-views');
  const saved = data.find(({ name }) => name === word);
  expect(saved).toBeDefined();
  const address = new URL(`/api/dashboard/saved-views/${saved?.id}`, page.url()).href;
  expect((await page.request.delete(address)).ok()).toBe(true);
}

async function changeKey(walk: Walk): Promise<void> {
  const { page } = walk;
  await page.goto(new URL('/settings/shortcuts', page.url()).href);
  const row = page.getByTestId('keys-conversation.snooze');
  await row.scrollIntoViewIfNeeded();
  await press(walk, row.getByRole('button').first());
  await page.keyboard.press('b');
  await expect(row.locator('kbd')).toHaveText(['B']);
  await look(walk, 'key changed');
  await press(walk, page.getByTestId('restore-keys'));
  await expect(row.locator('kbd')).toHaveText(['H']);
}

async function enterContact(walk: Walk): Promise<void> {
  const { page, word } = walk;
  await page.goto(new URL('/contacts?contact=new', page.url()).href);
  await page.getByTestId('contact-form-name').fill(word);
  await page.getByTestId('contact-form-phone').fill('+44 12');
  await press(walk, page.getByTestId('contact-form-submit'));
  await expect(page.getByTestId('contact-form-phone')).toHaveAttribute('aria-invalid', 'true');
  await look(walk, 'phone refused');
  await page.getByTestId('contact-form-phone').fill('+44 7700 900188');
  await expect(page.getByTestId('contact-form-phone-hint')).toContainText('+44 7700 900188');
  await look(walk, 'phone entered');
  // Others of this walk would have the same number.
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('contact-form-name')).toHaveCount(0);
}
