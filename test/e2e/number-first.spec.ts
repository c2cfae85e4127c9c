import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, openSettings } from './screens.ts';

const OWNER = { email: 'olga@example.com', password: 'correct horse battery' };
const APP = {
  appId: '300000000000800',
  appSecret: '0123456789abcdef0123456789abcdef',
  accessToken: 'EAAB-a-permanent-token-of-the-system-user',
  wabaId: '900000000000800',
};
const NUMBER = '800000000000801';

test('a number is connected in the order of the platform’s pages, with the credentials last', async ({
  page,
  server,
}) => {
  const complaints = complaintsOf(page);
  const board = await server.begin('Harbour Rentals', OWNER);
  const control = async (path: string, body: object) => {
    const answer = await fetch(`${board.phoneUrl}/control${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.ok, path).toBe(true);
  };
  // What the person does on the platform's own pages: the number is added, verified, registered and subscribed.
  await control('/accounts', {
    ...APP,
    phoneNumberId: NUMBER,
    displayPhoneNumber: '+1 555-010-8001',
    verifiedName: 'Harbour Rentals',
  });

  await enter(page, board.url, OWNER);
  await openSettings(page, 'cloudApi');
  await lookAt(page, 'number-first-welcome', ['wide', 'middle', 'narrow']);
  await page.getByTestId('setup-number-first').click();
  const names = page.getByTestId('setup-wizard').locator('ol').first().getByRole('button');
  await expect(names).toHaveText([
    /Phone number/,
    /Verification code/,
    /Registration/,
    /Callback URL/,
    /Subscription/,
    /Credentials/,
    /Test message/,
  ]);
  await expect(page.getByRole('heading', { name: 'Add the number at Meta' })).toBeVisible();
  await expect(page.getByTestId('step-proof')).toBeDisabled();

  // A look at a later step keeps the order.
  await page.getByTestId('step-app').click();
  await expect(page.getByRole('heading', { name: 'Enter the credentials' })).toBeVisible();
  await expect(names).toHaveCount(7);
  await page.getByTestId('step-number').click();
  await expect(page.getByRole('heading', { name: 'Add the number at Meta' })).toBeVisible();
  await lookAt(page, 'number-first-number', ['wide', 'middle', 'narrow']);
  const done = page.getByTestId('step-continue');
  await done.click();
  await expect(page.getByRole('heading', { name: 'Verify the number at Meta' })).toBeVisible();
  await expect(page.getByTestId('step-number')).toContainText('not checked yet');

  // The place is stored, and earlier steps can be read again.
  await page.reload();
  await openSettings(page, 'cloudApi');
  await page.getByTestId('step-back').click();
  await expect(page.getByRole('heading', { name: 'Add the number at Meta' })).toBeVisible();
  await done.click();
  await done.click();
  await expect(page.getByText('POST /PHONE_NUMBER_ID/register')).toBeVisible();
  await lookAt(page, 'number-first-register', ['wide', 'narrow']);
  await done.click();

  // The callback URL needs no token: the platform verifies it, and the page shows that.
  await expect(page.getByTestId('callback-proof')).toContainText('Waiting for WhatsApp');
  await expect(page.getByTestId('callback-proof')).not.toContainText('the next one');
  const verifyToken = (await page.getByTestId('verify-token').textContent()) ?? '';
  const callbackUrl = (await page.getByTestId('callback-url').textContent()) ?? '';
  await control(`/accounts/${NUMBER}/webhook`, { callbackUrl, verifyToken });
  await expect(page.getByTestId('callback-proof')).toContainText('verified the callback URL');
  await done.click();
  await expect(page.getByText('POST /WABA_ID/subscribed_apps').first()).toBeVisible();
  await done.click();

  await expect(page.getByRole('heading', { name: 'Enter the credentials' })).toBeVisible();
  await lookAt(page, 'number-first-credentials', ['wide', 'middle', 'narrow']);
  await page.getByTestId('cred-app-id').fill(APP.appId);
  await page.getByTestId('cred-app-secret').fill(APP.appSecret);
  await page.getByTestId('cred-access-token').fill(APP.accessToken);
  await page.getByTestId('cred-waba-id').fill(APP.wabaId);
  await page.getByTestId('cred-phone-number-id').fill(NUMBER);
  await page.getByTestId('cred-save').click();

  await expect(page.getByTestId('message-proof')).toContainText('Waiting for a message to +1 555-010-8001');
  for (const step of ['number', 'code', 'register', 'callback', 'subscribe'])
    await expect(page.getByTestId(`step-${step}`)).toHaveAttribute('data-state', 'done');
  await control(`/accounts/${NUMBER}/chats/15550100123/messages`, { text: 'Ahoy', name: 'Maya Lindqvist' });
  await expect(page.getByTestId('message-proof')).toContainText('Ahoy');
  // A message proves the step only while it is open: the number may have changed in between.
  await page.getByTestId('step-callback').click();
  await expect(page.getByTestId('message-proof')).toHaveCount(0);
  await page.getByTestId('step-proof').click();
  await expect(page.getByTestId('message-proof')).toContainText('Waiting for a message to +1 555-010-8001');
  await done.click();
  await expect(page.getByTestId('channel-state')).toHaveText('Connected');
  // Every step that was done on the platform's pages has been checked.
  await expect(page.getByText(/setup steps? w(?:as|ere) skipped/)).toHaveCount(0);

  await test.step('the number ticks the first steps that it is about, and so does its first contact', async () => {
    await page.getByTestId('nav-welcome').click();
    for (const step of ['testPhone', 'number', 'contacts'])
      await expect(page.getByTestId(`welcome-${step}`)).toHaveAttribute('data-done');
    for (const step of ['colleague', 'key'])
      await expect(page.getByTestId(`welcome-${step}`)).not.toHaveAttribute('data-done');
  });
  expect(complaints).toEqual([]);
});
