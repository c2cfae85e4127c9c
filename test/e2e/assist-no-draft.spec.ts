import type { Page } from '@playwright/test';
import { lookAtEverySize } from './every-size.ts';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter } from './screens.ts';
import { customerWrites } from './switchboard.ts';
import { textsOf } from './texts.ts';

/** What customers write in a language that is not recognized, and in one that the model does not list. */
const polishOf = (order: number) =>
  `Dzień dobry, kiedy dotrze moja paczka numer ${order}? Czekam od tygodnia.`;
const frenchOf = (order: number) =>
  `Bonjour, est-ce que vous livrez la commande ${order} à Recife et quand ?`;
/** Until the customer has stopped writing, nothing is prepared. */
const SOON = { timeout: 60_000 };

async function open(page: Page, words: string): Promise<void> {
  await page.getByTestId('conversation-row').filter({ hasText: words }).first().click();
  await expect(page.getByTestId('composer')).toBeVisible();
}

for (const [language, locale, french, order, phones] of [
  ['en', 'en-US', 'French', 4711, ['15550107801', '15550107802']],
  ['pt-BR', 'pt-BR', 'francês', 4712, ['15550107803', '15550107804']],
] as const) {
  test(`where no reply is prepared, a line says why until it is hidden, in ${language}`, async ({
    board,
    browser,
  }) => {
    const page = await browser.newPage({ locale, viewport: { width: 1440, height: 900 } });
    const complaints = complaintsOf(page);
    const text = textsOf(language);
    const [polish, other] = phones;
    const [inPolish, inFrench] = [polishOf(order), frenchOf(order)];
    await enter(page, board.url, board.demo);
    const assist = `${board.url}/api/dashboard/assist`;
    const switched = await page.request.patch(assist, { data: { modes: { drafts: 'on' } } });
    expect(switched.status()).toBe(200);
    const line = page.getByTestId('assist-no-draft');
    const composer = page.getByTestId('composer');

    await customerWrites(board.phoneUrl, polish, inPolish);
    await open(page, inPolish);
    await expect(line).toHaveText(text('assist-text:draft.unknownLanguage'), SOON);
    await lookAtEverySize(page, `assist-no-draft-unknown-${language}`);
    await composer.fill('Hello');
    await expect(line).toHaveCount(0);
    await composer.fill('');
    await expect(line).toBeVisible();

    await customerWrites(board.phoneUrl, other, inFrench);
    await open(page, inFrench);
    await expect(line).toHaveText(text('assist-text:draft.otherLanguage', { language: french }), SOON);
    await lookAtEverySize(page, `assist-no-draft-language-${language}`);

    await test.step('hidden, it stays hidden, also after typing and in between other conversations', async () => {
      await page.getByTestId('assist-no-draft-dismiss').click();
      await expect(line).toHaveCount(0);
      await expect(composer).toBeFocused();
      await composer.fill('Bonjour');
      await composer.fill('');
      await open(page, inPolish);
      await expect(line).toBeVisible();
      await open(page, inFrench);
      // The assistant of this conversation is there.
      await expect(page.getByTestId('assist-open')).toBeVisible();
      await expect(line).toHaveCount(0);
    });

    await test.step('with the next message, it says so again; an answer removes it', async () => {
      await customerWrites(board.phoneUrl, other, `${inFrench} Merci beaucoup, à bientôt.`);
      await expect(line).toBeVisible(SOON);
      await composer.fill('Oui, dans trois jours.');
      await page.getByTestId('composer-send').click();
      await expect(page.getByTestId('message-bubble').last()).toContainText('dans trois jours');
      await expect(line).toHaveCount(0);
    });
    await page.request.patch(assist, { data: { modes: { drafts: 'off' } } });
    expect(complaints).toEqual([]);
    await page.close();
  });
}
