import { expect, test } from './fixtures.ts';
import { axeViolations, complaintsOf, enter, lookCloselyAt } from './screens.ts';

test('the navigation leads everywhere, by pointer and keyboard, in every size', async ({ page, board }) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  const current = page.locator('[aria-current="page"]');

  await test.step('the views of the inbox are in the sidebar and in the address', async () => {
    await expect(current).toHaveText(['All open']);
    await page.getByTestId('view-unread').click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Unread');
    await expect(current).toHaveText([/^Unread\d+$/]);
    await expect(page).toHaveTitle(/Unread · Inbox · Switchboard$/);
    await page.getByTestId('conversation-row').first().click();
    await expect(page.getByTestId('thread')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Unread');
    await page.getByTestId('view-menu').click();
    await page.getByTestId('choose-view-failed').click();
    await expect(current).toHaveText([/^Failed\d*$/]);
    await expect(page.getByTestId('thread')).toBeVisible();
    await page.getByTestId('nav-inbox').click();
    await expect(current).toHaveText(['All open']);
    await expect(page.getByTestId('thread')).toHaveCount(0);
  });

  await test.step('a link skips the navigation, and keys collapse it', async () => {
    await page.reload();
    await expect(page.getByTestId('conversation-row').first()).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByTestId('skip')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Control+\\');
    await expect(page.getByTestId('view-unread')).toHaveCount(0);
    await page.reload();
    await expect(page.getByTestId('nav-contacts')).toHaveAccessibleName('Contacts');
    await expect(page.getByTestId('nav-contacts')).not.toContainText('Contacts');
    await page.keyboard.press('Control+k');
    await page.getByTestId('palette-search').fill('sidebar');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('nav-contacts')).toContainText('Contacts');
  });

  await test.step('earlier addresses of pages lead to the settings', async () => {
    await page.goto(`${board.url}/webhooks/whe_unknown?tab=deliveries`);
    await expect(page).toHaveURL(`${board.url}/settings/webhooks/whe_unknown?tab=deliveries`);
    await page.goto(`${board.url}/activity`);
    await expect(page).toHaveURL(`${board.url}/settings/audit-log`);
    await expect(page).toHaveTitle(/Audit Log · Switchboard$/);
    await expect(current).toHaveText(['Settings', 'Audit Log']);
    await page.getByTestId('nav-apiKeys').click();
    await expect(current).toHaveText(['API Keys', 'API Keys']);
    await lookCloselyAt(page, 'settings', ['wide', 'middle', 'phone']);
    for (const [section, name] of [
      ['cloudApi', 'Cloud API'],
      ['webhooks', 'Outbound Webhooks'],
    ] as const) {
      await expect(page.getByTestId(`settings-${section}`)).toHaveText(name);
      await page.getByTestId(`settings-${section}`).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(page).toHaveTitle(new RegExp(`${name} · Switchboard$`));
    }
  });

  await test.step('in a low window, the entry of an opened page is in view', async () => {
    await page.setViewportSize({ width: 1440, height: 600 });
    await page.goto(`${board.url}/settings/shortcuts`);
    await expect(page.getByTestId('settings-shortcuts')).toBeInViewport({ ratio: 0.9 });
  });

  await test.step('at 200 % zoom, the end of the sidebar and the account menu can be reached', async () => {
    await page.setViewportSize({ width: 720, height: 450 });
    await page.getByTestId('nav-settings').click();
    await expect(page.getByTestId('nav-settings')).toBeInViewport();
    await expect(page.getByTestId('settings-profile')).toBeVisible();
    await page.getByTestId('user-menu').click();
    await expect(page.getByTestId('sign-out')).toBeInViewport();
    await page.keyboard.press('Escape');
  });

  await test.step('on a phone, tabs and a sheet', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByTestId('nav-more')).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByTestId('nav-more').click();
    await expect(page.getByTestId('sign-out')).toBeInViewport();
    expect(await axeViolations(page, 'light')).toEqual([]);
    await page.getByRole('dialog').getByTestId('nav-webhooks').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByTestId('settings-back').click();
    await page.getByTestId('settings-profile').click();
    await page.getByTestId('profile-appearance').getByText('Dark').click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(await axeViolations(page, 'dark')).toEqual([]);
    await page.getByTestId('nav-inbox').click();
    await expect(current).toHaveText([/Inbox/]);
  });
  expect(complaints).toEqual([]);
});
