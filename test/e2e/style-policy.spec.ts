import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, openSettings } from './screens.ts';

const SECTIONS = ['contacts', 'templates', 'model'];
const SETTINGS = ['general', 'cloudApi', 'people', 'apiKeys', 'webhooks', 'auditLog', 'profile'];

test('the pages style themselves under a policy that allows no foreign styles', async ({ page, board }) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.getByTestId('conversation-row').first().click();
  await expect(page.getByTestId('message-bubble').first()).toBeVisible();
  for (const section of SECTIONS) {
    await page.getByTestId(`nav-${section}`).click();
    await expect(page.getByRole('main')).toBeVisible();
  }
  for (const name of SETTINGS) {
    await openSettings(page, name);
    await expect(page.getByRole('main')).toBeVisible();
  }
  // A dialog locks the page below with a style element, and the theme has its colors in one.
  await openSettings(page, 'apiKeys');
  await page.getByTestId('key-create').first().click();
  await expect(page.getByTestId('key-name')).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden');
  await page.keyboard.press('Escape');
  const color = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-body'));
  expect(await color()).not.toBe('');
  expect(complaints).toEqual([]);

  const width = await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { width: 123px }';
    document.body.append(style);
    document.body.insertAdjacentHTML(
      'beforeend',
      '<i id="styled" style="width: 123px; display: block">x</i>',
    );
    return [document.body, document.querySelector('#styled')].map((element) =>
      element ? getComputedStyle(element).width : '',
    );
  });
  expect(width).not.toContain('123px');
  expect(complaints.filter((complaint) => /Content Security Policy/i.test(complaint))).toHaveLength(2);
});
