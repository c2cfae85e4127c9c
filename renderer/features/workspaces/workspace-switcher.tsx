import { UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { place as ownPlace } from '../../lib/desktop/desktop.ts';
import { useDesktop } from '../../lib/desktop/desktop-state.ts';
import { t } from '../../lib/i18n.ts';
import { Tip } from '../../ui/overlays/tip.tsx';
import { openConnectScreen } from './open-place.ts';
import { WorkspaceButton } from './workspace-button.tsx';
import classes from './workspace-switcher.module.css';

/** The workspaces on this computer, below or beside each other, with a button to add one. */
export function WorkspaceSwitcher({ isRow = false }: { isRow?: boolean }) {
  const places = useDesktop((state) => state.places) ?? [];
  const list = useRef<HTMLUListElement>(null);

  // With many places, the current one may be out of view.
  useEffect(() => {
    if (places.length > 0)
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [places.length]);

  return (
    <nav className={classes.switcher} data-row={isRow || undefined} aria-label={t('workspace:switcher')}>
      <ul className={classes.list} ref={list}>
        {places.map((place, index) => (
          <li key={place.id}>
            <WorkspaceButton place={place} index={index} isCurrent={place.id === ownPlace?.id} />
          </li>
        ))}
      </ul>
      <Tip label={t('workspace:add')} position="right">
        <UnstyledButton
          className={classes.add}
          aria-label={t('workspace:add')}
          onClick={openConnectScreen}
          data-testid="add-server"
        >
          <IconPlus size={18} stroke={2} aria-hidden="true" />
        </UnstyledButton>
      </Tip>
    </nav>
  );
}
