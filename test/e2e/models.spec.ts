import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, lookCloselyAt } from './screens.ts';

const ALL = ['wide', 'small', 'phone'] as const;

const rowOf = (page: Page, id: string) => page.locator(`[data-testid="model-row"][data-id="${id}"]`);

test('a model is downloaded with progress, stopped, resumed, survives kill -9, and is used', {
  tag: '@soak',
}, async ({ page, board, models }) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/model`);
  await page.getByTestId('model-test-notice').getByRole('button', { name: 'Models' }).click();
  const row = rowOf(page, 'small-one');
  await expect(row.getByTestId('model-download')).toBeVisible();
  await expect(rowOf(page, 'tiny-test').getByTestId('model-state')).toHaveText('In use');
  await expect(rowOf(page, 'huge')).toContainText('Too large for this machine');
  await lookCloselyAt(page, 'models-catalog', [...ALL]);

  // The progress bar moves, and shows speed and time left.
  models.state.pauseMs = 60;
  await row.getByTestId('model-download').click();
  const share = async () =>
    Number(await row.getByTestId('model-progress').getByRole('progressbar').getAttribute('aria-valuenow'));
  await expect.poll(share, { timeout: 15_000 }).toBeGreaterThan(5);
  const before = await share();
  await expect.poll(share, { timeout: 15_000 }).toBeGreaterThan(before);
  await expect(row.getByTestId('model-progress-text')).toContainText(/MB of 1\d MB · \d+ MB\/s · .* left/);
  models.state.pauseMs = 1_500;
  await lookCloselyAt(page, 'models-downloading', [...ALL]);

  await row.getByTestId('model-cancel').click();
  await expect(row.getByTestId('model-state')).toHaveText('Incomplete');
  const stopped = await share();
  expect(stopped).toBeGreaterThan(0);

  // A missing model shows an error with advice.
  await rowOf(page, 'missing').getByTestId('model-download').click();
  await expect(rowOf(page, 'missing').getByTestId('model-error')).toContainText('answers 404');
  await expect(rowOf(page, 'missing').getByTestId('model-error')).toContainText('Choose another model');
  await lookCloselyAt(page, 'models-errors', [...ALL]);

  // Resumed; the worker is killed on the way and continues where it was.
  models.state.pauseMs = 150;
  await row.getByTestId('model-download').click();
  await expect.poll(share, { timeout: 15_000 }).toBeGreaterThan(stopped);
  const killed = await share();
  process.kill(board.inferencePid() ?? 0, 'SIGKILL');
  await expect
    .poll(async () => (await row.getByTestId('model-progress').count()) > 0 && (await share()) > killed, {
      timeout: 40_000,
    })
    .toBe(true);
  models.reset();
  await expect(row.getByTestId('model-state')).toHaveText('Installed', { timeout: 30_000 });
  expect(models.state.asked.every((range) => /^bytes=[1-9]/.test(range))).toBe(true);

  await row.getByTestId('model-use').click();
  await expect(page.getByRole('dialog')).toContainText(/Calls for \S+ are answered by \S+\./);
  await expect(page.getByRole('dialog')).not.toContainText('404');
  await lookCloselyAt(page, 'models-use');
  await page.getByTestId('confirm').click();
  await expect(row.getByTestId('model-state')).toHaveText('In use');
  await expect(page.getByTestId('model-test-notice')).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByTestId('worker-state')).toHaveText('Online – ready', { timeout: 20_000 });
  await page.getByTestId('model-tab-playground').click();
  await page.getByTestId('play-draft').fill('Hello');
  await page.getByTestId('play-max-tokens').fill('8');
  await page.getByTestId('play-send').click();
  await expect(page.getByTestId('play-figures')).toContainText('token');

  // Switched back, and the file removed.
  await page.getByTestId('model-tab-models').click();
  await rowOf(page, 'tiny-test').getByTestId('model-use').click();
  await page.getByTestId('confirm').click();
  await expect(rowOf(page, 'tiny-test').getByTestId('model-state')).toHaveText('In use');
  await row.getByTestId('model-more').click();
  await page.getByTestId('model-remove').click();
  await expect(page.getByRole('dialog')).toContainText('have to download');
  await page.getByTestId('confirm').click();
  await expect(row.getByTestId('model-download')).toHaveText('Download');
  expect(complaints).toEqual([]);
});

test('a model is downloaded and removed', { tag: '@soak' }, async ({ page, board, models }) => {
  const complaints = complaintsOf(page);
  models.reset();
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/model?tab=models`);
  const row = rowOf(page, 'small-one');
  await expect(rowOf(page, 'tiny-test').getByTestId('model-state')).toHaveText('In use');
  await expect(rowOf(page, 'huge')).toContainText('Too large for this machine');
  models.state.pauseMs = 20;
  await row.getByTestId('model-download').click();
  await expect(row.getByTestId('model-progress-text')).toContainText(/MB of 1\d MB/);
  models.reset();
  await expect(row.getByTestId('model-state')).toHaveText('Installed');
  await lookCloselyAt(page, 'models-installed', [...ALL]);

  await row.getByTestId('model-more').click();
  await page.getByTestId('model-remove').click();
  await page.getByTestId('confirm').click();
  await expect(row.getByTestId('model-download')).toHaveText('Download');
  expect(complaints).toEqual([]);
});

