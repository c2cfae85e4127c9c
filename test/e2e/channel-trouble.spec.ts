import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { envelope } from '../helpers/platform.ts';
import { controlOf } from '../helpers/templates.ts';
import { addMember } from './add-member.ts';
import { expect, test } from './fixtures.ts';
import { enter, lookAt, lookCloselyAt, openSettings } from './screens.ts';

const ALL = ['wide', 'middle', 'narrow'] as const;

test('a rejected token is shown above the inbox, and can be replaced', async ({
  page,
  board,
  openWindow,
}) => {
  await enter(page, board.url, board.demo);
  const staff = { email: 'stan@example.com', password: 'another good password' };
  await addMember(board.url, board.demo, { name: 'Stan', role: 'staff', ...staff });
  const other = await openWindow();
  await enter(other, board.url, staff);
  await expect(other.getByTestId('nav-webhooks')).toHaveCount(0);
  await other.goto(`${board.url}/channel`);
  await expect(other.getByTestId('forbidden')).toHaveText(
    'Ask Ida Depot or Margit Depot, who can give you access.',
  );
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('You don’t have access to Cloud API');
  await other.goto(`${board.url}/inbox`);

  const platform = controlOf(board.phoneUrl);
  const behavior = `/accounts/${demoAccount.phoneNumberId}/knobs`;
  await platform.control('PATCH', behavior, { tokenExpired: true });
  await page.getByRole('option', { name: /Maya Lindqvist/ }).click();
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
  await expect(page.getByTestId('channel-state')).toHaveText('Rejected by WhatsApp');
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
  await platform.control('PATCH', behavior, { tokenExpired: false });
  await page.getByTestId('cred-save').click();
  await expect(page.getByTestId('channel-state')).toHaveText('Connected');
  await page.getByTestId('check-again').click();
  await expect(page.getByTestId('check-subscription')).toHaveAttribute('data-state', 'good');
  await expect(page.getByTestId('attention')).toHaveCount(0);
  await page.getByTestId('nav-inbox').click();
  await expect(page.getByTestId('channel-banner')).toHaveCount(0);
  await expect
    .poll(async () => {
      const { body } = await platform.control('GET', `/sends?pnid=${demoAccount.phoneNumberId}`);
      return body.data.filter(({ text }: { text: string }) => text === 'Yes, it is.').length;
    })
    .toBe(1);
});

test('what the platform reports about the account is on the page, with its time and what to do', {
  tag: '@soak',
}, async ({ page, board }) => {
  await enter(page, board.url, board.demo);
  await openSettings(page, 'cloudApi');
  await expect(page.getByTestId('channel-health')).toBeVisible();
  await expect(page.getByTestId('platform-notices')).toHaveCount(0);
  const platform = controlOf(board.phoneUrl);
  const send = (field: string, value: object) =>
    platform.control('POST', `/accounts/${demoAccount.phoneNumberId}/callbacks`, {
      body: envelope(value, field),
    });
  await send('phone_number_name_update', {
    ...{ decision: 'REJECTED', requested_verified_name: 'Depot' },
    rejection_reason: 'NAME_EMPLOYEE_ISSUE',
  });
  await send('flows', { event: 'FLOW_STATUS_CHANGE', flow_id: '77', new_status: 'BLOCKED' });
  const name = page.getByTestId('notice-phone_number_name_update');
  await expect(async () => {
    await page.reload();
    await expect(page.getByTestId('notice-flows')).toBeVisible({ timeout: 2_000 });
    await expect(name).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await expect(name).toContainText('REJECTED · Depot · NAME_EMPLOYEE_ISSUE');
  await expect(name).toContainText('enter another one in WhatsApp Manager');
  await expect(name.locator('time')).toHaveAttribute('datetime', /^20/);
  await expect(page.getByTestId('notice-flows')).toContainText('FLOW_STATUS_CHANGE');
  await lookCloselyAt(page, 'channel-notices', [...ALL]);
});

test('an unreachable platform is shown above the inbox, with the number of waiting messages', {
  tag: '@soak',
}, async ({ page, board }) => {
  const channel = { state: 'platform_unreachable', since: new Date().toISOString(), reason: null };
  await enter(page, board.url, board.demo);
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

test('the form keeps its values when the platform is unreachable, and offers to save without verifying', {
  tag: '@soak',
}, async ({ page, board }) => {
  await enter(page, board.url, board.demo);
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
              message: 'WhatsApp is unavailable right now. Try again in a minute.',
              details: [],
              requestId: 'req_1',
            },
          },
        }),
  );
  await page.getByTestId('cred-access-token').fill(demoAccount.accessToken);
  await page.getByTestId('cred-save').click();
  await expect(page.getByText('Nothing was saved.')).toBeVisible();
  await lookCloselyAt(page, 'channel-form-unreachable', ['wide', 'narrow']);
  await expect(page.getByTestId('cred-access-token')).toHaveValue(demoAccount.accessToken);
  await page.getByTestId('cred-unchecked').click();
  await expect(page.getByTestId('credentials-form')).toHaveCount(0);
  await expect(page.getByTestId('channel-state')).toHaveText('Connected', { timeout: 20_000 });
});

test('the channel page shows an error when it cannot be loaded', { tag: '@soak' }, async ({
  page,
  board,
}) => {
  await enter(page, board.url, board.demo);
  await page.route('**/api/dashboard/cloud-api', (route) => route.abort());
  await openSettings(page, 'cloudApi');
  await expect(page.getByText('The channel could not be loaded')).toBeVisible({ timeout: 20_000 });
  await lookCloselyAt(page, 'channel-load-error');
});
