import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type ScriptedEngine, startScriptedEngine } from '../helpers/scripted-engine.ts';
import { addMember } from './add-member.ts';
import { lookAtEverySize } from './every-size.ts';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter } from './screens.ts';
import { cookieOf, customerWrites, type Switchboard, startSwitchboard } from './switchboard.ts';
import { textsOf } from './texts.ts';

/** The model of this server is a script in this process. */
let engine: ScriptedEngine;
let board: Switchboard;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  engine = await startScriptedEngine();
  board = await startSwitchboard({ demo: true, env: { INFERENCE_UPSTREAM: engine.url } });
});
test.afterAll(async () => {
  await board?.stop();
  await engine?.stop();
});

async function asOwner(method: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`${board.url}/api/dashboard${path}`, {
    method,
    headers: { 'content-type': 'application/json', cookie: await cookieOf(board.url, board.demo) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
}

/** Returns the conversation of a phone, as the person of a page sees it, once its customer has written this. */
async function conversationOf(page: Page, phone: string, words: string): Promise<string> {
  const id = async (): Promise<string | undefined> => {
    const list = await page.request.get(`${board.url}/api/dashboard/conversations?view=all&limit=100`);
    const { data } = await list.json();
    return data.find(
      ({ contact, lastMessage }: { contact: { phone: string }; lastMessage: { preview: string } | null }) =>
        contact.phone.replace('+', '') === phone && lastMessage?.preview.includes(words),
    )?.id;
  };
  await expect.poll(id).toBeTruthy();
  return (await id()) ?? '';
}

const WORDS = {
  en: {
    asked: ['How much is a full service?', 'And do you take cheques?'],
    answer: 'A full service costs £85 and takes 4 working days.',
    reply: { name: 'Full service', content: 'A full service costs £95 and takes 4 working days.' },
    open: 'do you take cheques',
    wrong: ['A full service costs £85', 'A full service costs £95'],
    hello: ['Good morning', 'Good morning, what can we do for you?', 'Do you sell helmets?'],
  },
  'pt-BR': {
    asked: ['Quanto custa a revisão completa?', 'E vocês aceitam Pix?'],
    answer: 'A revisão completa custa R$ 85,00 e leva 4 dias úteis.',
    reply: { name: 'Revisão', content: 'A revisão completa custa R$ 95,00 e leva 4 dias úteis.' },
    open: 'vocês aceitam Pix',
    wrong: ['A revisão completa custa R$ 85,00', 'A revisão completa custa R$ 95,00'],
    // A greeting alone is nothing to answer.
    hello: ['Preciso de uma ajuda', 'Claro, em que podemos ajudar?', 'Vocês vendem capacetes?'],
  },
} as const;

for (const [language, locale, phones, tag] of [
  ['en', 'en-US', ['15550109101', '15550109102'], []],
  ['pt-BR', 'pt-BR', ['15550109103', '15550109104'], ['@soak']],
] as const) {
  test(`a member looks again at their own answers, and nobody else does, in ${language}`, {
    tag: [...tag],
  }, async ({ browser }) => {
    test.setTimeout(300_000);
    const words = WORDS[language];
    const text = textsOf(language);
    const lia = {
      ...{ name: 'Lia Prado', email: `lia${phones[0]}@example.test`, password: 'long enough for Lia' },
    };
    await addMember(board.url, board.demo, { ...lia, role: 'staff' });
    await asOwner('POST', '/saved-replies', words.reply);
    const page = await browser.newPage({ locale, viewport: { width: 1440, height: 900 } });
    const complaints = complaintsOf(page);
    await enter(page, board.url, lia);
    const findings = page.getByTestId('review-finding');
    const ofKind = (kind: string) => page.locator(`[data-testid="review-finding"][data-kind="${kind}"]`);
    const answers = async (phone: string, asked: string, content: string) => {
      const id = await conversationOf(page, phone, asked);
      const data = { content, clientId: randomUUID() };
      const address = `${board.url}/api/dashboard/conversations/${id}/messages`;
      // A busy server refuses it for a moment; with the same id, it is sent once.
      await expect.poll(async () => (await page.request.post(address, { data })).status()).toBe(201);
      return id;
    };

    await test.step('without an answer, there is nothing; what is not loaded can be loaded again', async () => {
      await page.goto(`${board.url}/settings/rehearsals`);
      await page.getByTestId('review-page').click();
      await expect(page.getByText(text('own-review:none.noAnswers'))).toBeVisible();
      await expect(page.getByTestId('review-start')).toHaveCount(0);
      await lookAtEverySize(page, `own-review-empty-${language}`);
      await page.route('**/api/dashboard/own-review', (route) => route.abort());
      await page.reload();
      await expect(page.getByText(text('own-review:notLoaded'))).toBeVisible();
      await lookAtEverySize(page, `own-review-failed-${language}`);
      await page.unroute('**/api/dashboard/own-review');
      await page.getByRole('button', { name: text('common:actions.retry') }).click();
      await expect(page.getByText(text('own-review:none.noAnswers'))).toBeVisible();
    });

    await test.step('a question that was closed is found by a rule', async () => {
      const [hello, answer, question] = words.hello;
      await customerWrites(board.phoneUrl, phones[1], hello);
      const id = await answers(phones[1], hello, answer);
      await customerWrites(board.phoneUrl, phones[1], question);
      await conversationOf(page, phones[1], question);
      const { user } = await (await page.request.get(`${board.url}/api/dashboard/session`)).json();
      const change = { assigneeId: user.id, status: 'closed' };
      const changed = await page.request.patch(`${board.url}/api/dashboard/conversations/${id}`, {
        data: change,
      });
      expect(changed.status()).toBe(200);
      await page.reload();
      await expect(findings).toHaveCount(1);
      await expect(ofKind('unanswered')).toContainText(question);
      await expect(ofKind('unanswered')).toContainText(text('own-review:why.closed'));
    });

    await test.step('the model looks on request, can be stopped, and shows the words', async () => {
      for (const asked of words.asked) {
        await customerWrites(board.phoneUrl, phones[0], asked);
        await conversationOf(page, phones[0], asked);
      }
      await answers(phones[0], words.asked[1], words.answer);
      const found = JSON.stringify({
        open: [{ at: 2, words: `${words.open}?` }],
        wrong: [{ words: words.wrong[0], note: 'A', says: words.wrong[1] }],
      });
      const nothing = JSON.stringify({ open: [], wrong: [] });
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      engine.answer(({ schema, prompt }) => ({
        text: schema === 'review' && prompt.includes(words.answer) ? found : nothing,
        after: held,
      }));
      await page.reload();
      await expect(page.getByTestId('review-start')).toContainText('2');
      await page.getByTestId('review-start').click();
      await expect(page.getByTestId('review-stop')).toBeVisible();
      await lookAtEverySize(page, `own-review-running-${language}`);
      await page.getByTestId('review-stop').click();
      await expect(page.getByTestId('review-stop')).toHaveCount(0);
      release();
      await page.getByTestId('review-start').click();
      await expect(findings).toHaveCount(3);
      await expect(ofKind('fact').locator('mark')).toHaveText(words.wrong[0]);
      await expect(ofKind('fact')).toContainText(words.reply.name);
      await expect(ofKind('unanswered').locator('mark')).toHaveText(`${words.open}?`);
      await expect(page.getByTestId('review-look')).toContainText(
        text('own-review:look.progress', { done: '2', total: '2' }),
      );
      await lookAtEverySize(page, `own-review-${language}`);
    });

    await test.step('the member says what is right; what is wrong is hidden, also the next time', async () => {
      await ofKind('fact').getByTestId('review-wrong').click();
      await expect(ofKind('fact')).toHaveCount(0);
      const open = ofKind('unanswered').filter({ has: page.locator('mark') });
      await open.getByTestId('review-right').click();
      await expect(open).toContainText(text('own-review:judge.said'));
      await page.reload();
      await page.getByTestId('review-start').click();
      await expect(open).toContainText(text('own-review:judge.said'));
      await expect(findings).toHaveCount(2);
      await open.getByTestId('review-open').click();
      await expect(page.locator('article').filter({ hasText: words.asked[1] }).first()).toBeInViewport();
    });

    await test.step('the owner sees nothing of it', async () => {
      const owner = await browser.newPage({ locale, viewport: { width: 1440, height: 900 } });
      await enter(owner, board.url, board.demo);
      await owner.goto(`${board.url}/settings/rehearsals/review`);
      await expect(
        owner.getByTestId('review-look').or(owner.getByText(text('own-review:none.noAnswers'))),
      ).toBeVisible();
      await expect(owner.getByText(words.answer)).toHaveCount(0);
      await expect(owner.getByText(words.hello[2])).toHaveCount(0);
      await owner.close();
    });

    await test.step('turned off, there is neither the page nor a way to it', async () => {
      await asOwner('PATCH', '/assist', { modes: { review: 'off' } });
      await page.goto(`${board.url}/settings/rehearsals/review`);
      await expect(page.getByTestId('review-off')).toBeVisible();
      await lookAtEverySize(page, `own-review-off-${language}`);
      await page.goto(`${board.url}/settings/rehearsals`);
      await expect(page.getByRole('heading', { name: text('rehearsals:title') }).first()).toBeVisible();
      await expect(page.getByTestId('review-page')).toHaveCount(0);
      await asOwner('PATCH', '/assist', { modes: { review: 'on' } });
      await expect(page.getByTestId('review-page')).toBeVisible();
    });
    expect(complaints).toEqual([]);
    await page.close();
  });
}
