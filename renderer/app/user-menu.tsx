import { type MantineColorScheme, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconBuilding,
  IconCheck,
  IconDeviceDesktop,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { LanguageSchema } from '../../shared/domain/language.ts';
import { chooseDensity, DENSITIES, useDensity } from '../lib/density.store.ts';
import { isDesktop } from '../lib/desktop/desktop.ts';
import { currentLanguage, LANGUAGES, t } from '../lib/i18n.ts';
import { InitialsAvatar } from '../ui/initials-avatar.tsx';
import { useMayOpen } from './page-access.ts';
import classes from './rail.module.css';
import { chooseLanguage, signOut } from './session.store.ts';
import { useBottomNavigation } from './use-bottom-navigation.ts';
import { useSession } from './use-session.ts';

const SCHEMES: readonly { value: MantineColorScheme; icon: typeof IconSun }[] = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
];

const DENSITY_ICONS = { comfortable: IconBaselineDensityMedium, compact: IconBaselineDensitySmall } as const;

/** The account menu: the signed-in person, theme, language, settings and sign-out. */
export function UserMenu() {
  const { user, workspace } = useSession();
  const mayOpen = useMayOpen();
  const isBelow = useBottomNavigation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { density: chosenDensity } = useDensity();
  return (
    <Menu position={isBelow ? 'top-end' : 'right-end'} width={300} shadow="md" withinPortal={false}>
      <Menu.Target>
        <UnstyledButton
          className={classes.avatar}
          aria-label={t('app:account.menu', { name: user.name })}
          data-testid="user-menu"
        >
          <InitialsAvatar name={user.name} seed={user.id} size={34} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="calc(100dvh - 16px)" style={{ overflowY: 'auto' }}>
        <div className={classes.person}>
          <Text fw={650} truncate dir="auto">
            {user.name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {user.email}
          </Text>
          <Text size="sm" c="dimmed" mt={6} truncate dir="auto">
            {workspace.name} · {t(`app:account.roles.${user.role}`)}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Label>{t('app:account.theme')}</Menu.Label>
        {SCHEMES.map(({ value, icon: Icon }) => (
          <Menu.Item
            key={value}
            closeMenuOnClick={false}
            leftSection={<Icon size={16} />}
            rightSection={colorScheme === value && <SelectedMark />}
            onClick={() => setColorScheme(value)}
            data-testid={`scheme-${value}`}
          >
            {t(`app:account.scheme.${value}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('app:account.density')}</Menu.Label>
        {DENSITIES.map((density) => {
          const Icon = DENSITY_ICONS[density];
          return (
            <Menu.Item
              key={density}
              closeMenuOnClick={false}
              leftSection={<Icon size={16} />}
              rightSection={chosenDensity === density && <SelectedMark />}
              onClick={() => chooseDensity(density)}
              data-testid={`density-${density}`}
            >
              {t(`app:account.densities.${density}`)}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <Menu.Label>{t('app:account.language')}</Menu.Label>
        {LanguageSchema.options.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            leftSection={<IconLanguage size={16} />}
            rightSection={currentLanguage() === language && <SelectedMark />}
            onClick={() => void chooseLanguage(language)}
            data-testid={`language-${language}`}
          >
            {LANGUAGES[language]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/profile"
          leftSection={<IconUser size={16} />}
          data-testid="my-profile"
        >
          {t('app:account.profile')}
        </Menu.Item>
        {mayOpen('/workspace') && (
          <Menu.Item
            component={Link}
            to="/workspace"
            leftSection={<IconBuilding size={16} />}
            data-testid="workspace-settings"
          >
            {t('app:account.workspaceSettings')}
          </Menu.Item>
        )}
        {isDesktop && (
          <Menu.Item
            component={Link}
            to="/desktop"
            leftSection={<IconSettings size={16} />}
            data-testid="app-settings"
          >
            {t('app:sections.desktop')}
          </Menu.Item>
        )}
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

function SelectedMark() {
  return <IconCheck size={16} role="img" aria-label={t('app:account.selected')} aria-hidden={false} />;
}
