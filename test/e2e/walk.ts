import type { Browser, Locator, Page } from '@playwright/test';
import { enterIn } from '../gallery/places.ts';
import { misfitsOf } from './fit.ts';
import { type Board, expect, type OpenWindow, test } from './fixtures.ts';
import { axeViolations, complaintsOf, takesScreenshots, untilAnimationsEnd } from './screens.ts';
import { openIdOf, storedConversation, storedMessages } from './stored.ts';
import { customerWrites } from './switchboard.ts';
import { type Texts, textsOf } from './texts.ts';

/** The windows of a desktop, a tablet, a phone, and a low desktop. */
const WINDOWS = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
  low: { width: 1440, height: 600 },
} as const;
const LANGUAGES = ['en', 'pt-BR'] as const;
/** From here, the sidebar lists the views; below it, the menu above the list does. */
const ROOMY = 1100;
/** The customer of every walk. */
export const CUSTOMER = { name: 'Lina Castelo', firstName: 'Lina' } as const;

/** A person who works through the inbox at a size, in a language. */
export interface Walk {
  page: Page;
  text: Texts;
  language: (typeof LANGUAGES)[number];
  /** One word that names the window and the language, which the customer of this walk alone has written. */
  word: string;
  isPhone: boolean;
  isRoomy: boolean;
  /** The conversation, once it is open. */
  id: string;
  /** What does not fit, or is not accessible, by step. */
  problems: string[];
}

/**
 * Walks at the size of each window, in each language. Nothing may be out of place or not accessible on the way.
 * @param title what is done, as the beginning of the tests' names.
 * @param digits the beginning of the customers' numbers, for these walks alone.
 */
export function inEveryWindow(
  title: string,
  digits: string,
  steps: (walk: Walk, rest: { board: Board; openWindow: OpenWindow }) => Promise<void>,
): void {
  test.describe.configure({ timeout: 600_000 });
  for (const language of LANGUAGES) {
    for (const [at, [name, { width, height }]] of Object.entries(WINDOWS).entries()) {
      test(`${title} at ${width} × ${height}, in ${language}`, { tag: '@soak' }, async ({
        board,
        browser,
        openWindow,
      }) => {
        const page = await openWindowOf(browser, { width, height });
        const complaints = complaintsOf(page);
        const walk: Walk = {
          page,
          text: textsOf(language),
          language,
          word: `lantern${name}${language.replace('-', '')}`.toLowerCase(),
          isPhone: width < 600,
          isRoomy: width >= ROOMY,
          id: '',
          problems: [],
        };
        const phone = `${digits}${LANGUAGES.indexOf(language)}${at}01`;
        await customerWrites(board.phoneUrl, phone, `Is the ${walk.word} still on sale?`, CUSTOMER.name);
        await enterIn(page, board.url, board.demo, language);
        await steps(walk, { board, openWindow });
        expect(walk.problems).toEqual([]);
        // What is logged while the window has no network is expected.
        expect(complaints.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
        await page.context().close();
      });
    }
  }
}

/** Opens the conversation from the list. */
export async function openFromList(walk: Walk): Promise<void> {
  const { page, word } = walk;
  const row = page.getByTestId('conversation-row').filter({ hasText: word });
  await expect(row).toBeVisible();
  await look(walk, 'list');
  await press(walk, row);
  await expect(page.getByTestId('conversation-name')).toHaveText(CUSTOMER.name);
  await expect(page.getByTestId('thread').getByText(word)).toBeVisible();
  await expect(page.getByTestId('composer')).toBeVisible();
  walk.id = openIdOf(page);
  expect(walk.id).not.toBe('');
  await look(walk, 'conversation');
}

/** Opens a window of a size; a narrow one is a phone's, with a finger in place of a mouse. */
async function openWindowOf(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
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
