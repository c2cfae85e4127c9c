import type { Page } from '@playwright/test';
import { addMember } from './add-member.ts';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, lookCloselyAt, openSettings } from './screens.ts';

// One workspace for the file; each test continues the previous one.
test.describe.configure({ mode: 'serial' });

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
    await expect(page.getByText(/Is not accepted by the platform/)).toBeVisible();
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
    await expect(proof).toContainText('Waiting for the platform');
    const first = await page.getByTestId('verify-token').textContent();
    await page.getByTestId('verify-token-renew').click();
    await page.getByTestId('confirm').click();
    await expect(page.getByTestId('verify-token')).not.toHaveText(first ?? '');
    await lookAt(page, 'channel-callback', [...ALL]);
    const callbackUrl = (await page.getByTestId('callback-url').textContent()) ?? '';
    await fetch(`${callbackUrl}?hub.mode=subscribe&hub.challenge=1&hub.verify_token=${first}`);
    // Anyone can send a wrong token: it is not shown.
    await expect(proof).toContainText('Waiting for the platform');
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

test('a rejected token is shown above the inbox, and can be replaced', async ({ page, openWindow }) => {
  await enter(page, board.url, OWNER);
  const staff = { email: 'stan@example.com', password: 'another good password' };
  await addMember(board.url, OWNER, { name: 'Stan', role: 'staff', ...staff });
  const other = await openWindow();
  await enter(other, board.url, staff);
  await expect(other.getByTestId('nav-webhooks')).toHaveCount(0);
  await other.goto(`${board.url}/channel`);
  await expect(other.getByTestId('forbidden')).toBeVisible();
  await other.goto(`${board.url}/inbox`);

  await control('PATCH', `/accounts/${NUMBER}/knobs`, { tokenExpired: true });
  await control('PATCH', '/accounts/800000000000701/knobs', { tokenExpired: true });
  await page.getByText('Is the small boat free on Friday?').first().click();
  await page.getByTestId('composer').fill('Yes, it is.');
  await page.keyboard.press('Enter');
  const banner = page.getByTestId('channel-banner');
  await expect(banner).toContainText('has rejected this workspace’s access token since', { timeout: 20_000 });
  await expect(banner).toContainText(
    '1 message is waiting and will be sent automatically once this is fixed.',
  );
  await expect(other.getByTestId('channel-banner')).toContainText('Ask an admin');
  await expect(page.getByTestId('nav-settings').getByTestId('attention')).toBeVisible();
  await lookAt(page, 'inbox-refused', [...ALL]);

  await page.getByTestId('channel-fix').click();
  await expect(page.getByTestId('channel-state')).toHaveText('Rejected by the platform');
  await expect(page.getByTestId('check-token')).toHaveAttribute('data-state', 'bad');
  await lookCloselyAt(page, 'channel-refused', [...ALL]);
  await page.getByTestId('credentials-change').click();
  await page.getByTestId('cred-save').click();
  await expect(
    page.getByText(/^Expired on|Is not accepted|does not accept the access token/).first(),
  ).toBeVisible();
  await lookCloselyAt(page, 'channel-form-error', [...ALL]);
  // The page shows such a text before the answer, too.
  await expect(page.getByTestId('cred-save')).toBeEnabled();
  await control('PATCH', `/accounts/${NUMBER}/knobs`, { tokenExpired: false });
  await control('PATCH', '/accounts/800000000000701/knobs', { tokenExpired: false });
  await page.getByTestId('cred-save').click();
  await expect(page.getByTestId('channel-state')).toHaveText('Connected');
  await page.getByTestId('check-again').click();
  await expect(page.getByTestId('check-subscription')).toHaveAttribute('data-state', 'good');
  await expect(page.getByTestId('attention')).toHaveCount(0);
  await page.getByTestId('nav-inbox').click();
  await expect(page.getByTestId('channel-banner')).toHaveCount(0);
  await expect
    .poll(async () => {
      const { data } = await control('GET', `/sends?pnid=${NUMBER}`);
      return data.map((one: { text: string }) => one.text);
    })
    .toEqual(['Yes, it is.']);
});

test('an unreachable platform is shown above the inbox, with the number of waiting messages', async ({
  page,
}) => {
  const channel = { state: 'platform_unreachable', since: new Date().toISOString(), reason: null };
  await enter(page, board.url, OWNER);
  await page.route('**/api/dashboard/session', async (route) => {
    const session = await (await route.fetch()).json();
    Object.assign(session.workspace.channel, channel);
    await route.fulfill({ json: session });
  });
  await page.route('**/api/dashboard/cloud-api/state', (route) =>
    route.fulfill({ json: { channel, waiting: 12 } }),
  );
  await page.reload();
  await expect(page.getByTestId('channel-banner')).toContainText(
    '12 messages are waiting and will be sent automatically.',
  );
  await expect(page.getByTestId('channel-fix')).toHaveCount(0);
  await lookCloselyAt(page, 'inbox-unreachable', ['wide', 'narrow']);
});

test('the form keeps its values when the platform is unreachable, and offers to save without verifying', async ({
  page,
}) => {
  await enter(page, board.url, OWNER);
  await openSettings(page, 'cloudApi');
  await page.getByTestId('credentials-change').click();
  await page.route('**/api/dashboard/cloud-api/credentials', (route) =>
    (route.request().postData() ?? '').includes('unchecked')
      ? route.continue()
      : route.fulfill({
          status: 503,
          json: {
            error: {
              code: 'platform_unreachable',
              message: 'The messaging platform is unavailable right now. Try again in a minute.',
              details: [],
              requestId: 'req_1',
            },
          },
        }),
  );
  await page.getByTestId('cred-access-token').fill(APP.accessToken);
  await page.getByTestId('cred-save').click();
  await expect(page.getByText('Nothing was saved.')).toBeVisible();
  await lookCloselyAt(page, 'channel-form-unreachable', ['wide', 'narrow']);
  await expect(page.getByTestId('cred-access-token')).toHaveValue(APP.accessToken);
  await page.getByTestId('cred-unchecked').click();
  await expect(page.getByTestId('credentials-form')).toHaveCount(0);
  await expect(page.getByTestId('channel-state')).toHaveText('Connected', { timeout: 20_000 });
});

test('the channel page shows an error when it cannot be loaded', async ({ page }) => {
  await enter(page, board.url, OWNER);
  await page.route('**/api/dashboard/cloud-api', (route) => route.abort());
  await openSettings(page, 'cloudApi');
  await expect(page.getByText('The channel could not be loaded')).toBeVisible({ timeout: 20_000 });
  await lookCloselyAt(page, 'channel-load-error');
});
