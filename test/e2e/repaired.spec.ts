import type { Page } from '@playwright/test';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { controlOf } from '../helpers/templates.ts';
import { addMember } from './add-member.ts';
import { misfitsOf } from './fit.ts';
import { type Board, expect, test } from './fixtures.ts';
import { axeViolations, complaintsOf, enter, lookCloselyAt, untilAnimationsEnd } from './screens.ts';

/** Bugs that a review of the screens found and that no other test would notice if they came back. */
const MAYA = '15550100123';

async function sendByProgram(board: Board, content: string): Promise<void> {
  const answer = await fetch(`${board.url}/api/v1/messages/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${board.demo.apiKey}` },
    body: JSON.stringify({ contactId: MAYA, type: 'text', content }),
  });
  expect(answer.status).toBe(201);
}

const knobs = (board: Board, values: object) =>
  controlOf(board.phoneUrl).control('PATCH', `/accounts/${demoAccount.phoneNumberId}/knobs`, values);

const rowOf = (page: Page, name: string) =>
  page.getByTestId('conversation-row').filter({ hasText: name }).first();

test('a row names who wrote, and a failure stays in Failed after messages that were sent', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  await knobs(board, { nextSends: [131026] });
  await sendByProgram(board, 'This one fails');
  await expect(rowOf(page, 'Maya Lindqvist')).toContainText('API:');
  await page.getByTestId('view-failed').click();
  await expect(rowOf(page, 'Maya Lindqvist')).toBeVisible();
  for (const text of ['This one is sent', 'And this one']) await sendByProgram(board, text);
  await expect(rowOf(page, 'Maya Lindqvist')).toContainText('And this one');
  await expect(page.getByTestId('conversation-row')).not.toHaveCount(0);
  await page.getByTestId('view-open').click();
  await rowOf(page, 'Sam:').waitFor();
});

test('a number is corrected where its message failed, and the message goes again', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await rowOf(page, 'Maya Lindqvist').click();
  await expect(page.getByTestId('context-pane')).toBeVisible();
  await page.getByTestId('context-toggle').click();
  await expect(page.getByTestId('context-pane')).toHaveCount(0);
  await knobs(board, { nextSends: [131026] });
  await sendByProgram(board, 'To a wrong number');
  const bubble = page.getByTestId('message-bubble').filter({ hasText: 'To a wrong number' });
  const field = page.getByTestId('contact-form-phone');
  const correct = async (phone: string, shown: string) => {
    await field.fill(phone);
    await page.getByTestId('contact-card-phone-save').click();
    await expect(field).toHaveCount(0);
    await expect(page.getByTestId('context-pane')).toContainText(shown);
  };

  const edit = page.getByTestId('failure-number').last();
  await edit.click();
  await expect(field).toBeFocused();
  await lookCloselyAt(page, 'edit-number', ['wide', 'phone']);
  await field.fill('12');
  // The pane becomes a drawer and a pane again, with what was typed.
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole('dialog')).toHaveCount(width === 390 ? 1 : 0);
    await expect(field).toHaveValue('12');
    await expect(field).toBeFocused();
  }
  await page.getByTestId('contact-card-phone-save').click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await correct('+46 70 123 45 99', '+46 70 123 45 99');
  await page.getByTestId('message-retry').last().click();
  await expect(bubble.getByTestId('failure-number')).toHaveCount(0);
  // It goes to the new number, from which nobody has written yet.
  await expect(bubble).toContainText('More than 24 hours');

  await page.getByTestId('contact-card-edit-phone').click();
  await correct(`+${MAYA}`, '555');
  expect(complaints).toEqual([]);
});

test('the last message stays in view when a banner takes room', async ({ board, openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  await rowOf(page, 'Maya Lindqvist').click();
  const last = page.getByTestId('message-bubble').last();
  await expect(last).toBeInViewport({ ratio: 1 });
  await knobs(board, { tokenExpired: true });
  await sendByProgram(board, 'Waits for a token');
  await expect(page.getByTestId('channel-banner')).toBeVisible({ timeout: 20_000 });
  await expect(last).toContainText('Waits for a token');
  await expect(last).toBeInViewport({ ratio: 1 });
  const composer = await page.getByTestId('composer').boundingBox();
  const bubble = await last.boundingBox();
  expect((bubble?.y ?? 0) + (bubble?.height ?? 0)).toBeLessThan(composer?.y ?? 0);
  await knobs(board, { tokenExpired: false });
});

test('a reload keeps the view, the filter and the closed pane, and a link to an old conversation shows its row', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  await page.getByTestId('view-unread').click();
  const address = page.url();
  await rowOf(page, 'Desmond').click();
  await expect(page.getByTestId('context-pane')).toBeVisible();
  await page.getByTestId('context-toggle').click();
  await expect(page.getByTestId('context-pane')).toHaveCount(0);
  await page.goto(address);
  await page.reload();
  await expect(page).toHaveURL(address);
  await expect(page.getByTestId('view-unread')).toHaveAttribute('aria-current', 'page');

  const { data } = await (await page.request.get(`${board.url}/api/dashboard/conversations?limit=50`)).json();
  const old = data.at(-1);
  await page.goto(`${board.url}/inbox/${old.id}`);
  await expect(page.getByTestId('conversation-name')).toBeVisible();
  await expect(page.getByTestId('context-pane')).toHaveCount(0);
  await expect(page.locator(`#row-${old.id}`)).toBeInViewport();
  await page.getByTestId('context-toggle').click();
});

