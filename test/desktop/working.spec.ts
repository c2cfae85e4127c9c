import { conversationWith, customerWrites, expect, openSettings, test } from './fixtures.ts';

const MAYA = '15550100123';

declare global {
  /** In main: the number of second instances that were started. */
  var starts: number | undefined;
}

test('a message shows a notification that opens the conversation on click', async ({ computer, board }) => {
  const { desktop, page } = await computer.launchSignedIn();
  await page.getByTestId('nav-contacts').click();
  const text = `Is it still there? ${Date.now()}`;
  await customerWrites(board, MAYA, text);
  await expect.poll(async () => (await desktop.notifications()).at(-1)?.body ?? '').toContain(text);
  await customerWrites(board, MAYA, `${text} Hello?`);
  // One notification for the conversation, with a count. The first was closed.
  await expect
    .poll(async () =>
      (await desktop.notifications()).filter((notice) => notice.isShown).map((notice) => notice.title),
    )
    .toEqual([expect.stringContaining('(2)')]);
  await expect.poll(() => desktop.badge()).toBeGreaterThan(0);
  expect((await desktop.tray()).tooltip).toContain('unread');

  const index = (await desktop.notifications()).length - 1;
  await desktop.clickNotification(index);
  await expect(page.getByTestId('thread').getByText(`${text} Hello?`)).toBeVisible();
  // The conversation is read, so no notification is left.
  await expect
    .poll(async () => (await desktop.notifications()).filter((notice) => notice.isShown).length)
    .toBe(0);
});

test('a reply typed into a notification is sent like any other', { tag: '@loop' }, async ({
  computer,
  board,
}) => {
  const { desktop, page } = await computer.launchSignedIn();
  await page.getByTestId('nav-contacts').click();
  await customerWrites(board, MAYA, `Can I come at five? ${Date.now()}`);
  await expect.poll(async () => (await desktop.notifications()).length).toBeGreaterThan(0);
  const reply = `Five is fine. ${Date.now()}`;
  await desktop.replyToNotification((await desktop.notifications()).length - 1, reply);
  await page.getByTestId('nav-inbox').click();
  await page.getByTestId('conversation-row').filter({ hasText: reply }).first().click();
  await expect(page.getByTestId('message-bubble').filter({ hasText: reply })).toHaveAttribute(
    'data-status',
    /sent|delivered|read/,
    { timeout: 15_000 },
  );
});

test('notifications do not contain the message text when the setting is off', async ({ computer, board }) => {
  const { desktop, page } = await computer.launchSignedIn();
  await openSettings(page);
  await page.getByTestId('setting-showsMessageInNotification').uncheck();
  const text = `A private matter ${Date.now()}`;
  await customerWrites(board, MAYA, text);
  await expect.poll(async () => (await desktop.notifications()).at(-1)?.body ?? '').toBe('New message');
  await desktop.quit();
  const again = await computer.launch();
  const next = await again.page();
  await openSettings(next);
  await expect(next.getByTestId('setting-showsMessageInNotification')).not.toBeChecked();
});

test('a link from outside opens its conversation in the running app', async ({ computer, board }) => {
  const { desktop, page } = await computer.launchSignedIn();
  const id = await conversationWith(page, board, 'Maya');
  await page.getByTestId('nav-contacts').click();
  await desktop.evaluate(({ app }) => {
    app.on('second-instance', () => {
      globalThis.starts = (globalThis.starts ?? 0) + 1;
    });
  });
  for (const link of [
    `switchboard://conversation/${id}?server=https://somewhere.example`,
    `switchboard://conversation/${id}/delete`,
    'switchboard://conversation/<script>',
    'switchboard://settings',
  ]) {
    await desktop.secondInstance([link]);
  }
  // Main has received all four and ignored them.
  await expect.poll(() => desktop.evaluate(() => globalThis.starts)).toBe(4);
  await expect(page.getByTestId('contact-search')).toBeVisible();

  expect(await desktop.secondInstance([`switchboard://conversation/${id}?server=${board.url}`])).toBe(0);
  await expect(page.getByTestId('thread')).toBeVisible();
  expect(page.url()).toContain(id);
});

