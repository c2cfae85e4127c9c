import type { Page } from '@playwright/test';
import type { SentMessages } from '../../shared/contract/assist/assist.contract.ts';
import { ASSIST_FEATURE_NAMES, ASSIST_FEATURES } from '../../shared/domain/assist/features.ts';
import { ERRORS } from '../../shared/domain/errors.ts';
import { lookAtEverySize } from './every-size.ts';
import { type Board, expect, test } from './fixtures.ts';
import { complaintsOf, enter } from './screens.ts';
import { textsOf } from './texts.ts';

const MODEL = 'Qwen2.5-7B-Instruct-Q4_K_M';
/** Features that are compared with what people do while they are tested. */
const TESTED = ['replies', 'triage', 'drafts'] as const;
const RESULTS = /\/api\/dashboard\/assist\/results\b/;
const NO_ANSWERS = { count: 0, medianSeconds: null };
const NO_MESSAGES: SentMessages = {
  ...{ sent: 0, began: 0 },
  answers: { shown: NO_ANSWERS, notShown: NO_ANSWERS },
};

/** What members said about their own answers is shown to nobody. */
const SHOWN = ASSIST_FEATURE_NAMES.filter((name) => name !== 'review');

/** Counts what became of the suggestions of every feature; of three, also in test mode. */
async function countAll(page: Page, board: Board): Promise<void> {
  const assist = `${board.url}/api/dashboard/assist`;
  const setModes = async (mode: 'on' | 'shadow') => {
    const modes = Object.fromEntries(TESTED.map((name) => [name, mode]));
    expect((await page.request.patch(assist, { data: { modes } })).status()).toBe(200);
  };
  const count = async (names: readonly (keyof typeof ASSIST_FEATURES)[], outcomes: object) => {
    for (const feature of names) {
      const model = ASSIST_FEATURES[feature].model ? MODEL : '';
      const counts = Object.entries(outcomes).map(([outcome, number]) => {
        return { feature, outcome, language: 'en', count: number, model };
      });
      const answer = await page.request.post(`${assist}/outcomes`, { data: { counts } });
      expect(answer.status(), await answer.text()).toBe(200);
    }
  };
  await setModes('on');
  await count(ASSIST_FEATURE_NAMES, {
    ...{ eligible: 1_000, gated: 250, ready: 750, shown: 750 },
    ...{ unedited: 300, light: 150, medium: 60, heavy: 15, dismissed: 75 },
  });
  await setModes('shadow');
  await count(TESTED, { eligible: 200, ready: 80, unedited: 40, light: 4, heavy: 8, ignored: 28 });
}

for (const [language, locale] of [
  ['en', 'en-US'],
  ['pt-BR', 'pt-BR'],
] as const) {
  test(`the results of all features, in test mode too, and while there are none, in ${language}`, async ({
    board,
    browser,
  }) => {
    const page = await browser.newPage({ locale, viewport: { width: 1440, height: 900 } });
    const complaints = complaintsOf(page);
    const text = textsOf(language);
    await enter(page, board.url, board.demo);
    const section = page.getByRole('region', { name: text('assist:results.title') });
    const look = (state: string) => lookAtEverySize(page, `assist-results-${state}-${language}`, section);

    await test.step('loading', async () => {
      await page.route(RESULTS, () => undefined);
      await page.goto(`${board.url}/settings/assistant`);
      await expect(section.locator('[aria-busy=true]')).toBeVisible();
      await look('loading');
    });

    await test.step('not loaded, with a button that loads them', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      const error = { code: 'internal', message: ERRORS.internal.message, requestId: 'req_results' };
      await page.route(RESULTS, (route) => route.fulfill({ status: 500, json: { error } }));
      await page.reload();
      await expect(section.getByRole('alert')).toContainText(text('assist:results.notLoaded'));
      await look('error');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.route(RESULTS, (route) => route.fulfill({ json: { data: [], messages: NO_MESSAGES } }));
      await section.getByRole('button').click();
    });

    await test.step('none yet', async () => {
      await expect(page.getByTestId('assist-no-results')).toHaveText(text('assist:results.none'));
      await look('none');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

    await test.step('of all features, in the order of the settings above', async () => {
      // The workspace has them from the first language on.
      const found = await page.request.get(`${board.url}/api/dashboard/assist/results?days=30`);
      const known = ((await found.json()) as { data: { feature: string }[] }).data;
      if (!known.some(({ feature }) => feature === 'rewrite')) await countAll(page, board);
      await page.reload();
      const table = page.getByTestId('assist-results');
      const names = SHOWN.map((name) => text(`assist:features.${name}.name`));
      const rows = table.locator('tbody tr');
      await expect(rows).toHaveCount(SHOWN.length);
      const firstCells = await rows.locator('td:first-child').allTextContents();
      expect(firstCells.map((cell) => cell.split(' · ')[0])).toEqual(names);
      const cells = table.getByTestId('assist-result-rewrite').getByRole('cell');
      const shares = ['75%', '60%', '10%', '10%'];
      expect(await cells.allTextContents()).toEqual([
        `${text('assist:features.rewrite.name')} · ${MODEL}`,
        // Nothing of it was sent.
        ...['750', ...shares, '—'],
      ]);
      const tested = page.getByTestId('assist-test-results').locator('tbody tr');
      await expect(tested).toHaveCount(TESTED.length);
      const columnsOf = (testId: string) =>
        page
          .getByTestId(testId)
          .locator('th')
          .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
      expect(await columnsOf('assist-test-results')).toEqual(await columnsOf('assist-results'));
      await look('all');
      await lookAtEverySize(page, `assist-results-test-${language}`, page.getByTestId('assist-test-results'));
    });

    await test.step('in a narrow window, the features stay beside their figures', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      const row = page.getByTestId('assist-results').getByTestId('assist-result-ask');
      await row.getByRole('cell').last().scrollIntoViewIfNeeded();
      await expect(row.getByRole('cell').last()).toBeInViewport({ ratio: 1 });
      await expect(row.getByRole('cell').first()).toBeInViewport({ ratio: 1 });
    });
    expect(complaints).toEqual([]);
    await page.close();
  });
}
