import type { Page } from '@playwright/test';
import { type ScriptedEngine, startScriptedEngine } from '../helpers/scripted-engine.ts';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt } from './screens.ts';
import { cookieOf, customerWrites, type Switchboard, startSwitchboard } from './switchboard.ts';

/** The model of this server is a script in this process: each test says what it writes. */
let engine: ScriptedEngine;
let board: Switchboard;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  engine = await startScriptedEngine();
  board = await startSwitchboard({
    demo: true,
    env: { INFERENCE_UPSTREAM: engine.url, ASSIST_DRAFTS_PER_MINUTE: '1000' },
  });
});
test.afterAll(async () => {
  await board?.stop();
  await engine?.stop();
});

const WIDTHS = ['wide', 'middle', 'phone'] as const;

async function change(method: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`${board.url}/api/dashboard${path}`, {
    method,
    headers: { 'content-type': 'application/json', cookie: await cookieOf(board.url, board.demo) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
}

/** Opens the conversation with a customer who has just written. */
async function openNew(page: Page, phone: string, text: string): Promise<void> {
  await customerWrites(board.phoneUrl, phone, text);
  await page.getByTestId('conversation-row').filter({ hasText: text }).first().click();
  await expect(page.getByTestId('composer')).toBeVisible();
  // The assistant is loaded after the first screen; before, its key does nothing.
  await expect(page.getByTestId('assist-open')).toBeVisible();
}

/** Lets a customer write at length. The platform reports messages in no order: what comes next must find all of them. */
async function writeAtLength(page: Page, phone: string, first: string, thing: string): Promise<void> {
  await customerWrites(board.phoneUrl, phone, first);
  for (let number = 2; number <= 16; number += 1)
    await customerWrites(board.phoneUrl, phone, `This is another remark about my ${thing}, number ${number}`);
  const row = page.getByTestId('conversation-row').filter({ hasText: phone });
  await expect(row).toHaveAttribute('data-unread', '16');
}

test('a reply is rewritten: each change can be left out, and all of it undone', async ({ page }) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await openNew(page, '15550107001', 'When will my bike be ready?');
  const composer = page.getByTestId('composer');
  await composer.fill('your bike is redy on friday');
  engine.answer(() => ({ text: 'Your bike is ready on Friday.', pieceMs: 30 }));
  await composer.press('Control+j');
  const panel = page.getByTestId('assist-write');
  await expect(panel).toBeVisible();
  await lookAt(page, 'assist-write', WIDTHS);
  await test.step('where its texts go is named once: above the composer, and in the head of what is open', async () => {
    const named = page.getByTestId('assist-upstream');
    const host = new URL(engine.url).host;
    await expect(panel.getByTestId('assist-upstream')).toContainText(host);
    await expect(named).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(named).toHaveText(`Texts that the assistant works with go to ${host}.`);
    await lookAt(page, 'assist-upstream', WIDTHS);
    await composer.press('Alt+q');
    await expect(page.getByTestId('assist-ask').getByTestId('assist-upstream')).toContainText(host);
    await expect(named).toHaveCount(1);
    await page.keyboard.press('Escape');
    await composer.press('Control+j');
    await expect(panel).toBeVisible();
  });
  await panel.getByTestId('assist-fix').click();
  const hunks = panel.getByTestId('assist-hunk');
  await expect(hunks).toHaveCount(3);
  await lookAt(page, 'assist-diff', WIDTHS);
  await hunks.nth(0).click();
  await expect(hunks.nth(0)).toHaveAttribute('aria-pressed', 'false');
  await panel.getByTestId('assist-take').click();
  await expect(composer).toHaveValue('your bike is ready on Friday.');
  await expect(composer).toBeFocused();
  await page.getByTestId('assist-undo').click();
  await expect(composer).toHaveValue('your bike is redy on friday');

  await test.step('a selected part, which the model rephrases', async () => {
    engine.answer(() => 'Your bicycle can be picked up');
    await composer.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(0, 17));
    await page.getByTestId('assist-open').click();
    await panel.getByTestId('assist-fix').click();
    await expect(panel.getByTestId('assist-rephrased')).toBeVisible();
    await panel.getByTestId('assist-take').click();
    await expect(composer).toHaveValue('Your bicycle can be picked up on friday');
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && /conversations\/[^/]+\/messages$/.test(request.url()),
    );
    await page.getByTestId('composer-send').click();
    expect((await sent).postDataJSON().assist).toEqual({
      isShown: true,
      began: { feature: 'rewrite', model: engine.model },
    });
  });

  await test.step('a text that is right stays as it is; Esc closes', async () => {
    await composer.fill('All good.');
    engine.answer(() => 'All good.');
    await composer.press('Control+j');
    await panel.getByTestId('assist-fix').click();
    await expect(panel.getByTestId('assist-unchanged')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(composer).toHaveValue('All good.');
  });

  await test.step('a busy model says so, and the reply is untouched', async () => {
    engine.answer(() => ({ status: 429, code: 'rate_limit_exceeded' }));
    await composer.press('Control+j');
    await panel.getByTestId('assist-shorter').click();
    await expect(panel.getByTestId('assist-why')).toContainText('busy');
    await lookAt(page, 'assist-busy', ['wide', 'phone']);
    await page.keyboard.press('Escape');
    await expect(composer).toHaveValue('All good.');
  });

  await test.step('a text that is being written can be stopped', async () => {
    engine.calls.splice(0);
    engine.answer(() => ({ text: 'word '.repeat(400), pieceMs: 40 }));
    await composer.press('Control+j');
    await panel.getByTestId('assist-formal').click();
    await expect(panel.getByTestId('assist-written')).toContainText('word word');
    await lookAt(page, 'assist-writing', ['wide']);
    await panel.getByTestId('assist-stop').click();
    await expect.poll(() => engine.calls.at(-1)?.isCanceled).toBe(true);
    await page.keyboard.press('Escape');
  });
  expect(complaints).toEqual([]);
});

