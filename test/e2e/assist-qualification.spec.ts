import { expect, type Page } from '@playwright/test';
import { type GoldenManner, goldenAnswer } from '../helpers/golden-engine.ts';
import { type ScriptedEngine, startScriptedEngine } from '../helpers/scripted-engine.ts';
import { test } from './fixtures.ts';
import { complaintsOf, enter, lookAt } from './screens.ts';
import { customerWrites, type Switchboard, startSwitchboard } from './switchboard.ts';

/** The model of the first server is a script that answers the golden set well, or falls for what is tempting. */
let engine: ScriptedEngine;
let board: Switchboard;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  engine = await startScriptedEngine();
  board = await startSwitchboard({ demo: true, env: { INFERENCE_UPSTREAM: engine.url } });
});
test.afterAll(async () => {
  await board?.stop();
  await engine?.stop();
});

const WIDTHS = ['wide', 'middle', 'phone'] as const;
const card = (page: Page) => page.getByTestId('qualification');
const step = (page: Page, name: string) => page.getByTestId(`model-step-${name}`);
const plays = (manner: GoldenManner, delayMs = 0) =>
  engine.answer((call) => ({ text: goldenAnswer(call, manner) ?? 'ok', delayMs }));

async function openModels(page: Page): Promise<void> {
  await page.goto(`${board.url}/model?tab=models`);
  await expect(card(page)).toBeVisible();
}

test('a model is checked: progress, stopped, done, and drafts are one click away', { tag: '@soak' }, async ({
  page,
}) => {
  test.setTimeout(180_000);
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await openModels(page);
  await expect(card(page)).toHaveAttribute('data-state', 'none');
  await expect(page.getByTestId('qualification-standing')).toContainText('has not been checked yet');
  await lookAt(page, 'qualification-none', WIDTHS);

  plays('right', 300);
  await page.getByTestId('qualification-start').click();
  await expect(card(page)).toHaveAttribute('data-state', 'running');
  await expect(page.getByTestId('qualification-progress-text')).toContainText(/[1-9]\d* of 128 done/, {
    timeout: 20_000,
  });
  await expect(step(page, 'qualify')).toHaveAttribute('data-state', 'now');
  await lookAt(page, 'qualification-running', WIDTHS);
  await page.getByTestId('qualification-stop').click();
  await page.getByTestId('confirm').click();
  await expect(card(page)).toHaveAttribute('data-state', 'stopped');
  await expect(page.getByTestId('qualification-standing')).toContainText('was stopped');

  plays('right');
  await page.getByTestId('qualification-start').click();
  await expect(card(page)).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
  await expect(page.locator('[data-testid^="qualified-"][data-offered="true"]')).toHaveCount(7);
  await expect(step(page, 'drafts')).toContainText('can prepare replies');
  await lookAt(page, 'qualification-passed', WIDTHS);
  await page.getByTestId('drafts-on').click();
  await expect(step(page, 'drafts')).toHaveAttribute('data-state', 'done');
  await expect(step(page, 'drafts')).toContainText('Replies are prepared');
  expect(complaints).toEqual([]);
});

