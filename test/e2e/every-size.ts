import { expect, type Locator, type Page } from '@playwright/test';
import { SIZES } from '../gallery/places.ts';
import { misfitsOf } from './fit.ts';
import { axeViolations, takesScreenshots, untilAnimationsEnd } from './screens.ts';

/**
 * Checks that a state of a page fits at every size of the gallery, and is accessible in both color schemes. With SCREENS
 * set, also takes screenshots of both at each size.
 * @param part what the page is scrolled to.
 */
export async function lookAtEverySize(page: Page, name: string, part?: Locator): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await untilAnimationsEnd(page);
    await part?.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await untilAnimationsEnd(page);
    expect(await misfitsOf(page), `${name}, ${size}`).toEqual([]);
    if (!takesScreenshots) continue;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await untilAnimationsEnd(page);
      await page.screenshot({ path: `test-results/screens/${name}-${colorScheme}-${size}.png` });
    }
  }
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await axeViolations(page, colorScheme), `${name} in ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize(SIZES.wide);
}
