import { expect, test } from './fixtures.ts';
import { enter } from './screens.ts';
import { cookieOf } from './switchboard.ts';

const MAYA = '15550100123';
const ROUNDS = 10;

test('a customer’s message is in the open inbox within a second', async ({ page, board }) => {
  await enter(page, board.url, board.demo);
  await expect(page.getByTestId('conversation-row').first()).toBeVisible();
  const headers = { cookie: await cookieOf(board.url, board.demo) };
  const write = async (text: string) => {
    const answer = await fetch(`${board.phoneUrl}/control/accounts/800000000000001/chats/${MAYA}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
    expect(answer.status).toBe(201);
  };
  /** Polls the API until the message is stored: the time without a screen. */
  const untilStored = async (text: string) => {
    for (;;) {
      const answer = await fetch(`${board.url}/api/dashboard/conversations?limit=1`, { headers });
      if ((await answer.text()).includes(text)) return;
    }
  };
  const timed = async (work: (text: string) => Promise<unknown>) => {
    const all: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const text = `Round ${round} at ${Date.now()}`;
      const startedAt = performance.now();
      await write(text);
      await work(text);
      all.push(performance.now() - startedAt);
    }
    return Math.round(all.sort((one, other) => one - other)[ROUNDS / 2] ?? Number.NaN);
  };
  const floor = await timed(untilStored);
  const pixels = await timed((text) =>
    page.getByTestId('conversation-row').filter({ hasText: text }).waitFor(),
  );
  console.log(`platform → inbox pixels: ${pixels} ms; → stored, polled over the API: ${floor} ms`);
  expect(pixels).toBeLessThan(1_000);
});
