import { useEffect } from 'react';
import { loadPhoneRules } from '../lib/format/format-phone.ts';

/** After everything that the first screen needs. */
const WAIT_MS = 5_000;

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
  const waiting = setTimeout(() => void load(), WAIT_MS);

  async function load(): Promise<void> {
    for (const part of PARTS) {
      await idle();
      if (isEnded) return;
      // Fetched again when it is opened.
      await part()?.catch(() => undefined);
    }
  }

  return () => {
    isEnded = true;
    clearTimeout(waiting);
  };
}

function idle(): Promise<unknown> {
  return new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 }));
}
