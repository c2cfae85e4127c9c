import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, lookCloselyAt, openSettings } from './screens.ts';

const OWNER = { email: 'olga@example.com', password: 'correct horse battery' };
/** The owner's app on the platform, with two numbers; the second one is not verified or registered yet. */
const APP = {
  appId: '300000000000700',
  appSecret: '0123456789abcdef0123456789abcdef',
  accessToken: 'EAAB-a-permanent-token-of-the-system-user',
  wabaId: '900000000000700',
};
const NUMBER = '800000000000702';

let board: { url: string; phoneUrl: string };
test.beforeAll(async ({ server }) => {
  board = await server.begin('Harbour Rentals', OWNER);
  await control('POST', '/accounts', {
    ...APP,
    phoneNumberId: '800000000000701',
    displayPhoneNumber: '+1 555-010-7001',
    verifiedName: 'Harbour Rentals',
  });
  await control('POST', '/accounts', {
    ...APP,
    phoneNumberId: NUMBER,
    displayPhoneNumber: '+1 555-010-7002',
    verifiedName: 'Harbour Boats',
    registered: false,
    subscribed: false,
  });
  await control('PATCH', `/accounts/${NUMBER}`, { verified: false });
});

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape it expects
async function control(method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${board.phoneUrl}/control${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer.json();
}

const go = (page: Page) => page.getByTestId('step-continue').click();
const ALL = ['wide', 'middle', 'narrow'] as const;

test('the wizard leads from an empty workspace to the first message in the inbox', { tag: '@soak' }, async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, OWNER);
  await lookCloselyAt(page, 'inbox-no-number', ['wide', 'narrow']);
  await page.getByTestId('connect-number').click();
  await expect(page.getByTestId('setup-begin')).toBeVisible();
  await lookCloselyAt(page, 'channel-empty', [...ALL]);

  await test.step('the app', async () => {
    await page.getByTestId('setup-begin').click();
    await page.getByTestId('setup-app-id').fill(APP.appId);
    await page.getByTestId('setup-app-secret').fill('not-the-secret-of-it');
    await go(page);
    await expect(page.getByText(/Is not the secret of app/)).toBeVisible();
    await lookCloselyAt(page, 'channel-app-error', [...ALL]);
    await page.getByTestId('setup-app-secret').fill(APP.appSecret);
    await go(page);
  });

  await test.step('the token, first a temporary one', async () => {
    await control('PATCH', `/accounts/${NUMBER}`, { tokenExpiresAt: Math.floor(Date.now() / 1_000) + 3_600 });
    await control('PATCH', '/accounts/800000000000701', {
      tokenExpiresAt: Math.floor(Date.now() / 1_000) + 3_600,
    });
    await page.getByTestId('setup-access-token').fill('EAAB-wrong');
    await go(page);
    await expect(page.getByText(/Is not accepted by WhatsApp/)).toBeVisible();
    await page.getByTestId('setup-access-token').fill(APP.accessToken);
    await go(page);
    await expect(page.getByText('access token is temporary')).toBeVisible();
    await lookCloselyAt(page, 'channel-temporary-token');
    for (const id of [NUMBER, '800000000000701'])
      await control('PATCH', `/accounts/${id}`, { tokenExpiresAt: 0 });
    await page.getByTestId('step-back').click();
    await expect(page.getByTestId('setup-access-token')).toBeVisible();
    await go(page);
    await expect(page.getByText('access token is temporary')).toHaveCount(0);
  });

  await test.step('the account, first with the portfolio’s id by mistake', async () => {
    await page.getByTestId('setup-waba-id').fill(`2${APP.wabaId.slice(1)}`);
    await go(page);
    await expect(page.getByText(/id of a business portfolio/)).toBeVisible();
    await page.getByTestId('setup-waba-id').fill(APP.wabaId);
    await go(page);
  });

  await test.step('the number', async () => {
    await expect(page.getByTestId('number-card')).toHaveCount(2);
    await lookAt(page, 'channel-numbers', [...ALL]);
    await page.getByTestId('number-add').click();
    await page.getByTestId('number-add-phone').fill('7003');
    await page.getByTestId('number-add-name').fill('Harbour Canoes');
    await page.getByTestId('number-add-submit').click();
    await expect(page.getByText('Enter a phone number with its country code')).toBeVisible();
    await lookCloselyAt(page, 'channel-add-number', [...ALL]);
    await page.getByTestId('number-add-phone').fill('+1 212 555 0173');
    await page.getByTestId('number-add-submit').click();
    await expect(page.getByTestId('number-card')).toHaveCount(3);
    const added = page.getByTestId('number-card').filter({ hasText: 'Harbour Canoes' });
    await expect(added).toContainText('0173');
    await expect(added).toBeChecked();
    await page.getByTestId('number-card').filter({ hasText: '7002' }).click();
    await go(page);
  });

  await test.step('resuming at the same step', async () => {
    await expect(page.getByTestId('code-request')).toBeVisible();
    await page.getByTestId('setup-leave').click();
    await expect(page.getByTestId('setup-wizard')).toHaveCount(0);
    await page.reload();
    await openSettings(page, 'cloudApi');
    await expect(page.getByTestId('code-request')).toBeVisible();
  });

  await test.step('the verification code', async () => {
    await page.getByTestId('code-request').click();
    await expect(page.getByText('An SMS with the code is on its way')).toBeVisible();
    const { code } = (await control('GET', `/accounts/${NUMBER}`)).standing;
    const digit = page.getByLabel('Digit of the code').first();
    await digit.click();
    await page.keyboard.type(code.value === '111111' ? '222222' : '111111');
    await go(page);
    await expect(page.getByText(/wrong or has expired/)).toBeVisible();
    await lookCloselyAt(page, 'channel-code-error', [...ALL]);
    await digit.click();
    await page.keyboard.type(code.value);
    await go(page);
  });

  await test.step('the registration', async () => {
    await page.getByLabel('Digit of the PIN').first().click();
    await page.keyboard.type('135790');
    await lookCloselyAt(page, 'channel-register');
    await go(page);
  });

  await test.step('the callback URL, verified live', async () => {
    const proof = page.getByTestId('callback-proof');
    await expect(proof).toContainText('Waiting for WhatsApp');
    const first = await page.getByTestId('verify-token').textContent();
    await page.getByTestId('verify-token-renew').click();
    await page.getByTestId('confirm').click();
    await expect(page.getByTestId('verify-token')).not.toHaveText(first ?? '');
    await lookAt(page, 'channel-callback', [...ALL]);
    const callbackUrl = (await page.getByTestId('callback-url').textContent()) ?? '';
    await fetch(`${callbackUrl}?hub.mode=subscribe&hub.challenge=1&hub.verify_token=${first}`);
    // Anyone can send a wrong token: it is not shown.
    await expect(proof).toContainText('Waiting for WhatsApp');
    const verifyToken = (await page.getByTestId('verify-token').textContent()) ?? '';
    await control('POST', `/accounts/${NUMBER}/webhook`, { callbackUrl, verifyToken });
    await expect(proof).toContainText('verified the callback URL');
    await go(page);
  });

  await test.step('the subscription, confirmed', async () => {
    await lookCloselyAt(page, 'channel-subscribe');
    await go(page);
    await expect(page.getByTestId('subscription-proof')).toBeVisible();
    await go(page);
  });

  await test.step('the first message', async () => {
    await expect(page.getByTestId('message-proof')).toContainText('Waiting for a message to +1 555-010-7002');
    await lookCloselyAt(page, 'channel-waiting', [...ALL]);
    await control('POST', `/accounts/${NUMBER}/chats/15550100123/messages`, {
      text: 'Is the small boat free on Friday?',
      name: 'Maya Lindqvist',
    });
    await expect(page.getByTestId('message-proof')).toContainText('Is the small boat free on Friday?');
    await expect(page.getByTestId('event-proof')).toContainText('A signed event arrived');
    await lookCloselyAt(page, 'channel-proof', [...ALL]);
    await go(page);
    await expect(page.getByTestId('channel-state')).toHaveText('Connected');
    await lookAt(page, 'channel-health', [...ALL]);
    await page.getByTestId('nav-inbox').click();
    await expect(page.getByText('Is the small boat free on Friday?').first()).toBeVisible();
  });
  expect(complaints).toEqual([]);
});
