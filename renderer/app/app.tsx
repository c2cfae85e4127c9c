import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { isDesktop } from '../lib/desktop.ts';
import { queryClient } from '../lib/query-client.ts';
import { cssVariables, theme } from '../ui/theme.ts';
import { DesktopFrame } from './desktop-frame.tsx';
import { Gate } from './gate.tsx';

/** Everything that is around every page. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Notifications position="top-right" />
      <QueryClientProvider client={queryClient}>
        {isDesktop ? (
          <DesktopFrame>
            <Gate />
          </DesktopFrame>
        ) : (
          <Gate />
        )}
      </QueryClientProvider>
    </MantineProvider>
  );
}
