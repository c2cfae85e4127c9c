import { expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt } from './screens.ts';

test('the page of components has all of them, for owners and admins', { tag: '@soak' }, async ({
  page,
  board,
}) => {
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
  await page.goto(`${board.url}/dev/ui`);
  await expect(page.getByRole('heading', { name: 'Components' }).first()).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'DateTimeField, datetime' }).getByRole('textbox').first(),
  ).toBeEnabled();
  await lookAt(page, 'ui-gallery', ['wide', 'middle', 'phone']);
  for (const name of ['confirm', 'typed', 'failed']) {
    await page.getByTestId(`gallery-open-${name}`).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await lookAt(page, `ui-gallery-${name}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(complaints).toEqual([]);
});
