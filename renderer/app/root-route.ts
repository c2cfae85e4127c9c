import { createRootRoute, redirect } from '@tanstack/react-router';
import { loadPhoneRules } from '../lib/format/format-phone.ts';
import { loadPageTexts } from '../lib/i18n.ts';
import { movedAddress } from './moved-addresses.ts';
import { MissingPage } from './sections/plain-pages.tsx';
import { Shell } from './shell.tsx';

/** The route around all pages. Earlier addresses of pages lead to today's. */
export const root = createRootRoute({
  component: Shell,
  notFoundComponent: MissingPage,
  staticData: { permission: null },
  beforeLoad: ({ location }) => {
    const to = movedAddress(location.pathname);
    if (to !== null) throw redirect({ href: to + location.searchStr, replace: true });
    return /^\/(?:inbox|$)/.test(location.pathname) ? undefined : loadForPages();
  },
});

/** Loads what pages outside the inbox need at once. Returns nothing when it is loaded, so that they need no further frame. */
function loadForPages(): Promise<void> | undefined {
  const [texts, rules] = [loadPageTexts(), loadPhoneRules()];
  return texts || rules ? Promise.all([texts, rules]).then(() => undefined) : undefined;
}
