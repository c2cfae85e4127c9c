import type { Page } from '@playwright/test';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { controlOf } from '../helpers/templates.ts';
import { type Board, expect, type OpenWindow, test } from './fixtures.ts';
import { enter, lookAt, lookCloselyAt, typeTime } from './screens.ts';
import { askedBy } from './stored.ts';

const MAYA = '15550100123';
const JAVIER = '15550100145';
/** The tones of sounds, in hertz. */
const CHIME = [784, 1046.5];
const BELL = [1318.5, 2637, 3951];
const DROP = [1200];

/** A browser's notifications, as the page asks for them. Headless browsers show none. */
async function recordNotices(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    const made: { title: string; body: string; click(): void; isShown: boolean }[] = [];
    class Recorded {
      static permission = localStorage.getItem('test.permission') ?? 'default';
      static async requestPermission() {
        Recorded.permission = 'granted';
        localStorage.setItem('test.permission', 'granted');
      }
      onclick = () => {};
      entry: (typeof made)[number];
      constructor(title: string, { body }: { body: string }) {
        this.entry = { title, body, isShown: true, click: () => this.onclick() };
        made.push(this.entry);
      }
      close() {
        this.entry.isShown = false;
      }
    }
    Object.assign(globalThis, { Notification: Recorded, made });
  });
}

type Made = { title: string; body: string; click(): void; isShown: boolean }[];
const noticesOf = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { made: Made }).made.map(({ title, body }) => ({ title, body })),
  );

/** The tones that a page plays. Headless browsers have no speaker. */
async function recordTones(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    const played: { hertz: number; loudness: number }[] = [];
    Object.assign(globalThis, { played });
    const { setValueAtTime, linearRampToValueAtTime } = AudioParam.prototype;
    AudioParam.prototype.setValueAtTime = function (value, at) {
      if (value > 20) played.push({ hertz: value, loudness: 0 });
      return setValueAtTime.call(this, value, at);
    };
    AudioParam.prototype.linearRampToValueAtTime = function (value, at) {
      const last = played.at(-1);
      if (last) last.loudness = value;
      return linearRampToValueAtTime.call(this, value, at);
    };
  });
}

type Played = { hertz: number; loudness: number }[];
const tonesOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { played: Played }).played.map(({ hertz }) => hertz));
const bodiesOf = async (page: Page) => (await noticesOf(page)).map(({ body }) => body);

async function writes(board: Board, phone: string, text: string): Promise<void> {
  const chat = `/accounts/${demoAccount.phoneNumberId}/chats/${phone}`;
  await controlOf(board.phoneUrl).control('POST', `${chat}/messages`, {
    type: 'text',
    payload: { body: text },
  });
}

