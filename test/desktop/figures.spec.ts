import { expect, keptOffline, test } from './desk.ts';
import { playLongDay } from './long-day.ts';

const EVENTS = Number(process.env.LONG_DAY_EVENTS ?? 1_000);
const SWITCHES = Number(process.env.LONG_DAY_SWITCHES ?? 100);
/** What a start may take beside the floor: the same page in the same browser, without anything to show. */
const ALLOWED_RATIO = 4;

test('a start with a full cache shows the inbox without waiting for a network', async ({ desk }) => {
  const first = await desk.enter();
  await first.page.getByTestId('conversation-row').first().click();
  await expect(first.page.getByTestId('message-bubble').first()).toBeVisible();
  const shown = first.page.getByTestId('message-bubble').last();
  await keptOffline(first.page, (await shown.getAttribute('data-id')) ?? '');
  await first.desktop.quit();

  const startedAt = Date.now();
  const second = await desk.launch({ isOffline: true });
  const page = await second.page();
  await page.getByTestId('conversation-row').first().waitFor();
  const wholeMs = Date.now() - startedAt;
  // From the page's own clock: when it began, and when its first row was there to be seen.
  const painted = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  const rows = await page.evaluate(() => performance.now());
  console.log(
    `cold start to the inbox from cache: ${wholeMs} ms in all; first paint at ${Math.round(painted)} ms ` +
      `and rows by ${Math.round(rows)} ms of the page's life`,
  );
  expect(painted).toBeLessThan(rows);
  await second.quit();

  // The floor: what the same host takes to show the connect screen, which has nothing to load.
  const emptyAt = Date.now();
  const empty = await desk.launch({ userData: `${desk.userData}-empty`, isOffline: true });
  await (await empty.page()).getByTestId('connect-address').waitFor();
  const floorMs = Date.now() - emptyAt;
  console.log(`the connect screen in the same host: ${floorMs} ms; ratio ${(wholeMs / floorMs).toFixed(2)}`);
  expect(wholeMs / floorMs).toBeLessThan(ALLOWED_RATIO);
});

test('a long day does not make the page grow', async ({ desk, board }) => {
  test.setTimeout(600_000);
  const { page } = await desk.enter();
  const readings = await playLongDay(page, board, { events: EVENTS, switches: SWITCHES });
  console.log(`a day of ${EVENTS} events and ${SWITCHES} switches: ${JSON.stringify(readings)}`);
  const [, early] = readings;
  const last = readings.at(-1);
  expect(last?.heapMb ?? Number.NaN).toBeLessThanOrEqual((early?.heapMb ?? 0) * 1.1);
});
