import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookCloselyAt } from './screens.ts';

const PEOPLE = 300;
/** The platform fails messages to numbers that end like this: five kinds, of which one may pass. */
const FAILURES = ['131026', '131049', '131050', '130472', '130497'];
const OF_A_KIND = 4;
const FAILED = FAILURES.length * OF_A_KIND;

test('a segment gets a broadcast: its cost, failures of five kinds, and a retry of those that may pass', {
  tag: '@soak',
}, async ({ board, openWindow }) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  const api = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${board.demo.apiKey}`, 'content-type': 'application/json' };
    const answer = await fetch(`${board.url}/api/v1${path}`, {
      ...{ method, headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
    return answer.json();
  };
  const failing = FAILURES.flatMap((code) =>
    Array.from({ length: OF_A_KIND }, (_, index) => `1555${index + 2}${code}`),
  );
  const phones = [
    ...Array.from({ length: PEOPLE - FAILED }, (_, index) => `5511987${String(650_000 + index)}`),
    ...failing,
  ];
  for (let from = 0; from < PEOPLE; from += 100) {
    const contacts = phones
      .slice(from, from + 100)
      .map((phone, index) => ({ phone, name: `Guest ${from + index + 1}`, tags: ['guests'] }));
    await api('POST', '/contacts/batch', { contacts });
  }
  await api('POST', '/segments', { name: 'Spring guests', filter: { tag: 'guests' } });

  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/settings/broadcasts`);
  await page.getByTestId('prices-kind').getByText('From a price table').click();
  await page.getByTestId('price-row-others').getByTestId('price-utility').fill('0.02');
  await page.getByTestId('price-row-others').getByTestId('price-marketing').fill('0.05');
  await page.getByTestId('price-country').fill('Brazil');
  await page.getByRole('option', { name: 'Brazil' }).click();
  await page.getByTestId('price-row-BR').getByTestId('price-utility').fill('0.008');
  await page.getByTestId('sending-hours-kind').getByText('Between set hours').click();
  await lookCloselyAt(page, 'settings-broadcasts', ['wide', 'middle', 'phone']);
  await page.getByTestId('sending-hours-kind').getByText('At any time').click();
  await page.getByTestId('broadcast-settings-save').click();
  await expect(page.getByTestId('broadcast-settings-save')).toBeDisabled();

  await page.getByTestId('nav-broadcasts').click();
  await page.getByTestId('broadcast-new').click();
  await page.getByTestId('broadcast-name').fill('Spring opening');
  await page.getByTestId('broadcast-template').click();
  await page.getByRole('option', { name: /order_update/ }).click();
  await page
    .getByRole('combobox', { name: /^Variable/ })
    .first()
    .click();
  await page.getByRole('option', { name: 'First name' }).click();
  await page.getByTestId('broadcast-value-body.1').fill('there');
  await page.getByTestId('broadcast-value-body.2').fill('4711');
  await page.getByTestId('broadcast-next').click();
  await page.getByRole('combobox', { name: 'Audience' }).click();
  await page.getByRole('option', { name: 'A segment' }).click();
  await page.getByTestId('broadcast-segment').click();
  await page.getByRole('option', { name: 'Spring guests' }).click();
  await expect(page.getByTestId('broadcast-preview')).toContainText(`${PEOPLE} people will receive it`);
  await page.getByTestId('broadcast-next').click();
  // 280 × 0.008 + 20 × 0.02
  await expect(page.getByTestId('broadcast-cost')).toContainText('2.64');
  await page.getByTestId('broadcast-test-to').fill('+1 555 010 0999');
  await page.getByTestId('broadcast-test-send').click();
  await expect(page.getByTestId('broadcast-test-result')).toContainText('The test was sent.');
  await page.getByTestId('broadcast-time').getByText('In their time zone').click();
  await expect(page.getByTestId('broadcast-send')).toBeDisabled();
  await lookCloselyAt(page, 'broadcast-before', ['wide', 'middle', 'phone']);
  await page.getByTestId('broadcast-time').getByText('Now', { exact: true }).click();
  await page.getByTestId('broadcast-send').click();

  const count = (name: string) => page.getByTestId(`broadcast-count-${name}`).locator('dd');
  await expect(page.getByTestId('broadcast-status')).toHaveText('Completed', { timeout: 90_000 });
  await expect(count('failed')).toContainText(String(FAILED), { timeout: 30_000 });
  await expect(count('sent')).toContainText(String(PEOPLE - FAILED));
  await page.getByRole('combobox', { name: 'Filter by result' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  const rows = page.getByTestId('recipient-row');
  await expect(rows).toHaveCount(FAILED);
  const reasons = new Set((await rows.allInnerTexts()).map((text) => text.trim().split('\n').at(-1) ?? ''));
  expect([...reasons].filter((reason) => reason.length > 20)).toHaveLength(FAILURES.length);
  await lookCloselyAt(page, 'broadcast-failures', ['wide', 'phone']);

  // The platform lets these people be reached again.
  const { data: known } = await api('GET', '/contacts?tag=guests&phone=15552131049');
  expect(known).toHaveLength(1);
  for (let index = 0; index < OF_A_KIND; index += 1)
    await api('PATCH', `/contacts/1555${index + 2}131049`, { phone: `55119876600${10 + index}` });
  await page.getByTestId('broadcast-retry').click();
  await expect(page.getByTestId('broadcast-retry')).toContainText(String(OF_A_KIND));
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  await expect(count('failed')).toContainText(String(FAILED - OF_A_KIND), { timeout: 30_000 });
  await expect(count('sent')).toContainText(String(PEOPLE - FAILED + OF_A_KIND), { timeout: 30_000 });
  await expect(rows).toHaveCount(FAILED - OF_A_KIND, { timeout: 15_000 });
  await expect(page.getByTestId('broadcast-retry')).toBeHidden();
  expect(complaints).toEqual([]);
});