test('prompts are stored when the owner enables it, opened, and deleted', { tag: '@soak' }, async ({
  page,
  board,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/model?tab=prompts`);
  await expect(page.getByText('Prompts and answers are not stored')).toBeVisible();
  await lookCloselyAt(page, 'prompts-off', [...ALL]);
  await page.getByTestId('prompts-keep').check({ force: true });
  await expect(page.getByText('They are deleted after 30 days')).toBeVisible();
  await page.getByTestId('prompts-days').fill('14');
  await page.getByTestId('prompts-save').click();
  await expect(page.getByRole('heading', { name: 'No calls yet' })).toBeVisible();
  await lookCloselyAt(page, 'prompts-empty', [...ALL]);

  await page.getByTestId('model-tab-playground').click();
  await expect(page.getByTestId('play-kept')).toContainText('14 days');
  await page.getByTestId('play-system').fill('You sell bread.');
  await page.getByTestId('play-max-tokens').fill('16');
  // With random weights an answer may end at once; at temperature 0 it is always the same.
  await page.getByTestId('play-temperature').fill('0');
  for (const text of ['Do you have rye bread?', 'And on Sundays?']) {
    await page.getByTestId('play-draft').fill(text);
    await page.getByTestId('play-send').click();
    await expect(page.getByTestId('play-send')).toBeVisible();
    await expect(page.getByTestId('play-figures').last()).toContainText('token');
  }
  const answer = await page.getByTestId('play-text-assistant').last().innerText();
  await page.getByTestId('model-tab-prompts').click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByTestId('prompt-row')).toHaveCount(2);
  await expect(page.getByTestId('prompts-kept')).toHaveText('2 calls stored');
  await lookAt(page, 'prompts-list', [...ALL]);
  await page.getByTestId('prompt-open').first().click();
  const opened = page.getByTestId('prompt-opened');
  await expect(opened).toContainText('You sell bread.');
  await expect(opened).toContainText('Do you have rye bread?');
  await expect(page.getByTestId('prompt-answer')).toContainText(answer.slice(0, 5).trim());
  await lookCloselyAt(page, 'prompts-opened', [...ALL]);
  await page.keyboard.press('Escape');
  await page.getByTestId('prompts-clear').click();
  await page.getByTestId('confirm').click();
  await expect(page.getByRole('heading', { name: 'No calls yet' })).toBeVisible();

  await page.goto(`${board.url}/activity`);
  await expect(page.getByText('Changed the prompt log settings')).toBeVisible();
  await expect(page.getByText('Cleared the prompt log')).toBeVisible();
  expect(complaints).toEqual([]);
});
