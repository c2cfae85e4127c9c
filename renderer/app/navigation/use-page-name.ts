import { SECTIONS, SETTINGS } from '../sections/sections.ts';
import { SETTINGS_PAGES } from '../sections/settings-pages.ts';
import { isWithin, useCurrentPath } from './use-current.ts';

/** All pages with a name, those within another one first. */
const PAGES = [...SETTINGS_PAGES, ...SECTIONS, SETTINGS];

/** Returns the name of the open page, whose text is at `app:sections.<name>`; null for one without. */
export function usePageName() {
  const path = useCurrentPath();
  return PAGES.find((page) => isWithin(path, page.path))?.name ?? null;
}
