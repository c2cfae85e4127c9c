import type { Locator, Page } from '@playwright/test';
import { type ScriptedEngine, startScriptedEngine } from '../helpers/scripted-engine.ts';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, takesScreenshots, untilAnimationsEnd } from './screens.ts';
import { cookieOf, customerWrites, type Switchboard, startSwitchboard } from './switchboard.ts';

/**
 * What a workspace has learned from its own use: this one has sixty conversations, half about opening hours and half about
 * delivery, which people answered with two saved replies.
 */
let engine: ScriptedEngine;
let board: Switchboard;
test.beforeAll(async () => {
  test.setTimeout(360_000);
  engine = await startScriptedEngine();
  board = await startSwitchboard({ demo: true, env: { INFERENCE_UPSTREAM: engine.url } });
  await haveHistory();
});
test.afterAll(async () => {
  await board?.stop();
  await engine?.stop();
});

const WIDTHS = ['wide', 'middle', 'phone'] as const;
const EACH = 30;
const HOURS = 'We are open Monday to Friday from 9 to 18.';
const DELIVERY = 'Delivery takes four days with our own van.';
const OWN_WORDS = [
  'We wrap gifts for 3 euros, in paper of your choice.',
  'Hello! We wrap gifts for 3 euros, in a paper of your choice.',
  'We wrap gifts, for 3 euros in paper of your choice :)',
  'Sure: we wrap gifts for 3 euros, in the paper of your choice.',
  'we wrap gifts for 3 euros, in paper of your choice',
];

