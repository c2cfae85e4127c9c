import { COMMAND_IDS, type CommandId, commandOf } from '../../renderer/lib/commands/commands.ts';
import { writeKeys } from '../../renderer/lib/commands/keys.ts';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt, openContact, untilAnimationsEnd } from './screens.ts';
import { textsOf } from './texts.ts';

/** Commands that have nothing to do in the conversation of the test, so that the palette must not offer them. */
const NOTHING_TO_DO: readonly CommandId[] = [
  'app.undo',
  'conversation.firstUnread',
  'conversation.dismissFailures',
  'composer.suggestion1',
  'composer.suggestion2',
  'composer.suggestion3',
  'composer.assist',
  'composer.ask',
  'message.translate',
  'message.retry',
  'message.sendNow',
  'message.cancelScheduled',
];

test('commands are found and run by keyboard, and their keys can be changed', { tag: '@soak' }, async ({
  page,
  board,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  const search = page.getByTestId('palette-search');
  const items = page.getByTestId('palette-item');
  await expect(page.getByTestId('conversation-row').first()).toBeVisible();

  await test.step('the palette finds people, pages and commands', async () => {
    const name = (
      await page.getByTestId('conversation-row').nth(1).locator('[dir=auto]').first().innerText()
    ).trim();
    await page.keyboard.press('Control+k');
    await expect(search).toBeFocused();
    await lookCloselyAt(page, 'palette', ['wide', 'phone']);
    await search.fill(name);
    // The search for the words is first until people are found.
    await expect(items.first()).toContainText(name);
    await expect(items.first()).not.toContainText('Search everything');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('conversation-name')).toHaveText(name);
    await page.keyboard.press('Control+k');
    await search.fill('audit');
    await expect(items.first()).toContainText('Audit Log');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/settings\/audit-log$/);
    await page.keyboard.press('Control+k');
    await expect(items.first()).toContainText('Audit Log');
    await search.fill('no such thing');
    await expect(page.getByText('Nothing matches “no such thing”.')).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(search).toHaveCount(0);
  });

  await test.step('a command of the palette runs where the focus was', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByTestId('conversation-row').first().click();
    await expect(page.getByTestId('composer')).toBeVisible();
    await page.getByTestId('conversation-list').focus();
    await page.keyboard.press('Control+k');
    await search.fill('write a reply');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('composer')).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('pages are listed with their keys, and themes and languages as choices', async () => {
    for (const [page_, keys] of [
      ['notifications', 'GN'],
      ['broadcasts', 'GB'],
      ['insights', 'GR'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await search.fill(page_);
      const item = items.filter({ hasText: 'Page' }).first();
      await expect(item.locator('kbd')).toHaveText([...keys]);
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Control+k');
    await search.fill('theme dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.keyboard.press('Control+k');
    await search.fill('theme light');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  });

  await test.step('messages, the composer and changes have commands', async () => {
    const run = async (words: string) => {
      await page.keyboard.press('Control+k');
      await search.fill(words);
      await page.keyboard.press('Enter');
    };
    await run('emoji');
    await expect(page.getByTestId('emoji-search')).toBeFocused();
    await page.keyboard.press('Escape');
    await run('react to');
    await expect(page.locator('[data-emoji]').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await run('forward');
    await expect(page.getByRole('dialog', { name: 'Forward' })).toBeVisible();
    await page.keyboard.press('Escape');
    const pane = page.getByTestId('context-pane');
    const wasShown = await pane.isVisible();
    await page.getByTestId('conversation-list').focus();
    await page.keyboard.press('i');
    await expect(pane).toBeVisible({ visible: !wasShown });
    await page.keyboard.press('i');
    await expect(pane).toBeVisible({ visible: wasShown });
    await page.keyboard.press('Shift+a');
    await expect(page.getByTestId('assign')).toHaveAccessibleName(/Margit/);
    await page.keyboard.press('u');
    await expect(page.getByTestId('undo')).toBeVisible();
    await page.keyboard.press('z');
    await expect(page.getByTestId('undo')).toHaveCount(0);
    await run('add a contact');
    await expect(page.getByRole('dialog')).toContainText('Add contact');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/contacts$/);
    await page.getByTestId('help').click();
    await expect(page.getByTestId('shortcut-sheet')).toContainText('Documentation');
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('i');
  });

  await test.step('the sheet has every command, and its keys can be changed', async () => {
    await page.keyboard.press('?');
    const sheet = page.getByTestId('shortcut-sheet');
    await expect(sheet).toContainText('Snooze the conversation');
    await lookCloselyAt(page, 'shortcuts', ['wide', 'phone']);
    await page.getByTestId('shortcut-search').fill('snooze');
    await expect(sheet).not.toContainText('Next conversation');
    await sheet.getByRole('link', { name: 'Change shortcuts' }).click();
    const snooze = page.getByTestId('keys-conversation.snooze');
    await snooze.getByRole('button').click();
    await page.keyboard.press('j');
    await expect(page.getByText('J is already used by “Next conversation”.')).toBeVisible();
    await snooze.getByRole('button', { name: /Change$/ }).click();
    await page.keyboard.press('b');
    // A second key could still follow.
    await expect(snooze.getByRole('button').first()).toHaveAccessibleName(/: B\. Change$/);
    await lookCloselyAt(page, 'shortcut-settings', ['wide', 'phone']);
    await page.reload();
    await expect(snooze).toContainText('B');
  });

  const picker = page.getByTestId('pick-snooze');
  /** Presses a key where it means the open conversation. */
  const press = async (key: string) => {
    await page.getByTestId('conversation-list').focus();
    await page.keyboard.press(key);
    await untilAnimationsEnd(page);
  };

  await test.step('the new key works and the old one does not, also in the sheet and the palette', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByTestId('conversation-row').first().click();
    await expect(page.getByTestId('composer')).toBeVisible();
    await press('h');
    await expect(picker).toHaveCount(0);
    await press('b');
    // Its content is loaded when it is first opened, and has the focus then.
    await expect(picker.locator(':focus')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(picker).toHaveCount(0);
    await expect(page.getByTestId('snooze')).toHaveAttribute('aria-keyshortcuts', 'B');
    await press('?');
    await page.getByTestId('shortcut-search').fill('snooze the conversation');
    await expect(page.getByTestId('shortcut-sheet').locator('kbd')).toHaveText(['B']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await search.fill('snooze the conversation');
    await expect(items.first().locator('kbd')).toHaveText(['B']);
    await page.keyboard.press('Escape');
  });

  await test.step('keys without a modifier can be switched off, and all defaults restored', async () => {
    await page.goto(`${board.url}/settings/shortcuts`);
    await page.getByTestId('single-keys').click({ force: true });
    await page.keyboard.press('?');
    await expect(page.getByTestId('shortcut-sheet')).toHaveCount(0);
    await page.getByTestId('restore-keys').click();
    await expect(page.getByTestId('keys-conversation.snooze')).toContainText('H');
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByTestId('conversation-row').first().click();
    await expect(page.getByTestId('composer')).toBeVisible();
    await press('b');
    await expect(picker).toHaveCount(0);
    await press('h');
    await expect(picker).toBeVisible();
  });
  expect(complaints).toEqual([]);
});

test('the palette lists every command that can run, with its key', async ({ board, openWindow }) => {
  const text = textsOf('en');
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  const items = page.getByTestId('palette-item');
  /** Returns the entries of one kind, each as its title and its first key. */
  const listed = async (kind: 'command' | 'page') => {
    const rows = await items.evaluateAll((all) =>
      all.map((item) => ({
        words: [...item.querySelectorAll(':scope > span:not([role])')].map(({ textContent }) => textContent),
        keys: item.querySelector('[role="img"]')?.getAttribute('aria-label') ?? null,
      })),
    );
    return rows
      .filter(({ words }) => words.at(-1) === text(`commands:palette.kinds.${kind}`))
      .map(({ words: [title = ''], keys }) => entry(title ?? '', keys ?? undefined));
  };
  const entry = (title: string, keys?: string) => (keys === undefined ? title : `${title} — ${keys}`);
  const expected = (id: CommandId, title: string) => {
    const [keys] = commandOf(id).keys;
    return entry(title, keys === undefined ? undefined : writeKeys(keys, false));
  };

  await page.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
  await page.getByTestId('composer').fill('What can be sent can also be sent later.');
  await openContact(page);
  await expect(page.getByTestId('contact-card-more')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(items.first()).toBeVisible();
  const commands = COMMAND_IDS.filter((id) => {
    const { group, isFixed } = commandOf(id) as { group: string; isFixed?: true };
    // The palette is open; pages have entries of their own; Enter and Esc mean what has the focus.
    return id !== 'app.palette' && group !== 'go' && !isFixed;
  });
  const inConversation = commands.filter((id) => id !== 'list.saveView' && !NOTHING_TO_DO.includes(id));
  const titled = (ids: readonly CommandId[]) =>
    ids.map((id) => expected(id, text(`commands:titles.${id}`))).sort();
  // The other themes and languages are choices beside the commands.
  const isChoice = (one: string) =>
    one.startsWith(`${text('common:colorScheme.label')}: `) || one.startsWith(`${text('common:language')}: `);
  expect((await listed('command')).filter((one) => !isChoice(one)).sort()).toEqual(titled(inConversation));
  const pages = COMMAND_IDS.filter((id) => commandOf(id).group === 'go').map((id) =>
    expected(id, text(`app:sections.${id.replace('go.', '')}`)),
  );
  expect(await listed('page')).toEqual(expect.arrayContaining(pages));
  await page.keyboard.press('Escape');

  // A view can be saved when the list is narrowed.
  await page.goto(`${board.url}/inbox?unread=true`);
  await expect(page.getByTestId('save-view')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(items.first()).toBeVisible();
  expect(await listed('command')).toEqual(expect.arrayContaining(titled(['list.saveView'])));
  expect(complaints).toEqual([]);
});
