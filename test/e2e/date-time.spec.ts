import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, typeTime, untilAnimationsEnd } from './screens.ts';

test('a date is typed or chosen with the keyboard, and Escape closes only the calendar', async ({
  page,
  board,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);

  await test.step('a day in the form of a key', async () => {
    await page.goto(`${board.url}/model`);
    await page.getByTestId('model-key-create').click();
    const day = page.getByTestId('model-key-expires');
    // The next field is below it without an empty space.
    await untilAnimationsEnd(page);
    const [field, next] = [await day.boundingBox(), await page.getByTestId('model-key-quota').boundingBox()];
    expect((next?.y ?? 0) - (field?.y ?? 0) - (field?.height ?? 0)).toBeLessThan(90);
    await day.fill('tomorrow');
    await page.getByTestId('model-key-name').focus();
    await expect(page.getByText(/Enter a date such as Dec 31, \d{4}/)).toBeVisible();
    await day.fill('12/30/2099');
    await page.getByTestId('model-key-name').focus();
    await expect(day).toHaveValue('Dec 30, 2099');
    await day.press('ArrowDown');
    const calendar = page.getByRole('dialog', { name: 'Choose a date' });
    await expect(calendar.getByRole('button', { name: 'December 2099' })).toBeVisible();
    await expect(calendar.getByRole('button', { name: 'Wednesday, December 30, 2099' })).toBeFocused();
    await untilAnimationsEnd(page);
    await lookAt(page, 'date-calendar', ['wide', 'phone']);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(calendar).toBeHidden();
    await expect(day).toHaveValue('Dec 31, 2099');
    await page.getByTestId('model-key-expires-open').click();
    await expect(calendar).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
    await expect(page.getByTestId('model-key-name')).toBeVisible();
  });

  await test.step('a day and a time in the picker of a snooze', async () => {
    await page.goto(`${board.url}/inbox`);
    await page.getByTestId('conversation-row').first().click();
    await page.getByTestId('conversation-list').focus();
    await page.keyboard.press('h');
    await page.getByTestId('snooze-at-date-open').click();
    await page.getByRole('button', { name: 'Next month' }).click();
    await untilAnimationsEnd(page);
    await lookAt(page, 'snooze-calendar', ['wide', 'phone']);
    await page.getByRole('dialog', { name: 'Choose a date' }).getByText('15', { exact: true }).click();
    await expect(page.getByTestId('snooze-at-date')).toHaveValue(/ 15, /);
    await typeTime(page.getByTestId('snooze-at-time'), 15, 20);
    const [answer] = await Promise.all([
      page.waitForRequest((request) => (request.postData() ?? '').includes('snoozedUntil')),
      page.getByTestId('snooze-at-submit').click(),
    ]);
    const until = new Date(/"snoozedUntil":"([^"]+)"/.exec(answer.postData() ?? '')?.[1] ?? '');
    const next = new Date(new Date().getFullYear(), new Date().getMonth() + 1, 15, 15, 20);
    const zone = await page.evaluate(() => new Date().getTimezoneOffset());
    expect(until.getTime() - zone * 60_000).toBe(next.getTime() - next.getTimezoneOffset() * 60_000);
  });
  expect(complaints).toEqual([]);
});

test('a Brazilian reads dates with the day first, and times of 24 hours', { tag: '@soak' }, async ({
  browser,
  board,
}) => {
  const page = await browser.newPage({ locale: 'pt-BR' });
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/settings/business-hours`);
  await page.getByTestId('hours-kind').getByText('Definir horários').click();
  const until = page.getByTestId('hours-day-1').getByRole('group').last();
  await until.getByRole('spinbutton').first().focus();
  await page.keyboard.type('2130');
  await expect(until.getByRole('spinbutton').first()).toHaveValue('21');
  await expect(until.getByRole('spinbutton').last()).toHaveValue('30');
  await expect(until.getByRole('combobox')).toHaveCount(0);
  await page.getByTestId('closed-day-date').fill('5/3/2027');
  await page.getByTestId('closed-day-add').click();
  await expect(page.getByTestId('closed-day')).toContainText('sexta-feira, 5 de março de 2027');
  await page.getByTestId('closed-day-date').fill('5/3/2028');
  await page.getByTestId('closed-day-date').press('ArrowDown');
  await expect(page.getByRole('button', { name: 'março de 2028', exact: true })).toBeVisible();
  await lookAt(page, 'date-calendar-pt', ['wide', 'middle', 'phone']);
  await page.keyboard.press('Escape');

  await page.goto(`${board.url}/inbox`);
  await page.getByTestId('conversation-row').filter({ hasText: 'Ruth' }).first().click();
  await page.getByTestId('composer').fill('Até logo');
  await page.getByTestId('schedule').click();
  await page.getByRole('menuitem').last().click();
  await expect(page.getByTestId('schedule-at-date')).toBeFocused();
  await lookAt(page, 'schedule-dialog-pt', ['wide', 'phone']);
  expect(complaints).toEqual([]);
  await page.close();
});
