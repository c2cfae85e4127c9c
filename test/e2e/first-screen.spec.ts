import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { enter } from './screens.ts';

/** What a cold start may load on the wire: 450 KB of 1,024 bytes (decision 0262). */
const COLD_LOAD = 450 * 1024;
/** The scripts that the list needs; those of a conversation follow while the browser is idle (decision 0295). */
const SCRIPTS = 330_000;

test('a cold start stays within its budget, and a conversation in memory is shown in one frame', async ({
  page,
  board,
}) => {
  const wire = await countBytes(page);
  await enter(page, board.url, board.demo);
  await expect(page.getByTestId('conversation-row').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => wire().some(({ url }) => /\/conversation-[\w-]+\.js$/.test(url))).toBe(true);
  const loaded = wire();
  const scripts = loaded.filter(({ url }) => url.endsWith('.js'));
  const [first, later] = [scripts.filter(isFirst), scripts.filter((load) => !isFirst(load))];
  console.log(`cold start: ${total(loaded)} bytes; scripts: ${total(first)}, then ${total(later)}`);
  expect(total(loaded), JSON.stringify(loaded)).toBeLessThan(COLD_LOAD);
  expect(total(first)).toBeLessThan(SCRIPTS);
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

interface Load {
  url: string;
  bytes: number;
}

/** Counts what the network carries: headers and compressed bodies. Returns a function that returns it. */
async function countBytes(page: Page): Promise<() => Load[]> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const urls = new Map<string, string>();
  const loads: Load[] = [];
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    loads.push({ url: urls.get(requestId) ?? '', bytes: encodedDataLength }),
  );
  return () => loads;
}

/** Whether a script is part of the page, and not imported while it runs. */
function isFirst({ url }: Load): boolean {
  return /\/(first|react|phone|rolldown-runtime|color-scheme)[-.]/.test(url);
}

function total(loads: readonly Load[]): number {
  return loads.reduce((sum, { bytes }) => sum + bytes, 0);
}
