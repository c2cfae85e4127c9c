import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, lookCloselyAt } from './screens.ts';

test('two models answer the same message one after the other, and their differences are marked', async ({
  page,
  board,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/model?tab=playground`);
  await page.getByTestId('play-compare').click();
  await expect(page.getByTestId('compare-too-few')).toContainText('Only tiny-test is running');
  await lookCloselyAt(page, 'model-compare-one', ['wide', 'phone']);

  // This server has one model. It also answers in the name of a second one, each time differently.
  let atOnce = 0;
  await page.route('**/api/dashboard/inference-workers', async (route) => {
    const response = await route.fetch();
    // A reload ends the requests of the page.
    const body = await response.json().catch(() => null);
    if (body === null) return;
    const [worker] = body.data;
    const { status } = worker;
    const second = {
      ...worker,
      id: `${worker.id}2`,
      status: { ...status, model: { ...status.model, id: 'second' } },
    };
    await route.fulfill({ response, json: { ...body, data: [worker, second] } });
  });
  await page.route('**/api/dashboard/playground', async (route) => {
    const asked = route.request().postDataJSON();
    atOnce += 1;
    expect(atOnce).toBe(1);
    const response = await route.fetch({
      postData: { ...asked, model: asked.model === 'second' ? null : asked.model },
    });
    atOnce -= 1;
    await route.fulfill({ response });
  });
  await page.reload();
  await page.getByTestId('play-compare').click();
  await page.getByTestId('play-max-tokens').fill('40');
  await expect(page.getByTestId('compare-model-1')).toHaveValue('second');
  await page.getByTestId('compare-draft').fill('When do you open?');
  await page.keyboard.press('Control+Enter');
  const sides = page.getByTestId('compare-side');
  await expect(sides).toHaveCount(2);
  await expect(page.getByTestId('compare-verdict')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByTestId('play-figures')).toHaveCount(2);
  await expect(sides.first().locator('mark').first()).toBeVisible();
  await lookAt(page, 'model-compare', ['wide', 'middle', 'phone']);
  await page.getByTestId('compare-marks').click();
  await expect(page.locator('mark')).toHaveCount(0);

  // One that fails does not keep the other one from answering.
  await page.unroute('**/api/dashboard/playground');
  await page.getByTestId('compare-draft').fill('And on Sundays?');
  await page.getByTestId('compare-send').click();
  await expect(sides.nth(1)).toHaveAttribute('data-state', 'failed', { timeout: 20_000 });
  await expect(sides.first()).toHaveAttribute('data-state', 'done');
  await lookCloselyAt(page, 'model-compare-failed', ['wide']);
  expect(complaints).toEqual([]);
});
