import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, type Page, type Route } from '@playwright/test';
import { test } from '../e2e/fixtures.ts';
import { enter, untilAnimationsEnd } from '../e2e/screens.ts';

/**
 * `npm run gallery`: screenshots of every page of the dashboard, full, empty, loading and failing, in both color
 * schemes. The pages are those that the navigation and the settings link to, so a new page is in the gallery
 * without a change here.
 */
const SIZES = {
  wide: { width: 1440, height: 900 },
  middle: { width: 1024, height: 900 },
  phone: { width: 390, height: 844 },
  short: { width: 1024, height: 600 },
} as const;
const SCHEMES = ['light', 'dark'] as const;
/** What the frame around a page needs; the page's own data is what is slow or fails. */
const FRAME = /\/api\/dashboard\/(?:session|events|conversation-counts|updates)\b/;
const OWNER = { email: 'gallery@example.test', password: 'Gallery-lantern-49' };

/** Pages that are opened by a button, so that no link leads to them. */
const UNLINKED = ['/contacts/import', '/broadcasts/new', '/settings/automation/new'];

const FOLDER = 'test-results/gallery';

/** One screenshot: `test-results/gallery/<page>.<state>.<size>.<scheme>.png`. */
interface Screenshot {
  page: string;
  state: string;
  size: string;
  scheme: string;
}

const screenshots: Screenshot[] = [];

test.describe.configure({ mode: 'serial' });
test.setTimeout(1_200_000);

