import type { Page } from '@playwright/test';
import { addTemplate, controlOf, templateBody } from '../helpers/templates.ts';
import { type Board, expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, lookCloselyAt, takesScreenshots } from './screens.ts';

let board: Board;
test.beforeEach(({ board: ofFile }) => {
  board = ofFile;
});

const PNID = '800000000000001';
const DAY_MS = 24 * 60 * 60 * 1_000;
const control = (method: string, path: string, body?: unknown) =>
  controlOf(board.phoneUrl).control(method, path, body);

/** Creates a customer who wrote `agoMs` ago, and opens their conversation. */
async function openChat(page: Page, waId: string, name: string, agoMs: number | null): Promise<void> {
  const auth = { authorization: `Bearer ${board.demo.apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ phone: waId, name });
  await fetch(`${board.url}/api/v1/contacts`, { method: 'POST', headers: auth, body });
  await control('POST', '/customers', { waId, name });
  if (agoMs !== null) await write(waId, 'Is the lamp in stock?', agoMs);
  await page.getByTestId('nav-contacts').click();
  await page.getByTestId('contact-search').fill(name);
  await page.getByTestId('contact-row').filter({ hasText: name }).getByTestId('contact-message').click();
  await expect(page.getByTestId('conversation-name')).toHaveText(name);
}
const write = (waId: string, text: string, agoMs = 0) =>
  control('POST', `/accounts/${PNID}/chats/${waId}/messages`, {
    text,
    timestamp: Math.floor((Date.now() - agoMs) / 1_000),
  });

test('outside the reply window a template is chosen, filled, previewed and sent, and reaches the phone', async ({
  openWindow,
}) => {
  const inbox = await openWindow();
  const phone = await openWindow({ width: 1100, height: 900 });
  const complaints = complaintsOf(inbox);
  await enter(inbox, board.url, board.demo);
  // In the middle of an hour: the platform's clock has whole seconds, and the banner counts whole hours.
  await openChat(inbox, '15550100871', 'Nora Winter', DAY_MS + 2.5 * 60 * 60 * 1_000);
  await expect(inbox.getByTestId('window-banner')).toContainText('26 h ago');
  await expect(inbox.getByTestId('composer')).toHaveCount(0);
  // Only approved templates are offered.
  await expect(inbox.getByTestId('template-card')).toHaveCount(5);
  await lookAt(inbox, 'templates-choice', ['wide', 'middle', 'narrow']);

  await inbox.getByTestId('template-search').fill('left our depot');
  await expect(inbox.getByTestId('template-card')).toHaveCount(1);
  await inbox.getByTestId('template-search').press('Enter');
  const send = inbox.getByTestId('template-send');
  await expect(send).toBeDisabled();
  // After the greeting stands the contact's first name.
  await expect(inbox.getByTestId('template-field-body.1')).toHaveValue('Nora');
  await expect(inbox.getByTestId('template-form')).toContainText('From the contact');
  await expect(send).toBeDisabled();
  await expect(inbox.getByTestId('template-preview')).toContainText('Hi Nora, your order {{2}} has left');
  await inbox.getByTestId('template-field-body.2').fill('a     b');
  await inbox.getByTestId('template-field-body.2').blur();
  await expect(inbox.getByTestId('template-form')).toContainText('more than four spaces');
  await lookAt(inbox, 'templates-form', ['wide', 'middle', 'narrow']);
  await inbox.getByTestId('template-field-body.2').fill('4711');
  await expect(inbox.getByTestId('template-preview')).toContainText('your order 4711 has left');
  await send.click();
  await phone.goto(`${board.phoneUrl}/?customer=15550100871`);
  await expect(phone.getByTestId('phone-message').last()).toContainText(
    'Hi Nora, your order 4711 has left our depot and is on its way.',
  );
  const bubble = inbox.getByTestId('message-bubble').last();
  await expect(bubble).toContainText('Hi Nora, your order 4711 has left our depot');
  await expect(bubble).toContainText('order_update');
  await expect(bubble).toHaveAttribute('data-status', /delivered|read/);
  // The window is still closed, and the template used last is now first.
  await expect(inbox.getByTestId('template-card').first()).toHaveAttribute('data-name', 'order_update');
  // What was sent last is offered, and never filled in: it may be about another customer.
  await inbox.getByTestId('template-card').first().click();
  await expect(inbox.getByTestId('template-field-body.2')).toHaveValue('');
  await expect(inbox.getByTestId('template-last-body.2')).toHaveText('Use the last value: 4711');
  await lookAt(inbox, 'templates-last-value', ['wide', 'narrow']);
  await inbox.getByTestId('template-last-body.2').click();
  await expect(inbox.getByTestId('template-field-body.2')).toHaveValue('4711');
  await inbox.getByTestId('template-back').click();

  // Every other type of variable has its field.
  await inbox.locator('[data-testid="template-card"][data-name="new_in_stock"]').click();
  await inbox.getByTestId('template-field-header.link').fill('https://cdn.example/lamp.png');
  await inbox.getByTestId('template-field-body.1').fill('the blue lamp');
  await inbox.getByTestId('template-field-body.2').fill('Sunday');
  await lookCloselyAt(inbox, 'templates-form-image', ['wide']);
  await inbox.getByTestId('template-schedule').click();
  await lookAt(inbox, 'template-schedule', ['wide', 'narrow']);
  await inbox.getByTestId('template-schedule-tomorrow').click();
  await expect(inbox.getByTestId('message-scheduled')).toContainText('Will be sent');
  await inbox.getByTestId('message-send-now').click();
  await expect(phone.getByTestId('phone-message').last()).toContainText('Back on the shelf: the blue lamp.');
  expect(complaints).toEqual([]);
});

test('a customer’s message reopens the window with both drafts kept, and it closes automatically', async ({
  page,
}) => {
  await enter(page, board.url, board.demo);
  const waId = '15550100872';
  await openChat(page, waId, 'Otto Falk', null);
  // Five seconds of the window are left; a slow machine may need several attempts.
  await expect(async () => {
    await write(waId, 'Is the lamp in stock?', DAY_MS - 5_000);
    await expect(page.getByTestId('window-chip').last()).toHaveAttribute('data-urgency', 'last');
    await page.getByTestId('composer').fill('Yes, we kept one for', { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByTestId('window-banner')).toBeVisible();
  await expect(page.getByTestId('window-banner')).toContainText('Yes, we kept one for');
  await page.locator('[data-testid="template-card"][data-name="delivery_window"]').click();
  await expect(page.getByTestId('template-field-body.first_name')).toHaveValue('Otto');
  await page.getByTestId('template-field-body.first_name').fill('Mr Falk');
  await page.reload();
  await expect(page.getByTestId('template-field-body.first_name')).toHaveValue('Mr Falk');

  await write(waId, 'Hello again');
  await expect(page.getByTestId('composer')).toHaveValue('Yes, we kept one for');
  await expect(page.getByTestId('template-area')).toHaveCount(0);
  await page.keyboard.press('Alt+KeyT');
  await expect(page.getByTestId('template-field-body.first_name')).toHaveValue('Mr Falk');
  await lookCloselyAt(page, 'templates-half-filled', ['wide']);
  await page.keyboard.press('Alt+KeyT');
  await expect(page.getByTestId('composer')).toHaveValue('Yes, we kept one for');
  await page.getByTestId('template-open').click();
  await page.getByTestId('template-close').click();
  await lookCloselyAt(page, 'composer-with-template', ['wide', 'narrow']);
});

test('a wrong clock of the computer does not close the reply window', { tag: '@soak' }, async ({
  openWindow,
}) => {
  const page = await openWindow();
  await page.clock.setSystemTime(Date.now() + 3 * DAY_MS);
  await enter(page, board.url, board.demo);
  await openChat(page, '15550100873', 'Pia Sand', 60_000);
  await expect(page.getByTestId('composer')).toBeVisible();
  await expect(page.getByTestId('window-banner')).toHaveCount(0);
});

test('a template sent offline waits in order, and a rejected one can be edited again', {
  tag: '@soak',
}, async ({ page, context }) => {
  await enter(page, board.url, board.demo);
  const waId = '15550100874';
  await openChat(page, waId, 'Quinn Abara', 60_000);
  const template = await addTemplate(controlOf(board.phoneUrl), {
    name: 'short_lived',
    components: [templateBody('Hi {{1}}, this one will not last.', 'Ada')],
  });
  await page.getByTestId('template-open').click();
  await page.getByTestId('template-sync').click();
  await page.locator('[data-testid="template-card"][data-name="short_lived"]').click();
  await page.getByTestId('template-field-body.1').fill('Quinn');
  await context.setOffline(true);
  await page.getByTestId('template-send').click();
  await page.getByTestId('composer').fill('and then this');
  await page.getByTestId('composer').press('Enter');
  const bubbles = page.getByTestId('message-bubble');
  await expect(bubbles.filter({ hasText: 'Hi Quinn, this one will not last.' })).toBeVisible();
  await control('PATCH', `/templates/${template.id}`, { status: 'PAUSED' });
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${board.demo.apiKey}` };
      const answer = await fetch(`${board.url}/api/v1/templates?search=short_lived`, { headers });
      return (await answer.json()).data[0]?.status;
    })
    .toBe('PAUSED');
  await context.setOffline(false);
  const rejected = bubbles.filter({ hasText: 'this one will not last' });
  await expect(rejected.getByTestId('message-refused')).toContainText('paused', { timeout: 30_000 });
  await rejected.getByTestId('message-take-back').click();
  await expect(page.getByTestId('template-field-body.1')).toHaveValue('Quinn');
  await expect(page.getByTestId('template-form')).toContainText('is paused by WhatsApp');
});

