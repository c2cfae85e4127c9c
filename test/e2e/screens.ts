import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { isSoak } from '../helpers/lane.ts';
import { cookieOf } from './switchboard.ts';

const FOLDER = 'test-results/screens';
/** Pictures are for people, and take a third of the time: `SCREENS=1 npx playwright test`. */
export const takesPictures = Boolean(process.env.SCREENS);
const WIDTHS = { wide: 1440, middle: 1024, small: 900, narrow: 420, phone: 390 } as const;
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21aa'];
/** Tall, so that what one would scroll to is in the picture too. */
const HEIGHTS: Partial<Record<keyof typeof WIDTHS, number>> = { phone: 1_900 };

/**
 * Looks at a page as a screen reader would, by axe's rules, and with SCREENS set also as a designer would, by
 * pictures at each of the widths. The rules are looked at in the last of the widths: all of them in light, and in
 * dark those of contrast, as nothing else depends on it.
 */
export async function lookAt(
  page: Page,
  name: string,
  widths: readonly (keyof typeof WIDTHS)[] = ['wide'],
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of takesPictures ? widths : widths.slice(-1)) {
      await page.setViewportSize({ width: WIDTHS[width], height: HEIGHTS[width] ?? 900 });
      await atRest(page);
      if (takesPictures) await page.screenshot({ path: `${FOLDER}/${name}-${colorScheme}-${width}.png` });
    }
    expect(await faultsOf(page, colorScheme), `${name} in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: WIDTHS.wide, height: 900 });
}

/** The same in the soak lane; in the loop nothing, where another look at the same part of the product is enough. */
export const lookCloselyAt: typeof lookAt = async (...given) => {
  if (isSoak || takesPictures) await lookAt(...given);
};

/** What axe finds wrong with a page. In dark only contrast is looked at. */
export async function faultsOf(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  // Without legacy mode it opens a page for the sum of all frames, and there are no frames.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const rules = colorScheme === 'dark' ? axe.withRules('color-contrast') : axe.withTags(STANDARDS);
  const { violations } = await rules.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  );
}

/** Resolves when nothing on the page moves any more, but for what moves without an end. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
        );
    do {
      await Promise.allSettled(moving().map(({ finished }) => finished));
      // What was changed by the end of it is laid out, and may begin to move in its turn.
      await frame();
      await frame();
    } while (moving().length > 0);
  });
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

const SETTINGS = ['keys', 'channel', 'webhooks', 'people', 'log', 'activity'];

/** Opens a page by the navigation, through the menu Settings where it is one. */
export async function openSection(page: Page, name: string): Promise<void> {
  if (SETTINGS.includes(name)) await page.getByTestId('nav-settings').click();
  await page.getByTestId(`nav-${name}`).click();
}

/** Opens the app where somebody is signed in already: the form of it has tests of its own. */
export async function enter(
  page: Page,
  url: string,
  who: { email: string; password: string },
): Promise<void> {
  const [name = '', value = ''] = (await cookieOf(url, who)).split('=');
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
  await page.goto(url);
  await expect(page.getByTestId('nav-inbox')).toBeVisible();
}

/** The same by the form. */
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
