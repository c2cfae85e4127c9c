import { List, Text } from '@mantine/core';
import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import { ask } from '../../lib/desktop.ts';
import { placeTitle } from '../../lib/place-title.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';

/** Says what this computer forgets before it does. */
export function PlaceRemove({ place, onClose }: { place: WorkspacePlace | null; onClose: () => void }) {
  const confirmed = useConfirmed(async () => {
    if (place) await ask('places.remove', { id: place.id });
  }, onClose);
  return (
    <ConfirmModal
      opened={place !== null}
      title={place ? `Remove ${placeTitle(place)}?` : ''}
      confirmLabel="Remove from this computer"
      {...confirmed}
    >
      <Text>This computer forgets</Text>
      <List my="xs" withPadding>
        <List.Item>that you are signed in</List.Item>
        <List.Item>the messages it keeps for reading offline</List.Item>
        <List.Item>drafts, and messages that are not sent yet</List.Item>
      </List>
      <Text>Nothing changes on the server. You can add it again at any time.</Text>
    </ConfirmModal>
  );
}
