import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildTinyModel } from '../../models/tools/tiny-model.ts';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, takesScreenshots, untilAnimationsEnd } from './screens.ts';
import { cookieOf } from './switchboard.ts';

test('a model file of one’s own is put into the folder that the page shows, listed and deleted', async ({
  page,
  board,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/model?tab=models`);
  const hint = page.getByTestId('own-model');
  await expect(hint).toBeVisible();
  const answer = await fetch(`${board.url}/api/dashboard/models`, {
    headers: { cookie: await cookieOf(board.url, board.demo) },
  });
  const { folder } = await answer.json();
  await expect(hint).toContainText(folder);
  buildTinyModel(join(folder, 'shop-model.gguf'), {
    'general.name': { is: 'text', value: 'Shop Model' },
    'general.languages': { is: 'texts', value: ['en', 'pt', 'es', 'fr', 'de', 'it', 'nl', 'pl'] },
  });
  writeFileSync(join(folder, 'broken.gguf'), '<html>404</html>');
  const rows = page.getByTestId('model-row');
  const shop = rows.filter({ hasText: 'Shop Model' });
  const broken = rows.filter({ hasText: 'broken' });
  await expect(shop).toBeVisible({ timeout: 30_000 });
  await expect(shop.getByTestId('model-own')).toHaveText('Your file');
  await expect(shop).toContainText('license unknown');
  await expect(shop.getByTestId('model-languages')).toHaveText(
    'Languages: English, Portuguese, Spanish, French, German, Italian and 2 more',
  );
  await expect(broken.getByTestId('model-problem')).toContainText('not a complete GGUF model');
  await expect(broken.getByTestId('model-use')).toBeDisabled();
  await lookAt(page, 'own-model', ['wide', 'middle', 'phone']);
  if (takesScreenshots) {
    await page.evaluate(() => localStorage.setItem('switchboard.language', 'pt-BR'));
    await page.reload();
    await expect(shop).toBeVisible();
    await page.setViewportSize({ width: 1024, height: 600 });
    await shop.scrollIntoViewIfNeeded();
    await untilAnimationsEnd(page);
    await page.screenshot({ path: 'test-results/screens/own-model-pt-low.png' });
    await hint.scrollIntoViewIfNeeded();
    await page.screenshot({ path: 'test-results/screens/own-model-pt-hint.png' });
    await page.evaluate(() => localStorage.setItem('switchboard.language', 'en'));
    await page.reload();
  }

  for (const row of [broken, shop]) {
    await row.getByTestId('model-more').click();
    await page.getByTestId('model-remove').click();
    await expect(page.getByRole('dialog')).toContainText('cannot download it again');
    await page.getByRole('button', { name: 'Delete file' }).click();
    await expect(row).toHaveCount(0, { timeout: 30_000 });
  }
  expect(complaints).toEqual([]);
});