test('a text that adds a promise can be read while it is written, and is then refused with the reason', {
  tag: '@soak',
}, async ({ page }) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await openNew(page, '15550107011', 'Which color is the chair?');
  const composer = page.getByTestId('composer');
  await composer.fill('the chair is blue');
  engine.answer(() => ({ text: 'The chair is blue, and we will call you tomorrow!', pieceMs: 150 }));
  await composer.press('Control+j');
  await page.getByTestId('assist-friendlier').click();
  await expect(page.getByTestId('assist-written')).toContainText('The chair is');
  await expect(page.getByTestId('assist-take')).toHaveCount(0);
  await expect(page.getByTestId('assist-refused')).toContainText('promises something');
  await expect(page.getByTestId('assist-written')).toHaveCount(0);
  await expect(page.getByTestId('assist-take')).toHaveCount(0);
  await lookAt(page, 'assist-refused', WIDTHS);
  engine.answer(() => 'Good news: the chair is blue!');
  await page.getByTestId('assist-friendlier').click();
  await expect(page.getByTestId('assist-take')).toBeVisible();
  await expect(page.getByTestId('assist-refused')).toHaveCount(0);
  await expect(composer).toHaveValue('the chair is blue');

  await test.step('a fact that is changed in a prepared reply is worth a look, and is then sent', async () => {
    await change('PATCH', '/assist', { modes: { drafts: 'on' }, profile: 'Repairs take three days.' });
    const text = 'Repairs take three days.';
    engine.answer(({ schema }) =>
      schema === 'draft' ? JSON.stringify({ can: 'answer', from: ['PROFILE'], text }) : '',
    );
    await page.keyboard.press('Escape');
    await composer.fill('');
    await customerWrites(board.phoneUrl, '15550107011', 'And how long does a repair take?');
    await expect(page.getByTestId('assist-draft')).toContainText(text, { timeout: 40_000 });
    await composer.press('Tab');
    await composer.fill('Repairs take 12 days.');
    await page.getByTestId('composer-send').click();
    await expect(page.getByTestId('text-check')).toContainText('neither in the prepared reply');
    await lookAt(page, 'assist-changed-fact', ['wide', 'phone']);
    await page.getByTestId('text-check-send').click();
    await expect(page.getByTestId('message-bubble').last()).toContainText('12 days');
    await change('PATCH', '/assist', { modes: { drafts: 'off' } });
  });
  expect(complaints).toEqual([]);
});

