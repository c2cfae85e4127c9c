import { ActionIcon, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import { tell } from '../../lib/desktop.ts';
import { placePerson, placeTitle, serverName } from '../../lib/place-title.ts';
import { InitialsAvatar } from '../../ui/initials-avatar.tsx';
import classes from './place-row.module.css';

/** One place: whose workspace it is, where, as whom, and what waits there. */
export function PlaceRow({ place, onRemove }: { place: WorkspacePlace; onRemove: () => void }) {
  const title = placeTitle(place);
  return (
    <li className={classes.row} data-testid="place-row">
      <UnstyledButton className={classes.open} onClick={() => tell('places.open', { id: place.id })}>
        <InitialsAvatar name={title} seed={place.id} size={40} shape="square" />
        <span className={classes.words}>
          <span className={classes.name} dir="auto">
            {title}
          </span>
          <span className={classes.where}>
            {place.name !== null && `${serverName(place.server)} · `}
            <bdi>{placePerson(place)}</bdi>
          </span>
        </span>
        {place.unread > 0 && (
          <span className={classes.unread}>
            {place.unread > 99 ? '99+' : place.unread}
            <VisuallyHidden> unread</VisuallyHidden>
          </span>
        )}
      </UnstyledButton>
      <Tooltip label="Remove from this computer">
        <ActionIcon aria-label={`Remove ${title} from this computer`} onClick={onRemove}>
          <IconTrash size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
