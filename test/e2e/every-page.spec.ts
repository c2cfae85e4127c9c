import type { Page } from '@playwright/test';
import {
  dialogsOf,
  enterIn,
  furnish,
  goTo,
  type Place,
  pagesOf,
  pagesOfNothing,
  pagesOfThings,
  routesWithout,
  SIZES,
} from '../gallery/places.ts';
import { misfitsOf } from './fit.ts';
import { type Board, expect, test } from './fixtures.ts';
import { axeViolations, complaintsOf, untilAnimationsEnd } from './screens.ts';

type Size = keyof typeof SIZES;

/** Dialogs that a phone opens in another way, which has tests of its own. */
const NOT_ON_PHONES = ['assign', 'label', 'snooze', 'user-menu', 'contact-columns'];

/** In so long a run the server may close a socket that was silent, while the page sends; the page connects again. */
const CLOSED_SOCKET = 'WebSocket is already in';

test.describe.configure({ timeout: 3_600_000 });
// Whether a page is right is what counts here, however long a busy machine takes to show it.
test.use({ actionTimeout: 300_000 });

/** A furnished workspace in a window of its own. What it is furnished with exists once in each workspace. */
async function enterFurnished(page: Page, { url, demo }: Board, language: string) {
  await enterIn(page, url, demo, language);
  return furnish(page, url);
}

for (const language of ['en', 'pt-BR']) {
  test(`every page fits at all sizes, in ${language}`, { tag: '@soak' }, async ({ server, openWindow }) => {
    const board = await server.boardOf(`pages in ${language}`);
    const page = await openWindow();
    const complaints = complaintsOf(page);
    const made = await enterFurnished(page, board, language);
    const problems: string[] = [];
    const places = [...(await pagesOf(page, board.url)), ...pagesOfThings(made)];
    expect(routesWithout(places)).toEqual([]);
    for (const place of [...places, ...pagesOfNothing()]) {
      await goTo(page, board.url, place);
      for (const size of Object.keys(SIZES) as Size[])
        problems.push(...(await problemsAt(page, place, size)));
      problems.push(...(await accessible(page, place)));
    }
    expect(problems).toEqual([]);
    expect(complaints.filter((one) => !one.includes(CLOSED_SOCKET))).toEqual([]);
  });

  test(`every dialog fits at all sizes, in ${language}`, { tag: '@soak' }, async ({ server, openWindow }) => {
    const board = await server.boardOf(`dialogs in ${language}`);
    const page = await openWindow();
    const complaints = complaintsOf(page);
    const made = await enterFurnished(page, board, language);
    const problems: string[] = [];
    for (const place of dialogsOf(made)) {
      for (const size of Object.keys(SIZES) as Size[]) {
        if (size === 'phone' && NOT_ON_PHONES.includes(place.name)) continue;
        // Opened again, because it is placed for the size at which it is opened.
        await goTo(page, board.url, place, SIZES[size]);
        problems.push(...(await problemsAt(page, place, size)));
        if (size === 'wide' || size === 'phone') problems.push(...(await accessible(page, place)));
      }
    }
    expect(problems).toEqual([]);
    expect(complaints.filter((one) => !one.includes(CLOSED_SOCKET))).toEqual([]);
  });
}

/** The longer language on the smallest windows; the soak lane has the rest. */
test('every page fits on a phone and in a low window, in Portuguese', async ({ board, openWindow }) => {
  const page = await openWindow();
  await enterIn(page, board.url, board.demo, 'pt-BR');
  const problems: string[] = [];
  const places = await pagesOf(page, board.url);
  // Those of one thing each are in the soak lane.
  expect(routesWithout(places).filter((route) => !route.includes('$'))).toEqual([]);
  for (const place of places) {
    await goTo(page, board.url, place, SIZES.short);
    for (const size of ['short', 'phone'] as const) problems.push(...(await problemsAt(page, place, size)));
  }
  expect(problems).toEqual([]);
});

async function problemsAt(page: Page, { name }: Place, size: Size): Promise<string[]> {
  await page.setViewportSize(SIZES[size]);
  await untilAnimationsEnd(page);
  return (await misfitsOf(page)).map((misfit) => `${name}, ${size}: ${misfit}`);
}

/** All rules in the light scheme, and contrast in the dark one, as nothing else depends on it. */
async function accessible(page: Page, { name }: Place): Promise<string[]> {
  const violations: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await untilAnimationsEnd(page);
    for (const violation of await axeViolations(page, colorScheme))
      violations.push(`${name}, ${colorScheme}: ${violation}`);
  }
  return violations;
}