test('a few words become a message, and messages are translated both ways', { tag: '@soak' }, async ({
  page,
}) => {
  await enter(page, board.url, board.demo);
  await openNew(page, '15550107002', 'Oi, quando fica pronta a minha bicicleta azul?');
  const composer = page.getByTestId('composer');
  const panel = page.getByTestId('assist-write');

  await test.step('from words', async () => {
    engine.answer(() => 'Olá! Sua bicicleta azul fica pronta na sexta e custa R$ 80,00.');
    await composer.fill('friday');
    await composer.press('Control+j');
    await panel.getByTestId('assist-words').click();
    await expect(panel.getByTestId('assist-result')).toContainText('fica pronta na sexta');
    await expect(panel.getByTestId('assist-result')).toContainText('[…]');
    await expect(panel.getByTestId('assist-new-facts')).toContainText('80,00');
    await lookAt(page, 'assist-words', WIDTHS);
    await page.keyboard.press('Escape');
  });

  await test.step('a reply, side by side before it goes', async () => {
    engine.answer(() => 'Sua bicicleta fica pronta na sexta.');
    await composer.fill('Your bike is ready on Friday.');
    await composer.press('Control+j');
    await panel.getByTestId('assist-translate').click();
    await expect(panel.getByTestId('assist-pair')).toContainText('Your bike is ready on Friday.');
    await lookAt(page, 'assist-translate', WIDTHS);
    await panel.getByTestId('assist-take').click();
    await expect(composer).toHaveValue('Sua bicicleta fica pronta na sexta.');
  });

  await test.step('a message of the customer, under its own words', async () => {
    const bubble = page.getByTestId('message-bubble').last();
    await test.step('a number that the message does not have is named', async () => {
      engine.answer(() => 'Hi, when will my blue bicycle 4712 be ready?');
      await bubble.hover();
      await bubble.getByTestId('message-more').click();
      await page.getByTestId('message-translate').click();
      await expect(bubble.getByTestId('assist-new-facts')).toContainText('not in the message: 4712');
      await lookAt(page, 'assist-message-translation-wrong', ['wide', 'phone']);
      await bubble.hover();
      await bubble.getByTestId('message-more').click();
      await page.getByTestId('message-translate').click();
      await expect(bubble.getByTestId('message-translation')).toHaveCount(0);
    });
    engine.answer(() => 'Hi, when will my blue bicycle be ready?');
    await bubble.hover();
    await bubble.getByTestId('message-more').click();
    await page.getByTestId('message-translate').click();
    await expect(bubble.getByTestId('message-translation')).toContainText('when will my blue bicycle');
    await expect(bubble).toContainText('quando fica pronta');
    await lookAt(page, 'assist-message-translation', ['wide', 'phone']);
    const calls = engine.calls.length;
    await page.reload();
    await expect(page.getByTestId('assist-open')).toBeVisible();
    await composer.blur();
    await page.getByTestId('message-bubble').last().hover();
    await page.keyboard.press('Shift+T');
    await expect(page.getByTestId('message-translation')).toContainText('when will my blue bicycle');
    expect(engine.calls).toHaveLength(calls);
    await page.getByTestId('message-bubble').last().hover();
    await page.keyboard.press('Shift+T');
    await expect(page.getByTestId('message-translation')).toHaveCount(0);
  });
});

test('a message is translated before anyone asks, and shown at once, and only on request', async ({
  page,
}) => {
  await enter(page, board.url, board.demo);
  await openNew(page, '15550107021', 'Oi, bom dia, tudo bem com vocês?');
  engine.calls.splice(0);
  engine.answer(() => 'Hi, when will my blue bicycle be ready?');
  await customerWrites(board.phoneUrl, '15550107021', 'Quando fica pronta a minha bicicleta azul?');
  const bubble = page.getByTestId('message-bubble').last();
  await expect(bubble).toContainText('bicicleta azul');
  await expect.poll(() => engine.calls.some(({ prompt }) => prompt.includes('bicicleta azul'))).toBe(true);
  // Whatever comes now is not asked: the model would write this.
  engine.answer(() => 'Asked again.');
  await expect(page.getByTestId('message-translation')).toHaveCount(0);
  const made = engine.calls.length;
  await page.getByTestId('composer').blur();
  await bubble.hover();
  await page.keyboard.press('Shift+T');
  await expect(bubble.getByTestId('message-translation')).toContainText(
    'when will my blue bicycle be ready?',
  );
  await expect(bubble).toContainText('Quando fica pronta');
  expect(engine.calls).toHaveLength(made);
  await page.keyboard.press('Shift+T');
  await expect(page.getByTestId('message-translation')).toHaveCount(0);
});