test('the window closes into the tray, and quits from there', { tag: '@soak' }, async ({ computer }) => {
  const { desktop } = await computer.launchSignedIn();
  const isVisible = () =>
    desktop.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows().map((window) => window.isVisible()));
  await desktop.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows()[0]?.close());
  expect(await isVisible()).toEqual([false]);
  await desktop.clickTray(['Open Switchboard']);
  expect(await isVisible()).toEqual([true]);
  const ended = desktop.ended();
  await desktop.clickTray(['Quit']);
  expect(await ended).toBe(0);
});

test('a global shortcut brings the window to the front', { tag: '@soak' }, async ({ computer }) => {
  const { desktop, page } = await computer.launchSignedIn();
  await openSettings(page);
  await page.getByTestId('shortcut').click();
  await page.keyboard.press('Control+Alt+S');
  // The field shows the held keys before main has registered the shortcut.
  await expect.poll(() => desktop.shortcuts()).toEqual(['Control+Alt+S']);
  await expect(page.getByTestId('shortcut')).toContainText(/Ctrl|Control/);
  await desktop.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows()[0]?.hide());
  await desktop.pressShortcut('Control+Alt+S');
  await expect
    .poll(() => desktop.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows()[0]?.isVisible() ?? false))
    .toBe(true);
});

test('a shortcut that another program uses is reported, and another one can be chosen', {
  tag: '@soak',
}, async ({ computer }) => {
  const { desktop, page } = await computer.launchSignedIn();
  await openSettings(page);
  await desktop.occupyShortcut('Control+Alt+S');
  const report = page.getByText('Another program uses these keys. Choose others.');
  await page.getByTestId('shortcut').click();
  await page.keyboard.press('Control+Alt+S');
  await expect(report).toBeVisible();
  expect(await desktop.shortcuts()).toEqual([]);
  await page.getByTestId('shortcut').click();
  await page.keyboard.press('Control+Alt+D');
  await expect.poll(() => desktop.shortcuts()).toEqual(['Control+Alt+D']);
  await expect(report).toBeHidden();
});

test('two places are isolated, and a hidden place is unloaded but its unread messages still count', {
  tag: '@soak',
}, async ({ computer, board }) => {
  const { desktop, page } = await computer.launchSignedIn({ environment: { SWITCHBOARD_IDLE_MS: '1500' } });
  await page.evaluate(() => localStorage.setItem('probe', 'first'));
  await page.getByTestId('add-server').click();
  let screen = await desktop.page();
  // Until the connect screen is shown, `page` returns that of the first place, which is soon unloaded.
  await expect(async () => {
    screen = await desktop.page();
    await expect(screen.getByTestId('connect-address')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  await screen.getByTestId('connect-address').fill(board.url);
  await screen.getByTestId('connect-submit').click();
  // The server was already added. This adds it for another person or workspace.
  await screen.getByTestId('connect-again').click();
  await expect(async () => {
    const second = await desktop.page();
    await expect(second.getByTestId('login-email')).toBeVisible({ timeout: 1_000 });
    expect(await second.evaluate(() => localStorage.getItem('probe'))).toBeNull();
  }).toPass({ timeout: 15_000 });
  // The first place is unloaded after the idle time, and keeps its storage.
  await expect.poll(async () => (await desktop.pages()).length, { timeout: 15_000 }).toBe(1);
  // Main requests the unread count of the unloaded place.
  await customerWrites(board, '15550177999', 'Anybody there?');
  await expect.poll(() => desktop.badge(), { timeout: 15_000 }).toBeGreaterThan(0);
  const second = await desktop.page();
  await second.keyboard.press('Control+1');
  await expect(async () => {
    const back = await desktop.page();
    expect(await back.evaluate(() => localStorage.getItem('probe'))).toBe('first');
    await expect(back.getByTestId('conversation-row').first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
});
