import { goTo, pagesOfNothing, SIZES } from '../gallery/places.ts';
import { misfitsOf } from './fit.ts';
import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, untilAnimationsEnd } from './screens.ts';

/** How a page says that what it is about is not there. */
const SAYS_SO = /not found|no longer valid/i;

test('a page of something that does not exist says so, and offers no second try', async ({ board, page }) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  for (const place of pagesOfNothing()) {
    await test.step(place.name, async () => {
      await goTo(page, board.url, place);
      await expect(page.getByText(SAYS_SO).first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
      await page.setViewportSize(SIZES.phone);
      await untilAnimationsEnd(page);
      expect(await misfitsOf(page)).toEqual([]);
    });
  }
  expect(complaints).toEqual([]);
});
