import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt } from './screens.ts';
import { customerWrites } from './switchboard.ts';

const PHONE = '15550190001';
const REPLIES = {
  'Shipping abroad': 'Yes, {{contact.first_name}}, we ship abroad: to all of Europe in ten days, for 14.90.',
  'Customs abroad': 'Where we ship abroad, customs may be added outside the EU.',
  'Returns from abroad': 'You can return what we ship abroad within thirty days; we send you a label.',
  'Opening hours': 'Our opening hours are Monday to Friday, 9 to 18.',
};

async function create(page: Page): Promise<void> {
  for (const [name, content] of Object.entries(REPLIES)) {
    const status = await page.evaluate(
      async (body) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch('/api/dashboard/saved-replies', {
          ...{ method: 'POST', headers, body: JSON.stringify(body) },
        });
        return answer.status;
      },
      { name, content },
    );
    expect(status).toBe(201);
  }
}

test('saved replies that fit are offered, and one is put into the text by its key', async ({
  page,
  board,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await create(page);
  await customerWrites(board.phoneUrl, PHONE, 'Hello! Do you ship abroad?');
  await page.getByTestId('conversation-row').filter({ hasText: 'Do you ship abroad' }).click();
  const chips = page.getByTestId('reply-chips');
  await expect(chips).toBeVisible();
  const composer = page.getByTestId('composer');
  await expect(composer).toBeFocused();
  await expect(chips.getByTestId('reply-chip')).toHaveCount(3);
  await lookAt(page, 'suggested-replies', ['wide', 'middle', 'phone']);
  await page.setViewportSize({ width: 1024, height: 600 });
  await chips.getByTestId('reply-chip').filter({ hasText: 'Shipping abroad' }).hover();
  await expect(page.getByText('Yes, ___, we ship abroad: to all of Europe in ten days').last()).toBeVisible();
  await lookAt(page, 'suggested-replies-whole', ['wide']);

  await test.step('the composer stays where it is when they come and go', async () => {
    await page.mouse.move(0, 0);
    const before = await composer.boundingBox();
    await page.getByTestId('reply-chips-dismiss').click();
    await expect(chips).toHaveCount(0);
    await expect.poll(async () => (await composer.boundingBox())?.y).toBe(before?.y);
    await customerWrites(board.phoneUrl, PHONE, 'To all of Europe?');
    await expect(chips.getByTestId('reply-chip').first()).toContainText('Shipping abroad');
    expect((await composer.boundingBox())?.y).toBe(before?.y);
  });

  await test.step('a key inserts, and nothing is sent', async () => {
    await composer.click();
    await page.keyboard.press('Alt+1');
    await expect(composer).toHaveValue(/we ship abroad: to all of Europe/);
    await expect(chips).toHaveCount(0);
    await expect(page.locator('article[data-direction="outbound"]')).toHaveCount(0);
    // A gap is not sent: the person fills it.
    await composer.fill((await composer.inputValue()).replace('___', 'Ana'));
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && /conversations\/[^/]+\/messages$/.test(request.url()),
    );
    await page.getByTestId('composer-send').click();
    expect((await sent).postDataJSON()).toMatchObject({
      savedReply: { id: expect.stringMatching(/^sr_/), place: 1 },
      assist: { isShown: true },
    });
    await expect(page.locator('article[data-direction="outbound"]')).toHaveCount(1);
    await expect(chips).toHaveCount(0);
  });

  await test.step('nothing is offered when nothing fits', async () => {
    const asked = page.waitForResponse(/suggested-replies$/);
    await customerWrites(board.phoneUrl, PHONE, 'My uncle plays the violin');
    expect(await (await asked).json()).toMatchObject({ state: 'gated', data: [] });
    await expect(chips).toHaveCount(0);
  });

  await test.step('in Portuguese', async () => {
    await customerWrites(board.phoneUrl, '15550190002', 'Do you ship abroad?');
    await page.getByTestId('user-menu').click();
    await page.getByTestId('language-pt-BR').click();
    await page.getByTestId('conversation-row').filter({ hasText: '0190002' }).click();
    await expect(page.getByRole('region', { name: 'Respostas sugeridas' })).toBeVisible();
    await lookAt(page, 'suggested-replies-pt', ['phone']);
  });
  expect(complaints).toEqual([]);
});
