import { expect, test } from './fixtures.ts';
import { complaintsOf, lookAt } from './screens.ts';
import { type Switchboard, startSwitchboard } from './switchboard.ts';

let board: Switchboard;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  board = await startSwitchboard({ demo: true });
});
test.afterAll(() => board?.stop());

test('a person chooses a language for this device, and then for their account', { tag: '@soak' }, async ({
  page,
  browser,
}) => {
  const complaints = complaintsOf(page);
  const html = page.locator('html');
  await page.goto(board.url);

  await test.step('before signing in, for this device', async () => {
    await expect(html).toHaveAttribute('lang', 'en');
    await page.getByTestId('language').selectOption('pt-BR');
    await expect(html).toHaveAttribute('lang', 'pt-BR');
    await expect(page.getByTestId('login-submit')).toHaveText('Entrar');
    await page.reload();
    await expect(page.getByTestId('login-submit')).toHaveText('Entrar');
    await lookAt(page, 'sign-in-portuguese', ['wide', 'phone']);
    await page.getByTestId('login-email').fill(board.demo.email);
    await page.getByTestId('login-password').fill('wrong password');
    await page.getByTestId('login-submit').click();
    await expect(page.getByRole('alert')).toHaveText('E-mail ou senha incorretos.');
    await page.getByTestId('login-password').fill(board.demo.password);
    await page.getByTestId('login-submit').click();
    await expect(page.getByTestId('nav-inbox')).toHaveAttribute('aria-label', /^Caixa de entrada/);
  });

  await test.step('in the menu, for the account', async () => {
    await page.getByTestId('conversation-row').first().click();
    await page.getByTestId('user-menu').click();
    await lookAt(page, 'language-menu', ['wide']);
    await page.getByTestId('language-en').click();
    await expect(page.getByTestId('nav-inbox')).toHaveAttribute('aria-label', /^Inbox/);
    // The open page stays open.
    await expect(page.getByTestId('thread')).toBeVisible();
    await page.getByTestId('user-menu').click();
    await page.getByTestId('language-pt-BR').click();
    await expect(html).toHaveAttribute('lang', 'pt-BR');
    await expect(page).toHaveTitle(/Caixa de entrada · Switchboard$/);
    await expect(page.getByTestId('conversation-row').first()).toBeVisible();
  });

  await test.step('another device uses it too', async () => {
    const other = await browser.newPage({ locale: 'en-US' });
    await other.goto(board.url);
    await expect(other.getByTestId('login-submit')).toHaveText('Sign in');
    await other.getByTestId('login-email').fill(board.demo.email);
    await other.getByTestId('login-password').fill(board.demo.password);
    await other.getByTestId('login-submit').click();
    await expect(other.getByTestId('nav-inbox')).toHaveAttribute('aria-label', /^Caixa de entrada/);
    await other.close();
  });
  expect(complaints).toEqual([]);
});
