import { Button, Stack } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import { tell } from '../../lib/desktop.ts';
import { placeTitle, serverName } from '../../lib/place-title.ts';
import { Notice } from '../../ui/notice.tsx';

/** The server is here already: back to it, or one more account on it. */
export function KnownServer({
  server,
  places,
  onAddAgain,
}: {
  server: string;
  places: readonly WorkspacePlace[];
  onAddAgain: () => void;
}) {
  return (
    <Stack gap="xs">
      <Notice tone="quiet">You have {serverName(server)} on this computer already.</Notice>
      {places.map((place) => (
        <Button
          key={place.id}
          size="md"
          autoFocus={place === places[0]}
          rightSection={<IconArrowRight size={18} />}
          onClick={() => tell('places.open', { id: place.id })}
        >
          Open {placeTitle(place)}
        </Button>
      ))}
      <Button variant="default" size="md" onClick={onAddAgain} data-testid="connect-again">
        Add another account there
      </Button>
    </Stack>
  );
}
