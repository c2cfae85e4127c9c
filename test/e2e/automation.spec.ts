import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, lookCloselyAt, openSettings } from './screens.ts';
import { customerWrites } from './switchboard.ts';

const ALL = ['wide', 'middle', 'phone'] as const;

test('a ready-made rule answers a customer, who sees its text, and the log names the conversation', {
  tag: '@soak',
}, async ({ board, openWindow }) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await openSettings(page, 'automation');
  await expect(page.getByText('No rules yet')).toBeVisible();
  await expect(page.getByTestId('ready-made-away')).toContainText('Your business hours are not set');
  await lookAt(page, 'automation-empty', [...ALL]);

  await page.getByTestId('ready-made-greeting-add').click();
  const row = page.getByTestId('rule-row');
  await expect(row).toContainText('When a customer writes for the first time or in a closed conversation');
  await expect(row.getByTestId('rule-switch')).toBeChecked();
  await expect(page.getByTestId('ready-made-greeting')).toHaveCount(0);
  await expect(page.getByTestId('ready-made-away')).toBeVisible();
  await expect(row).toContainText('Never');

  await customerWrites(board.phoneUrl, '15550109977', 'Hello, is anyone there?');
  await expect(row).not.toContainText('Never', { timeout: 20_000 });

  await row.getByRole('link').click();
  await page.getByTestId('tab-log').click();
  const run = page.getByTestId('rule-run');
  await expect(run).toHaveCount(1);
  await expect(run).toContainText('Done');
  await lookAt(page, 'automation-log', [...ALL]);
  await run.getByRole('link').click();
  const thread = page.getByTestId('thread');
  await expect(thread.getByText('We will get back to you as soon as we can.')).toBeVisible();
  await expect(thread.getByText('Automatic: Greeting')).toBeVisible();
  await lookCloselyAt(page, 'automation-bubble', ['wide', 'phone']);
  expect(complaints).toEqual([]);
});