test('a draft waits for the reply: Tab takes it, typing leaves it, an answer removes it', async ({
  page,
}) => {
  await change('PATCH', '/assist', {
    modes: { drafts: 'on' },
    profile: 'We repair bicycles. Repairs take three days. We are open on Saturdays.',
  });
  const text = 'Repairs take three days.';
  engine.answer(({ schema }) =>
    schema === 'draft' ? JSON.stringify({ can: 'answer', from: ['PROFILE'], text }) : '',
  );
  await enter(page, board.url, board.demo);
  await openNew(page, '15550107003', 'How long does a repair take?');
  const composer = page.getByTestId('composer');
  const draft = page.getByTestId('assist-draft');
  await expect(draft).toContainText(text, { timeout: 40_000 });
  await expect(draft.getByTestId('assist-source')).toHaveText('Your profile');
  await lookAt(page, 'assist-draft', WIDTHS);
  await composer.fill('Hello');
  await expect(draft).toHaveCount(0);
  await composer.fill('');
  await expect(draft).toBeVisible();
  await composer.press('Tab');
  await expect(composer).toHaveValue(text);
  await expect(composer).toBeFocused();
  await page.getByTestId('composer-send').click();
  await expect(page.getByTestId('message-bubble').last()).toContainText(text);
  await expect(draft).toHaveCount(0);
  await change('PATCH', '/assist', { modes: { drafts: 'off' } });
});

test('a draft that was discarded stays away, and one with a gap is not sent', { tag: '@soak' }, async ({
  page,
}) => {
  await change('PATCH', '/assist', {
    modes: { drafts: 'on' },
    profile: 'We repair bicycles. Repairs take three days. We are open on Saturdays.',
  });
  let text = 'Repairs take three days.';
  engine.answer(({ schema }) =>
    schema === 'draft' ? JSON.stringify({ can: 'answer', from: ['PROFILE'], text }) : '',
  );
  await enter(page, board.url, board.demo);
  const phone = '15550107006';
  await openNew(page, phone, 'How long does the repair of a wheel take?');
  const composer = page.getByTestId('composer');
  const draft = page.getByTestId('assist-draft');
  await expect(draft).toContainText(text, { timeout: 40_000 });
  await draft.getByTestId('assist-draft-dismiss').click();
  await expect(draft).toHaveCount(0);
  await expect(composer).toBeFocused();
  await page.reload();
  await expect(page.getByTestId('assist-open')).toBeVisible();
  await expect(composer).toHaveValue('');
  await expect(draft).toHaveCount(0);

  text = 'Repairs take three days and cost 85 euros.';
  await customerWrites(board.phoneUrl, phone, 'And what does the repair of the other wheel cost?');
  await expect(draft).toContainText('[…]', { timeout: 40_000 });
  await expect(draft).not.toContainText('85');
  await lookAt(page, 'assist-draft-gap', ['wide', 'phone']);
  await composer.press('Tab');
  await expect(composer).toHaveValue(/\[…\]/);
  await page.getByTestId('composer-send').click();
  await expect(page.getByTestId('text-check')).toContainText('[…]');
  await expect(page.getByTestId('message-bubble').last()).toContainText('the other wheel cost');
  await composer.fill('');
  await change('PATCH', '/assist', { modes: { drafts: 'off' } });
});

test('a model that is too busy for a summary leaves the messages themselves', { tag: '@soak' }, async ({
  page,
}) => {
  await enter(page, board.url, board.demo);
  const phone = '15550107007';
  await writeAtLength(page, phone, 'I want to swap the yellow saddle', 'saddle');
  await openNew(page, phone, 'Do you have it in black?');
  engine.answer(() => ({ status: 429, code: 'rate_limit_exceeded' }));
  await page.getByTestId('assist-catch-up-show').click();
  const summary = page.getByTestId('assist-summary');
  await expect(summary).toContainText('I want to swap the yellow saddle');
  await expect(summary).toContainText('Do you have it in black?');
  await expect(page.getByTestId('assist-catch-up')).toContainText('messages from the conversation itself');
  await lookAt(page, 'assist-catch-up-busy', ['wide', 'phone']);
});

test('a long conversation is summed up, with links to its messages', { tag: '@soak' }, async ({ page }) => {
  await enter(page, board.url, board.demo);
  const phone = '15550107004';
  await writeAtLength(page, phone, 'I want to return the red helmet from order 4711', 'helmet');
  await openNew(page, phone, 'Can I bring it to the shop on Saturday?');
  engine.answer(({ prompt }) => {
    const at = Number(/^(\d+) [\d:]+ Customer: I want to return the red helmet/m.exec(prompt)?.[1]);
    const open = Number(/^(\d+) [\d:]+ Customer: Can I bring it to the shop/m.exec(prompt)?.[1]);
    return JSON.stringify({
      wants: { at, text: 'Wants to return the red helmet of order 4711' },
      said: [{ at, text: 'Promised a refund of 50 euros' }],
      open: [{ at: open, text: 'Whether it can be brought to the shop on Saturday' }],
    });
  });
  const line = page.getByTestId('assist-catch-up');
  await line.getByTestId('assist-catch-up-show').click();
  const summary = page.getByTestId('assist-summary');
  await expect(summary).toContainText('Wants to return the red helmet');
  await expect(summary).toContainText('shop on Saturday');
  await expect(summary).not.toContainText('refund');
  await lookAt(page, 'assist-catch-up', WIDTHS);
  await summary.getByRole('button', { name: /Wants to return/ }).click();
  await expect(page.locator('[data-marked]')).toContainText('I want to return the red helmet');
});