test('a broadcast pauses when the quality of the number falls, and every page says so', async ({
  board,
  openWindow,
  browser,
}) => {
  const page = await openWindow();
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  const rate = async (quality: string) => {
    const answer = await fetch(`${board.phoneUrl}/control/accounts/800000000000001`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ quality }),
    });
    expect(answer.status).toBe(200);
    await page.goto(`${board.url}/settings/cloud-api`);
    await page.getByTestId('check-again').click();
    await expect(page.getByText(quality === 'RED' ? 'Low' : 'High').first()).toBeVisible();
  };
  await rate('RED');
  const headers = { authorization: `Bearer ${board.demo.apiKey}`, 'content-type': 'application/json' };
  const answer = await fetch(`${board.url}/api/v1/broadcasts`, {
    ...{ method: 'POST', headers },
    body: JSON.stringify({
      ...{ name: 'Autumn sale', audience: { all: true } },
      template: { name: 'hello_world', language: 'en_US' },
    }),
  });
  expect(answer.status).toBe(201);
  const notice = page.getByRole('alert').filter({ hasText: 'A broadcast was paused' });
  await expect(notice).toContainText('“Autumn sale”: WhatsApp rates the quality of the number as low.');
  await lookCloselyAt(page, 'broadcast-notice', ['wide', 'phone']);
  await notice.getByRole('button', { name: 'Open broadcast' }).click();
  await expect(page.getByTestId('broadcast-status')).toHaveText('Paused');
  await expect(page.getByText('Paused because WhatsApp rates')).toBeVisible();
  await lookCloselyAt(page, 'broadcast-paused', ['wide', 'middle', 'phone']);

  const portuguese = await browser.newPage({ locale: 'pt-BR' });
  await enter(portuguese, board.url, board.demo);
  await portuguese.goto(page.url());
  await expect(portuguese.getByText('Pausada porque o WhatsApp avalia')).toBeVisible();
  await lookCloselyAt(portuguese, 'broadcast-paused-pt', ['wide', 'phone']);
  const settings = `${board.url}/api/dashboard/broadcast-settings`;
  const nothing = { hours: null, prices: null };
  // Another test may have stored prices.
  await portuguese.request.put(settings, { data: nothing });
  await portuguese.goto(`${board.url}/settings/broadcasts`);
  await portuguese.getByTestId('prices-kind').getByText('Por tabela de preços').click();
  await portuguese.getByTestId('sending-hours-kind').getByText('Entre horários').click();
  await lookCloselyAt(portuguese, 'settings-broadcasts-pt', ['wide', 'phone']);
  await test.step('a price is typed with its decimals, and saving it keeps the hours of a colleague', async () => {
    const price = portuguese.getByTestId('price-row-others').getByTestId('price-utility');
    await price.pressSequentially('0,0625');
    await expect(price).toHaveValue('0,0625');
    for (let digit = 0; digit < 3; digit += 1) await price.press('Backspace');
    await expect(price).toHaveValue('0,0');
    await price.pressSequentially('75');
    const hours = { from: 600, to: 1_080 };
    const ofColleague = await portuguese.request.put(settings, { data: { hours, prices: null } });
    expect(ofColleague.status()).toBe(200);
    await portuguese.getByTestId('sending-hours-kind').getByText('A qualquer hora').click();
    await portuguese.getByTestId('broadcast-settings-save').click();
    const stored = async () => (await portuguese.request.get(settings)).json();
    await expect.poll(stored).toMatchObject({ hours, prices: { rows: [{ country: null, utility: 0.075 }] } });
    await portuguese.request.put(settings, { data: nothing });
  });
  await portuguese.close();

  // One that is sent more slowly says so.
  await page.route(/\/api\/dashboard\/broadcasts\/bc_[^/?]+$/, async (route) => {
    const response = await route.fetch();
    const slowed = { status: 'running', pauseReason: null, pace: { reason: 'quality', perMinute: 600 } };
    await route.fulfill({ response, json: { ...(await response.json()), ...slowed } });
  });
  await page.reload();
  await expect(page.getByText('sent more slowly: up to 600 messages a minute')).toBeVisible();
  await lookCloselyAt(page, 'broadcast-slow', ['wide', 'phone']);
  await rate('GREEN');
  expect(complaints).toEqual([]);
});
