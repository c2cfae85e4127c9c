import { Secret, TOTP } from 'otpauth';
import { addMember } from '../e2e/add-member.ts';
import { complaintsOf, openSettings } from '../e2e/screens.ts';
import { cookieOf } from '../e2e/switchboard.ts';
import { connect, expect, test } from './fixtures.ts';

const PERSON = { name: 'Rui', email: 'rui@two-steps.test', password: 'two steps to the inbox' };

/** A code of the authenticator app; another `steps` is another code. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Adds a person who has turned on the second step in a browser. */
async function addPersonWithTwoSteps(url: string, owner: { email: string; password: string }) {
  await addMember(url, owner, { ...PERSON, role: 'owner' });
  const cookie = await cookieOf(url, PERSON);
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api/dashboard/session/two-factor${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  const { secret } = await post('', { password: PERSON.password });
  const { recoveryCodes } = await post('/confirm', { code: codeOf(secret) });
  return { secret, recoveryCodes };
}

test('both steps of a sign-in and the question for the password work in the app', { tag: '@soak' }, async ({
  computer,
  board,
}) => {
  const { secret, recoveryCodes } = await addPersonWithTwoSteps(board.url, board.demo);
  const desktop = await computer.launch();
  const page = await connect(desktop, board.url);
  const complaints = complaintsOf(page);
  const signIn = async (code: string, isRecovery = false) => {
    await page.getByTestId('login-email').fill(PERSON.email);
    await page.getByTestId('login-password').fill(PERSON.password);
    await page.getByTestId('login-submit').click();
    if (isRecovery) await page.getByTestId('second-step-switch').click();
    await page.getByTestId('second-step-code').fill(code);
    await page.getByTestId('second-step-submit').click();
    await expect(page.getByTestId('nav-inbox')).toBeVisible();
  };
  await signIn(codeOf(secret, 1));

  // As if the password had been entered more than five minutes ago.
  await page.evaluate(() => {
    const send = window.fetch;
    window.fetch = async (request, init) => {
      const { url, method } = request as Request;
      if (method !== 'POST' || !url.endsWith('/api-keys')) return send(request, init);
      window.fetch = send;
      const error = { code: 'confirmation_required', message: 'x', details: [], requestId: 'req_x' };
      return Response.json({ error }, { status: 403 });
    };
  });
  await openSettings(page, 'apiKeys');
  await page.getByTestId('key-create').first().click();
  await page.getByTestId('key-name').fill('From the desktop app');
  await page.getByTestId('key-submit').click();
  await page.getByTestId('confirmation-password').fill(PERSON.password);
  await page.getByTestId('confirmation-submit').click();
  await page.getByTestId('key-stored').check();
  await page.getByTestId('key-done').click();
  await expect(page.getByTestId('key-row').filter({ hasText: 'From the desktop app' })).toBeVisible();

  await page.getByTestId('user-menu').click();
  await page.getByTestId('sign-out').click();
  await signIn(recoveryCodes[0], true);
  expect(complaints).toEqual([]);
});
