import { UnstyledButton } from '@mantine/core';
import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import { isMac } from '../../lib/desktop/desktop.ts';
import { placePerson, placeTitle, serverName } from '../../lib/desktop/place-title.ts';
import { formatBadge } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { InitialsAvatar } from '../../ui/initials-avatar.tsx';
import { Tip } from '../../ui/overlays/tip.tsx';
import { openPlace } from './open-place.ts';
import { switcherHint } from './switcher-keys.ts';
import classes from './workspace-button.module.css';

export interface WorkspaceButtonProps {
  place: WorkspacePlace;
  index: number;
  isCurrent: boolean;
}

/** A workspace in the rail. */
export function WorkspaceButton({ place, index, isCurrent }: WorkspaceButtonProps) {
  const title = placeTitle(place);
  const person = placePerson(place);
  const server = serverName(place.server);
  const label =
    place.unread > 0
      ? t('workspace:placeUnread', { title, server, person, count: place.unread })
      : t('workspace:place', { title, server, person });
  return (
    <Tip
      position="right"
      multiline
      label={<PlaceTip title={title} where={`${server} · ${person}`} index={index} />}
    >
      <UnstyledButton
        className={classes.place}
        data-current={isCurrent || undefined}
        data-out={!place.isSignedIn || undefined}
        aria-current={isCurrent ? 'true' : undefined}
        aria-label={label}
        onClick={() => {
          if (!isCurrent) openPlace(place.id);
        }}
        data-testid="workspace"
      >
        <InitialsAvatar name={title} seed={place.id} size={34} shape="square" />
        {place.unread > 0 && (
          <span className={classes.badge} aria-hidden="true">
            {formatBadge(place.unread)}
          </span>
        )}
      </UnstyledButton>
    </Tip>
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
