import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const FOLDER = 'test-results/screens';
/** Pictures are for people, and take a third of the time: `SCREENS=1 npx playwright test`. */
export const takesPictures = Boolean(process.env.SCREENS);
const WIDTHS = { wide: 1440, middle: 1024, small: 900, narrow: 420, phone: 390 } as const;
/** Tall, so that what one would scroll to is in the picture too. */
const HEIGHTS: Partial<Record<keyof typeof WIDTHS, number>> = { phone: 1_900 };

/**
 * Looks at a page as a screen reader would, by axe's rules in light and dark; with SCREENS set also as a designer
 * would, by pictures at each of the widths. The rules are looked at in the last of them.
 */
export async function lookAt(
  page: Page,
  name: string,
  widths: (keyof typeof WIDTHS)[] = ['wide'],
): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    for (const width of takesPictures ? widths : widths.slice(-1)) {
      await page.setViewportSize({ width: WIDTHS[width], height: HEIGHTS[width] ?? 900 });
      await page.waitForTimeout(250);
      if (takesPictures) await page.screenshot({ path: `${FOLDER}/${name}-${scheme}-${width}.png` });
    }
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
      .analyze();
    const faults = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
    );
    expect(faults, `${name} in ${scheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  await page.setViewportSize({ width: WIDTHS.wide, height: 900 });
}

/** Everything a page complained about: script errors, blocked content, failed requests of its own. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A request that answers 4xx is printed by the browser itself; what the page makes of it is tested.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text());
  });
  return complaints;
}

export async function signIn(
  page: Page,
  url: string,
  who: { email: string; password: string },
): Promise<void> {
  await page.goto(url);
  await page.getByTestId('login-email').fill(who.email);
  await page.getByTestId('login-password').fill(who.password);
  await page.getByTestId('login-submit').click();
  await expect(page.getByTestId('nav-inbox')).toBeVisible();
}
