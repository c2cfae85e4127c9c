import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../lib/i18n.ts';
import { useMayOpen } from './page-access.ts';
import classes from './rail.module.css';
import { SECTIONS } from './sections/sections.ts';
import { useBottomNavigation } from './use-bottom-navigation.ts';

const SETTINGS = SECTIONS.filter((section) => 'isSetting' in section);

/** The menu of the settings pages. Hidden from people who may open none of them. */
export function SettingsMenu() {
  const mayOpen = useMayOpen();
  const isBelow = useBottomNavigation();
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const sections = SETTINGS.filter(({ path }) => mayOpen(path));
  if (sections.length === 0) return null;
  const isActive = sections.some(({ path }) => pathname.startsWith(path));
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position={isBelow ? 'top' : 'right-start'}
      width={230}
      shadow="md"
      withinPortal={false}
    >
      <Menu.Target>
        <Tooltip label={t('app:sections.settings')} position="right" disabled={isOpen}>
          <UnstyledButton
            className={classes.link}
            aria-label={t('app:sections.settings')}
            data-status={isActive ? 'active' : undefined}
            data-testid="nav-settings"
          >
            <IconSettings size={22} stroke={1.7} aria-hidden="true" />
          </UnstyledButton>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('app:sections.settings')}</Menu.Label>
        {sections.map(({ path, name, icon: Icon }) => (
          <Menu.Item
            key={path}
            component={Link}
            to={path}
            leftSection={<Icon size={18} stroke={1.7} aria-hidden="true" />}
            data-testid={`nav-${name}`}
          >
            {t(`app:sections.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
