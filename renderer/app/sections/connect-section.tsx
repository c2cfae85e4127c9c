import { Button } from '@mantine/core';
import { ConnectPage } from '../../features/connect/connect.page.tsx';
import { readDesktop, useDesktop } from '../../lib/desktop/desktop-state.ts';
import { t } from '../../lib/i18n.ts';
import { EntryPage } from '../../ui/entry/entry-page.tsx';
import { openSettings } from '../desktop/settings-open.store.ts';
import { Splash } from '../splash.tsx';

/** The connect screen, with a link to the settings of the app. */
export function ConnectSection() {
  const places = useDesktop((state) => state.places);
  const problem = useDesktop((state) => state.problem);
  if (places) return <ConnectPage places={places} onSettings={openSettings} />;
  if (problem === null) return <Splash />;
  return (
    <EntryPage title={t('app:desktopProblem')} lead={problem}>
      <Button onClick={readDesktop}>{t('actions.retry')}</Button>
    </EntryPage>
  );
}
