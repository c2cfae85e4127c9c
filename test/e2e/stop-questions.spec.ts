import type { Page } from '@playwright/test';
import { lookAtEverySize } from './every-size.ts';
import { expect, test } from './fixtures.ts';
import { enter, takesScreenshots } from './screens.ts';

/** What cannot be continued or brought back is stopped and deleted only after a question, or with an undo. */

/** Counts the requests of a method to an address. */
function countRequests(page: Page, method: string, path: RegExp): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === method && path.test(request.url())) count += 1;
  });
  return () => count;
}

const question = (page: Page) => page.getByRole('dialog');

test('a rehearsal is stopped after a question', async ({ board, openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const { data: colleagues } = await (await page.request.get(`${board.url}/api/dashboard/colleagues`)).json();
  const data = {
    ...{ scripts: ['late_order', 'price'], language: 'en', pace: 'calm', minutes: 10 },
    memberIds: [colleagues[0].id],
  };
  const made = await page.request.post(`${board.url}/api/dashboard/rehearsals`, { data });
  const stops = countRequests(page, 'POST', /\/rehearsals\/[^/]+\/stop$/);
  await page.goto(`${board.url}/settings/rehearsals/${(await made.json()).id}`);
  await page.getByTestId('rehearsal-stop').click();
  await expect(question(page)).toContainText('The result so far and the conversations are kept.');
  if (takesScreenshots) await lookAtEverySize(page, 'rehearsal-stop');
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  expect(stops()).toBe(0);
  await page.getByTestId('rehearsal-stop').click();
  await page.getByTestId('confirm').click();
  await expect(page.getByTestId('rehearsal-state')).toHaveText('Stopped');
  await expect(question(page)).toHaveCount(0);
});

test('a check of the model is stopped after a question', async ({ board, openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const path = `${board.url}/api/dashboard/assist/qualification`;
  const known = await (await page.request.get(path)).json();
  let state = 'running';
  await page.route(path, async (route) => {
    if (route.request().method() === 'DELETE') state = 'stopped';
    await route.fulfill({ json: { ...known, model: 'tiny-test', mayRun: true, state, done: 12 } });
  });
  const stops = countRequests(page, 'DELETE', /\/assist\/qualification$/);
  await page.goto(`${board.url}/model?tab=models`);
  await page.getByTestId('qualification-stop').click();
  await expect(question(page)).toContainText('What it has found so far is discarded');
  await expect(question(page)).toContainText('all features stay available');
  if (takesScreenshots) await lookAtEverySize(page, 'qualification-stop');
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  expect(stops()).toBe(0);
  await page.getByTestId('qualification-stop').click();
  await page.getByTestId('confirm').click();
  await expect(page.getByTestId('qualification')).toHaveAttribute('data-state', 'stopped');
  expect(stops()).toBe(1);
});

test('a comparison, an import and the playground ask too', async ({ board, openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  const running = {
    ...{ id: 'rp_1', state: 'running', read: 20, conversations: 80, cases: 0, isComplete: true },
    ...{
      createdAt: new Date().toISOString(),
      endedAt: null,
      present: {},
      changed: {},
      changes: { added: [], changed: [], removed: [] },
    },
  };
  const cancels = countRequests(page, 'POST', /\/(?:replays|contact-imports)\/[^/]+\/cancel$/);
  await test.step('a comparison', async () => {
    const known = await (await page.request.get(`${board.url}/api/dashboard/replays`)).json();
    await page.route('**/api/dashboard/replays', (route) =>
      route.fulfill({ json: { ...known, data: [running] } }),
    );
    await page.goto(`${board.url}/settings/rehearsals/replay`);
    await page.getByTestId('replay-cancel').click();
    await expect(question(page)).toContainText('What has been compared so far is kept');
    await page.keyboard.press('Escape');
  });
  await test.step('an import', async () => {
    const one = {
      ...{ id: 'ci_1', fileName: 'long.csv', state: 'importing', done: 1_200, rows: 20_000, columns: [] },
      ...{ mapping: [], mode: 'create', tags: [], finishedAt: null, createdAt: new Date().toISOString() },
      counts: {
        ...{ new: 0, changed: 0, unchanged: 0, duplicate: 0, faulty: 0, created: 1_200, updated: 0 },
        ...{ undone: 0, kept: 0 },
      },
    };
    await page.route(/\/contact-imports\/ci_1$/, (route) => route.fulfill({ json: one }));
    await page.goto(`${board.url}/contacts/import?id=ci_1`);
    await page.getByTestId('import-stop').click();
    await expect(question(page)).toContainText('Contacts imported so far are kept');
    if (takesScreenshots) await lookAtEverySize(page, 'import-stop');
    await page.keyboard.press('Escape');
  });
  expect(cancels()).toBe(0);
  await test.step('the playground', async () => {
    await page.goto(`${board.url}/model?tab=playground`);
    await page.getByTestId('play-draft').fill('Hello');
    await page.getByTestId('play-send').click();
    const turn = page.getByTestId('play-user');
    await expect(turn).toBeVisible();
    await page.getByTestId('play-clear').click();
    await expect(question(page)).toContainText('disappear from this page');
    await page.getByTestId('confirm').click();
    await expect(page.getByTestId('play-user')).toHaveCount(0);
  });
});
