import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt } from './screens.ts';
import { customerWrites } from './switchboard.ts';
import { openTwo } from './two-people.ts';

const BROKEN = '15550107801';
const PORTUGUESE = '15550107802';
const THANKFUL = '15550107803';
const WIDTHS = ['wide', 'middle', 'phone'] as const;

const rowWith = (page: Page, words: string) =>
  page.getByTestId('conversation-row').filter({ hasText: words }).first();

async function lookAtList(page: Page, name: string): Promise<void> {
  await lookAt(page, name, WIDTHS);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('two members see why a conversation is urgent, until one of them answers', async ({
  board,
  openWindow,
}) => {
  const { margit, colleague } = await openTwo(board, openWindow);
  const complaints = [complaintsOf(margit), complaintsOf(colleague)];

  await test.step('the owner lists words, and says when asking again is urgent', async () => {
    await margit.goto(`${board.url}/settings/assistant`);
    const words = margit.getByTestId('assist-urgency');
    await words.fill('!!!');
    await expect(margit.getByText('“!!!” cannot be used', { exact: false })).toBeVisible();
    await expect(margit.getByTestId('assist-urgency-save')).toBeDisabled();
    await words.fill('broken\nnão funciona');
    await margit.getByTestId('assist-urgency-save').click();
    await expect(margit.getByTestId('assist-urgency-save')).toBeDisabled();
    await margit.getByTestId('assist-asked-again').click();
    await margit.getByRole('option', { name: 'After 1 hour' }).click();
    await expect(margit.getByTestId('assist-asked-again')).toHaveValue('After 1 hour');
    await words.scrollIntoViewIfNeeded();
    await lookAtList(margit, 'assist-urgency');
    await margit.reload();
    await expect(words).toHaveValue('broken\nnão funciona');
    await expect(margit.getByTestId('assist-asked-again')).toHaveValue('After 1 hour');
    await margit.goto(board.url);
  });

  await test.step('messages mark their conversations on both screens as they arrive', async () => {
    for (const [phone, words] of [
      [BROKEN, 'Good morning, the lamp arrived BROKEN'],
      [PORTUGUESE, 'Bom dia, o meu pedido ainda não chegou'],
      [THANKFUL, 'Thank you so much!'],
    ] as const) {
      await customerWrites(board.phoneUrl, phone, words);
      // Messages of several customers are stored side by side: the next one is written when this one is there.
      await expect(rowWith(colleague, words)).toBeVisible();
    }
    for (const page of [margit, colleague]) {
      await expect(rowWith(page, 'arrived BROKEN').getByTestId('mark-urgent')).toContainText('Urgent');
      await expect(rowWith(page, 'arrived BROKEN').getByTestId('mark-language')).toHaveCount(0);
      await expect(rowWith(page, 'ainda não chegou').getByTestId('mark-language')).toContainText('PT');
      await expect(rowWith(page, 'ainda não chegou').getByTestId('mark-urgent')).toHaveCount(0);
      await expect(rowWith(page, 'Thank you so much').getByTestId('mark-thanks')).toContainText(
        'Only thanks',
      );
    }
    // In the order of activity: no mark moves a row.
    const first = colleague.getByTestId('conversation-row').first();
    await expect(first).toContainText('Thank you so much');
    await lookAtList(colleague, 'conversation-marks');
  });

  await test.step('with the mouse on it, the mark says why', async () => {
    await rowWith(colleague, 'arrived BROKEN').getByTestId('mark-urgent').hover();
    await expect(colleague.getByRole('tooltip')).toHaveText('Contains “broken”');
  });

  await test.step('the filter finds what is urgent', async () => {
    await colleague.getByTestId('filter').click();
    await colleague.getByTestId('filter-picker').getByText('Urgent').click();
    await expect(colleague.getByTestId('conversation-row')).toHaveCount(1);
    await expect(colleague.getByTestId('filter-chips')).toContainText('Urgent');
    await lookAtList(colleague, 'conversation-marks-filter');
  });

  await test.step('is:urgent in the search box does the same, and finds messages on the search page', async () => {
    await colleague.getByTestId('filter-chips').getByRole('button').first().click();
    await expect(colleague.getByTestId('filter-chips')).toHaveCount(0);
    await colleague.getByTestId('conversation-search').fill('is:urgent');
    await expect(colleague.getByTestId('filter-chips')).toContainText('Urgent');
    await expect(colleague.getByTestId('conversation-search')).toHaveValue('');
    await expect(colleague.getByTestId('conversation-row')).toHaveCount(1);
    await colleague.goto(`${board.url}/search?q=${encodeURIComponent('is:urgent')}`);
    await expect(colleague.getByTestId('found-message')).toHaveCount(1);
    await expect(colleague.getByTestId('found-conversation')).toHaveCount(1);
    await colleague.getByTestId('search-is').hover();
    await expect(colleague.getByRole('tooltip')).toContainText('unassigned, urgent');
    await colleague.goto(`${board.url}/inbox?urgent=true`);
    await expect(colleague.getByTestId('conversation-row')).toHaveCount(1);
  });

  await test.step('the open conversation has it beside the name, for the keyboard too', async () => {
    await rowWith(colleague, 'arrived BROKEN').click();
    const mark = colleague.getByTestId('header-mark-urgent');
    await expect(mark).toHaveText('Urgent');
    // A focus that the keyboard gives: after the mouse, there would be no tooltip.
    await colleague.keyboard.press('Tab');
    await mark.focus();
    await expect(colleague.getByRole('tooltip')).toHaveText('Contains “broken”');
    await lookAtList(colleague, 'conversation-marks-header');
  });

  await test.step('an answer ends it on both screens', async () => {
    await colleague.getByTestId('composer').fill('We are sorry. A new one is on its way.');
    await colleague.getByTestId('composer').press('Enter');
    await expect(colleague.getByTestId('header-mark-urgent')).toHaveCount(0);
    await expect(colleague.getByTestId('conversation-row')).toHaveCount(0);
    await expect(rowWith(margit, 'A new one is on its way')).toBeVisible();
    await expect(margit.getByTestId('mark-urgent')).toHaveCount(0);
  });

  await test.step('turned off, no mark is left', async () => {
    await expect(margit.getByTestId('mark-thanks')).toHaveCount(1);
    const turn = (marks: string) =>
      margit.request.patch(`${board.url}/api/dashboard/assist`, { data: { modes: { marks } } });
    await turn('shadow');
    await expect(margit.getByTestId('mark-thanks')).toHaveCount(0);
    await expect(margit.getByTestId('mark-language')).toHaveCount(0);
    await margit.getByTestId('conversation-search').fill('is:urgent');
    await expect(margit.getByText('No matches')).toBeVisible();
    await margit.getByTestId('search-messages').click();
    await expect(margit.getByText('is:urgent is not known', { exact: false })).toBeVisible();
    await margit.goto(board.url);
    await turn('on');
    await expect(margit.getByTestId('mark-thanks')).toHaveCount(1);
  });
  expect(complaints).toEqual([[], []]);
});

test('the marks in Portuguese: a customer who writes English is the one with another language', {
  tag: '@soak',
}, async ({ board, browser }) => {
  const page = await browser.newPage({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  await enter(page, board.url, board.demo);
  await page.request.patch(`${board.url}/api/dashboard/assist`, {
    data: { urgentWords: ['quebrado', 'broken'] },
  });
  await customerWrites(board.phoneUrl, '15550107811', 'Good afternoon, my new chair is broken');
  await customerWrites(board.phoneUrl, '15550107812', 'Boa tarde, o espelho chegou QUEBRADO');
  await customerWrites(board.phoneUrl, '15550107813', 'Muito obrigada!');
  const english = rowWith(page, 'my new chair is broken');
  await expect(english.getByTestId('mark-language')).toContainText('EN');
  await expect(english.getByTestId('mark-urgent')).toContainText('Urgente');
  await expect(rowWith(page, 'QUEBRADO').getByTestId('mark-language')).toHaveCount(0);
  await expect(rowWith(page, 'Muito obrigada').getByTestId('mark-thanks')).toContainText('Só agradece');
  await lookAtList(page, 'conversation-marks-pt');
  await rowWith(page, 'QUEBRADO').click();
  await page.getByTestId('header-mark-urgent').hover();
  await expect(page.getByRole('tooltip')).toHaveText('Contém “quebrado”');
  await lookAtList(page, 'conversation-marks-header-pt');
  await page.goto(`${board.url}/settings/assistant`);
  await expect(page.getByTestId('assist-urgency')).toHaveValue('quebrado\nbroken');
  await page.getByTestId('assist-urgency').scrollIntoViewIfNeeded();
  await lookAtList(page, 'assist-urgency-pt');
  await page.close();
});
