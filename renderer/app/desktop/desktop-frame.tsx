import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { EntryBar } from '../../features/workspaces/entry-bar.tsx';
import { useSwitcherKeys } from '../../features/workspaces/use-switcher-keys.ts';
import { listen, place } from '../../lib/desktop/desktop.ts';
import { followDesktop } from '../../lib/desktop/desktop-state.ts';
import { loadPageTexts } from '../../lib/i18n.ts';
import { useSessionState } from '../session.store.ts';
import { Splash } from '../splash.tsx';
import classes from './desktop-frame.module.css';
import { closeSettings, openSettings, useSettingsOpen } from './settings-open.store.ts';
import { useDescribedPlace } from './use-described-place.ts';

// Loaded only in the desktop app.
const ConnectSection = lazy(async () => {
  const [page] = await Promise.all([import('../sections/connect-section.tsx'), loadPageTexts()]);
  return { default: page.ConnectSection };
});
const DesktopSettings = lazy(async () => {
  const [page] = await Promise.all([import('../sections/desktop-section.tsx'), loadPageTexts()]);
  return { default: page.DesktopSettings };
});

/** The frame of the desktop app, before and after sign-in: the connect screen and the app's settings. */
export function DesktopFrame({ children }: { children: ReactNode }) {
  const phase = useSessionState((state) => state.phase);
  const isSettingsOpen = useSettingsOpen((state) => state.isOpen);
  // After sign-in, the settings are a page of the product.
  const isSettingsHere = isSettingsOpen && phase !== 'signed-in';

  useEffect(followDesktop, []);
  useEffect(() => listen('menu.settings', openSettings), []);
  useSwitcherKeys();
  useDescribedPlace();

  if (isSettingsHere || place === null) {
    return (
      <Suspense fallback={<Splash />}>
        {isSettingsHere ? (
          <main className={classes.settings}>
            <DesktopSettings onBack={closeSettings} />
          </main>
        ) : (
          <ConnectSection />
        )}
      </Suspense>
    );
  }
  return (
    <>
      {phase !== 'signed-in' && <EntryBar isEarly={phase === 'loading'} />}
      {children}
    </>
  );
}
