import type { Page } from '@playwright/test';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { controlOf } from '../helpers/templates.ts';
import { type Board, expect, test } from './fixtures.ts';
import { enter, lookAt, lookCloselyAt } from './screens.ts';

const MAYA = '15550100123';
const JAVIER = '15550100145';

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
  await page.addInitScript(() => {
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
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/settings/profile`);
  type Played = { hertz: number; loudness: number }[];
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

test('the number in the title is what the server counts, also after a colleague has read elsewhere', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const counted = async () => {
    const answer = await page.request.get(`${board.url}/api/dashboard/conversations?limit=1`);
    return ((await answer.json()) as { unreadTotal: number }).unreadTotal;
  };
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
});
