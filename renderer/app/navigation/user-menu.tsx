import { UnstyledButton } from '@mantine/core';
import { t } from '../../lib/i18n.ts';
import { InitialsAvatar } from '../../ui/initials-avatar.tsx';
import { type ButtonAttributes, opensLater } from '../../ui/overlays/later.tsx';
import { useSession } from '../use-session.ts';
import { useAvailability } from './use-availability.ts';
import classes from './user-menu.module.css';

/** The person who is signed in. Opens the account menu. */
export const UserMenu = opensLater(
  async () => (await import('./account-menu.tsx')).AccountMenu,
  AccountButton,
);

/** The button of the account menu. */
function AccountButton({ isCompact, ...attributes }: { isCompact: boolean } & ButtonAttributes) {
  const { user } = useSession();
  const isAway = useAvailability()?.isAway === true;
  return (
    <UnstyledButton
      {...attributes}
      className={classes.account}
      data-compact={isCompact || undefined}
      aria-label={t('app:account.menu', {
        name: isAway ? `${user.name}, ${t('app:account.away')}` : user.name,
      })}
      data-testid="user-menu"
    >
      <span className={classes.avatar} data-away={isAway || undefined}>
        <InitialsAvatar name={user.name} seed={user.id} size={isCompact ? 34 : 30} />
      </span>
      {!isCompact && (
        <span className={classes.text}>
          <span className={classes.name} dir="auto">
            {user.name}
          </span>
          <span className={classes.role}>
            {isAway ? t('app:account.away') : t(`app:account.roles.${user.role}`)}
          </span>
        </span>
      )}
    </UnstyledButton>
  );
}
