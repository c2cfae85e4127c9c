import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { controlOf } from '../helpers/templates.ts';
import { addMember } from './add-member.ts';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter } from './screens.ts';
import { askedBy, openIdOf } from './stored.ts';

/** One person, who writes to both workspaces. */
const CUSTOMER = '15550177001';

/** Messages that no phone sends. Each has the word that its own bubble shows; null for one without any. */
const ODD: readonly { type: string; payload?: unknown; extra?: object; shows: string | null }[] = [
  { type: 'text', payload: { body: { no: 'text' } }, shows: null },
  { type: 'text', payload: { body: `oddlong${'x'.repeat(60_000)}` }, shows: 'oddlong' },
  { type: 'text', payload: { body: `oddmarks ${'*_~`'.repeat(2_000)}` }, shows: 'oddmarks' },
  { type: 'text', payload: { body: 'odd\u0000null \ud800 \u202eright to left' }, shows: null },
  {
    type: 'text',
    payload: { body: 'oddscript <img src=x onerror="throw 1"><script>throw 2</script>' },
    shows: 'oddscript',
  },
  { type: 'location', payload: { latitude: 'north', longitude: [], name: { no: 'name' } }, shows: null },
  { type: 'contacts', payload: [null, 5, { name: 5, phones: 'many' }], shows: null },
  {
    type: 'interactive',
    payload: { type: 'button_reply', button_reply: { id: [], title: { no: 'title' } } },
    shows: null,
  },
  { type: 'order', payload: { catalog_id: {}, product_items: 'all of them' }, shows: null },
  { type: 'image', payload: { id: {}, mime_type: 5, caption: ['oddcaption'] }, shows: null },
  { type: 'constructor', payload: { __proto__: null, toString: 5 }, shows: null },
  {
    type: 'text',
    payload: { body: 'oddcontext' },
    extra: { context: { referred_product: 5, id: [] }, referral: [] },
    shows: 'oddcontext',
  },
  { type: 'hologram', payload: deep(60), shows: null },
];

/** Returns everything that the server sends to a page from now on: responses, and what arrives without being asked for. */
function receivedBy(page: Page): () => Promise<string> {
  const received: (string | Promise<string>)[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => received.push(String(payload))),
  );
  page.on('response', (response) => {
    if (response.url().includes('/api/')) received.push(response.text().catch(() => ''));
  });
  return async () => (await Promise.all(received)).join('\n');
}

test('agents of two workspaces at work at the same time see nothing of each other, whatever is sent', async ({
  board,
  server,
  openWindow,
}) => {
  const { url } = board;
  const control = controlOf(board.phoneUrl).control;
  const nora = { email: `${randomUUID()}@example.test`, password: 'long enough for Nora' };
  await server.addWorkspace('Far Away', nora);
  const leo = { name: 'Leo Costa', email: `${randomUUID()}@example.test`, password: 'long enough for Leo' };
  await addMember(url, board.demo, { ...leo, role: 'staff' });
  const [here, colleague, there] = [await openWindow(), await openWindow(), await openWindow()];
  const received = { here: receivedBy(here), there: receivedBy(there) };
  const complaints = [here, colleague, there].map(complaintsOf);
  await enter(here, url, board.demo);
  await enter(colleague, url, leo);
  await enter(there, url, nora);
  const opened = await there.request.post(`${url}/api/dashboard/welcome/test-phone`, { data: {} });
  expect(opened.ok(), await opened.text()).toBe(true);
  const number = new URL((await opened.json()).phonePageUrl).searchParams.get('business') ?? '';
  const write = async (to: string, message: object) => {
    const { status, body } = await control('POST', `/accounts/${to}/chats/${CUSTOMER}/messages`, message);
    expect(status, JSON.stringify(body)).toBe(201);
  };
  const [secret, other] = [`cobalt${Date.now()}`, `amber${Date.now()}`];
  await write(demoAccount.phoneNumberId, { text: `Meet me at the ${secret}` });
  await write(number, { text: `Send it to the ${other}` });

  const rowOf = (page: Page, word: string) => page.getByTestId('conversation-row').filter({ hasText: word });
  await test.step('each list has its own conversation with the customer', async () => {
    await there.getByTestId('nav-inbox').click();
    await expect(rowOf(there, other)).toBeVisible();
    await expect(there.getByTestId('conversation-row')).toHaveCount(1);
    await expect(rowOf(here, secret)).toBeVisible();
    await expect(rowOf(here, other)).toHaveCount(0);
  });

  await rowOf(here, secret).click();
  await rowOf(colleague, secret).click();
  await rowOf(there, other).click();
  for (const page of [here, colleague, there]) await expect(page.getByTestId('composer')).toBeVisible();

  await test.step('presence', async () => {
    await here.getByTestId('composer').pressSequentially('I am typing this');
    await expect(colleague.getByTestId('presence-line')).toContainText('Margit');
    await expect(here.getByTestId('presence-line')).toContainText('Leo');
    await expect(there.getByTestId('presence-line')).toHaveCount(0);
  });

  await test.step('notifications', async () => {
    await here.getByTestId('mode-note').click();
    await here.getByTestId('note-composer').pressSequentially(`The ${secret} is closed. @le`);
    await expect(here.getByTestId('mention-option')).toHaveText(/Leo Costa/);
    await here.getByTestId('note-composer').press('Enter');
    await here.getByTestId('note-composer').press('Enter');
    // It counts as read as soon as it is there: the colleague has the conversation on the screen.
    const mentions = async () => {
      const { data } = await askedBy<{ data: { kind: string }[] }>(colleague, '/notifications');
      return data.map(({ kind }) => kind);
    };
    await expect.poll(mentions).toEqual(['mention']);
    await here.getByTestId('composer-mode').getByText('Reply').click();
    await here.getByTestId('composer').fill(`It is the ${secret} by the river`);
    await here.getByTestId('composer').press('Enter');
    await expect(here.getByTestId('message-bubble').last()).toHaveAttribute(
      'data-status',
      /sent|delivered|read/,
    );
  });

  await test.step('odd messages break at most their own bubble', async () => {
    const bubbles = here.getByTestId('message-bubble');
    const thread = here.getByTestId('thread');
    for (const [index, { shows, ...message }] of ODD.entries()) {
      await write(demoAccount.phoneNumberId, message);
      if (shows !== null) await expect(bubbles.filter({ hasText: shows })).toBeVisible();
      await write(demoAccount.phoneNumberId, { text: `after ${index}: ${secret}` });
      await expect(thread.getByText(`after ${index}: ${secret}`)).toBeVisible();
      const words = await bubbles.allInnerTexts();
      expect(words.filter((text) => text.replace(/\d+:\d+( [AP]M)?/, '').trim() === '')).toEqual([]);
    }
    // The composer works as before.
    await here.getByTestId('composer').fill('Still here.');
    await here.getByTestId('composer').press('Enter');
    await expect(bubbles.filter({ hasText: 'Still here.' })).toHaveAttribute(
      'data-status',
      /sent|delivered|read/,
    );
    await here.reload();
    await expect(thread.getByText(`after ${ODD.length - 1}: ${secret}`)).toBeVisible();
  });

  await test.step('the other workspace goes on as if there were nobody else', async () => {
    await write(number, { text: `And the ${other} again` });
    await expect(there.getByTestId('thread').getByText(`And the ${other} again`)).toBeVisible();
    await expect(there.getByTestId('message-bubble')).toHaveCount(2);
    await expect(there.getByTestId('conversation-row')).toHaveCount(1);
    await expect(there.getByTestId('nav-notifications')).not.toContainText(/\d/);
    await expect(there.getByTestId('presence-line')).toHaveCount(0);
    await there.getByTestId('nav-notifications').click();
    await expect(there.getByText('No notifications yet')).toBeVisible();
    const search = await there.request.get(`${url}/api/dashboard/conversations?view=all&search=${secret}`);
    expect((await search.json()).data).toEqual([]);
    const link = `${url}/inbox/${openIdOf(here)}`;
    await there.goto(link);
    await expect(there.getByText(/not found/i).first()).toBeVisible();
  });

  // Also what a page has been sent without showing it.
  expect(await received.here()).toContain(secret);
  expect(await received.there()).toContain(other);
  expect(await received.there()).not.toContain(secret);
  expect(await received.there()).not.toContain('Leo Costa');
  expect(await received.there()).not.toContain('oddlong');
  expect(await received.here()).not.toContain(other);
  expect(complaints).toEqual([[], [], []]);
});

/** Returns an object within an object, and so on. */
function deep(levels: number): object {
  return levels === 0 ? {} : { deeper: deep(levels - 1) };
}