test('the number of unread conversations is right when one is opened at once after a reload', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const unread = async () => {
    const answer = await page.request.get(`${board.url}/api/dashboard/conversation-counts`);
    return (await answer.json()).unread as number;
  };
  const before = await unread();
  expect(before).toBeGreaterThan(2);
  for (let opened = 1; opened <= 2; opened += 1) {
    await page.goto(`${board.url}/inbox?view=unread`);
    await page.getByTestId('conversation-row').first().click();
    await expect.poll(unread).toBe(before - opened);
    await expect(page).toHaveTitle(new RegExp(`^\\(${before - opened}\\)`));
  }
});

test('pages of developers: a table of deliveries fits, the header of an endpoint stays, and links lead to the docs', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  const made = await page.request.post(`${board.url}/api/dashboard/webhook-endpoints`, {
    data: { url: 'http://127.0.0.1:9/hooks/orders' },
  });
  const { endpoint } = await made.json();
  await page.request.post(`${board.url}/api/dashboard/webhook-endpoints/${endpoint.id}/test`, { data: {} });
  await page.goto(`${board.url}/settings/webhooks/${endpoint.id}?tab=deliveries`);
  await expect(page.getByTestId('delivery-row').first()).toContainText('/', { timeout: 20_000 });
  expect(await misfitsOf(page)).toEqual([]);
  const title = page.getByTestId('endpoint-title');
  const top = (await title.boundingBox())?.y;
  for (const tab of ['overview', 'replay', 'testing', 'security', 'settings']) {
    await page.getByTestId(`tab-${tab}`).click();
    expect((await title.boundingBox())?.y, tab).toBe(top);
  }
  await page.goto(`${board.url}/settings/api-keys`);
  await expect(page.getByRole('main').locator('a[href$="/docs"]')).toHaveCount(1);
  await page.goto(`${board.url}/model?tab=models`);
  await expect(page.getByTestId('model-row').first()).toBeVisible();
  expect(await page.getByRole('main').innerText()).not.toContain('`');
  expect(complaints).toEqual([]);
});

test('an answer that is not from the server says so, and offers to try again', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  await page.route(/\/api\/dashboard\/contact-pages/, (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  );
  await page.getByTestId('nav-contacts').click();
  const main = page.getByRole('main');
  await expect(main).toContainText('500', { timeout: 20_000 });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByTestId('contact-row').first()).toBeVisible();
});

test('a conversation that a link opened without a network gets its composer once the network is back', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  await rowOf(page, 'Maya Lindqvist').click();
  await expect(page.getByTestId('composer')).toBeVisible();
  // Neither the list nor its own request brings the conversation; the messages come.
  const blocked = /\/api\/dashboard\/conversations(\?|\/cv_\w+$)/;
  await page.route(blocked, (route) => route.abort());
  await page.reload();
  await expect(page.getByTestId('message-bubble').first()).toBeVisible();
  await expect(page.getByTestId('composer')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(page.getByTestId('composer')).toBeVisible();
  await expect(page.getByTestId('conversation-name')).toContainText('Maya');
});

test('a conversation that is sent and closed stays open when the customer writes before the message is there', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  await rowOf(page, 'Maya Lindqvist').click();
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/\/conversations\/cv_\w+\/messages$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByTestId('composer').fill('That is all, goodbye');
  await page.getByTestId('composer').press('Control+Shift+Enter');
  const question = `One more question ${Date.now()}`;
  const chat = `/accounts/${demoAccount.phoneNumberId}/chats/${MAYA}/messages`;
  await controlOf(board.phoneUrl).control('POST', chat, { text: question });
  await expect(page.getByTestId('thread')).toContainText(question);
  go();
  await expect(page.getByText('Maya Lindqvist has written in the meantime')).toBeVisible();
  await expect(page.getByTestId('message-bubble').filter({ hasText: 'goodbye' })).toHaveCount(1);
  await expect(page.getByTestId('toggle-closed')).toHaveAccessibleName(/^Close/);
});

