import { expect, test } from './fixtures.ts';
import { enter } from './screens.ts';
import { countBytes, firstScripts, gzippedBytes, totalBytes } from './wire.ts';

/** What a cold start may load on the wire: 425 KB of 1,024 bytes (decisions 0262, 0315). */
const COLD_LOAD = 425 * 1024;
/** The scripts that the list needs, on the wire; all others follow while the browser is idle (decisions 0295, 0315). */
const SCRIPTS = 225_000;
/** The same with gzip. */
const SCRIPTS_GZIPPED = 256_000;

test('a cold start stays within its budget, and a conversation in memory is shown in one frame', {
  tag: '@loop',
}, async ({ page, board }) => {
  const wire = await countBytes(page);
  await enter(page, board.url, board.demo);
  await expect(page.getByTestId('conversation-row').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => wire().some(({ url }) => /\/conversation-[\w-]+\.js$/.test(url))).toBe(true);
  const loaded = wire();
  const scripts = loaded.filter(({ url }) => url.endsWith('.js'));
  const named = await firstScripts(board.url);
  const [first, later] = [true, false].map((isFirst) =>
    totalBytes(scripts.filter(({ url }) => named.includes(url) === isFirst)),
  );
  const gzipped = await gzippedBytes(named);
  console.log(
    `cold start: ${totalBytes(loaded)} bytes; scripts: ${first} (with gzip ${gzipped}), then ${later}`,
  );
  expect(totalBytes(loaded), JSON.stringify(loaded)).toBeLessThan(COLD_LOAD);
  expect(gzipped).toBeLessThan(SCRIPTS_GZIPPED);
  expect(first).toBeLessThan(SCRIPTS);
  expect(await page.evaluate(() => document.fonts.check('14px "Inter Variable"'))).toBe(true);

  const rows = page.getByTestId('conversation-row');
  const ids = await Promise.all([0, 1].map((at) => rows.nth(at).getAttribute('data-id')));
  for (const id of ids) {
    await page.locator(`[data-id="${id}"]`).first().click();
    await expect(page.getByTestId('message-bubble').last()).toBeVisible();
  }
  const again = await page.evaluate(firstFrameOf, ids[0] ?? '');
  expect(again).toEqual({ hasMessages: true, name: again.expected, expected: again.expected });
});

/** Opens a conversation, and returns what its next frame shows. */
function firstFrameOf(id: string) {
  const row = document.getElementById(`row-${id}`);
  const expected = row?.querySelector('[dir="auto"]')?.textContent ?? '';
  row?.click();
  return new Promise<{ hasMessages: boolean; name: string; expected: string }>((resolve) => {
    requestAnimationFrame(() => {
      resolve({
        hasMessages: document.querySelector('[data-preview] article') !== null,
        name: document.querySelector('[data-testid="conversation-name"]')?.textContent ?? '',
        expected,
      });
    });
  });
}
