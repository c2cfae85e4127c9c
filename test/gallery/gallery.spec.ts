import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { expect, type Page, type Route } from '@playwright/test';
import { ERRORS } from '../../shared/domain/errors.ts';
import { misfitsOf } from '../e2e/fit.ts';
import { test } from '../e2e/fixtures.ts';
import { untilAnimationsEnd } from '../e2e/screens.ts';
import { furnishCampaigns, placesOfCampaigns } from './campaigns.ts';
import {
  enterDesktop,
  makeLinks,
  PLACES_OF_DESKTOP,
  PLACES_OF_SETTINGS,
  placesOfEntrance,
  placesOfSetup,
  prepareSetup,
  pretendDesktop,
} from './entrance.ts';
import {
  dialogsOf,
  enterIn,
  furnish,
  furnishEmpty,
  goTo,
  type Place,
  pagesOf,
  pagesOfEmptyThings,
  pagesOfNothing,
  pagesOfThings,
  routesWithout,
  SIZES,
} from './places.ts';

/**
 * `npm run gallery`: screenshots of every page of the dashboard, full, empty, loading, failing and missing, and of dialogs,
 * in both color schemes and both languages. `misfits.txt` beside them names what does not fit. See
 * `scripts/gallery.mjs` for a part of it.
 */
type Size = keyof typeof SIZES;
const ALL = Object.keys(SIZES) as Size[];
/** Portuguese is longer, and otherwise the same. */
const LANGUAGES = { en: ALL, 'pt-BR': ['wide', 'phone', 'short'] } as const;
/** What opens over a page is opened again where it is placed in another way. */
const OPENED_AT = {
  en: [['wide', 'middle'], ['short'], ['phone']],
  'pt-BR': [['wide'], ['phone'], ['short']],
} as const;
const SCHEMES = ['light', 'dark'] as const;
/** What the frame around a page needs; the page's own data is what is slow or fails. */
const FRAME = /\/api\/dashboard\/(?:session|events|conversation-counts|updates)\b/;
const OWNER = { email: 'gallery@example.test', password: 'Gallery-lantern-49' };
const FOLDER = 'test-results/gallery';
/** The pages of this run, by a part of their names. */
const CHOSEN = new RegExp(process.env.GALLERY_PAGES ?? '');

test.describe.configure({ mode: 'default' });
test.setTimeout(1_200_000);
/** What a window of this size does not have is not waited for long. */
test.use({ actionTimeout: 10_000 });