async function api(method: string, path: string, body?: object): Promise<ReturnType<typeof JSON.parse>> {
  const answer = await fetch(`${board.url}/api/dashboard${path}`, {
    method,
    headers: { 'content-type': 'application/json', cookie: await cookieOf(board.url, board.demo) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer.json();
}

const phoneOf = (place: number) => `1555019${String(place).padStart(4, '0')}`;

/** Customers ask, and people answer: with a saved reply, or by hand. */
async function haveHistory(): Promise<void> {
  const create = async (name: string, content: string) =>
    (await api('POST', '/saved-replies', { name, content })).id as string;
  const hours = await create('Opening hours', HOURS);
  const delivery = await create('Delivery', DELIVERY);
  const { id: label } = await api('POST', '/labels', { name: 'Delivery', color: 'blue' });
  const answers: { phone: string; content: string; reply?: string; label?: string }[] = [];
  for (let place = 0; place < EACH; place += 1) {
    const [one, two] = [phoneOf(place), phoneOf(1_000 + place)];
    await customerWrites(
      board.phoneUrl,
      one,
      `when are you open${place % 3 === 0 ? ' on monday' : ' today'}?`,
    );
    await customerWrites(
      board.phoneUrl,
      two,
      `how long does the delivery of my parcel take${place % 2 ? ' please' : ''}`,
    );
    answers.push({ phone: one, content: HOURS, reply: hours });
    answers.push({ phone: two, content: DELIVERY, reply: delivery, label });
  }
  for (const [place, content] of OWN_WORDS.entries()) {
    await customerWrites(
      board.phoneUrl,
      phoneOf(2_000 + place),
      `do you wrap gifts${place % 2 ? ', please' : ''}?`,
    );
    answers.push({ phone: phoneOf(2_000 + place), content });
  }
  for (const { phone, content, reply, label: given } of answers) {
    const find = async () => (await api('GET', `/conversations?search=${phone}`)).data[0];
    await expect.poll(find, { timeout: 30_000 }).toBeDefined();
    const { id } = await find();
    await api('POST', `/conversations/${id}/messages`, {
      ...{ content, clientId: crypto.randomUUID(), lastSeenId: null },
      ...(reply && { savedReply: { id: reply } }),
    });
    if (given) await api('PATCH', `/conversations/${id}`, { addLabels: [given] });
  }
}

/** Takes a screenshot in Portuguese on a low screen. */
async function lookInPortuguese(page: Page, name: string, part: Locator): Promise<void> {
  if (!takesScreenshots) return;
  await page.evaluate(() => localStorage.setItem('switchboard.language', 'pt-BR'));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await page.setViewportSize({ width: 1024, height: 600 });
  await part.scrollIntoViewIfNeeded();
  await untilAnimationsEnd(page);
  await page.screenshot({ path: `test-results/screens/${name}-pt-low.png` });
  await page.setViewportSize({ width: 390, height: 844 });
  await part.scrollIntoViewIfNeeded();
  await untilAnimationsEnd(page);
  await page.screenshot({ path: `test-results/screens/${name}-pt-phone.png` });
  await page.evaluate(() => localStorage.setItem('switchboard.language', 'en'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
}

test('labels that fit are suggested at the top of the label menu', { tag: '@soak' }, async ({ page }) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await customerWrites(board.phoneUrl, '15550193001', 'how long does delivery of a parcel take');
  await page.getByTestId('conversation-row').filter({ hasText: 'delivery of a parcel' }).first().click();
  await expect(page.getByTestId('composer')).toBeVisible();
  const menu = page.getByTestId('pick-label');
  // The workspace learns when it is first asked: the menu shows it the next time.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await page.getByTestId('composer').blur();
    await page.keyboard.press('l');
    await expect(menu.getByText('Suggested')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(menu.getByTestId('pick-option').first()).toHaveText('Delivery');
  await lookAt(page, 'label-suggestions', ['wide']);
  await menu.getByTestId('pick-option').first().click();
  const labelled = async () =>
    (await api('GET', '/conversations?search=15550193001')).data[0].labels.map(
      ({ name }: { name: string }) => name,
    );
  await expect.poll(labelled).toEqual(['Delivery']);
  expect(complaints).toEqual([]);
});

test('what is asked is answered with its sources: a reply goes into the text, an answer leads to its conversation', {
  tag: '@soak',
}, async ({ page }) => {
  const complaints = complaintsOf(page);
  engine.answer(() => 'none');
  await enter(page, board.url, board.demo);
  await customerWrites(board.phoneUrl, '15550193002', 'Hello there, a question');
  await page.getByTestId('conversation-row').filter({ hasText: 'a question' }).first().click();
  const composer = page.getByTestId('composer');
  await expect(page.getByTestId('assist-open')).toBeVisible();
  const ask = async (question: string) => {
    await composer.press('Alt+q');
    await page.getByTestId('assist-question').fill(question);
    await page.getByTestId('assist-question').press('Enter');
  };
  await ask('how long does delivery take?');
  const reply = page.getByTestId('assist-source-reply').first();
  await expect(reply).toHaveText('Delivery', { timeout: 15_000 });
  await lookAt(page, 'ask-sources', WIDTHS);
  await reply.click();
  await expect(composer).toHaveValue(DELIVERY);
  await composer.fill('');
  await page.getByTestId('assist-question').fill('do we wrap gifts?');
  await page.getByTestId('assist-question').press('Enter');
  const answer = page.getByTestId('assist-source-answer').first();
  await expect(answer).toContainText('Answer to', { timeout: 15_000 });
  await answer.click();
  await expect(page).toHaveURL(/\/inbox\/cv_/);
  await expect(
    page.getByTestId('message-bubble').filter({ hasText: /wrap gifts,? for 3 euros/ }),
  ).toBeVisible();
  expect(complaints).toEqual([]);
});

test('answers that were given by hand are proposed as a saved reply: accepted, or dismissed for good', {
  tag: '@soak',
}, async ({ page }) => {
  const complaints = complaintsOf(page);
  engine.answer(({ schema }) =>
    schema === 'saved_reply'
      ? JSON.stringify({
          title: 'Gift wrapping',
          text: 'We wrap gifts for 3 euros, in paper of your choice.',
        })
      : 'ok',
  );
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/settings/saved-replies`);
  const section = page.getByTestId('reply-proposals');
  await expect(section).toContainText('Nothing is proposed now');
  await lookAt(page, 'proposals-none', ['wide']);
  await page.getByTestId('reply-proposals-look').click();
  const proposal = page.getByTestId('reply-proposal');
  await expect(proposal).toHaveCount(1, { timeout: 60_000 });
  await expect(proposal).toContainText('We wrap gifts for 3 euros');
  await expect(proposal).toContainText('Written 5 times, to 5 customers');
  await expect(proposal).toContainText('Worded by scripted-3b');
  await proposal.getByTestId('reply-proposal-questions').click();
  await expect(page.getByTestId('reply-proposal-question')).toHaveCount(5);
  await lookAt(page, 'proposals', WIDTHS);
  await lookInPortuguese(page, 'proposals', section);
  await proposal.getByTestId('reply-proposal-dismiss').click();
  await expect(page.getByRole('dialog')).toContainText('The same answer is not proposed again.');
  await lookAt(page, 'proposals-dismiss', ['wide']);
  await page.keyboard.press('Escape');

  await test.step('a question leads to its message', async () => {
    const questions = page.getByTestId('reply-proposal-question');
    // The list is still open, unless the page was loaded again for its Portuguese screenshots.
    if ((await questions.count()) === 0) await proposal.getByTestId('reply-proposal-questions').click();
    await questions.first().getByRole('link').click();
    await expect(page.getByTestId('message-bubble').filter({ hasText: 'do you wrap gifts' })).toBeVisible();
    await page.goBack();
  });

  await test.step('the editor is filled in, and what it creates is in the list', async () => {
    await page.getByTestId('reply-proposal-accept').click();
    await expect(page.getByTestId('saved-reply-name')).toHaveValue('Gift wrapping');
    await expect(page.getByTestId('saved-reply-content')).toHaveValue(
      'We wrap gifts for 3 euros, in paper of your choice.',
    );
    await lookAt(page, 'proposals-accept', ['wide', 'phone']);
    await page.getByTestId('saved-reply-name').fill('Gifts');
    await page.getByTestId('saved-reply-submit').click();
    await expect(page.getByTestId('saved-reply-row').filter({ hasText: 'Gifts' })).toBeVisible();
    await expect(proposal).toHaveCount(0);
  });
  expect(complaints).toEqual([]);
});

test('after hours: switched on, rehearsed, allowed by the owner, and every answer is in the log', {
  tag: '@soak',
}, async ({ page }) => {
  test.setTimeout(180_000);
  const complaints = complaintsOf(page);
  const week: object[][] = [[], [], [], [], [], [], []];
  week[(new Date().getUTCDay() + 3) % 7] = [{ from: 540, to: 1_080 }];
  await api('PUT', '/business-hours', {
    hours: { timeZone: 'UTC', week, closedDays: [] },
    ...{ firstResponseMinutes: null, nextResponseMinutes: null },
  });
  await enter(page, board.url, board.demo);

  await test.step('the switch', async () => {
    await page.goto(`${board.url}/settings/assistant`);
    await expect(page.getByTestId('assist-replies').getByLabel('Test')).toHaveCount(1);
    // Nothing is counted of details: a test would say nothing.
    await expect(page.getByTestId('assist-details').getByLabel('Test')).toHaveCount(0);
    const feature = page.getByTestId('assist-afterHours');
    await expect(feature.getByLabel('Off')).toBeChecked();
    await feature.getByText('On', { exact: true }).click();
    await expect(feature.getByLabel('On')).toBeChecked();
    await expect(page.getByTestId('after-hours-none')).toBeVisible();
    await lookAt(page, 'after-hours-settings', WIDTHS);
  });

  await test.step('the rehearsal says how often the reply would have been right, and offers it', async () => {
    await page.goto(`${board.url}/settings/saved-replies`);
    await page
      .getByTestId('saved-reply-row')
      .filter({ hasText: 'Opening hours' })
      .getByRole('button')
      .first()
      .click();
    await expect(page.getByText(/would have been right for \d+ of \d+ clear messages/)).toBeVisible({
      timeout: 30_000,
    });
    const alone = page.getByTestId('saved-reply-alone');
    await expect(alone).toBeEnabled();
    await alone.click();
    await expect(alone).toBeChecked();
    await lookAt(page, 'after-hours-rehearsal', ['wide', 'phone']);
    await page.keyboard.press('Escape');
  });

  await test.step('the log names the customer and the reply, and leads to the conversation', async () => {
    await customerWrites(board.phoneUrl, '15550193003', 'when are you open today?');
    await page.goto(`${board.url}/settings/assistant`);
    const log = page.getByTestId('after-hours-log');
    // People write in bursts: it is answered after 20 seconds.
    await expect(async () => {
      await page.reload();
      await expect(log).toContainText('Opening hours', { timeout: 3_000 });
    }).toPass({ timeout: 90_000 });
    await log.scrollIntoViewIfNeeded();
    await lookAt(page, 'after-hours-log', WIDTHS);
    await lookInPortuguese(page, 'after-hours-log', log);
    await log.getByRole('link').first().click();
    await expect(page.getByTestId('message-bubble').last()).toContainText('This is an automatic answer');
  });
  expect(complaints).toEqual([]);
});