test('what a model is not good enough for is not offered, with the reason, in both languages', {
  tag: '@soak',
}, async ({ page }) => {
  test.setTimeout(180_000);
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await openModels(page);
  engine.answer((call) =>
    call.prompt.startsWith('Correct') || call.prompt.includes('A colleague asks')
      ? 'Something else.'
      : (goldenAnswer(call, 'tempted') ?? 'ok'),
  );
  await page.getByTestId('qualification-start').click();
  await expect(card(page)).toHaveAttribute('data-state', 'running');
  await expect(card(page)).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
  await expect(page.getByTestId('qualified-drafts')).toHaveAttribute('data-offered', 'false');
  await expect(page.getByTestId('qualified-ask')).toHaveAttribute('data-offered', 'false');
  await expect(page.getByTestId('qualified-rewrite')).toHaveAttribute('data-offered', 'false');
  await expect(page.getByTestId('qualified-translate')).toHaveAttribute('data-offered', 'true');
  await expect(step(page, 'drafts')).toContainText('not good enough');
  await lookAt(page, 'qualification-failed', WIDTHS);

  await test.step('the settings say why', async () => {
    await page.goto(`${board.url}/settings/assistant`);
    const reason = page.getByTestId('assist-drafts-not-offered');
    await expect(reason).toContainText('Not offered with scripted-3b');
    await expect(reason).toContainText('Texts with a wrong fact');
    await expect(page.getByTestId('assist-translate-not-offered')).toHaveCount(0);
    await lookAt(page, 'qualification-settings', WIDTHS);
  });

  await test.step('the inbox does not have it', async () => {
    await page.goto(board.url);
    await customerWrites(board.phoneUrl, '15550108001', 'Do you repair wheels?');
    await page.getByTestId('conversation-row').filter({ hasText: 'repair wheels' }).first().click();
    await expect(page.getByTestId('assist-open')).toBeVisible();
    await page.getByTestId('composer').fill('yes we do');
    await page.getByTestId('composer').press('Control+j');
    await expect(page.getByTestId('assist-translate')).toBeVisible();
    await expect(page.getByTestId('assist-fix')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('what is known is found all the same, without an answer', async () => {
    const made = await page.request.post(`${board.url}/api/dashboard/saved-replies`, {
      headers: { origin: board.url },
      data: { name: 'Wheels', content: 'Yes, we repair wheels of every size.' },
    });
    expect(made.status()).toBe(201);
    await page.getByTestId('composer').press('Alt+q');
    await page.getByTestId('assist-question').fill('Do you repair wheels?');
    await page.getByTestId('assist-question').press('Enter');
    await expect(page.getByTestId('assist-snippet').first()).toBeVisible();
    await expect(page.getByTestId('assist-only-sources')).toContainText('not good enough');
    await expect(page.getByTestId('assist-answer')).toHaveCount(0);
    await lookAt(page, 'assist-only-sources', ['wide', 'phone']);
    await page.keyboard.press('Escape');
  });

  await test.step('in Portuguese', async () => {
    await page.getByTestId('user-menu').click();
    await page.getByTestId('language-pt-BR').click();
    await page.goto(`${board.url}/settings/assistant`);
    await expect(page.getByTestId('assist-drafts-not-offered')).toContainText('Indisponível com scripted-3b');
    await lookAt(page, 'qualification-settings-portuguese', WIDTHS);
    await openModels(page);
    await expect(page.getByTestId('qualified-drafts')).toContainText('Indisponível com este modelo');
    await lookAt(page, 'qualification-failed-portuguese', WIDTHS);
  });
  expect(complaints).toEqual([]);
});

test('from no model to the result of the check with one click, and through a killed server', {
  tag: '@soak',
}, async ({ page, models }) => {
  // With other tests beside it, the cases take 10 minutes.
  test.setTimeout(1_200_000);
  models.reset();
  const own = await startSwitchboard({
    demo: true,
    env: { MODEL_PLACEHOLDER: '0', MODEL_CATALOG: models.writeCatalog() },
  });
  try {
    await enter(page, own.url, own.demo);
    await page.goto(`${own.url}/model?tab=models`);
    await expect(step(page, 'file')).toContainText('Choose a model below');
    const row = page.locator('[data-testid="model-row"][data-id="small-one"]');
    models.state.pauseMs = 40;
    await expect(row.getByTestId('model-download')).toHaveText('Download and use');
    await lookAt(page, 'model-steps-none', WIDTHS);
    await row.getByTestId('model-download').click();
    await expect(step(page, 'file')).toContainText(/MB of 1\d MB/);
    await expect(page.getByTestId('models-choice-error')).toHaveCount(0);
    await lookAt(page, 'model-steps-downloading', WIDTHS);
    models.reset();
    await expect(step(page, 'load')).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
    await expect(card(page)).toHaveAttribute('data-state', 'running', { timeout: 30_000 });
    await expect(page.getByTestId('qualification-progress-text')).toContainText(/[1-9]\d* of 128 done/, {
      timeout: 60_000,
    });
    await lookAt(page, 'model-steps-checking', WIDTHS);

    const done = async () =>
      Number(/(\d+) of 128/.exec(await page.getByTestId('qualification-progress-text').innerText())?.[1]);
    const before = await done();
    process.kill((await own.serverPid()) ?? 0, 'SIGKILL');
    await expect
      .poll(async () => ((await page.getByTestId('qualification-progress-text').count()) > 0 ? done() : 0), {
        timeout: 90_000,
      })
      .toBeGreaterThan(before);
    await expect(card(page)).toHaveAttribute('data-state', 'done', { timeout: 900_000 });
    await expect(step(page, 'drafts')).toContainText('not good enough');
    await lookAt(page, 'model-steps-result', WIDTHS);
  } finally {
    await own.stop();
  }
});