test('full', async ({ page, board }) => {
  await enter(page, board.url, board.demo);
  const paths = await pagesOf(page, board.url);
  await page.goto(`${board.url}/inbox`);
  const conversation = await page.getByTestId('conversation-row').first().getAttribute('data-id');
  paths.push(`/inbox/${conversation}`, '/dev/ui');
  for (const path of paths) {
    await page.goto(board.url + path);
    await expect(page.getByRole('main')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await photograph(page, path, 'full');
  }
  for (const [state, answer] of [
    ['loading', hold],
    ['error', fail],
  ] as const) {
    await page.route('**/api/dashboard/**', answer);
    for (const path of paths) {
      await page.goto(board.url + path, { waitUntil: 'domcontentloaded' });
      await expect(page.getByRole('main')).toBeVisible();
      // Failed requests are sent again before the page says so.
      await page.waitForTimeout(state === 'error' ? 6_000 : 1_000);
      await photograph(page, path, state);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

/** What nobody has before a person has made it: a draft, a saved view, a rule, a broadcast and a segment. */
test('made by a person', async ({ page, board }) => {
  await enter(page, board.url, board.demo);
  const api = `${board.url}/api/dashboard`;
  const row = page.getByTestId('conversation-row').first();
  const id = await row.getAttribute('data-id');
  const draft = await page.request.put(`${api}/drafts/${id}`, {
    data: {
      baseRevision: null,
      content: { reply: 'Your order leaves on Thursday.', note: '', template: '', quote: '' },
    },
  });
  expect(draft.status(), await draft.text()).toBe(200);
  const view = await page.request.post(`${api}/saved-views`, {
    data: { name: 'Unread of mine', filter: { view: 'mine', unread: true } },
  });
  expect(view.status(), await view.text()).toBe(201);
  await page.goto(`${board.url}/inbox/${id}`);
  await expect(page.getByText('Your order leaves on Thursday.').first()).toBeVisible();
  // In the narrow sizes the sidebar has no names.
  const address = await page.getByRole('link', { name: 'Unread of mine' }).getAttribute('href');
  await photograph(page, '/inbox/draft', 'full');
  await page.goto(board.url + address);
  await page.waitForLoadState('networkidle');
  await photograph(page, '/inbox/saved-view', 'full');

  await page.request.post(`${api}/segments`, {
    data: { name: 'Customers with repairs', filter: { status: 'customer', tag: 'repairs' } },
  });
  const [rule, broadcast] = [await makeRule(page, api), await makeBroadcast(page, api)];
  for (const path of ['/contacts', '/settings/automation', `/settings/automation/${rule}`]) {
    await page.goto(board.url + path);
    await page.waitForLoadState('networkidle');
    await photograph(page, path.replace(rule, 'rule'), 'made');
  }
  for (const path of ['/broadcasts', `/broadcasts/${broadcast}`]) {
    await page.goto(board.url + path);
    await page.waitForLoadState('networkidle');
    await photograph(page, path.replace(broadcast, 'broadcast'), 'made');
  }

  const { id: listener } = await (await page.request.post(`${api}/webhook-listeners`)).json();
  await page.request.post(`${api}/webhook-endpoints/${listener}/test`, { data: {} });
  await page.goto(`${board.url}/settings/webhooks/${listener}`);
  await expect(page.getByTestId('listener-request').first()).toBeVisible();
  await photograph(page, '/settings/webhooks/listener', 'made');
  await page.goto(`${board.url}/model?tab=playground`);
  await page.getByTestId('play-compare').click();
  await expect(page.getByTestId('compare-too-few')).toBeVisible();
  await photograph(page, '/model/compare', 'full');
});

async function makeRule(page: Page, api: string): Promise<string> {
  const made = await page.request.post(`${api}/automation-rules`, {
    data: {
      name: 'Answer outside of business hours',
      trigger: { kind: 'outside_hours' },
      conditions: [{ kind: 'marketing', is: 'unknown' }],
      actions: [{ kind: 'text', text: 'Thank you for your message. We answer tomorrow morning.' }],
      pauseHours: 12,
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  return (await made.json()).id;
}

async function makeBroadcast(page: Page, api: string): Promise<string> {
  const made = await page.request.post(`${api}/broadcasts`, {
    data: {
      name: 'Winter opening hours',
      template: { name: 'hello_world', language: 'en_US' },
      audience: { all: true },
      sendAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  return (await made.json()).id;
}

test('empty', async ({ page, server }) => {
  const { url } = await server.begin('Gallery', OWNER);
  await page.goto(url);
  await expect(page.getByTestId('login-email')).toBeVisible();
  await photograph(page, '/sign-in', 'full');
  await enter(page, url, OWNER);
  for (const path of await pagesOf(page, url)) {
    await page.goto(url + path);
    await page.waitForLoadState('networkidle');
    await photograph(page, path, 'empty');
  }
});

test.afterAll(() => {
  console.log(`${screenshots.length} screenshots: ${writeIndex(screenshots)}`);
});

/** Returns the addresses of all pages that the navigation and the settings link to. */
async function pagesOf(page: Page, url: string): Promise<string[]> {
  await page.goto(`${url}/settings`);
  await expect(page.getByTestId('nav-inbox')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const links = await page
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const paths = links
    .map((link) => link.split('?')[0] ?? '')
    .filter((path) => !/^\/(?:docs$|settings$|inbox\/)/.test(path));
  return [...new Set(['/inbox', ...paths, ...UNLINKED])];
}

async function photograph(page: Page, path: string, state: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    // The page of components is one long list.
    await page.setViewportSize({ ...viewport, ...(path === '/dev/ui' && { height: 9_000 }) });
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await untilAnimationsEnd(page);
      // An id is another one each time; the screenshots of two runs can be compared.
      const name =
        path
          .replace(/\/cv_\w+/, '/conversation')
          .slice(1)
          .replaceAll('/', '-') || 'inbox';
      const screenshot = { page: name, state, size, scheme };
      screenshots.push(screenshot);
      await page.screenshot({ path: `${FOLDER}/${Object.values(screenshot).join('.')}.png` });
    }
  }
}

/** Never answers, as a server that is slow. */
async function hold(route: Route): Promise<void> {
  if (FRAME.test(route.request().url())) await route.fallback();
}

async function fail(route: Route): Promise<void> {
  if (FRAME.test(route.request().url())) return route.fallback();
  const error = {
    code: 'internal',
    message: 'Something went wrong on the server. Try again.',
    requestId: 'req_gallery',
  };
  await route.fulfill({ status: 500, json: { error } });
}

/** Writes the page that shows all screenshots, by page and state. Returns its path. */
function writeIndex(screenshots: readonly Screenshot[]): string {
  const pages = [...new Set(screenshots.map(({ page }) => page))].sort();
  const body = pages.map((page) => {
    const of = screenshots.filter((screenshot) => screenshot.page === page);
    const figures = of.map((screenshot) => {
      const file = `${Object.values(screenshot).join('.')}.png`;
      const { state, size, scheme } = screenshot;
      return `<figure><a href="${file}"><img loading="lazy" src="${file}"></a><figcaption>${state}, ${size}, ${scheme}</figcaption></figure>`;
    });
    return `<h2 id="${page}">${page}</h2><div>${figures.join('')}</div>`;
  });
  mkdirSync(FOLDER, { recursive: true });
  const file = `${FOLDER}/index.html`;
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>Gallery</title>
<style>body{font:14px sans-serif;margin:24px}div{display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}img{height:220px;border:1px solid #ccc}</style>
<h1>Gallery</h1><p>${pages.map((page) => `<a href="#${page}">${page}</a>`).join(' · ')}</p>${body.join('\n')}`,
  );
  return file;
}
