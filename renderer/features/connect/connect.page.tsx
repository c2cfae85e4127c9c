import { Button } from '@mantine/core';
import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import { desktopVersion } from '../../lib/desktop.ts';
import { EntryPage } from '../../ui/entry-page.tsx';
import { AddressForm } from './address-form.tsx';
import { PlaceList } from './place-list.tsx';

/** The desktop's own start: which server to work on. */
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
      title={isFirst ? 'Connect to your server' : 'Add a server'}
      lead={
        isFirst
          ? 'Your conversations stay on a server of your own. Whoever runs it knows its address.'
          : 'For another workspace, or another account of yours.'
      }
      footer={
        <>
          Switchboard {desktopVersion} ·{' '}
          <Button
            variant="subtle"
            size="compact-sm"
            px={6}
            onClick={onSettings}
            data-testid="connect-settings"
          >
            App settings
          </Button>
        </>
      }
    >
      <AddressForm places={places} />
      {!isFirst && <PlaceList places={places} />}
    </EntryPage>
  );
}
