import { Menu, SegmentedControl, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { InitialsAvatar } from '../ui/initials-avatar.tsx';
import classes from './rail.module.css';
import { signOut } from './session.store.ts';
import { useSession } from './use-session.ts';

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const;

/** Who is signed in where, how the screen looks, and the way out. */
export function UserMenu() {
  const { user, workspace } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="right-end" width={260} shadow="md">
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
        <div style={{ padding: '8px 12px 10px' }}>
          <Text fw={650} truncate dir="auto">
            {user.name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {user.email}
          </Text>
          <Text size="sm" c="dimmed" mt={6} truncate dir="auto">
            {workspace.name} · <span style={{ textTransform: 'capitalize' }}>{user.role}</span>
          </Text>
        </div>
        <Menu.Divider />
        <div style={{ padding: '8px 12px' }}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label="Colours"
            data={[...SCHEMES]}
            value={colorScheme}
            onChange={setColorScheme}
          />
        </div>
        <Menu.Divider />
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
