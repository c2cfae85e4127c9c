import { Button } from '@mantine/core';
import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import { desktopVersion } from '../../lib/desktop/desktop.ts';
import { t } from '../../lib/i18n.ts';
import { EntryPage } from '../../ui/entry/entry-page.tsx';
import { AddressForm } from './address-form.tsx';
import { PlaceList } from './place-list.tsx';

/** The start page of the desktop app: choose a server. */
export function ConnectPage({
  places,
  onSettings,
}: {
  places: readonly WorkspacePlace[];
  onSettings: () => void;
}) {
  const isFirst = places.length === 0;
  return (
    <EntryPage
      title={t(isFirst ? 'connect:first.title' : 'connect:more.title')}
      lead={t(isFirst ? 'connect:first.lead' : 'connect:more.lead')}
      footer={
        <>
          {t('connect:footer', { version: desktopVersion })} ·
          <Button
            variant="subtle"
            size="compact-sm"
            px={6}
            onClick={onSettings}
            data-testid="connect-settings"
          >
            {t('connect:settings')}
          </Button>
        </>
      }
    >
      <AddressForm places={places} />
      {!isFirst && <PlaceList places={places} />}
    </EntryPage>
  );
}