test('a rule is written as a sentence, tested over past messages, saved and deleted', async ({
  board,
  openWindow,
}) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await customerWrites(board.phoneUrl, '15550109988', 'What is the price of delivery to Delft?');
  await openSettings(page, 'automation');
  await page.getByTestId('ready-made-away-add').click();
  await expect(page.getByTestId('rule-row').filter({ hasText: 'Away message' })).toBeVisible();
  await page.getByTestId('rule-create').first().click();
  const pick = async (testId: string, name: string | RegExp) => {
    await page.getByTestId(testId).last().click();
    await page.getByTestId('pick-search').fill(String(name));
    await page.getByTestId('pick-search').press('Enter');
  };

  await page.getByTestId('rule-save').click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await expect(page.getByText('Add at least one action.')).toBeVisible();
  await page.getByTestId('rule-name').fill('Prices');
  await pick('rule-trigger', 'a message contains');
  await page.getByTestId('rule-words').fill('Delft');
  await page.getByTestId('rule-words').press('Enter');
  await page.getByTestId('rule-add-condition').click();
  await pick('rule-condition', 'the contact does not have the tag');
  await page.getByRole('textbox', { name: 'Tag' }).fill('wholesale');
  await page.getByTestId('rule-add-action').click();
  await page.getByTestId('rule-text').fill('Our prices are on our website, ');
  await page.getByRole('button', { name: 'First name' }).click();
  await expect(page.getByTestId('rule-text')).toHaveValue(
    'Our prices are on our website, {{contact.first_name}}',
  );
  await page.getByTestId('rule-add-action').click();
  await pick('rule-action', 'close the conversation');
  await expect(page.getByTestId('rule-pause')).toContainText('at most once in 24 hours');

  await page.getByTestId('rule-test').click();
  const result = page.getByTestId('rule-test-result');
  await expect(result).toContainText('It would have run once.');
  await expect(result.getByTestId('rule-test-row').first()).toContainText(
    'What is the price of delivery to Delft?',
  );
  await lookAt(page, 'automation-editor', [...ALL]);
  await test.step('a result is of the rule that was tested, not of the one that it has become', async () => {
    let release = () => {};
    const changed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/automation-test', async (route) => {
      await changed;
      await route.continue();
    });
    await page.getByTestId('rule-test').click();
    await page.getByRole('textbox', { name: 'Tag' }).fill('retail');
    const answered = page.waitForResponse('**/automation-test');
    release();
    await answered;
    await expect(page.getByTestId('rule-test')).not.toHaveAttribute('data-loading');
    await expect(result).toHaveAttribute('data-old');
    await page.getByRole('textbox', { name: 'Tag' }).fill('wholesale');
    await expect(result).not.toHaveAttribute('data-old');
    await page.unroute('**/automation-test');
  });

  await page.getByTestId('rule-save').click();
  await expect(page.getByRole('heading', { name: 'Prices' })).toBeVisible();
  await test.step('a change on another computer is in the form', async () => {
    await page.getByRole('textbox', { name: 'Tag' }).fill('retail');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByTestId('rule-name').fill('Price list');
    await other.getByTestId('rule-save').click();
    await expect(page.getByTestId('rule-name')).toHaveValue('Price list');
    // What is typed here stays, with the focus.
    await expect(page.getByRole('textbox', { name: 'Tag' })).toHaveValue('retail');
    await expect(page.getByRole('textbox', { name: 'Tag' })).toBeFocused();
    await page.getByTestId('rule-discard').click();
    await expect(page.getByRole('textbox', { name: 'Tag' })).toHaveValue('wholesale');
    await expect(page.getByTestId('rule-save')).toBeDisabled();
    await other.close();
  });
  // A click would meet the toast that lies over the switch.
  await page.getByTestId('rule-switch').press('Space');
  await expect(page.getByText('This rule is off.')).toBeVisible();
  await page.getByRole('link', { name: 'All rules' }).click();
  const row = page.getByTestId('rule-row').filter({ hasText: 'Price list' });
  await expect(row).toContainText(
    'When a message contains “Delft”, and the contact does not have the tag “wholesale”, send the message',
  );
  await expect(row.getByTestId('rule-switch')).not.toBeChecked();
  await lookCloselyAt(page, 'automation', [...ALL]);
  await row.getByTestId('rule-menu').click();
  await page.getByTestId('rule-up').click();
  await expect(page.getByTestId('rule-row').last()).toContainText('Away message');
  await row.getByTestId('rule-menu').click();
  await page.getByTestId('rule-delete').click();
  await lookCloselyAt(page, 'automation-delete', ['wide', 'phone']);
  await page.getByTestId('confirm').click();
  await expect(row).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('a rule with a template names what is missing, in Portuguese too, and says when it is about hours that are not set', {
  tag: '@soak',
}, async ({ board, openWindow }) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await page.addInitScript(() => localStorage.setItem('switchboard.language', 'pt-BR'));
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/settings/automation/new`);
  const pick = async (testId: string, name: string) => {
    await page.getByTestId(testId).last().click();
    await page.getByTestId('pick-search').fill(name);
    await page.getByTestId('pick-search').press('Enter');
  };
  await pick('rule-trigger', 'uma mensagem chega fora');
  await expect(page.getByRole('link', { name: 'Definir horário de atendimento' })).toBeVisible();
  await page.getByTestId('rule-add-condition').click();
  await pick('rule-condition', 'o campo');
  await page.getByTestId('rule-add-action').click();
  await pick('rule-action', 'enviar o modelo');
  await page.getByTestId('rule-name').fill('Entrega');
  await page.getByTestId('rule-save').click();
  await expect(page.getByText('Escolha ou digite um valor.')).toHaveCount(2);
  await pick('rule-template', 'order_update');
  await lookAt(page, 'automation-editor-pt', [...ALL]);
  // The server names the row whose values are missing.
  await page.getByRole('button', { name: 'Remover' }).first().click();
  await page.getByTestId('rule-save').click();
  await expect(page.getByRole('alert')).toHaveCount(1);
  await page.getByTestId('rule-value-body.1').fill('você');
  await page.getByTestId('rule-value-body.2').fill('4711');
  await page.getByTestId('rule-save').click();
  await expect(page.getByRole('heading', { name: 'Entrega' })).toBeVisible();
  await page.reload();
  await expect(page.getByTestId('rule-value-body.2')).toHaveValue('4711');
  await page.getByTestId('rule-value-body.2').fill('4712');
  await page.getByTestId('rule-discard').click();
  await expect(page.getByTestId('rule-value-body.2')).toHaveValue('4711');
  await page.getByRole('link', { name: 'Todas as regras' }).click();
  await lookAt(page, 'automation-pt', [...ALL]);
  expect(complaints).toEqual([]);
});
