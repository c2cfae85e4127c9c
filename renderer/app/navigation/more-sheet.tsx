import {
  IconCircleCheck,
  IconCoffee,
  IconDeviceDesktop,
  IconHelp,
  IconLogout,
  IconSearch,
  IconUser,
} from '@tabler/icons-react';
import { WorkspaceSwitcher } from '../../features/workspaces/workspace-switcher.tsx';
import { isDesktop } from '../../lib/desktop/desktop.ts';
import { t } from '../../lib/i18n.ts';
import { InitialsAvatar } from '../../ui/initials-avatar.tsx';
import { LaterDrawer } from '../../ui/overlays/later.tsx';
import { showPalette } from '../commands/palette.store.ts';
import { signOut } from '../session.store.ts';
import { useSession } from '../use-session.ts';
import classes from './more-sheet.module.css';
import { NavFoot, NavGroups } from './nav-groups.tsx';
import { NavButton, NavItem } from './nav-item.tsx';
import { useAvailability } from './use-availability.ts';
import { useCurrentPath } from './use-current.ts';

/** What a phone has no tab for: the other pages, and the account. */
export function MoreSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { user, workspace } = useSession();
  const path = useCurrentPath();
  const availability = useAvailability();
  return (
    <LaterDrawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      padding="sm"
      title={t('app:tabs.more')}
      classNames={{ content: classes.sheet, header: classes.sheet, close: classes.close }}
    >
      {isDesktop && <WorkspaceSwitcher isRow />}
      <NavButton
        icon={IconSearch}
        label={t('commands:palette.open')}
        onClick={() => {
          onClose();
          showPalette('palette');
        }}
        testId="open-palette"
      />
      <nav aria-label={t('app:sections.morePages')}>
        <NavGroups hasTabs onGo={onClose} />
        <NavFoot isRuled onGo={onClose} />
      </nav>
      <section className={classes.account} aria-label={t('app:account.title')}>
        <div className={classes.person}>
          <InitialsAvatar name={user.name} seed={user.id} size={34} />
          <div className={classes.text}>
            <div className={classes.name} dir="auto">
              {user.name}
            </div>
            <div className={classes.place} dir="auto">
              {workspace.name} ·{' '}
              {availability?.isAway ? t('app:account.away') : t(`app:account.roles.${user.role}`)}
            </div>
          </div>
        </div>
        {availability && (
          <NavButton
            icon={availability.isAway ? IconCircleCheck : IconCoffee}
            label={t(availability.isAway ? 'app:account.setAvailable' : 'app:account.setAway')}
            onClick={() => availability.setAway(!availability.isAway)}
            testId="toggle-availability"
          />
        )}
        <NavItem
          to="/settings/profile"
          icon={IconUser}
          label={t('app:sections.profile')}
          isCurrent={path === '/settings/profile'}
          onClick={onClose}
          testId="my-profile"
        />
        {isDesktop && (
          <NavItem
            to="/settings/app"
            icon={IconDeviceDesktop}
            label={t('app:sections.app')}
            isCurrent={path === '/settings/app'}
            onClick={onClose}
            testId="app-settings"
          />
        )}
        <NavButton
          icon={IconHelp}
          label={t('app:help')}
          onClick={() => {
            onClose();
            showPalette('shortcuts');
          }}
          testId="help"
        />
        <NavButton
          icon={IconLogout}
          label={t('app:account.signOut')}
          onClick={() => void signOut()}
          testId="sign-out"
        />
      </section>
    </LaterDrawer>
  );
}
