import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { isSoak } from '../helpers/lane.ts';
import { cookieOf } from './switchboard.ts';

const FOLDER = 'test-results/screens';
/** Screenshots are for people, and take a third of the time: `SCREENS=1 npx playwright test`. */
export const takesScreenshots = Boolean(process.env.SCREENS);
const WIDTHS = { wide: 1440, middle: 1024, small: 900, narrow: 420, phone: 390 } as const;
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21aa'];
/** Tall, so that the screenshot includes what would need scrolling. */
const HEIGHTS: Partial<Record<keyof typeof WIDTHS, number>> = { phone: 1_900 };

/**
 * Checks a page with axe, and with SCREENS set also takes screenshots at each of the widths. Axe runs at the
 * last width: all rules in light mode, and only contrast in dark mode, as nothing else depends on it. The loop runs all
 * rules once, in dark mode: to change the mode and to load axe again takes as long as half of the rules.
 */
export async function lookAt(
  page: Page,
  name: string,
  widths: readonly (keyof typeof WIDTHS)[] = ['wide'],
): Promise<void> {
  const isTwice = isSoak || takesScreenshots;
  for (const colorScheme of isTwice ? (['light', 'dark'] as const) : (['dark'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of takesScreenshots ? widths : widths.slice(-1)) {
      await page.setViewportSize({ width: WIDTHS[width], height: HEIGHTS[width] ?? 900 });
      await untilAnimationsEnd(page);
      if (takesScreenshots) await page.screenshot({ path: `${FOLDER}/${name}-${colorScheme}-${width}.png` });
    }
    const violations = isTwice ? axeViolations(page, colorScheme) : violationsOf(page, 'all');
    expect(await violations, `${name} in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: WIDTHS.wide, height: 900 });
}

/** Does the same in the soak lane; nothing in the loop, where another check covers the same part. */
export const lookCloselyAt: typeof lookAt = async (...given) => {
  if (isSoak || takesScreenshots) await lookAt(...given);
};

/** Returns axe's violations of the rules for a color scheme. Contrast takes as long as all others: the loop checks it in dark mode only. */
export function axeViolations(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  if (colorScheme === 'dark') return violationsOf(page, 'contrast');
  return violationsOf(page, isSoak ? 'all' : 'all but contrast');
}

async function violationsOf(page: Page, rules: 'all' | 'all but contrast' | 'contrast'): Promise<string[]> {
  // Without legacy mode it opens a page to combine all frames, and there are no frames.
  // Nor does it read style sheets, which only rules about media need: what it makes of them, our pages forbid.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ preload: false });
  if (rules === 'contrast') axe.withRules('color-contrast');
  else axe.withTags(STANDARDS).disableRules(rules === 'all' ? [] : ['color-contrast']);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  );
}

/** Resolves when all finite animations on the page have ended. */
export async function untilAnimationsEnd(page: Page): Promise<void> {
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
      // Changes at the end of an animation are laid out, and may start another one.
      await frame();
      await frame();
    } while (moving().length > 0);
  });
}

/** Types a time into a time field, on the clock that Chromium has in English. */
export async function typeTime(field: Locator, hours: number, minutes: number): Promise<void> {
  await field
    .getByRole('spinbutton')
    .first()
    .fill(String(hours % 12 || 12));
  await field.getByRole('spinbutton').last().fill(String(minutes).padStart(2, '0'));
  await field.getByRole('combobox').selectOption(hours < 12 ? 'AM' : 'PM');
}

/** Collects the page's errors: script errors, blocked content, failed requests. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // The browser logs every 4xx response; tests check how the page handles them.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text());
  });
  return complaints;
}

/** Opens a page of the settings through the sidebar. */
export async function openSettings(page: Page, name: string): Promise<void> {
  await page.getByTestId('nav-settings').click();
  await page.getByTestId(`settings-${name}`).click();
}

/** Switches off the seconds in which a message can be undone, unless the test has chosen some. */
async function sendAtOnce(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const key = 'switchboard.undo-send';
    // In a frame without an origin there is no storage.
    try {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, '0');
    } catch {}
  });
}

/** Opens the contact beside the conversation that is shown, unless it is open already. */
export async function openContact(page: Page): Promise<void> {
  const toggle = page.getByTestId('context-toggle');
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
}

/** Opens the app with a session; the sign-in form has its own tests. */
export async function enter(
  page: Page,
  url: string,
  who: { email: string; password: string },
): Promise<void> {
  await sendAtOnce(page);
  const [name = '', value = ''] = (await cookieOf(url, who)).split('=');
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
  await page.goto(url);
  await page.getByTestId('nav-inbox').waitFor();
}

/** Signs in through the form. */
export async function signIn(
  page: Page,
  url: string,
  who: { email: string; password: string },
): Promise<void> {
  await sendAtOnce(page);
  await page.goto(url);
  await page.getByTestId('login-email').fill(who.email);
  await page.getByTestId('login-password').fill(who.password);
  await page.getByTestId('login-submit').click();
  await expect(page.getByTestId('nav-inbox')).toBeVisible();
}