test('Escape closes a picker whose content is still loading, and the conversation stays open', async ({
  board,
  openWindow,
}) => {
  for (const width of [1440, 390]) {
    const page = await openWindow({ width, height: 844 });
    await page.route(/\/pickers-[^/]+\.js/, () => undefined);
    await enter(page, board.url, board.demo);
    await rowOf(page, 'Maya Lindqvist').click();
    await expect(page.getByTestId('composer')).toBeVisible();
    if (width === 390) {
      await page.getByTestId('work-menu').click();
      await page.getByRole('menuitem', { name: 'Assign', exact: true }).click();
    } else {
      await page.getByTestId('assign').click();
    }
    const picker = page.getByTestId('pick-assign');
    await expect(picker).toBeAttached();
    await expect(picker.locator(':focus')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(picker).toHaveCount(0);
    await expect(page.getByTestId('conversation-name')).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('a list of people that scrolls belongs to the field with the keys', async ({ board, openWindow }) => {
  for (const name of ['Ana', 'Bo', 'Cleo', 'Dan', 'Eve']) {
    const email = `${name}${performance.now()}@example.test`;
    await addMember(board.url, board.demo, { name, email, password: 'long enough', role: 'staff' });
  }
  const page = await openWindow({ width: 1440, height: 480 });
  await enter(page, board.url, board.demo);
  await rowOf(page, 'Maya Lindqvist').click();
  await page.getByTestId('assign').click();
  await expect(page.getByTestId('pick-search')).toBeFocused();
  await expect(page.getByTestId('pick-option').filter({ hasText: 'Eve' })).toBeAttached();
  await untilAnimationsEnd(page);
  const list = page.getByRole('listbox', { name: 'Assign' });
  expect(await list.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeGreaterThan(20);
  expect(await axeViolations(page, 'light')).toEqual([]);
  await page.keyboard.press('ArrowUp');
  // Scrolling ends at whole pixels.
  await expect(page.getByTestId('pick-option').last()).toBeInViewport({ ratio: 0.95 });
});

test('invitations and rules that cannot be loaded are not shown as if there were none', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const email = `${performance.now()}@example.test`;
  const invitations = `${board.url}/api/dashboard/invitations`;
  expect((await page.request.post(invitations, { data: { email, role: 'staff' } })).status()).toBe(201);
  await page.route(invitations, (route) => route.fulfill({ status: 503, body: 'unavailable' }));
  await page.goto(`${board.url}/people`);
  await expect(page.getByText('The invitations could not be loaded')).toBeVisible({ timeout: 20_000 });
  await page.unroute(invitations);
  await page.getByRole('button', { name: 'Try again' }).click();

  await page.route(`${invitations}/*`, (route) => route.fulfill({ status: 503, body: 'unavailable' }));
  const row = page.getByTestId('invitation-row').filter({ hasText: email });
  await row.getByTestId('invitation-revoke').click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(`The invitation link for ${email} stops working at once.`);
  await page.getByTestId('confirm').click();
  await expect(question.getByRole('alert')).toBeVisible();
  await expect(row).toContainText('Pending');

  await page.route('**/api/dashboard/session/two-factor', (route) => route.abort());
  await page.goto(`${board.url}/settings/security`);
  await expect(page.getByText('The setting could not be loaded')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByTestId('require-two-factor')).toHaveCount(0);
});

test('the list of unreadable events says where it ends', async ({ board, openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const item = { kind: 'messages', reason: 'x', reasonCode: null, reasonParams: {}, canRetry: true };
  const data = Array.from({ length: 200 }, (_, id) => ({ ...item, id: `${id}`, createdAt: '2026-01-01' }));
  await page.route('**/api/dashboard/parked-items', (route) => route.fulfill({ json: { data } }));
  await page.goto(`${board.url}/settings/platform-log`);
  await expect(page.getByTestId('parked-newest')).toContainText('Only the newest 200 events are listed.');
});

test('the hint of the send button goes away when the button is pressed', async ({ board, openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  await rowOf(page, 'Maya Lindqvist').click();
  await page.getByTestId('composer').fill('The hint is read');
  await page.getByTestId('composer-send').hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByTestId('message-bubble').last()).toContainText('The hint is read');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  // Another visit of the mouse shows it again.
  await page.getByTestId('composer').fill('And once more');
  await page.getByTestId('composer').hover();
  await page.getByTestId('composer-send').hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
});
