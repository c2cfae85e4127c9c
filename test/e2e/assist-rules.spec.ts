import type { Page } from '@playwright/test';
import { sampleFile } from '../../server/sandbox/media/samples.ts';
import { expect, test } from './fixtures.ts';
import { axeViolations, complaintsOf, enter, lookAt, lookCloselyAt, untilAnimationsEnd } from './screens.ts';
import { customerWrites } from './switchboard.ts';

const ANA = '15550107701';
const BIA = '15550107702';

async function openConversation(page: Page, words: string): Promise<void> {
  await page.getByTestId('conversation-row').filter({ hasText: words }).first().click();
  await expect(page.getByTestId('composer')).toBeVisible();
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByTestId('composer').fill(text);
  await page.getByTestId('composer').press('Enter');
}

async function attach(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByTestId('composer-attach').click();
  await page.getByTestId('attach-file').click();
  const buffer = sampleFile('document').bytes;
  await (await chooser).setFiles({ name: 'Prices.pdf', mimeType: 'application/pdf', buffer });
  await expect(page.getByTestId('tray-tile')).toHaveCount(1);
}

const sent = (page: Page, text: string) => page.getByTestId('message-bubble').filter({ hasText: text });

test('before sending, a hint asks once, and gaps and other contacts’ data block', { tag: '@loop' }, async ({
  page,
  board,
}) => {
  const complaints = complaintsOf(page);
  await customerWrites(board.phoneUrl, BIA, 'hello from the other one');
  await customerWrites(board.phoneUrl, ANA, 'Please send me the invoice');
  // Until the settings are there, nothing is checked.
  const settings = page.waitForResponse((one) => new URL(one.url()).pathname === '/api/dashboard/assist');
  await enter(page, board.url, board.demo);
  await openConversation(page, 'Please send me the invoice');
  await settings;
  const line = page.getByTestId('text-check');

  await test.step('a forgotten file: Enter again sends', async () => {
    await say(page, 'The invoice is attached.');
    await expect(line).toContainText('You mention an attachment, but none is attached.');
    await expect(sent(page, 'The invoice is attached.')).toHaveCount(0);
    await lookAt(page, 'text-check-hint', ['wide', 'middle', 'phone']);
    await page.getByTestId('text-check-back').click();
    await expect(line).toHaveCount(0);
    await expect(page.getByTestId('composer')).toBeFocused();
    await page.getByTestId('composer').press('Enter');
    await expect(line).toBeVisible();
    await page.getByTestId('composer').press('Enter');
    await expect(sent(page, 'The invoice is attached.')).toHaveCount(1);
    await expect(line).toHaveCount(0);
  });

  await test.step('a gap: nothing sends it, and the way back selects it', async () => {
    await say(page, 'It costs […] today');
    await expect(line).toContainText('“[…]” is still a placeholder');
    await page.getByTestId('composer').press('Enter');
    await page.getByTestId('composer-send').click();
    await expect(page.getByTestId('text-check-send')).toHaveCount(0);
    await page.getByTestId('text-check-back').click();
    await page.keyboard.type('$15');
    await expect(line).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(sent(page, 'It costs $15 today')).toHaveCount(1);
  });

  await test.step('the number of another contact: blocked, also when it is pasted and sent at once', async () => {
    await say(page, `Call me on +${BIA}`);
    await expect(line).toContainText(`“+${BIA}” belongs to another contact`);
    await lookAt(page, 'text-check-leak', ['wide', 'phone']);
    await page.getByTestId('composer').fill(`Your number is +${ANA}, right?`);
    await page.getByTestId('composer').press('Enter');
    await expect(sent(page, 'Your number is')).toHaveCount(1);
  });

  await test.step('a file that is attached after a hint is sent with the text, also while it is uploaded', async () => {
    await openConversation(page, 'Maya');
    const withFile = (text: string) => sent(page, text).filter({ has: page.getByTestId('media-document') });
    await say(page, 'The price list is attached.');
    await expect(line).toContainText('You mention an attachment, but none is attached.');
    await attach(page);
    await expect(line).toHaveCount(0);
    await page.getByTestId('composer').press('Enter');
    await expect(withFile('The price list is attached.')).toHaveCount(1);

    let upload = () => {};
    await page.route('**/media-uploads**', async (route) => {
      await new Promise<void>((resolve) => (upload = resolve));
      await route.continue();
    });
    await say(page, 'Hello Zacharias, this is the new one.');
    await expect(line).toBeVisible();
    await attach(page);
    await page.getByTestId('text-check-send').click();
    await expect(line).toHaveCount(0);
    await expect(sent(page, 'this is the new one')).toHaveCount(0);
    upload();
    await expect(withFile('this is the new one')).toHaveCount(1);
  });
  expect(complaints).toEqual([]);
});

