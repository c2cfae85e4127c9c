import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { misfitsOf } from './fit.ts';
import { axeViolations, takesScreenshots, untilAnimationsEnd } from './screens.ts';
import { openIdOf, storedConversation, storedMessages } from './stored.ts';
import type { Texts } from './texts.ts';

/** A person who works through the inbox at a size, in a language. */
export interface Walk {
  page: Page;
  text: Texts;
  /** One word that names the window and the language, which the customer of this walk alone has written. */
  word: string;
  isPhone: boolean;
  isRoomy: boolean;
  /** The conversation, once it is open. */
  id: string;
  /** What does not fit, or is not accessible, by step. */
  problems: string[];
}

/** Opens a window of a size; a narrow one is a phone's, with a finger in place of a mouse. */
export async function openWindowOf(
  browser: Browser,
  viewport: { width: number; height: number },
): Promise<Page> {
  const isPhone = viewport.width < 600;
  const context = await browser.newContext({
    viewport,
    reducedMotion: 'reduce',
    ...(isPhone && { hasTouch: true, isMobile: true }),
  });
  return context.newPage();
}

/** Presses something with the mouse, or on a phone with a finger. */
export const press = ({ isPhone }: Pick<Walk, 'isPhone'>, target: Locator) =>
  isPhone ? target.tap() : target.click();

/** Returns the row of the conversation. */
export const rowOf = ({ page, id }: Walk) =>
  page.locator(`[data-testid="conversation-row"][data-id="${id}"]`);

/** Returns how far the conversation is on the server. */
export const statusOf = async ({ page, id }: Walk) => (await storedConversation(page, id)).status;

/** Returns what the customer was sent. */
export async function sentTexts({ page, id }: Walk): Promise<(string | null)[]> {
  const messages = await storedMessages(page, id);
  return messages.filter(({ direction }) => direction === 'outbound').map(({ content }) => content);
}

/** Closes or reopens the open conversation, by the button that says so. */
export async function toggleClosed(walk: Walk, name: string): Promise<void> {
  const button = walk.page.getByTestId('toggle-closed');
  await expect(button).toHaveAccessibleName(walk.text(name));
  await press(walk, button);
}

/** Opens a picker: by its button, or in the menu that a phone has for them. */
export async function openWork(walk: Walk, kind: 'assign' | 'label' | 'snooze'): Promise<void> {
  const { page, text, isPhone } = walk;
  // A click on one beside the picker would close that, too.
  await closeToasts(walk);
  if (isPhone) await press(walk, page.getByTestId('work-menu'));
  const name = text(`inbox:work.${kind}`);
  await press(walk, isPhone ? page.getByRole('menuitem', { name, exact: true }) : page.getByTestId(kind));
  await expect(page.getByTestId(`pick-${kind}`)).toBeVisible();
}

/** Shows a view of the list: in the sidebar, or where there is none, in the menu above the list. */
export async function showView(walk: Walk, view: 'open' | 'snoozed' | 'closed'): Promise<void> {
  const { page, text, isPhone, isRoomy } = walk;
  if (isPhone && openIdOf(page) !== '')
    await press(walk, page.getByRole('button', { name: text('inbox:thread.contact.back') }));
  if (!isRoomy) await press(walk, page.getByTestId('view-menu'));
  await press(walk, page.getByTestId(isRoomy ? `view-${view}` : `choose-view-${view}`));
  const name = text(view === 'open' ? 'inbox:list.title' : `inbox:views.${view}.name`);
  await expect(page.getByTestId('view-menu')).toContainText(name);
}

/** Opens the palette by its button, which a phone has in the sheet of other pages. */
export async function openPalette(walk: Walk): Promise<void> {
  const { page, isPhone } = walk;
  await closeToasts(walk);
  if (isPhone) await press(walk, page.getByTestId('nav-more'));
  await press(walk, page.getByTestId('open-palette'));
  await expect(page.getByTestId('palette-search')).toBeVisible();
}

/** It floats over the messages, which scroll out from under it. */
const FLOATING = /is covered by .+\(jump-to-latest\)|\(jump-to-latest\).+\(message-bubble\).+ overlap$/;

/** Notes what does not fit on the page or is not accessible; with SCREENS set, also takes a screenshot. */
export async function look(walk: Walk, step: string): Promise<void> {
  const { page, word, problems } = walk;
  await closeToasts(walk);
  await untilAnimationsEnd(page);
  if (takesScreenshots)
    await page.screenshot({ path: `test-results/screens/${word}-${step.replaceAll(' ', '-')}.png` });
  for (const misfit of await misfitsOf(page)) if (!FLOATING.test(misfit)) problems.push(`${step}: ${misfit}`);
  for (const violation of await axeViolations(page, 'light')) problems.push(`${step}: ${violation}`);
}

/** Closes the short messages, which cover a part of the page for some seconds. */
async function closeToasts(walk: Walk): Promise<void> {
  const buttons = walk.page.locator('.mantine-Notification-closeButton');
  await expect(async () => {
    if ((await buttons.count()) > 0) await press(walk, buttons.first());
    await expect(buttons).toHaveCount(0, { timeout: 500 });
  }).toPass();
}