test('the list of templates is live', { tag: '@soak' }, async ({ openWindow }) => {
  const page = await openWindow();
  const phone = await openWindow({ width: 1100, height: 900 });
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.getByTestId('nav-templates').click();
  const row = (name: string) => page.locator(`[data-testid="template-row"][data-name="${name}"]`);
  await expect(row('welcome_discount')).toContainText('Reason: incorrect category');
  await expect(row('appointment_reminder').getByTestId('template-status')).toHaveText('Pending');
  await phone.goto(board.phoneUrl);
  const panel = phone.locator('[data-testid="sandbox-template"][data-name="appointment_reminder"]');
  await panel.locator('summary').click();
  await panel.getByRole('button', { name: 'Approve' }).click();
  await expect(row('appointment_reminder').getByTestId('template-status')).toHaveText('Approved');
  if (takesScreenshots)
    await phone.screenshot({ path: 'test-results/screens/sandbox-templates.png', fullPage: true });
  await lookAt(page, 'templates-list', ['wide', 'middle', 'narrow']);
  await row('track_parcel').getByRole('button').click();
  await expect(page.getByTestId('template-drawer')).toContainText('Your parcel {{1}} is out');
  await lookCloselyAt(page, 'templates-drawer', ['wide', 'narrow']);
  await page.keyboard.press('Escape');
  await page.getByTestId('templates-search').fill('discount');
  await expect(page.getByTestId('template-row')).toHaveCount(1);
  expect(complaints).toEqual([]);
});

