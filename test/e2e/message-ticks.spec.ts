import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { enter, lookCloselyAt } from './screens.ts';

const MAYA = '15550100123';
const STATUSES = ['sent', 'delivered', 'read', 'failed'] as const;

test('the ticks of sent, delivered, read and failed messages differ in shape, and those of read ones are blue', async ({
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
    const tick = tickOf(page, status);
    await expect(tick).toHaveAttribute('data-status', status);
    const paths = await tick.locator('path').evaluateAll((all) => all.map((path) => path.getAttribute('d')));
    expect(paths.length, status).toBeGreaterThan(0);
    shapes.push(paths.join());
  }
  expect(new Set(shapes).size).toBe(STATUSES.length);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const blue = await colorOfToken(page, '--sb-tick-read');
    expect(isBlue(blue), `${blue} in ${colorScheme}`).toBe(true);
    await expect(tickOf(page, 'read')).toHaveCSS('color', blue);
    await expect(tickOf(page, 'delivered')).not.toHaveCSS('color', blue);
    await expect(tickOf(page, 'sent')).not.toHaveCSS('color', blue);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await lookCloselyAt(page, 'ticks');
});

const tickOf = (page: Page, status: (typeof STATUSES)[number]) =>
  page
    .getByTestId('message-bubble')
    .filter({ hasText: `This message is ${status}.` })
    .getByTestId('message-tick');

/** Returns the color that a token has in the scheme of the page, as the browser writes it. */
const colorOfToken = (page: Page, token: string) =>
  page.evaluate((name) => {
    const sample = document.body.appendChild(document.createElement('i'));
    sample.style.color = `var(${name})`;
    const { color } = getComputedStyle(sample);
    sample.remove();
    return color;
  }, token);

function isBlue(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return blue > green && green > red;
}
