import type { Page } from '@playwright/test';
import { ERRORS } from '../../shared/domain/errors.ts';
import { lookAtEverySize } from './every-size.ts';
import { type Board, expect, test } from './fixtures.ts';
import { complaintsOf, enter } from './screens.ts';
import { textsOf } from './texts.ts';

const NAME = 'Winter sale for everyone';
const EXCLUDED = { unsubscribed: 1_240, blocked: 12 };
const COUNTS = { recipients: 103_467, waiting: 103_467, queued: 0, sent: 0, delivered: 0, read: 0 };

/** Creates a broadcast that begins in an hour; returns its id. */
async function schedule(board: Board): Promise<string> {
  const headers = { authorization: `Bearer ${board.demo.apiKey}`, 'content-type': 'application/json' };
  // A new workspace fetches its templates in the background.
  const isKnown = async () => {
    const answer = await fetch(`${board.url}/api/v1/templates?search=hello_world`, { headers });
    return ((await answer.json()) as { data: unknown[] }).data.length > 0;
  };
  await expect.poll(isKnown).toBe(true);
  const answer = await fetch(`${board.url}/api/v1/broadcasts`, {
    ...{ method: 'POST', headers },
    body: JSON.stringify({
      ...{ name: NAME, audience: { all: true } },
      template: { name: 'hello_world', language: 'en_US' },
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  });
  expect(answer.status, await answer.clone().text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/**
 * Answers as the server does once the audience has become too large. It really takes 100,001 contacts: what the server does
 * with them is tested with a smaller limit (broadcast-audience).
 */
async function becomeTooLarge(page: Page): Promise<void> {
  await page.route(/\/api\/dashboard\/broadcasts\/bc_[^/?]+$/, async (route) => {
    const response = await route.fetch();
    const stored = await response.json();
    const counts = { ...stored.counts, ...COUNTS, excluded: { ...stored.counts.excluded, ...EXCLUDED } };
    await route.fulfill({
      response,
      json: { ...stored, status: 'paused', pauseReason: 'too_large', counts },
    });
  });
  await page.route(/\/api\/dashboard\/broadcasts\/bc_[^/]+\/resume$/, (route) => {
    const { status, message } = ERRORS.broadcast_too_large;
    const error = { code: 'broadcast_too_large', message, requestId: 'req_large' };
    return route.fulfill({ status, json: { error } });
  });
}

for (const [language, locale, people, most] of [
  ['en', 'en-US', '104,719', '100,000'],
  ['pt-BR', 'pt-BR', '104.719', '100.000'],
] as const) {
  test(`a broadcast with too large an audience says how many people match, and nobody has got it, in ${language}`, async ({
    board,
    browser,
  }) => {
    const page = await browser.newPage({ locale, viewport: { width: 1440, height: 900 } });
    const complaints = complaintsOf(page);
    const text = textsOf(language);
    const id = await schedule(board);
    await enter(page, board.url, board.demo);
    await becomeTooLarge(page);
    await page.goto(`${board.url}/broadcasts/${id}`);

    await expect(page.getByTestId('broadcast-status')).toHaveText(text('broadcasts:status.paused'));
    await expect(page.getByText(text('broadcasts:pause.too_large', { people, max: most }))).toBeVisible();
    await test.step('the people are listed later: no number leads to an empty list', async () => {
      await expect(page.getByTestId('recipient-row')).toHaveCount(0);
      await expect(page.getByText(text('broadcasts:recipients.later'))).toBeVisible();
      await expect(page.getByTestId('broadcast-count-excluded').locator('dd')).toHaveText(/^1[.,]252$/);
      await expect(page.getByTestId('broadcast-count-excluded').getByRole('button')).toHaveCount(0);
      await expect(page.getByTestId('broadcast-count-sent').locator('dd')).toHaveText('0');
      await expect(page.getByRole('combobox', { name: text('broadcasts:recipients.filter') })).toHaveCount(0);
    });
    await lookAtEverySize(page, `broadcast-too-large-${language}`);

    await test.step('resuming says what happens, and is rejected with the limit', async () => {
      await page.getByTestId('broadcast-resume').click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(text('broadcasts:confirm.resume.before'));
      await page.getByTestId('confirm').click();
      await expect(dialog.getByRole('alert')).toContainText(most);
      await lookAtEverySize(page, `broadcast-too-large-resume-${language}`);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    });

    await test.step('canceled, it says that no one got it', async () => {
      await page.getByTestId('broadcast-cancel').click();
      await expect(page.getByRole('dialog')).toContainText(text('broadcasts:confirm.cancel.before'));
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.getByTestId('confirm').click();
      await expect(page.getByTestId('broadcast-status')).toHaveText(text('broadcasts:status.canceled'));
      await expect(page.getByText(text('broadcasts:recipients.noOne'))).toBeVisible();
    });
    expect(complaints).toEqual([]);
    await page.close();
  });
}

test('a broadcast that does not exist says so, and leads back to the others', async ({ board, page }) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/broadcasts/bc_${'0'.repeat(26)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Broadcast not found');
  await lookAtEverySize(page, 'broadcast-missing');
  await page.getByRole('main').getByRole('link', { name: 'Broadcasts' }).click();
  await expect(page).toHaveURL(/\/broadcasts$/);
  expect(complaints).toEqual([]);
});
