import { expect, test } from './fixtures.ts';
import { enter, lookAt } from './screens.ts';
import { startSwitchboard } from './switchboard.ts';

test('without a model, the page says so, leads to the models and shows that nothing left the machine', {
  tag: '@soak',
}, async ({ page }) => {
  test.setTimeout(240_000);
  const board = await startSwitchboard({ demo: true, env: { MODEL_PLACEHOLDER: '0' } });
  try {
    await enter(page, board.url, board.demo);
    await page.goto(`${board.url}/model`);
    await expect(page.getByTestId('model-egress')).toContainText(
      '0 bytes left this machine for AI in 30 days',
    );
    await lookAt(page, 'model-none');
    await expect(page.getByTestId('model-none')).toContainText('503 model_not_loaded');
    await page.getByTestId('model-get').click();
    await expect(page.getByTestId('model-row').first()).toContainText('Qwen3 4B Instruct 2507');
    await expect(page.locator('[data-id="tiny-test"]')).toHaveCount(0);
  } finally {
    await board.stop();
  }
});