test('a browser notifies once for all tabs, about what concerns the person, and not about what is read', async ({
  board,
  openWindow,
}) => {
  const first = await openWindow();
  await recordNotices(first);
  await enter(first, board.url, board.demo);
  await lookCloselyAt(first, 'notice-offer', ['wide', 'phone']);
  await first.getByTestId('notice-allow').click();
  await expect(first.getByTestId('notice-offer')).toHaveCount(0);
  await first.getByTestId('nav-contacts').click();
  const second = await first.context().newPage();
  await second.goto(`${board.url}/inbox`);
  await second.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
  await expect(second.getByTestId('composer')).toBeVisible();

  const all = async () => [...(await noticesOf(first)), ...(await noticesOf(second))];
  await writes(board, MAYA, 'read in the other tab');
  await expect(second.getByTestId('message-bubble').last()).toContainText('read in the other tab');
  await second.getByTestId('nav-settings').click();
  await expect(second.getByTestId('composer')).toHaveCount(0);
  await writes(board, MAYA, 'read nowhere');
  await expect.poll(all).toEqual([{ title: 'Maya Lindqvist', body: 'read nowhere' }]);
  await expect(first.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon-unread.svg');

  await first.evaluate(() => (globalThis as unknown as { made: Made }).made[0]?.click());
  await expect(first.getByTestId('thread').getByText('read nowhere')).toBeVisible();

  await second.goto(`${board.url}/settings/profile`);
  await second.getByTestId('notices-about').getByText('Nothing').click();
  await second.getByTestId('notices-quiet').getByText('On').click();
  await lookAt(second, 'profile-notifications', ['wide', 'middle', 'phone']);
  await second.reload();
  await expect(second.getByTestId('notices-quiet-from-hours')).toHaveValue('07');
  await expect(second.getByTestId('notices-quiet-from-period')).toHaveValue('PM');
  await writes(board, JAVIER, 'during quiet hours');
  await expect(first.getByTestId('conversation-row').first()).toContainText('during quiet hours');
  // The choice counts in the other tab too, which still shows one notification from before.
  expect(await all()).toHaveLength(1);
});

test('a sound is chosen, played at once, and as loud as the person wants', async ({ page, board }) => {
  await recordTones(page);
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/settings/profile`);
  const played = () =>
    page.evaluate(() => (globalThis as unknown as { played: Played }).played.splice(0) as Played);
  const listen = page.getByTestId('notices-listen');
  await expect(listen).toBeDisabled();
  const pitches = new Set<string>();
  for (const sound of ['chime', 'bell', 'drop', 'knock']) {
    await page.getByTestId('notices-sound').selectOption(sound);
    pitches.add((await played()).map(({ hertz }) => hertz).join());
  }
  expect(pitches.size).toBe(4);
  expect([...pitches]).not.toContain('');
  await listen.click();
  const [normal] = await played();
  await page.getByTestId('notices-volume').getByRole('slider').press('End');
  await played();
  await listen.click();
  const [loudest] = await played();
  expect(loudest?.loudness).toBeCloseTo(2 * (normal?.loudness ?? 0));
  await lookCloselyAt(page, 'notice-sounds', ['wide', 'phone']);
  await page.reload();
  await expect(page.getByTestId('notices-sound')).toHaveValue('knock');
  await page.getByTestId('notices-sound').selectOption('none');
  await expect(listen).toBeDisabled();
});

/** Opens two tabs of a person: the inbox, which notifies for both, and the settings of notifications. */
async function openTabs(board: Board, openWindow: OpenWindow): Promise<{ inbox: Page; settings: Page }> {
  const inbox = await openWindow();
  await recordNotices(inbox);
  await recordTones(inbox);
  await enter(inbox, board.url, board.demo);
  await inbox.getByTestId('notice-allow').click();
  await expect(inbox.getByTestId('notice-offer')).toHaveCount(0);
  const settings = await inbox.context().newPage();
  await settings.goto(`${board.url}/settings/profile`);
  await settings.getByTestId('notices-about').getByText('All', { exact: true }).click();
  return { inbox, settings };
}

/** Sets quiet hours by the hours from now to their begin and end, on the clock of this computer. */
async function setQuietHours(settings: Page, from: number, to: number): Promise<void> {
  const times = [from, to].map((hours) => new Date(Date.now() + hours * 3_600_000));
  for (const [at, name] of ['From', 'To'].entries()) {
    const time = times[at] ?? new Date();
    const field = settings.getByRole('group', { name, exact: true });
    await typeTime(field, time.getHours(), time.getMinutes());
  }
  const clock = (time: Date) =>
    [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  await expect
    .poll(() => settings.evaluate(() => localStorage.getItem('switchboard.notices')))
    .toContain(JSON.stringify({ from: times.map(clock)[0], to: times.map(clock)[1], weekends: false }));
}

test('quiet hours have no notifications and no sound, and what is unread is still counted', {
  tag: '@soak',
}, async ({ board, openWindow }) => {
  const { inbox, settings } = await openTabs(board, openWindow);
  const row = inbox.getByTestId('conversation-row').filter({ hasText: 'Maya Lindqvist' });
  const unread = async () => Number(await row.getAttribute('data-unread'));
  await settings.getByTestId('notices-sound').selectOption('chime');
  await settings.getByTestId('notices-quiet').getByText('On', { exact: true }).click();
  await settings.getByLabel('All day on Saturday and Sunday').uncheck();
  await setQuietHours(settings, 2, 4);
  await writes(board, MAYA, 'before quiet hours');
  await expect.poll(() => bodiesOf(inbox)).toEqual(['before quiet hours']);
  await expect.poll(() => tonesOf(inbox)).toEqual(CHIME);

  await setQuietHours(settings, -2, 2);
  const before = await unread();
  await writes(board, MAYA, 'within quiet hours');
  await expect(row).toContainText('within quiet hours');
  await expect.poll(unread).toBe(before + 1);

  // Notifications keep their order: had there been one, it would be before this one.
  await settings.getByTestId('notices-quiet').getByText('Off', { exact: true }).click();
  await writes(board, JAVIER, 'after quiet hours');
  await expect.poll(() => bodiesOf(inbox)).toEqual(['before quiet hours', 'after quiet hours']);
  await expect.poll(() => tonesOf(inbox)).toEqual([...CHIME, ...CHIME]);
});

test('a message plays the chosen sound; “None” and a muted conversation are silent', {
  tag: '@soak',
}, async ({ board, openWindow }) => {
  const { inbox, settings } = await openTabs(board, openWindow);
  const choose = (sound: string) => settings.getByTestId('notices-sound').selectOption(sound);
  await choose('bell');
  await writes(board, MAYA, 'with a bell');
  await expect.poll(() => tonesOf(inbox)).toEqual(BELL);
  await choose('none');
  await writes(board, MAYA, 'without a sound');
  await expect.poll(() => bodiesOf(inbox)).toEqual(['with a bell', 'without a sound']);

  await choose('drop');
  await settings.getByTestId('nav-inbox').click();
  await settings.getByTestId('conversation-row').filter({ hasText: 'Maya Lindqvist' }).click();
  await settings.getByTestId('work-menu').click();
  await settings.getByTestId('mute').click();
  await expect(settings.getByRole('img', { name: /^Muted/ })).toBeVisible();
  await settings.getByTestId('nav-contacts').click();
  await expect(settings.getByTestId('contact-row').first()).toBeVisible();
  await writes(board, MAYA, 'while muted');
  await expect(inbox.getByTestId('conversation-row').first()).toContainText('while muted');
  await writes(board, JAVIER, 'from another customer');
  await expect
    .poll(() => bodiesOf(inbox))
    .toEqual(['with a bell', 'without a sound', 'from another customer']);
  await expect.poll(() => tonesOf(inbox)).toEqual([...BELL, ...DROP]);
});

test('the number in the title is what the server counts, also after a colleague has read elsewhere', {
  tag: '@soak',
}, async ({ board, openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const counted = async () =>
    (await askedBy<{ unreadTotal: number }>(page, '/conversations?limit=1')).unreadTotal;
  const icon = page.locator('link[rel="icon"]');
  const shown = async () => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);
  await page.goto(`${board.url}/contacts`);
  await writes(board, JAVIER, 'is this counted?');
  await expect.poll(async () => (await shown()) - (await counted())).toBe(0);
  const before = await counted();
  expect(before).toBeGreaterThan(0);

  const other = await openWindow();
  await enter(other, board.url, board.demo);
  await other.getByTestId('conversation-row').filter({ hasText: 'is this counted?' }).first().click();
  await expect.poll(counted).toBe(before - 1);
  await expect.poll(shown).toBe(before - 1);
  await other.context().close();

  await test.step('with everything read there is neither a number nor a dot, until a customer writes', async () => {
    const { data } = await askedBy<{ data: { id: string }[] }>(page, '/conversations?unread=true&limit=100');
    for (const { id } of data) await page.request.post(`${board.url}/api/dashboard/conversations/${id}/read`);
    expect(await counted()).toBe(0);
    await expect.poll(() => page.title()).toBe('Contacts · Switchboard');
    await expect(icon).toHaveAttribute('href', '/favicon.svg');
    await writes(board, JAVIER, 'and now?');
    await expect.poll(shown).toBe(1);
    expect(await counted()).toBe(1);
    await expect(icon).toHaveAttribute('href', '/favicon-unread.svg');
  });
});