test('prepared replies are replayed on past messages, and two replays are compared', {
  tag: '@soak',
}, async ({ page }) => {
  const complaints = complaintsOf(page);
  const asks = (text: string) =>
    engine.answer(({ schema }) =>
      schema === 'draft' ? JSON.stringify({ can: 'ask', from: [], text }) : 'ok',
    );
  await change('PATCH', '/assist', { modes: { drafts: 'off' } });
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/settings/rehearsals/replay`);
  await page.getByTestId('draft-replays-open').click();
  await expect(page.getByText('No replay yet')).toBeVisible();
  await expect(page.getByTestId('replay-obstacle')).toContainText('Prepared replies are off');
  await expect(page.getByTestId('replay-start')).toBeDisabled();
  await lookAt(page, 'draft-replays-off', WIDTHS);
  await change('PATCH', '/assist', { modes: { drafts: 'shadow' } });
  await page.reload();

  const result = page.getByTestId('draft-replay-result');
  const rows = page.getByTestId('draft-replay-row');
  await test.step('the model drafts, and each draft stands beside the answer', async () => {
    asks('Could you send me your order number, please?');
    await page.getByTestId('replay-start').click();
    await expect(result).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText(engine.model);
    await expect(result.getByTestId('draft-total-heavy')).toBeVisible();
    await expect(page.getByTestId('draft-replay-case').first()).toContainText('your order number');
    await lookAt(page, 'draft-replay-result', WIDTHS);
    await page.getByTestId('draft-replay-show').locator('label').last().click();
    await expect(page.getByTestId('draft-replay-case').first()).toBeVisible();
  });

  await test.step('a second one is compared with it on the messages that both have', async () => {
    asks('What is the name on the order, please?');
    await page.getByTestId('replay-start').click();
    await expect(rows).toHaveCount(2);
    await expect(result).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
    await page.getByTestId('draft-replay-with').click();
    await page.getByRole('option').first().click();
    const comparison = page.getByTestId('draft-comparison');
    await expect(comparison).toContainText('that both have');
    const both = page.getByTestId('compared-case').filter({ hasText: 'your order number' });
    await expect(both.first()).toContainText('the name on the order');
    await lookAt(page, 'draft-comparison', WIDTHS);
    await both.first().getByRole('link').click();
    await expect(page.getByTestId('thread')).toBeVisible();
  });
  expect(complaints).toEqual([]);
  await page.evaluate(() => localStorage.setItem('switchboard.language', 'pt-BR'));
  await page.goto(`${board.url}/settings/rehearsals/drafts`);
  await expect(result).toContainText('que uma pessoa respondeu');
  await lookAt(page, 'draft-replays-pt', WIDTHS);
  await change('PATCH', '/assist', { modes: { drafts: 'off' } });
});

test('without a model the inbox works, and a line says what is missing, in both languages', {
  tag: '@soak',
}, async ({ page }) => {
  await enter(page, board.url, board.demo);
  await openNew(page, '15550107005', 'Is anybody there?');
  await engine.stop();
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${board.url}/api/dashboard/assist/model`, {
          headers: { cookie: await cookieOf(board.url, board.demo) },
        });
        return (await answer.json()).state;
      },
      { timeout: 30_000 },
    )
    .toBe('away');
  await page.reload();
  const composer = page.getByTestId('composer');
  await expect(page.getByTestId('assist-open')).toBeVisible();
  await composer.fill('Yes, we are here.');
  await composer.press('Control+j');
  await expect(page.getByTestId('assist-why')).toContainText('none is loaded');
  await lookAt(page, 'assist-away', WIDTHS);
  await page.keyboard.press('Escape');
  await page.getByTestId('composer-send').click();
  await expect(page.getByTestId('message-bubble').last()).toContainText('Yes, we are here.');
  await page.getByTestId('user-menu').click();
  await page.getByTestId('language-pt-BR').click();
  // The page is loaded again.
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await expect(page.getByTestId('assist-open')).toBeVisible();
  await composer.fill('Sim, estamos aqui.');
  await composer.press('Control+j');
  await expect(page.getByTestId('assist-why')).toContainText('nenhum está carregado');
  await lookAt(page, 'assist-away-portuguese', WIDTHS);
});
