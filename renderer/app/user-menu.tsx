import { type MantineColorScheme, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isDesktop } from '../lib/desktop.ts';
import { InitialsAvatar } from '../ui/initials-avatar.tsx';
import classes from './rail.module.css';
import { signOut } from './session.store.ts';
import { useSession } from './use-session.ts';

const SCHEMES: readonly { value: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'Like the system', icon: IconDeviceDesktop },
];

/** Who is signed in where, how the screen looks, and the way out. */
export function UserMenu() {
  const { user, workspace } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="right-end" width={260} shadow="md" withinPortal={false}>
      <Menu.Target>
        <UnstyledButton
          className={classes.avatar}
          aria-label={`${user.name}, account menu`}
          data-testid="user-menu"
        >
          <InitialsAvatar name={user.name} seed={user.id} size={34} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <Text fw={650} truncate dir="auto">
            {user.name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {user.email}
          </Text>
          <Text size="sm" c="dimmed" mt={6} truncate dir="auto">
            {workspace.name} · <span className={classes.role}>{user.role}</span>
          </Text>
        </div>
        <Menu.Divider />
        {SCHEMES.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            closeMenuOnClick={false}
            leftSection={<Icon size={16} />}
            rightSection={
              colorScheme === value && (
                <IconCheck size={16} role="img" aria-label="chosen" aria-hidden={false} />
              )
            }
            onClick={() => setColorScheme(value)}
            data-testid={`scheme-${value}`}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {isDesktop && (
          <Menu.Item
            component={Link}
            to="/desktop"
            leftSection={<IconSettings size={16} />}
            data-testid="app-settings"
          >
            App settings
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          onClick={() => void signOut()}
          data-testid="sign-out"
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
