import { expect, test } from './fixtures.ts';
import { lookAt, lookCloselyAt } from './screens.ts';

test('a contact beside its conversation is text; one value at a time is edited in place', async ({
  signedIn: page,
}) => {
  await page.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
  const pane = page.getByTestId('context-pane');
  const name = pane.getByTestId('contact-card-name');
  await expect(name).toContainText('Maya');
  await expect(pane.getByRole('textbox')).toHaveCount(0);
  await lookAt(page, 'contact-pane', ['wide']);

  // Esc reverts, Enter saves, and the keyboard goes on where it was.
  await name.focus();
  await page.keyboard.press('Enter');
  const field = pane.getByTestId('contact-card-name-field');
  await expect(field).toBeFocused();
  await field.fill('Another name');
  await page.keyboard.press('Escape');
  await expect(name).toContainText('Maya');
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await field.fill('Maya Q. Lindqvist');
  await page.keyboard.press('Enter');
  await expect(name).toHaveText('Maya Q. Lindqvist');
  await expect(name).toBeFocused();
  await expect(page.getByTestId('conversation-row').filter({ hasText: 'Maya Q. Lindqvist' })).toHaveCount(1);

  // A refused value stays in its field, with the reason.
  await pane.getByTestId('contact-email').or(pane.getByTestId('contact-add-detail')).first().click();
  const offered = page.getByTestId('contact-add-email');
  if (await offered.isVisible()) await offered.click();
  const email = pane.getByTestId('contact-email-field');
  await email.fill('maya at example');
  await page.keyboard.press('Enter');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveValue('maya at example');
  await lookCloselyAt(page, 'contact-pane-refused', ['wide']);
  await email.fill('maya@example.com');
  await page.keyboard.press('Enter');
  await expect(pane.getByTestId('contact-email')).toHaveText('maya@example.com');

  // The mark of that save is taken away later, and an error of the next one is not.
  await pane.getByTestId('contact-email').click();
  await email.fill('maya at example');
  await page.keyboard.press('Enter');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await page.waitForTimeout(2_500);
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Escape');

  await pane.getByTestId('contact-card-status').click();
  await page.getByRole('option', { name: 'Warm' }).click();
  await expect(pane.getByTestId('contact-card-status')).toHaveText('Warm');
});

test('notes, files and history are under headings that stay open for the next contact', async ({
  board,
  signedIn: page,
}) => {
  const row = page.getByTestId('conversation-row');
  const chat = `${board.phoneUrl}/control/accounts/800000000000001`;
  const { id } = await (await fetch(`${chat}/media?sample=photo`, { method: 'POST' })).json();
  await fetch(`${chat}/chats/15550100123/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'image', payload: { id } }),
  });
  await row.filter({ hasText: 'Maya' }).first().click();
  const pane = page.getByTestId('context-pane');
  await page.getByTestId('mode-note').click();
  await page.getByTestId('note-composer').fill('Prefers to be called in the morning');
  await page.keyboard.press('Enter');
  await expect(pane.getByTestId('timeline-item').first()).toContainText('called in the morning');
  await pane.getByTestId('contact-section-files').click();
  await expect(pane.getByTestId('contact-image').first()).toBeVisible();
  await pane.getByTestId('contact-image').first().click();
  await expect(page.getByTestId('viewer-close')).toBeFocused();
  await page.keyboard.press('Escape');
  await pane.getByTestId('contact-section-history').click();
  await expect(
    pane.getByRole('list', { name: 'History' }).getByTestId('timeline-item').first(),
  ).toBeVisible();
  await lookAt(page, 'contact-pane-sections', ['wide']);

  await row.filter({ hasNotText: 'Maya' }).first().click();
  await expect(pane.getByTestId('contact-section-files')).toHaveAttribute('aria-expanded', 'true');

  // In narrower windows it is an overlay.
  await page.setViewportSize({ width: 1_024, height: 900 });
  await page.getByTestId('context-toggle').click();
  await expect(pane.getByTestId('contact-section-files')).toBeVisible();
  await lookCloselyAt(page, 'contact-pane-overlay', ['middle', 'phone']);
});

test('panes are resized by mouse and keyboard, keep their width, and are restored', async ({
  signedIn: page,
}) => {
  await page.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
  const list = page.getByTestId('pane-edge-list');
  const contact = page.getByTestId('pane-edge-contact');
  const panes = {
    list: page.getByRole('region', { name: 'Conversations', exact: true }),
    contact: page.getByTestId('context-pane'),
  };
  const widthOf = async (pane: keyof typeof panes) =>
    Math.round((await panes[pane].boundingBox())?.width ?? 0);
  await expect.poll(() => widthOf('list')).toBe(340);

  await contact.hover();
  await page.mouse.down();
  const at = await contact.boundingBox();
  await page.mouse.move((at?.x ?? 0) - 60, 300, { steps: 6 });
  await lookAt(page, 'pane-edge', ['wide']);
  await page.mouse.up();
  await expect.poll(() => widthOf('contact')).toBeGreaterThan(360);
  await list.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(list).toHaveAttribute('aria-valuenow', '372');
  await expect.poll(() => widthOf('list')).toBe(372);
  await page.keyboard.press('End');
  await expect.poll(() => widthOf('list')).toBe(403);

  await page.reload();
  await expect.poll(() => widthOf('list')).toBe(403);
  // A smaller window takes the space from the panes before the thread.
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect.poll(() => widthOf('list')).toBe(340);
  await page.setViewportSize({ width: 1440, height: 900 });
  await list.dblclick();
  await expect.poll(() => widthOf('list')).toBe(340);
  await contact.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => widthOf('contact')).toBe(320);
});
