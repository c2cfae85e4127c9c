import { expect, keptOffline, test } from './fixtures.ts';
import { playLongDay } from './long-day.ts';

const EVENTS = Number(process.env.LONG_DAY_EVENTS ?? 1_000);
const SWITCHES = Number(process.env.LONG_DAY_SWITCHES ?? 100);
/** The allowed ratio to the floor: the same page in the same browser, with nothing to show. */
const ALLOWED_RATIO = 4;

test('a start with a full cache shows the inbox without a network', async ({ computer }) => {
  const first = await computer.launchSignedIn();
  await first.page.getByTestId('conversation-row').first().click();
  await expect(first.page.getByTestId('message-bubble').first()).toBeVisible();
  const shown = first.page.getByTestId('message-bubble').last();
  await keptOffline(first.page, (await shown.getAttribute('data-id')) ?? '');
  await first.desktop.quit();

  const startedAt = Date.now();
  const second = await computer.launch({ isOffline: true });
  const page = await second.page();
  await page.getByTestId('conversation-row').first().waitFor();
  const wholeMs = Date.now() - startedAt;
  // Measured by the page's clock: its first paint, and the time when the first row was visible.
  const painted = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  const rows = await page.evaluate(() => performance.now());
  console.log(
    `cold start to the inbox from cache: ${wholeMs} ms in total; first paint ${Math.round(painted)} ms and ` +
      `rows ${Math.round(rows)} ms after the page started`,
  );
  expect(painted).toBeLessThan(rows);
  await second.quit();

  // The floor: the time in which the same host shows the connect screen, which has nothing to load.
  const emptyAt = Date.now();
  const empty = await computer.launch({ userData: `${computer.userData}-empty`, isOffline: true });
  await (await empty.page()).getByTestId('connect-address').waitFor();
  const floorMs = Date.now() - emptyAt;
  console.log(`the connect screen in the same host: ${floorMs} ms; ratio ${(wholeMs / floorMs).toFixed(2)}`);
  expect(wholeMs / floorMs).toBeLessThan(ALLOWED_RATIO);
});

test('memory does not grow over a long day', async ({ computer, board }) => {
  test.setTimeout(600_000);
  const { page } = await computer.launchSignedIn();
  const readings = await playLongDay(page, board, { events: EVENTS, switches: SWITCHES });
  console.log(`a day of ${EVENTS} events and ${SWITCHES} switches: ${JSON.stringify(readings)}`);
  const [, early] = readings;
  const last = readings.at(-1);
  expect(last?.heapMb ?? Number.NaN).toBeLessThanOrEqual((early?.heapMb ?? 0) * 1.1);
});