for (const language of ['en', 'pt-BR'] as const) {
  test(`full ${language}`, async ({ page, board }) => {
    await enterIn(page, board.url, board.demo, language);
    const made = await furnished(page, board.url);
    const places = [...(await pagesOf(page, board.url)), ...pagesOfThings(made)];
    expect(routesWithout(places)).toEqual([]);
    await photographAll(page, board.url, places, 'full', language);
    await photographAll(page, board.url, [{ name: 'dev-ui', path: '/dev/ui' }], 'full', language);
  });

  test(`missing ${language}`, async ({ page, board }) => {
    await enterIn(page, board.url, board.demo, language);
    await photographAll(page, board.url, pagesOfNothing(), 'missing', language);
  });

  test(`campaigns ${language}`, async ({ page, board }) => {
    await enterIn(page, board.url, board.demo, language);
    campaigns ??= furnishCampaigns(page, `${board.url}/api/dashboard`);
    await photographAll(page, board.url, placesOfCampaigns(await campaigns), 'full', language);
  });

  test(`dialogs ${language}`, async ({ page, board }) => {
    await enterIn(page, board.url, board.demo, language);
    await photographAll(page, board.url, dialogsOf(await furnished(page, board.url)), 'dialog', language);
  });

  for (const [state, answer] of [
    ['loading', hold],
    ['error', fail],
  ] as const) {
    test(`${state} ${language}`, async ({ page, board }) => {
      await enterIn(page, board.url, board.demo, language);
      const made = await furnished(page, board.url);
      const places = chosen([...(await pagesOf(page, board.url)), ...pagesOfThings(made)]);
      await page.route('**/api/dashboard/**', answer);
      for (const place of places) {
        await page.goto(board.url + place.path, { waitUntil: 'domcontentloaded' });
        await expect(page.getByRole('main')).toBeVisible();
        await page.waitForTimeout(1_000);
        // Failed requests are sent again before the page says so.
        if (state === 'error')
          await page
            .locator('.tabler-icon-cloud-off')
            .first()
            .waitFor({ timeout: 6_000 })
            .catch(() => null);
        await photograph(page, place.name, state, language);
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  }

  test(`entrance ${language}`, async ({ page, board }) => {
    await speak(page, language);
    await photographAll(
      page,
      board.url,
      placesOfEntrance(await makeLinks(board.url, board.demo)),
      'full',
      language,
      ALL,
    );
  });

  test(`desktop ${language}`, async ({ board, openWindow }) => {
    const start = await openWindow();
    await speak(start, language);
    await pretendDesktop(start, null);
    await photographAll(start, board.url, PLACES_OF_DESKTOP, 'full', language, ALL);
    const app = await openWindow();
    await speak(app, language);
    await pretendDesktop(app, board.url);
    await enterDesktop(app, board.url, board.demo);
    await photographAll(app, board.url, PLACES_OF_SETTINGS, 'full', language, ALL);
  });

  test(`setup ${language}`, async ({ page, server }) => {
    const owner = { ...OWNER, email: `setup.${language}.${OWNER.email}` };
    const begun = await server.begin('Harbour Rentals', owner);
    await enterIn(page, begun.url, owner, language);
    await prepareSetup(page, begun);
    await photographAll(page, begun.url, placesOfSetup(begun.url), 'full', language, ALL);
  });

  test(`empty ${language}`, async ({ page, server }) => {
    const { url } = await server.begin('Gallery', { ...OWNER, email: `${language}.${OWNER.email}` });
    await speak(page, language);
    await page.goto(url);
    await expect(page.getByTestId('login-email')).toBeVisible();
    await photograph(page, 'sign-in', 'full', language);
    await enterIn(page, url, { ...OWNER, email: `${language}.${OWNER.email}` }, language);
    await photographAll(page, url, await pagesOf(page, url), 'empty', language);
    const made = await furnishEmpty(page, url);
    await photographAll(page, url, pagesOfEmptyThings(made), 'empty', language);
  });
}

test.afterAll(() => {
  console.log(`The screenshots: ${writeIndex()}`);
});

/** Sets the language of a page without a session. */
async function speak(page: Page, language: string): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('switchboard.language', chosen), language);
}

/** A page of one workspace has everything that `furnish` makes, once. */
let furniture: { url: string; made: ReturnType<typeof furnish> } | null = null;
function furnished(page: Page, url: string): ReturnType<typeof furnish> {
  furniture ??= { url, made: furnish(page, url) };
  return furniture.made;
}

let campaigns: ReturnType<typeof furnishCampaigns> | null = null;

function chosen(places: readonly Place[]): Place[] {
  return places.filter(({ name }) => CHOSEN.test(name));
}

async function photographAll(
  page: Page,
  url: string,
  places: readonly Place[],
  state: string,
  language: keyof typeof LANGUAGES,
  sizes?: readonly Size[],
): Promise<void> {
  for (const place of chosen(places)) {
    const groups = sizes ? [sizes] : place.open ? OPENED_AT[language] : [LANGUAGES[language]];
    for (const sizes of groups) {
      try {
        await goTo(page, url, place, SIZES[sizes[0] ?? 'wide']);
        await photograph(page, place.name, state, language, sizes);
      } catch (error) {
        // The others are worth having.
        note(`${place.name}.${state}.${sizes[0]}.${language}`, [
          `not opened: ${String(error).split('\n')[0]}`,
        ]);
      }
    }
  }
}

/** Saves `<page>.<state>.<size>.<scheme>[.pt-BR].png` for each size and scheme. */
async function photograph(
  page: Page,
  name: string,
  state: string,
  language: keyof typeof LANGUAGES,
  sizes: readonly Size[] = LANGUAGES[language],
): Promise<void> {
  for (const size of sizes) {
    // The page of components is one long list.
    await page.setViewportSize({ ...SIZES[size], ...(name === 'dev-ui' && { height: 9_000 }) });
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await untilAnimationsEnd(page);
      const parts = [name, state, size, scheme, ...(language === 'en' ? [] : [language])];
      await page.screenshot({ path: `${FOLDER}/${parts.join('.')}.png`, timeout: 60_000 });
    }
    note(`${name}.${state}.${size}.${language}`, await misfitsOf(page));
  }
}

function note(where: string, misfits: readonly string[]): void {
  mkdirSync(FOLDER, { recursive: true });
  for (const misfit of misfits) appendFileSync(`${FOLDER}/misfits.txt`, `${where}\t${misfit}\n`);
}

/** Never answers, as a server that is slow. */
async function hold(route: Route): Promise<void> {
  if (FRAME.test(route.request().url())) await route.fallback();
}

async function fail(route: Route): Promise<void> {
  if (FRAME.test(route.request().url())) return route.fallback();
  const error = {
    code: 'internal',
    message: ERRORS.internal.message,
    requestId: 'req_gallery',
  };
  await route.fulfill({ status: 500, json: { error } });
}

/** Writes the page that shows all screenshots of this and earlier runs, by page and state. Returns its path. */
function writeIndex(): string {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.png'));
  const pages = [...new Set(files.map((file) => file.split('.')[0] ?? ''))].sort();
  const body = pages.map((page) => {
    const figures = files
      .filter((file) => file.startsWith(`${page}.`))
      .map((file) => {
        const caption = file.split('.').slice(1, -1).join(', ');
        return `<figure><a href="${file}"><img loading="lazy" src="${file}"></a><figcaption>${caption}</figcaption></figure>`;
      });
    return `<h2 id="${page}">${page}</h2><div>${figures.join('')}</div>`;
  });
  const file = `${FOLDER}/index.html`;
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>Gallery</title>
<style>body{font:14px sans-serif;margin:24px}div{display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}img{height:220px;border:1px solid #ccc}</style>
<h1>Gallery</h1><p>${pages.map((page) => `<a href="#${page}">${page}</a>`).join(' · ')}</p>${body.join('\n')}`,
  );
  return file;
}
