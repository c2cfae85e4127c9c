import { Tooltip, UnstyledButton } from '@mantine/core';
import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import { isMac } from '../../lib/desktop.ts';
import { placePerson, placeTitle, serverName } from '../../lib/place-title.ts';
import { InitialsAvatar } from '../../ui/initials-avatar.tsx';
import { openPlace } from './open-place.ts';
import { switcherHint } from './switcher-keys.ts';
import classes from './workspace-button.module.css';

export interface WorkspaceButtonProps {
  place: WorkspacePlace;
  index: number;
  isCurrent: boolean;
}

/** One workspace in the rail. */
export function WorkspaceButton({ place, index, isCurrent }: WorkspaceButtonProps) {
  const title = placeTitle(place);
  const person = placePerson(place);
  const unread = place.unread > 0 ? `, ${place.unread} unread` : '';
  return (
    <Tooltip
      position="right"
      multiline
      label={<PlaceTip title={title} where={`${serverName(place.server)} · ${person}`} index={index} />}
    >
      <UnstyledButton
        className={classes.place}
        data-current={isCurrent || undefined}
        data-out={!place.isSignedIn || undefined}
        aria-current={isCurrent ? 'true' : undefined}
        aria-label={`${title}, ${serverName(place.server)}, ${person}${unread}`}
        onClick={() => {
          if (!isCurrent) openPlace(place.id);
        }}
        data-testid="workspace"
      >
        <InitialsAvatar name={title} seed={place.id} size={34} shape="square" />
        {place.unread > 0 && (
          <span className={classes.badge} aria-hidden="true">
            {place.unread > 99 ? '99+' : place.unread}
          </span>
        )}
      </UnstyledButton>
    </Tooltip>
  );
}

function PlaceTip({ title, where, index }: { title: string; where: string; index: number }) {
  const keys = switcherHint(index, isMac);
  return (
    <>
      <strong className={classes.tipTitle} dir="auto">
        {title}
      </strong>
      <span className={classes.tipLine}>{where}</span>
      {keys !== null && <span className={classes.tipKeys}>{keys}</span>}
    </>
  );
}
