import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, openSettings } from './screens.ts';

const ALL = ['wide', 'middle', 'phone'] as const;
/** Customers type as fast as people, so that the whole takes some seconds. */
const TYPED = { timeout: 30_000 };

/** Looks at a page in a low window too. */
async function lookAtAll(page: Page, name: string): Promise<void> {
  await lookAt(page, name, [...ALL]);
  await page.setViewportSize({ width: 1024, height: 600 });
  await expect(page.getByRole('main')).toBeVisible();
  if (process.env.SCREENS) await page.screenshot({ path: `test-results/screens/${name}-low.png` });
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Chooses these scripts, at a busy pace. */
async function choose(page: Page, scripts: readonly string[]): Promise<void> {
  await page.getByTestId('rehearsal-all').click();
  await page.getByTestId('rehearsal-all').click();
  for (const script of scripts) await page.getByTestId(`script-${script}`).check();
  await page.getByTestId('rehearsal-pace').locator('label').last().click();
}

test('a member practises with a simulated customer, watches the result, and deletes it', async ({
  board,
  openWindow,
}) => {
  test.setTimeout(120_000);
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await openSettings(page, 'rehearsals');
  await expect(page.getByText('No rehearsals yet')).toBeVisible();
  await lookAtAll(page, 'rehearsals-empty');

  await choose(page, []);
  await expect(page.getByTestId('rehearsal-start')).toBeDisabled();
  await choose(page, ['late_order', 'damage_photo']);
  await page.getByTestId('rehearsal-start').click();
  await expect(page.getByTestId('rehearsal-state')).toHaveText('Running');
  const order = page.locator('[data-script="late_order"]');
  await expect(order.getByTestId('customer-state')).toHaveText('In conversation', TYPED);
  await expect(order.getByTestId('customer-conversation')).toBeVisible(TYPED);
  await expect(order).toContainText('2 messages', TYPED);
  await lookAtAll(page, 'rehearsal-running');

  await test.step('it is answered in the inbox, where it is marked', async () => {
    await order.getByTestId('customer-conversation').click();
    const thread = page.getByTestId('thread');
    await expect(thread.getByText('My order should have arrived on Monday')).toBeVisible();
    const row = page.getByTestId('conversation-row').filter({ hasText: 'Rachel Moore' });
    await expect(row).toContainText('Rehearsal');
    await expect(page.getByTestId('conversation-name').locator('..')).toContainText('Rehearsal');
    const composer = page.getByTestId('composer');
    await composer.fill('Hello Rachel! May I have your order number, please?');
    await composer.press('Enter');
    await expect(thread.getByText('The order number is 48213.')).toBeVisible(TYPED);
    await lookAt(page, 'rehearsal-inbox', [...ALL]);
    await composer.fill(
      'Thank you. It arrives on Friday; it was held up by the carrier. The label is attached.',
    );
    await composer.press('Enter');
    // The check before sending asks first.
    await composer.press('Enter');
    await expect(thread.getByText('Ok, thank you for checking.')).toBeVisible(TYPED);
  });

  await test.step('the result says what came of it', async () => {
    await openSettings(page, 'rehearsals');
    await page.getByTestId('rehearsal-row').getByRole('link').click();
    await expect(order.getByTestId('customer-state')).toHaveText('Got what they wanted', TYPED);
    await expect(order.getByTestId('question-delay_reason')).toContainText('answered');
    await expect(order.getByTestId('detail-order_number')).toContainText('asked for');
    await expect(order.getByTestId('customer-numbers')).toContainText('First response after');
    await expect(order.getByTestId('finding-attachment')).toBeVisible();
    await page.getByTestId('rehearsal-stop').click();
    await expect(page.getByRole('dialog')).toContainText('A stopped rehearsal cannot be continued.');
    await page.getByTestId('confirm').click();
    await expect(page.getByTestId('rehearsal-state')).toHaveText('Stopped');
    await expect(page.locator('[data-script="damage_photo"]').getByTestId('customer-state')).toHaveText(
      'Stopped',
    );
    await lookAtAll(page, 'rehearsal-result');
  });

  await test.step('it is deleted', async () => {
    await page.getByTestId('rehearsal-remove').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No rehearsals yet')).toBeVisible();
  });
  expect(complaints).toEqual([]);
});

test('it is all in Portuguese too, also the customers', { tag: '@soak' }, async ({ board, openWindow }) => {
  test.setTimeout(120_000);
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await page.addInitScript(() => localStorage.setItem('switchboard.language', 'pt-BR'));
  await enter(page, board.url, board.demo);
  await openSettings(page, 'rehearsals');
  await expect(page.getByText('Nenhum ensaio ainda')).toBeVisible();
  await lookAtAll(page, 'rehearsals-pt');
  await choose(page, ['angry_refund']);
  await page.getByTestId('rehearsal-start').click();
  const customer = page.getByTestId('rehearsal-customer');
  await expect(customer.getByTestId('customer-conversation')).toBeVisible(TYPED);
  await customer.getByTestId('customer-conversation').click();
  await expect(page.getByTestId('thread').getByText('É a terceira vez que eu escrevo!!')).toBeVisible();
  await expect(page.getByTestId('conversation-row').filter({ hasText: 'Marcelo Pires' })).toContainText(
    'Ensaio',
  );
  await page.goBack();
  await page.getByTestId('rehearsal-stop').click();
  await page.getByTestId('confirm').click();
  await expect(page.getByTestId('rehearsal-state')).toHaveText('Interrompido');
  await lookAtAll(page, 'rehearsal-result-pt');
  expect(complaints).toEqual([]);
});

test('the page says why a workspace cannot rehearse, and what failed', { tag: '@soak' }, async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  for (const obstacle of ['no_number', 'real_number', 'no_sandbox']) {
    await page.route('**/api/dashboard/rehearsals', (route) =>
      route.fulfill({ json: { obstacle, data: [] } }),
    );
    await page.goto(`${board.url}/settings/rehearsals`);
    await expect(page.getByTestId(`rehearsal-obstacle-${obstacle}`)).toBeVisible();
    await expect(page.getByTestId('rehearsal-form')).toHaveCount(0);
    await page.unroute('**/api/dashboard/rehearsals');
  }
  await lookAt(page, 'rehearsals-obstacle', [...ALL]);
  await page.route('**/api/dashboard/rehearsals', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${board.url}/settings/rehearsals`);
  await expect(page.getByText('The rehearsals could not be loaded')).toBeVisible({ timeout: 20_000 });
  const again = page.getByRole('button', { name: 'Try again' });
  // While it still fails: the page may also load again by itself, and the button leaves with the error.
  const asked = page.waitForRequest('**/api/dashboard/rehearsals');
  await again.click();
  await asked;
  await page.unroute('**/api/dashboard/rehearsals');
  await again.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(page.getByTestId('rehearsal-form')).toBeVisible();
  await page.goto(`${board.url}/settings/rehearsals/rh_00000000000000000000000000`);
  await expect(page.getByText('Rehearsal not found')).toBeVisible({ timeout: 20_000 });
});

test('changes of saved replies are compared with the present ones on past messages', {
  tag: '@soak',
}, async ({ board, openWindow }) => {
  test.setTimeout(120_000);
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  const made = await page.request.post(`${board.url}/api/dashboard/saved-replies`, {
    data: { name: 'Opening hours', content: 'We are open from Monday to Friday, nine to six.' },
  });
  expect(made.status()).toBe(201);
  await openSettings(page, 'rehearsals');
  await page.getByTestId('replay-open').click();
  await expect(page.getByText('No comparison yet')).toBeVisible();
  await expect(page.getByTestId('replay-start')).toBeDisabled();
  await lookAtAll(page, 'replay-empty');

  await page.getByTestId('replay-pick').click();
  await page.getByRole('option', { name: 'Opening hours' }).click();
  await page
    .getByTestId('replay-text')
    .fill('We are open every day from nine to six, {{contact.first_name}}.');
  await page.getByTestId('replay-add').click();
  await expect(page.getByTestId('replay-start')).toBeDisabled();
  await page.getByTestId('replay-name').fill('Delivery');
  await page.getByTestId('replay-text').last().fill('Your order leaves our workshop tomorrow.');
  await lookAtAll(page, 'replay-changes');
  await page.getByTestId('replay-start').click();
  const result = page.getByTestId('replay-result');
  await expect(result).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
  await expect(result).toContainText('that a person answered');
  await page.getByTestId('replay-show').locator('label').last().click();
  await expect(page.getByTestId('replay-case').first()).toBeVisible();
  await lookAtAll(page, 'replay-result');
  await page.getByTestId('replay-case').first().getByRole('link').click();
  await expect(page.getByTestId('thread')).toBeVisible();
  expect(complaints).toEqual([]);

  await page.evaluate(() => localStorage.setItem('switchboard.language', 'pt-BR'));
  await page.goto(`${board.url}/settings/rehearsals/replay`);
  await expect(page.getByTestId('replay-result')).toContainText('que uma pessoa respondeu');
  await lookAtAll(page, 'replay-pt');
});
