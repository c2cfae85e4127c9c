import { expect, type Page, test } from '@playwright/test';
import { type ModelSource, startModelSource } from '../inference/model-source.ts';
import { complaintsOf, lookAt, signIn } from './screens.ts';
import { type Switchboard, startSwitchboard } from './switchboard.ts';

const ALL = ['wide', 'small', 'phone'] as const;

let board: Switchboard;
let source: ModelSource;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  source = await startModelSource();
  board = await startSwitchboard({ demo: true, env: { MODEL_CATALOG: source.writeCatalog() } });
});
test.afterAll(async () => {
  await board?.stop();
  source?.stop();
});

const rowOf = (page: Page, id: string) => page.locator(`[data-testid="model-row"][data-id="${id}"]`);

test('a model is fetched with a bar that moves, stopped, resumed, survives kill -9, and is used', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const complaints = complaintsOf(page);
  await signIn(page, board.url, board.demo);
  await page.goto(`${board.url}/model`);
  await page.getByTestId('model-nonsense').getByRole('button', { name: 'Models' }).click();
  const row = rowOf(page, 'small-one');
  await expect(row.getByTestId('model-download')).toBeVisible();
  await expect(rowOf(page, 'tiny-nonsense').getByTestId('model-state')).toHaveText('In use');
  await expect(rowOf(page, 'huge')).toContainText('Too large for this machine');
  await lookAt(page, 'models-catalog', [...ALL]);

  // The bar moves, and says how fast and for how long.
  source.state.pauseMs = 60;
  await row.getByTestId('model-download').click();
  const share = async () =>
    Number(await row.getByTestId('model-progress').getByRole('progressbar').getAttribute('aria-valuenow'));
  await expect.poll(share, { timeout: 15_000 }).toBeGreaterThan(5);
  const before = await share();
  await expect.poll(share, { timeout: 15_000 }).toBeGreaterThan(before);
  await expect(row.getByTestId('model-progress-text')).toContainText(/MB of 1\d MB · \d+ MB\/s · .* left/);
  source.state.pauseMs = 1_500;
  await lookAt(page, 'models-downloading', [...ALL]);

  await row.getByTestId('model-cancel').click();
  await expect(row.getByTestId('model-state')).toHaveText('Incomplete');
  const stopped = await share();
  expect(stopped).toBeGreaterThan(0);

  // One that is gone says so, with what to do.
  await rowOf(page, 'gone').getByTestId('model-download').click();
  await expect(rowOf(page, 'gone').getByTestId('model-fault')).toContainText('answers 404');
  await expect(rowOf(page, 'gone').getByTestId('model-fault')).toContainText('Choose another model');
  await lookAt(page, 'models-faults', [...ALL]);

  // Resumed, and the whole worker killed on the way: it goes on by itself where it was.
  source.state.pauseMs = 150;
  await row.getByTestId('model-download').click();
  await expect.poll(share, { timeout: 15_000 }).toBeGreaterThan(stopped);
  const killed = await share();
  process.kill(board.inferencePid() ?? 0, 'SIGKILL');
  await expect
    .poll(async () => (await row.getByTestId('model-progress').count()) > 0 && (await share()) > killed, {
      timeout: 40_000,
    })
    .toBe(true);
  source.reset();
  await expect(row.getByTestId('model-state')).toHaveText('Installed', { timeout: 30_000 });
  expect(source.state.asked.every((range) => /^bytes=[1-9]/.test(range))).toBe(true);

  await row.getByTestId('model-use').click();
  await expect(page.getByRole('dialog')).toContainText('get a 404');
  await lookAt(page, 'models-use');
  await page.getByTestId('confirm').click();
  await expect(row.getByTestId('model-state')).toHaveText('In use');
  await expect(page.getByTestId('model-nonsense')).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByTestId('worker-state')).toHaveText('Online – ready', { timeout: 20_000 });
  await page.getByTestId('model-tab-playground').click();
  await page.getByTestId('play-draft').fill('Hello');
  await page.getByTestId('play-max-tokens').fill('8');
  await page.getByTestId('play-send').click();
  await expect(page.getByTestId('play-figures')).toContainText('token');

  // Back, and the file removed.
  await page.getByTestId('model-tab-models').click();
  await rowOf(page, 'tiny-nonsense').getByTestId('model-use').click();
  await page.getByTestId('confirm').click();
  await expect(rowOf(page, 'tiny-nonsense').getByTestId('model-state')).toHaveText('In use');
  await row.getByTestId('model-more').click();
  await page.getByTestId('model-remove').click();
  await expect(page.getByRole('dialog')).toContainText('have to be downloaded');
  await page.getByTestId('confirm').click();
  await expect(row.getByTestId('model-download')).toHaveText('Download');
  expect(complaints).toEqual([]);
});

test('prompts are kept when the owner wants it, opened, and deleted', async ({ page }) => {
  test.setTimeout(120_000);
  const complaints = complaintsOf(page);
  await signIn(page, board.url, board.demo);
  await page.goto(`${board.url}/model?tab=prompts`);
  await expect(page.getByText('Nothing of what is said to the model is written down')).toBeVisible();
  await lookAt(page, 'prompts-off', [...ALL]);
  await page.getByTestId('prompts-keep').check({ force: true });
  await expect(page.getByText('After 30 days they are deleted')).toBeVisible();
  await page.getByTestId('prompts-days').fill('14');
  await page.getByTestId('prompts-save').click();
  await expect(page.getByText('Nothing kept yet')).toBeVisible();
  await lookAt(page, 'prompts-empty', [...ALL]);

  await page.getByTestId('model-tab-playground').click();
  await expect(page.getByTestId('play-kept')).toContainText('14 days');
  await page.getByTestId('play-system').fill('You sell bread.');
  await page.getByTestId('play-max-tokens').fill('16');
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
  await expect(page.getByTestId('prompts-kept')).toHaveText('2 calls kept');
  await lookAt(page, 'prompts-list', [...ALL]);
  await page.getByTestId('prompt-open').first().click();
  const opened = page.getByTestId('prompt-opened');
  await expect(opened).toContainText('You sell bread.');
  await expect(opened).toContainText('Do you have rye bread?');
  await expect(page.getByTestId('prompt-answer')).toContainText(answer.slice(0, 5).trim());
  await lookAt(page, 'prompts-opened', [...ALL]);
  await page.keyboard.press('Escape');
  await page.getByTestId('prompts-clear').click();
  await page.getByTestId('confirm').click();
  await expect(page.getByText('Nothing kept yet')).toBeVisible();

  await page.goto(`${board.url}/activity`);
  await expect(page.getByText('Changed whether prompts are kept')).toBeVisible();
  await expect(page.getByText('Deleted all kept prompts')).toBeVisible();
  expect(complaints).toEqual([]);
});