test('a template that was sent can be undone, and is in its form again as it was filled in', async ({
  openWindow,
}) => {
  const inbox = await openWindow();
  await enter(inbox, board.url, board.demo);
  await inbox.evaluate(() => localStorage.setItem('switchboard.undo-send', '10'));
  await inbox.reload();
  await openChat(inbox, '15550100879', 'Ines Sommer', DAY_MS + 3_600_000);
  await inbox.getByTestId('template-search').fill('left our depot');
  await inbox.getByTestId('template-search').press('Enter');
  await inbox.getByTestId('template-field-body.2').fill('8815');
  await inbox.getByTestId('template-send').click();
  await inbox.getByTestId('message-undo').click();
  await expect(inbox.getByTestId('message-scheduled')).toHaveCount(0);
  await expect(inbox.getByTestId('template-field-body.1')).toHaveValue('Ines');
  await expect(inbox.getByTestId('template-field-body.2')).toHaveValue('8815');
});

// It deletes all templates.
test('without an approved template the inbox shows none, and offers to sync', { tag: '@soak' }, async ({
  page,
}) => {
  const { body } = await control('GET', `/accounts/${PNID}/templates`);
  for (const { id } of body.data) await control('DELETE', `/templates/${id}`);
  await enter(page, board.url, board.demo);
  await openChat(page, '15550100875', 'Rosa Blum', null);
  await expect(page.getByTestId('template-area')).toContainText('No approved templates');
  await expect(page.getByTestId('template-area')).toContainText(/Synced/);
  await lookCloselyAt(page, 'templates-none', ['wide', 'middle', 'narrow']);
  await addTemplate(controlOf(board.phoneUrl), { name: 'first_of_all' });
  await page.getByTestId('template-sync').click();
  await expect(page.getByTestId('template-card')).toHaveCount(1);
  for (const { id } of (await control('GET', `/accounts/${PNID}/templates`)).body.data)
    await control('DELETE', `/templates/${id}`);
  await page.getByTestId('nav-templates').click();
  await expect(page.getByText('No templates yet')).toBeVisible();
  await lookCloselyAt(page, 'templates-list-empty', ['wide', 'middle', 'narrow']);
});

