import { execFileSync } from 'node:child_process';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, lookCloselyAt } from './screens.ts';

/** The columns of the specification, all shown from 1024 pixels on. */
const KEY_COLUMNS = [
  'Name / Purpose',
  'Secret Key Prefix',
  'Created',
  'Expiration',
  'Quota / Invocations',
  'Status',
  'Actions',
];

test('a key is created, used in the playground, and revoked: tokens are streamed, then 401', {
  tag: '@soak',
}, async ({ page, board }) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.getByTestId('nav-model').click();
  await expect(page.getByRole('heading', { name: 'Model', exact: true })).toBeVisible();
  await expect(page.getByTestId('worker-state')).toContainText('Online');
  await expect(page.getByTestId('model-test-notice')).toContainText('placeholder');
  await expect(page.getByText('No keys yet')).toBeVisible();
  await lookCloselyAt(page, 'model-no-keys');

  // Created, shown once, and the example on the page works.
  await page.getByTestId('model-key-create').click();
  await page.getByTestId('model-key-submit').click();
  await expect(page.getByText('Enter a name')).toBeVisible();
  await page.getByTestId('model-key-name').fill('support-bot');
  await page.getByTestId('model-key-quota').fill('1000');
  await page.getByTestId('model-key-expires').fill('2020-01-01');
  await page.getByTestId('model-key-submit').click();
  await expect(page.getByText('Choose today or a later date')).toBeVisible();
  await page.getByTestId('model-key-expires').fill('2099-12-31');
  await lookCloselyAt(page, 'model-key-form');
  await page.getByTestId('model-key-submit').click();
  const key = await page.getByTestId('key-value').innerText();
  expect(key).toMatch(/^sk-svc-/);
  const curl = await page.getByLabel('Example request with your key').locator('pre').innerText();
  await lookCloselyAt(page, 'model-key-shown');
  const answer = JSON.parse(execFileSync('bash', ['-c', curl], { encoding: 'utf8' }));
  expect(answer.choices[0].message.role).toBe('assistant');
  await page.getByTestId('key-stored').check();
  await page.getByTestId('key-done').click();
  const row = page.getByTestId('model-key-row');
  await expect(row).toContainText('support-bot');
  await expect(row).toContainText(key.slice(0, 11));
  await expect(page.getByTestId('model-key-status')).toHaveText('Active');
  await expect(page.locator('body')).not.toContainText(key);

  // Renamed.
  await page.getByTestId('model-key-actions').click();
  await page.getByTestId('model-key-rename').click();
  await page.getByTestId('model-key-new-name').fill('support-bot-prod');
  await page.getByTestId('model-key-rename-submit').click();
  await expect(row).toContainText('support-bot-prod');

  // A narrow table has the dates below the name.
  await page.setViewportSize({ width: 760, height: 900 });
  await expect(page.getByTestId('model-key-dates')).toBeVisible();
  await expect(page.getByTestId('model-key-dates')).toContainText('2099');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByTestId('model-key-dates')).toBeHidden();

  // Used: the text is streamed, and can be stopped.
  await page.getByTestId('model-tab-playground').click();
  await expect(page.getByTestId('play-temperature')).toHaveValue('0.7');
  await expect(page.getByTestId('play-max-tokens')).toHaveValue('512');
  await page.getByTestId('play-key').selectOption({ label: `support-bot-prod (${key.slice(0, 11)}…)` });
  await page.getByTestId('play-system').fill('Answer in one sentence.');
  // At temperature 0 the test model always writes the same text, without an end.
  await page.getByTestId('play-temperature').fill('0');
  await page.getByTestId('play-max-tokens').fill('3000');
  await page.getByTestId('play-draft').fill('What do you sell?');
  await page.keyboard.press('Control+Enter');
  const said = page.getByTestId('play-text-assistant').first();
  await expect(page.getByTestId('play-stop')).toBeVisible();
  const length = async () => (await said.innerText()).length;
  await expect.poll(length).toBeGreaterThan(20);
  const before = await length();
  await expect.poll(length).toBeGreaterThan(before);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('play-send')).toBeVisible();
  await expect(page.getByTestId('play-figures')).toContainText('tokens/s');
  await expect(page.getByTestId('play-figures')).toContainText('stopped by you');
  await page.getByTestId('play-max-tokens').fill('40');
  await page.getByTestId('play-draft').fill('And on Sundays?');
  await page.getByTestId('play-send').click();
  await expect(page.getByTestId('play-figures')).toHaveCount(2);
  await expect(page.getByTestId('play-user')).toHaveCount(2);
  await expect(page.getByLabel('This call as code')).toContainText('And on Sundays?');
  await expect(page.getByLabel('This call as code')).not.toContainText(key);
  await expect(page.getByTestId('play-model')).toContainText('tiny-test');
  await lookAt(page, 'model-playground', ['wide', 'middle', 'narrow']);

  await test.step('an answer is written again, and a message is edited', async () => {
    const answers = page.getByTestId('play-text-assistant');
    const first = await answers.last().innerText();
    await page.getByTestId('play-max-tokens').fill('12');
    await page.getByTestId('play-regenerate').click();
    await expect(page.getByTestId('play-send')).toBeVisible();
    await expect(answers).toHaveCount(2);
    await expect(answers.last()).not.toHaveText(first);
    await page.getByTestId('play-edit').last().click();
    await expect(page.getByTestId('play-user')).toHaveCount(1);
    await expect(answers).toHaveCount(1);
    await expect(page.getByTestId('play-draft')).toHaveValue('And on Sundays?');
    await page.getByTestId('play-draft').fill('And on Mondays?');
    await page.getByTestId('play-send').click();
    await expect(page.getByTestId('play-figures')).toHaveCount(2);
    await expect(page.getByTestId('play-text-user').last()).toHaveText('And on Mondays?');
  });

  // Counted, then revoked; the playground is rejected like a program.
  await page.getByTestId('model-tab-keys').click();
  await expect(row).toContainText('1,000 / 5');
  await expect(page.getByTestId('model-usage-row')).toContainText('support-bot-prod5');
  await expect(page.getByTestId('model-key-counters')).toContainText('Total invocations');
  await page.setViewportSize({ width: 1_024, height: 900 });
  for (const title of KEY_COLUMNS) {
    await expect(page.getByRole('columnheader', { name: title, exact: true })).toBeVisible();
  }
  await lookAt(page, 'model-keys', ['wide', 'middle', 'narrow', 'phone']);
  await page.getByTestId('model-key-actions').click();
  await page.getByTestId('model-key-revoke').click();
  await page.getByRole('textbox', { name: /^Type/ }).fill('support-bot-prod');
  await page.getByTestId('confirm').click();
  await expect(page.getByTestId('model-key-status')).toHaveText('Revoked');
  await page.getByTestId('model-tab-playground').click();
  await page.getByTestId('play-draft').fill('Still there?');
  await page.getByTestId('play-send').click();
  await expect(page.getByTestId('play-problem')).toContainText('401: This key has been revoked');
  await lookCloselyAt(page, 'model-refused');
  // It works with the person's own account.
  await expect(page.getByTestId('play-draft')).toHaveValue('Still there?');
  await page.getByTestId('play-key').selectOption({ label: 'My account' });
  await page.getByTestId('play-send').click();
  await expect(page.getByTestId('play-figures')).toHaveCount(3);
  // Other pages leave the conversation as it is.
  await page.getByTestId('play-draft').fill('Not sent yet');
  await page.getByTestId('nav-inbox').click();
  await expect(page.getByTestId('conversation-row').first()).toBeVisible();
  await page.getByTestId('nav-model').click();
  await page.getByTestId('model-tab-playground').click();
  await expect(page.getByTestId('play-figures')).toHaveCount(3);
  await expect(page.getByTestId('play-draft')).toHaveValue('Not sent yet');

  await page.getByTestId('model-tab-integration').click();
  await expect(page.getByLabel('Base URL', { exact: true })).toContainText('/v1');
  await lookCloselyAt(page, 'model-integration', ['wide', 'middle', 'narrow']);
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain('sk-svc');
  expect(complaints).toEqual([]);
});

