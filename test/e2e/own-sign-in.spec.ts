import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { addMember } from './add-member.ts';
import { type Board, expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt, signIn } from './screens.ts';
import { cookieOf } from './switchboard.ts';

const PASSWORD = 'seven grey herons';
/** Sessions that begin before the page's: at the invitation, and the one that a test starts. */
const OTHERS = 2;
const WIDTHS = ['wide', 'phone'] as const;

/** An authenticator app, which never shows a code twice. */
function authenticator(secret: string) {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  let last = 0;
  return () => {
    // The server accepts the neighbours of the current code too.
    // The code before the current one is valid too, but only for what is left of these 30 seconds.
    last = Math.max(last + 1, Math.floor((Date.now() - 25_000) / 30_000));
    return app.generate({ timestamp: last * 30_000 });
  };
}

async function addAdmin({ url, demo }: Board) {
  const who = { email: `${randomUUID()}@example.test`, password: PASSWORD };
  await addMember(url, demo, { ...who, name: 'Tess Tailor', role: 'admin' });
  return who;
}

async function signOut(page: Page): Promise<void> {
  await page.getByTestId('user-menu').click();
  await page.getByTestId('sign-out').click();
}

/** Enters the password; what follows is the second step. */
async function enterPassword(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.getByTestId('login-email').fill(who.email);
  await page.getByTestId('login-password').fill(who.password);
  await page.getByTestId('login-submit').click();
  await expect(page.getByTestId('second-step-code')).toBeFocused();
}

test('a person turns two-factor on, signs in with both kinds of codes, and confirms', async ({
  page,
  board,
}) => {
  const complaints = complaintsOf(page);
  const who = await addAdmin(board);
  await cookieOf(board.url, who);
  await signIn(page, board.url, who);
  await page.goto(`${board.url}/profile`);

  // Another device is signed out.
  const devices = page.getByTestId('device');
  await expect(devices).toHaveCount(OTHERS + 1);
  await page.getByTestId('device-end').first().click();
  const question = page.getByRole('dialog', { name: /^Sign out .+\?$/ });
  await expect(question).toBeVisible();
  await lookCloselyAt(page, 'profile-device', WIDTHS);
  await expect(devices).toHaveCount(OTHERS + 1);
  await question.getByTestId('confirm').click();
  await expect(question).toHaveCount(0);
  await expect(devices).toHaveCount(OTHERS);

  // Enrolment. Each step puts the focus where the person types.
  await page.getByTestId('two-factor-on').click();
  await page.getByTestId('two-factor-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('two-factor-qr')).toBeVisible();
  await expect(page.getByTestId('two-factor-code')).toBeFocused();
  await lookCloselyAt(page, 'two-factor-enrolment', WIDTHS);
  const nextCode = authenticator((await page.getByTestId('two-factor-key').innerText()).replace(/\s/g, ''));
  await page.getByTestId('two-factor-code').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/code is incorrect/)).toBeVisible();
  await expect(page.getByTestId('two-factor-code')).toBeFocused();
  await page.getByTestId('two-factor-code').fill(nextCode());
  await page.keyboard.press('Enter');
  const listed = page.getByTestId('recovery-codes').locator('li');
  await expect(listed).toHaveCount(10);
  await lookCloselyAt(page, 'two-factor-recovery-codes', WIDTHS);
  const recoveryCode = await listed.first().innerText();
  const href = await page.getByTestId('recovery-codes-download').getAttribute('href');
  expect(decodeURIComponent(href ?? '')).toContain(recoveryCode);
  await page.getByTestId('recovery-codes-done').click();
  await expect(page.getByTestId('two-factor-off')).toBeVisible();
  await lookCloselyAt(page, 'profile', WIDTHS);

  // With a code of the app, then with a recovery code.
  await signOut(page);
  await enterPassword(page, who);
  await lookCloselyAt(page, 'second-step', WIDTHS);
  await page.getByTestId('second-step-code').fill(nextCode());
  await page.getByTestId('second-step-submit').click();
  await expect(page.getByTestId('nav-inbox')).toBeVisible();
  await signOut(page);
  await enterPassword(page, who);
  await page.getByTestId('second-step-switch').click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.getByTestId('second-step-code').fill(recoveryCode);
  await page.getByTestId('second-step-submit').click();
  await expect(page.getByText(/9 codes left/)).toBeVisible();

  // As if the session had last been confirmed long ago.
  await page.route('**/invitations', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { error: { code: 'confirmation_required', message: 'x' } } })
      : route.fallback(),
  );
  await page.goto(`${board.url}/people`);
  await page.getByTestId('member-invite').click();
  await page.getByTestId('invite-email').fill(`${randomUUID()}@example.test`);
  await page.getByTestId('invite-submit').click();
  await expect(page.getByTestId('confirmation-password')).toBeFocused();
  await lookCloselyAt(page, 'confirmation', WIDTHS);
  // The focus stays in the dialog. Escape closes the dialog only, and the focus returns to the button.
  for (let stop = 0; stop < 5; stop += 1) await page.keyboard.press('Tab');
  expect(
    await page.evaluate(() => document.activeElement?.closest('[data-testid=confirmation]')),
  ).not.toBeNull();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('confirmation')).toBeHidden();
  await expect(page.getByTestId('invite-submit')).toBeFocused();

  await page.keyboard.press('Enter');
  await page.getByTestId('confirmation-password').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The password is incorrect.')).toBeVisible();
  await page.getByTestId('confirmation-switch').click();
  await expect(page.getByTestId('confirmation-code')).toBeFocused();
  await page.getByTestId('confirmation-code').fill(nextCode());
  await page.unroute('**/invitations');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('access-link')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a lost session asks for the password alone', { tag: '@soak' }, async ({ page, board }) => {
  await enter(page, board.url, board.demo);
  await page.context().clearCookies();
  // Any request notices it, perhaps before this click.
  await page
    .getByTestId('nav-contacts')
    .click({ timeout: 3_000 })
    .catch(() => undefined);
  await expect(page.getByText('You were signed out.')).toBeVisible();
  await expect(page.getByTestId('login-email')).toHaveValue(board.demo.email);
  await expect(page.getByTestId('login-password')).toBeFocused();
});

