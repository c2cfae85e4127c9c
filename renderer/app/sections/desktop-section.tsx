import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { DesktopSettingsPage } from '../../features/desktop-settings/desktop-settings.page.tsx';
import { UpdatesPanel } from '../../features/updates/updates-panel.tsx';
import { isDesktop } from '../../lib/desktop/desktop.ts';
import { readDesktop, useDesktop } from '../../lib/desktop/desktop-state.ts';
import { t } from '../../lib/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Splash } from '../splash.tsx';
import { MissingPage } from './plain-pages.tsx';

/** The settings page of the desktop app. A browser has none. */
export function DesktopSection() {
  return isDesktop ? <DesktopSettings /> : <MissingPage />;
}

/** The settings of the desktop app, with the updates panel. `onBack` is for screens without navigation. */
export function DesktopSettings({ onBack }: { onBack?: () => void }) {
  const { settings, updates, problem } = useDesktop();
  if (!settings || !updates) {
    if (problem === null) return <Splash />;
    return (
      <PageFrame title={t('app:sections.app')}>
        <ErrorState title={t('app:settingsNotRead')} message={problem} onRetry={readDesktop} />
      </PageFrame>
    );
  }
  return (
    <DesktopSettingsPage
      state={settings}
      updates={<UpdatesPanel updates={updates} />}
      actions={
        onBack && (
          <Button variant="default" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
            {t('actions.back')}
          </Button>
        )
      }
    />
  );
}
