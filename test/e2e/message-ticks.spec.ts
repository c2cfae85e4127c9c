import { expect, test } from './fixtures.ts';
import { enter, lookCloselyAt } from './screens.ts';

const MAYA = '15550100123';
const STATUSES = ['sent', 'delivered', 'read', 'failed'] as const;

test('the ticks of sent, delivered, read and failed messages differ in shape, not only in colour', async ({
  page,
  board,
}) => {
  for (const status of STATUSES) {
    const answer = await fetch(`${board.url}/api/v1/messages/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${board.demo.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ contactId: MAYA, type: 'text', content: `This message is ${status}.` }),
    });
    expect(answer.status).toBe(201);
  }
  // The platform would give each of them the same status.
  await page.route('**/api/dashboard/conversations/*/messages*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const message of body.data) {
      const status = STATUSES.find((one) => message.content === `This message is ${one}.`);
      if (!status) continue;
      message.status = status;
      if (status === 'failed')
        message.error = { code: '131026', message: 'Message undeliverable', details: null };
    }
    await route.fulfill({ response, json: body });
  });
  await enter(page, board.url, board.demo);
  await page.getByTestId('conversation-row').filter({ hasText: 'Maya Lindqvist' }).first().click();
  const shapes: string[] = [];
  for (const status of STATUSES) {
    const bubble = page.getByTestId('message-bubble').filter({ hasText: `This message is ${status}.` });
    const tick = bubble.getByTestId('message-tick');
    await expect(tick).toHaveAttribute('data-status', status);
    const paths = await tick.locator('path').evaluateAll((all) => all.map((path) => path.getAttribute('d')));
    expect(paths.length, status).toBeGreaterThan(0);
    shapes.push(paths.join());
  }
  expect(new Set(shapes).size).toBe(STATUSES.length);
  await lookCloselyAt(page, 'ticks');
});
