import { useEffect } from 'react';
import { loadPhoneRules } from '../lib/format/format-phone.ts';

/** After everything that the first screen needs. */
const WAIT_MS = 5_000;
/** Running a part takes longer than a frame, so none is run while a person scrolls, types or clicks. */
const STILL_MS = 1_000;
const SIGNS = ['scroll', 'wheel', 'keydown', 'pointerdown'];

/**
 * What is loaded when it is first opened. It is fetched in advance, one after the other, so that it opens at once, and
 * also without a network.
 */
const PARTS: readonly (() => Promise<unknown> | undefined)[] = [
  loadPhoneRules,
  () => import('../ui/overlays/overlays.ts'),
  () => import('../ui/overlays/dialogs.ts'),
  () => import('./notices/toasts.tsx'),
  () => import('./navigation/account-menu.tsx'),
  () => import('./commands/command-palette.tsx'),
  () => import('./commands/shortcut-sheet.tsx'),
  () => import('./confirmation-form.tsx'),
  () => import('../features/inbox/list/bulk-bar.tsx'),
  () => import('../features/inbox/saved-views/view-options.tsx'),
  () => import('../features/inbox/filter/filter-picker.tsx'),
  () => import('../features/inbox/work/pickers.tsx'),
  () => import('../features/inbox/media/media-viewer.tsx'),
  () => import('../features/inbox/thread/actions/message-dialogs.tsx'),
  () => import('../features/contacts/card/contact-card.tsx'),
  // Few systems need it.
  () => import('../ui/emoji-font.css'),
];

/** Fetches what people are likely to open next, once the browser is idle. */
export function useWarmUp(): void {
  useEffect(warmUp, []);
}

/** Returns how to end it. */
function warmUp(): () => void {
  let isEnded = false;
  let lastSign = 0;
  const note = () => {
    lastSign = performance.now();
  };
  for (const sign of SIGNS) addEventListener(sign, note, { capture: true, passive: true });
  const waiting = setTimeout(() => void load(), WAIT_MS);

  async function load(): Promise<void> {
    for (const part of PARTS) {
      while (performance.now() - lastSign < STILL_MS)
        await new Promise((resolve) => setTimeout(resolve, STILL_MS));
      await idle();
      if (isEnded) return;
      // Fetched again when it is opened.
      await part()?.catch(() => undefined);
    }
    end();
  }

  function end(): void {
    isEnded = true;
    clearTimeout(waiting);
    for (const sign of SIGNS) removeEventListener(sign, note, { capture: true });
  }

  return end;
}

function idle(): Promise<unknown> {
  return new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 }));
}
