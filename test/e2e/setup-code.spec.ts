import { expect, test } from './fixtures.ts';
import { lookCloselyAt } from './screens.ts';
import { type Switchboard, startSwitchboard } from './switchboard.ts';

/** Resolves to this machine in browsers; to the server it is a name like any other. */
const NAME = 'crm.localhost';

let board: Switchboard;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  board = await startSwitchboard({ demo: false, env: { ALLOWED_HOSTS: NAME } });
});
test.afterAll(() => board?.stop());

test('a person on another machine sets up the server with the printed code', { tag: '@soak' }, async ({
  page,
}) => {
  await page.goto(board.url.replace('127.0.0.1', NAME));
  await expect(page.getByTestId('setup-code')).toBeVisible();
  await expect(page.getByTestId('setup-country')).toHaveValue('United States');
  await page.getByTestId('setup-workspace').fill('Depot & Daughters');
  await page.getByTestId('setup-name').fill('Olga Depot');
  await page.getByTestId('setup-email').fill('olga@example.com');
  await page.getByTestId('setup-password').fill('correct horse battery');
  await page.getByTestId('setup-submit').click();
  await expect(page.getByText('Enter the setup code')).toBeVisible();
  await page.getByTestId('setup-code').fill('00000-00000-00000-00000');
  await page.getByTestId('setup-submit').click();
  await expect(page.getByText(/Invalid setup code/)).toBeVisible();
  await lookCloselyAt(page, 'first-run-code', ['wide', 'phone']);
  const printed = () => /Setup code\s+(\S+)/.exec(board.output())?.[1] ?? '';
  await expect.poll(printed).not.toBe('');
  await page.getByTestId('setup-code').fill(printed().toLowerCase());
  await page.getByTestId('setup-submit').click();
  await expect(page.getByTestId('nav-inbox')).toBeVisible();
});