test('a detail that the customer wrote is saved with a click, or not offered again', {
  tag: '@soak',
}, async ({ page, board }) => {
  const complaints = complaintsOf(page);
  await customerWrites(board.phoneUrl, '15550107711', 'my email is ana@mail.example');
  await enter(page, board.url, board.demo);
  await openConversation(page, 'ana@mail.example');
  const offer = page.getByTestId('detail-offer');
  await expect(offer).toContainText('Save email?');
  await expect(offer).toContainText('ana@mail.example');
  await lookAt(page, 'detail-offer', ['wide', 'middle', 'phone']);
  const emailOf = async () => {
    const answer = await page.request.get(`${board.url}/api/dashboard/contacts/+15550107711`);
    return ((await answer.json()) as { email: string | null }).email;
  };
  expect(await emailOf()).toBeNull();
  await page.getByTestId('detail-save').click();
  await expect(offer).toHaveCount(0);
  expect(await emailOf()).toBe('ana@mail.example');

  await test.step('another value would replace it; refused, it is not offered again', async () => {
    await customerWrites(board.phoneUrl, '15550107711', 'sorry, ana@new.example');
    await expect(offer).toContainText('Replace email “ana@mail.example” with');
    await page.getByTestId('detail-offer-dismiss').click();
    await expect(offer).toHaveCount(0);
    await page.reload();
    await expect(page.getByTestId('composer')).toBeVisible();
    await expect(page.getByText('sorry, ana@new.example').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(offer).toHaveCount(0);
    expect(await emailOf()).toBe('ana@mail.example');
  });

  await test.step('a contact whom the assistant leaves alone gets no offer', async () => {
    await customerWrites(board.phoneUrl, '15550107712', 'mine is leo@mail.example');
    const { id } = await (await page.request.get(`${board.url}/api/dashboard/contacts/+15550107712`)).json();
    await page.request.put(`${board.url}/api/dashboard/contacts/${id}/assist`, { data: { isLeftOut: true } });
    await openConversation(page, 'leo@mail.example');
    await page.waitForLoadState('networkidle');
    await expect(offer).toHaveCount(0);
  });
  expect(complaints).toEqual([]);
});

test('a promise becomes a reminder, which is shown, due, and done', async ({ page, board }) => {
  const complaints = complaintsOf(page);
  await customerWrites(board.phoneUrl, '15550107721', 'is the blue one in stock?');
  await enter(page, board.url, board.demo);
  await openConversation(page, 'is the blue one in stock?');
  await say(page, 'Good question. I will check and write to you tomorrow.');
  const offer = page.getByTestId('promise-offer');
  await expect(offer).toContainText('I will check and write to you tomorrow.');
  await expect(page.getByTestId('promise-remind')).toContainText('tomorrow, 10:00');
  await lookAt(page, 'promise-offer', ['wide', 'middle', 'phone']);
  await page.getByTestId('promise-remind').click();
  await expect(offer).toHaveCount(0);
  const reminder = page.getByTestId('reminder');
  await expect(reminder).toContainText('I will check and write to you tomorrow.');

  await test.step('it is due: the line says so, and the notification leads to the message', async () => {
    const url = `${board.url}/api/dashboard/reminders`;
    const { data } = (await (await page.request.get(url)).json()) as { data: { id: string }[] };
    const dueAt = new Date(Date.now() + 1_500).toISOString();
    await page.request.patch(`${url}/${data[0]?.id}`, { data: { dueAt } });
    await page.goto(`${board.url}/notifications`);
    const row = page.getByTestId('notification').filter({ hasText: 'Something you promised is due now' });
    await expect(row).toHaveCount(1, { timeout: 30_000 });
    await lookAt(page, 'notification-reminder', ['wide', 'phone']);
    await row.getByRole('button').first().click();
    await expect(reminder).toContainText('Due since');
    await lookAt(page, 'reminder-due', ['wide', 'middle', 'phone']);
  });

  await test.step('done or deleted by mistake, it is brought back', async () => {
    await page.getByTestId('reminder-done').click();
    await expect(reminder).toHaveCount(0);
    await page.getByTestId('undo').click();
    await expect(reminder).toContainText('Due since');
    await reminder.getByRole('button', { name: 'Delete reminder' }).click();
    await expect(reminder).toHaveCount(0);
    await page.getByTestId('undo').click();
    await expect(reminder).toContainText('I will check and write to you tomorrow.');
  });

  await test.step('done, it is no longer there', async () => {
    await page.getByTestId('reminder-done').click();
    await expect(reminder).toHaveCount(0);
    await page.reload();
    await expect(page.getByTestId('composer')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(reminder).toHaveCount(0);
    await expect(offer).toHaveCount(0);
  });
  expect(complaints).toEqual([]);
});

test('what became of suggestions: acceptance beside coverage, and test mode apart', async ({
  page,
  board,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  const api = `${board.url}/api/dashboard/assist`;
  const count = async (feature: string, counts: Record<string, number>) => {
    const body = Object.entries(counts).map(([outcome, count]) => {
      return { feature, outcome, language: 'en', count, model: feature === 'rewrite' ? 'a-model' : '' };
    });
    expect((await page.request.post(`${api}/outcomes`, { data: { counts: body } })).status()).toBe(200);
  };
  await page.request.patch(api, { data: { modes: { triage: 'shadow' } } });
  await count('rewrite', {
    eligible: 40,
    gated: 20,
    shown: 20,
    unedited: 5,
    light: 1,
    heavy: 2,
    dismissed: 4,
  });
  await count('afterHours', { eligible: 10, gated: 5, shown: 5 });
  await count('triage', { eligible: 10, ready: 4, unedited: 2, ignored: 2 });
  // Other tests of this file have sent texts too.
  const results = await (await page.request.get(`${api}/results?days=30`)).json();
  const before = results.messages.sent as number;
  // Messages of this workspace: one began as a suggestion, the next one corrects it.
  await customerWrites(board.phoneUrl, '15550107741', 'is my bike ready?');
  const dashboard = `${board.url}/api/dashboard`;
  await expect
    .poll(async () => {
      const found = await page.request.get(`${dashboard}/conversations?search=15550107741`);
      return (await found.json()).data.length;
    })
    .toBe(1);
  const found = await page.request.get(`${dashboard}/conversations?search=15550107741`);
  const [{ id }] = (await found.json()).data;
  const texts = [
    ['Your bike is ready.', { isShown: true, began: { feature: 'rewrite', model: 'a-model' } }],
    ['Sorry, I meant tomorrow.', { isShown: false }],
  ] as const;
  for (const [content, assist] of texts) {
    const data = { content, assist, clientId: crypto.randomUUID(), lastSeenId: null };
    const sent = await page.request.post(`${dashboard}/conversations/${id}/messages`, { data });
    expect(sent.status()).toBe(201);
  }
  await page.goto(`${board.url}/settings/assistant`);
  const cellsOf = (table: string, feature: string) =>
    page.getByTestId(table).getByTestId(`assist-result-${feature}`).getByRole('cell').allTextContents();
  await expect(page.getByTestId('assist-results')).toBeVisible();
  expect(await cellsOf('assist-results', 'rewrite')).toEqual([
    'Rewrite · a-model',
    ...['20', '50%', '30%', '10%', '20%', '100%'],
  ]);
  // It answers on its own: nobody accepts that.
  expect((await cellsOf('assist-results', 'afterHours')).slice(1)).toEqual(['5', '50%', '—', '—', '—', '—']);
  expect((await cellsOf('assist-test-results', 'triage')).slice(1)).toEqual([
    '4',
    '40%',
    '50%',
    '0%',
    '—',
    '—',
  ]);
  await expect(page.getByTestId('assist-results').getByTestId('assist-result-triage')).toHaveCount(0);
  await expect(page.getByTestId('assist-began')).toHaveText(
    `0% of ${before + 2} sent texts began as a suggestion.`,
  );
  const times = page.getByTestId('assist-answer-times');
  await expect(times.getByRole('row')).toHaveCount(3);
  await expect(times.getByRole('row', { name: 'A suggestion was shown' })).toContainText('1');
  await times.scrollIntoViewIfNeeded();
  await lookAt(page, 'assist-results', ['wide', 'middle', 'phone']);
  await page.evaluate(() => localStorage.setItem('switchboard.language', 'pt-BR'));
  await page.reload();
  await expect(page.getByTestId('assist-began')).toHaveText(
    `0% de ${before + 2} textos enviados começaram como sugestão.`,
  );
  await times.scrollIntoViewIfNeeded();
  await lookCloselyAt(page, 'assist-results-pt', ['wide', 'phone']);
  expect(complaints).toEqual([]);
});

test('in Portuguese, on a low screen', { tag: '@soak' }, async ({ page, board }) => {
  await page.addInitScript(() => localStorage.setItem('switchboard.language', 'pt-BR'));
  await page.setViewportSize({ width: 1024, height: 600 });
  await customerWrites(board.phoneUrl, '15550107731', 'meu email é bia@correio.example');
  await enter(page, board.url, board.demo);
  await openConversation(page, 'bia@correio.example');
  await expect(page.getByTestId('detail-offer')).toContainText('Salvar e-mail?');
  await say(page, 'Vou verificar e te retorno amanhã às 14h.');
  await expect(page.getByTestId('promise-remind')).toContainText('Lembrar');
  await expect(page.getByTestId('promise-remind')).toContainText('amanhã, 14:00');
  await say(page, 'Segue a nota em anexo');
  await expect(page.getByTestId('text-check')).toContainText('Você menciona um anexo, mas não há nenhum.');
  await untilAnimationsEnd(page);
  expect(await axeViolations(page, 'light')).toEqual([]);
  if (process.env.SCREENS) await page.screenshot({ path: 'test-results/screens/assist-rules-pt-low.png' });
  // The thread is still readable behind three lines.
  await expect(sent(page, 'Vou verificar')).toBeInViewport();
  await page.getByTestId('text-check-send').click();
  await expect(sent(page, 'Segue a nota em anexo')).toHaveCount(1);
});