test('an owner writes a template, submits it, and deletes it', async ({ openWindow }) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.getByTestId('nav-templates').click();
  await page.getByTestId('template-create').click();
  await page.getByTestId('template-create-submit').click();
  await expect(page.getByTestId('template-create-form')).toContainText('Enter a name');
  await page.getByTestId('template-create-name').fill('Order ready');
  await page.getByTestId('template-create-body').fill('Hi {{1}}, order {{2}} is ready.');
  await page.getByTestId('template-create-sample-1').fill('Ada');
  await page.getByTestId('template-create-submit').click();
  await expect(page.getByTestId('template-create-form')).toContainText('Enter an example for each variable');
  await page.getByTestId('template-create-sample-2').fill('4711');
  await expect(page.getByTestId('template-create-form')).not.toContainText('Enter an example');
  await expect(page.getByTestId('template-preview')).toContainText('Hi Ada, order 4711 is ready.');
  await expect(page.getByTestId('template-create-submit'), 'stays in view').toBeInViewport({ ratio: 1 });
  await lookAt(page, 'template-new', ['wide', 'middle', 'narrow']);

  await test.step('Esc asks before it discards what was typed', async () => {
    const question = page.getByText('Discard this template?');
    for (const leave of ['Escape', 'Cancel']) {
      if (leave === 'Escape') await page.keyboard.press('Escape');
      else await page.getByTestId('template-create-form').getByRole('button', { name: 'Cancel' }).click();
      await expect(question).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(question).toHaveCount(0);
      await expect(page.getByTestId('template-create-name')).toHaveValue('order_ready');
    }
    await page.keyboard.press('Escape');
    await page.getByTestId('confirm').click();
    await expect(page.getByTestId('template-create-form')).toHaveCount(0);
    // Nothing is typed: it closes without a question.
    await page.getByTestId('template-create').click();
    await expect(page.getByTestId('template-create-name')).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('template-create-form')).toHaveCount(0);
    await page.getByTestId('template-create').click();
    await page.getByTestId('template-create-name').fill('Order ready');
    await page.getByTestId('template-create-body').fill('Hi {{1}}, order {{2}} is ready.');
    await page.getByTestId('template-create-sample-1').fill('Ada');
    await page.getByTestId('template-create-sample-2').fill('4711');
  });

  // The platform's reason is shown, and nothing is lost.
  await page.getByTestId('template-create-body').fill('{{1}} {{2}}');
  await page.getByTestId('template-create-submit').click();
  await expect(page.getByTestId('template-create-form')).toContainText('Variables cannot be at the start');
  await page.getByTestId('template-create-body').fill('Hi {{1}}, order {{2}} is ready.');
  await page.getByTestId('template-create-submit').click();
  const row = page.locator('[data-testid="template-row"][data-name="order_ready"]');
  await expect(row).toContainText('Pending');

  await row.getByRole('button', { name: 'order_ready' }).click();
  await page.getByTestId('template-delete').click();
  await expect(page.getByRole('dialog').last()).toContainText('blocks its name for 30 days');
  await lookAt(page, 'template-delete', ['wide', 'narrow']);
  await page.getByTestId('confirm').click();
  await expect(row).toHaveCount(0);
  // The refusal of the platform is a 409, which browsers log.
  expect(complaints.filter((one) => !one.includes('409'))).toEqual([]);
});
