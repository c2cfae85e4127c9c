import { Menu, Text, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconHelp, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isDesktop } from '../../lib/desktop/desktop.ts';
import { currentLanguage, LANGUAGES, t } from '../../lib/i18n.ts';
import { COLOR_SCHEMES } from '../../ui/color-schemes.ts';
import { type Opening, useStartsOpen } from '../../ui/overlays/later.tsx';
import { showPalette } from '../commands/palette.store.ts';
import { chooseLanguage, signOut } from '../session.store.ts';
import { useSession } from '../use-session.ts';
import { useAvailability } from './use-availability.ts';
import classes from './user-menu.module.css';

interface Account {
  isCompact: boolean;
}

/** The account menu: the signed-in person, theme, language, settings and sign-out. */
export function AccountMenu({ isCompact, startsOpen, Button }: Account & Opening<Account>) {
  const { user, workspace } = useSession();
  const availability = useAvailability();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { opened, setOpened, button } = useStartsOpen(startsOpen);
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position={isCompact ? 'right-end' : 'top-start'}
      width={280}
      shadow="md"
      withinPortal={false}
    >
      <Menu.Target>
        <Button ref={button} isCompact={isCompact} />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <div className={classes.person}>
          <Text fw={650} truncate dir="auto">
            {user.name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {user.email}
          </Text>
          <Text size="sm" c="dimmed" truncate dir="auto">
            {workspace.name} · {t(`app:account.roles.${user.role}`)}
          </Text>
        </div>
        {availability && <AvailabilityItems {...availability} />}
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/settings/profile"
          leftSection={<IconUser size={16} />}
          data-testid="my-profile"
        >
          {t('app:sections.profile')}
        </Menu.Item>
        <Menu.Item
          className={classes.help}
          leftSection={<IconHelp size={16} />}
          onClick={() => showPalette('shortcuts')}
          data-testid="menu-help"
        >
          {t('app:help')}
        </Menu.Item>
        {isDesktop && (
          <Menu.Item
            component={Link}
            to="/settings/app"
            leftSection={<IconDeviceDesktop size={16} />}
            data-testid="app-settings"
          >
            {t('app:sections.app')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>{t('colorScheme.label')}</Menu.Label>
        <div className={classes.schemes}>
          {COLOR_SCHEMES.map(({ value, icon: Icon }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              checked={colorScheme === value}
              onChange={() => setColorScheme(value)}
              classNames={{
                item: classes.scheme,
                itemLabel: classes.schemeLabel,
                itemIndicator: classes.noMark,
              }}
              data-testid={`scheme-${value}`}
            >
              <Icon size={16} aria-hidden="true" />
              {t(`colorScheme.${value}`)}
            </Menu.RadioItem>
          ))}
        </div>
        <Menu.Label>{t('language')}</Menu.Label>
        {LANGUAGES.map(({ value: language, label }) => (
          <Menu.RadioItem
            key={language}
            lang={language}
            value={language}
            checked={currentLanguage() === language}
            checkIcon={<IconCheck size={16} />}
            onChange={() => void chooseLanguage(language)}
            data-testid={`language-${language}`}
          >
            {label}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          onClick={() => void signOut()}
          data-testid="sign-out"
        >
          {t('app:account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Whether the person takes new conversations. */
function AvailabilityItems({ isAway, setAway }: NonNullable<ReturnType<typeof useAvailability>>) {
  return (
    <>
      <Menu.Divider />
      <Menu.RadioItem
        value="available"
        checked={!isAway}
        checkIcon={<IconCheck size={16} />}
        onChange={() => setAway(false)}
        data-testid="available"
      >
        {t('app:account.available')}
      </Menu.RadioItem>
      <Menu.RadioItem
        value="away"
        checked={isAway}
        checkIcon={<IconCheck size={16} />}
        onChange={() => setAway(true)}
        data-testid="away"
      >
        <div>{t('app:account.away')}</div>
        <Text size="xs" c="dimmed">
          {t('app:account.awayHint')}
        </Text>
      </Menu.RadioItem>
    </>
  );
}