test('signing out in a browser asks before it discards a message that was not sent', async ({
  page,
  board,
}) => {
  // A session of its own: the one of the other tests must stay valid.
  await signIn(page, board.url, board.demo);
  await page.getByTestId('conversation-row').first().click();
  await page.route(/\/conversations\/[^/]+\/messages$/, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByTestId('composer').fill('My card number is on the table.');
  await page.getByTestId('composer').press('Enter');
  const stored = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => /outbox\./.test(key)).length);
  await expect.poll(stored).toBe(1);
  const signOut = async () => {
    await page.getByTestId('user-menu').click();
    await page.getByTestId('sign-out').click();
    await expect(page.getByText('1 message or note was not sent.')).toBeVisible();
  };
  await signOut();
  await lookCloselyAt(page, 'sign-out-question', ['wide', 'phone']);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await stored()).toBe(1);
  await signOut();
  await page.getByTestId('confirm').click();
  await expect(page.getByTestId('login-email')).toBeVisible();
  expect(await stored()).toBe(0);
});

test('a sign-out that does not reach the server is made up for before the browser shows anything', async ({
  page,
  context,
  board,
}) => {
  // A session of its own: the one of the other tests must stay valid.
  await signIn(page, board.url, board.demo);
  await expect(page.getByTestId('conversation-row').first()).toBeVisible();
  await context.route('**/api/**', (route) => route.abort());
  await signOut(page);
  await expect(page.getByTestId('login-email')).toBeVisible();
  const later = await context.newPage();
  await later.goto(board.url);
  await expect(later.getByRole('heading', { name: 'The server is not responding' })).toBeVisible();
  await context.unroute('**/api/**');
  expect((await later.request.get(`${board.url}/api/dashboard/session`)).status()).toBe(200);
  await later.reload();
  await expect(later.getByTestId('login-email')).toBeVisible();
  expect((await later.request.get(`${board.url}/api/dashboard/session`)).status()).toBe(401);
});
