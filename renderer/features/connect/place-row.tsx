import { ActionIcon, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import { send } from '../../lib/desktop/desktop.ts';
import { placePerson, placeTitle, serverName } from '../../lib/desktop/place-title.ts';
import { formatBadge } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { InitialsAvatar } from '../../ui/initials-avatar.tsx';
import classes from './place-row.module.css';

/** A place: its workspace, server, person and unread count. */
export function PlaceRow({ place, onRemove }: { place: WorkspacePlace; onRemove: () => void }) {
  const title = placeTitle(place);
  return (
    <li className={classes.row} data-testid="place-row">
      <UnstyledButton className={classes.open} onClick={() => send('places.open', { id: place.id })}>
        <InitialsAvatar name={title} seed={place.id} size={40} shape="square" />
        <span className={classes.text}>
          <span className={classes.name} dir="auto">
            {title}
          </span>
          <span className={classes.where}>
            {place.name !== null && `${serverName(place.server)}\u00a0· `}
            <bdi>{placePerson(place)}</bdi>
          </span>
        </span>
        {place.unread > 0 && (
          <span className={classes.unread}>
            <span aria-hidden="true">{formatBadge(place.unread)}</span>
            <VisuallyHidden>{t('connect:unread', { count: place.unread })}</VisuallyHidden>
          </span>
        )}
      </UnstyledButton>
      <Tooltip label={t('connect:remove.action')}>
        <ActionIcon aria-label={t('connect:remove.label', { place: title })} onClick={onRemove}>
          <IconTrash size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
