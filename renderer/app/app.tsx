import { DirectionProvider, MantineProvider } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { queryClient } from '../lib/api/query-client.ts';
import { isDesktop } from '../lib/desktop/desktop.ts';
import { currentDirection, currentLanguage, onLanguageChange } from '../lib/i18n.ts';
import { styleNonce } from '../lib/style-nonce.ts';
import { later } from '../ui/overlays/later.tsx';
import { cssVariables, makeTheme } from '../ui/theme.ts';
import { ConfirmationDialog } from './confirmation-dialog.tsx';
import { DesktopFrame } from './desktop/desktop-frame.tsx';
import { Gate } from './gate.tsx';

const Toasts = later(async () => (await import('./notices/toasts.tsx')).Toasts);

/** Remounts the app when the language changes, so that all text is rendered again. */
export function App() {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage);
  return <Providers key={language} />;
}

/** Is there from the first short message on. */
function WantedToasts() {
  const isWanted = useNotifications().notifications.length > 0;
  const [wasWanted, setWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWanted(true);
  return wasWanted && <Toasts />;
}

/** The providers around every page. */
function Providers() {
  const [theme] = useState(makeTheme);
  return (
    <DirectionProvider initialDirection={currentDirection()}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <WantedToasts />
        <QueryClientProvider client={queryClient}>
          <ConfirmationDialog />
          {isDesktop ? (
            <DesktopFrame>
              <Gate />
            </DesktopFrame>
          ) : (
            <Gate />
          )}
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