test('a worker that does not report is shown as offline within 5 seconds, and as online when it reports again', {
  tag: '@soak',
}, async ({ page, board }) => {
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/model`);
  const state = page.getByTestId('worker-state');
  await expect(state).toHaveText('Online – ready');
  await expect(page.getByTestId('telemetry-value').first()).toContainText('MB');
  await expect(page.getByTestId('host-facts')).toContainText(/Memory\d+\.\d GB\d+% of \d+\.\d GB used/);
  await expect(page.getByTestId('host-facts')).toContainText(/CPU cores\d/);
  await expect(page.getByTestId('model-status')).toContainText('0 of 4 slots busy');
  await page.getByTestId('model-status-state').click();
  await expect(page.getByTestId('host-facts')).toBeVisible();
  await lookAt(page, 'model-telemetry', ['wide', 'middle', 'phone']);
  await page.getByTestId('telemetry-span').getByText('7 days').click();
  await expect(page.getByRole('img', { name: /over 7 days, from/ }).first()).toBeVisible();
  await page.getByTestId('telemetry-span').getByText('15 minutes').click();
  const pid = board.inferencePid() ?? 0;
  expect(pid).toBeGreaterThan(0);
  process.kill(pid, 'SIGSTOP');
  await expect(state).toHaveText('Offline', { timeout: 5_500 });
  await lookCloselyAt(page, 'model-offline');
  process.kill(pid, 'SIGCONT');
  await expect(state).toHaveText('Online – ready');

  // A killed worker is restarted; the old one disappears once the new one is ready.
  process.kill(pid, 'SIGKILL');
  const killedAt = Date.now();
  const online = async () => {
    const { data } = await (await page.request.get(`${board.url}/api/dashboard/inference-workers`)).json();
    return data
      .filter((worker: { isOnline: boolean }) => worker.isOnline)
      .map((worker: { startedAt: string; status: { state: string } }) => [
        Date.parse(worker.startedAt) > killedAt,
        worker.status.state,
      ]);
  };
  await expect.poll(online, { timeout: 40_000 }).toEqual([[true, 'ready']]);
  await expect(state).toHaveText(['Online – ready']);
  await page.getByTestId('model-tab-playground').click();
  await page.getByTestId('play-temperature').fill('0');
  await page.getByTestId('play-draft').fill('What do you sell?');
  await page.getByTestId('play-send').click();
  await expect(page.getByTestId('play-figures')).toContainText('token');
});

test('a waiting prompt shows how many are ahead of it, and is answered in order', {
  tag: '@soak',
}, async ({ page, board }) => {
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/model`);
  await page.getByTestId('model-tab-playground').click();
  await page.getByTestId('play-temperature').fill('0');
  await page.getByTestId('play-max-tokens').fill('8');
  await page.getByTestId('play-draft').fill('What do you sell?');
  // Four slots and many more prompts. Not from the page: a browser has six connections per server.
  const cookies = await page.context().cookies(board.url);
  const others = new AbortController();
  for (let count = 0; count < 16; count += 1) {
    fetch(`${board.url}/api/dashboard/playground`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify({
        keyId: null,
        messages: [{ role: 'user', content: 'Tell me everything' }],
        temperature: 0,
        maxTokens: 3_000,
      }),
      signal: others.signal,
    })
      // The body must be read, or the request is aborted by garbage collection.
      .then((answer) => answer.text())
      .catch(() => undefined);
  }
  const waiting = async () => {
    const { data } = await (await page.request.get(`${board.url}/api/dashboard/inference-workers`)).json();
    return data.reduce(
      (sum: number, { details }: { details: { waiting: number } }) => sum + details.waiting,
      0,
    );
  };
  await expect.poll(waiting).toBeGreaterThan(8);
  await page.getByTestId('play-send').click();
  await expect(page.getByTestId('play-waiting')).toHaveText(/^In the queue: \d+ ahead$/);
  await lookCloselyAt(page, 'model-waiting', ['wide', 'narrow']);
  others.abort();
  await expect(page.getByTestId('play-figures')).toContainText('8 generated');
});
