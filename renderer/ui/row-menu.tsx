import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { askAgain } from '../lib/api/query-client.ts';
import { t } from '../lib/i18n.ts';

export interface RowMenuProps {
  label: string;
  testId: string;
  /** In pixels: `BUTTON_HEIGHT` beside buttons. */
  size?: number;
  children: ReactNode;
}

/** The height of a button. */
export const BUTTON_HEIGHT = 36;

/** The menu at the end of a row, for actions without their own button. The children are `Menu.Item`. */
export function RowMenu({ label, testId, size = 34, children }: RowMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size={size} aria-label={label} data-testid={testId}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** Says in a menu that some of its items could not be loaded. Renders nothing unless they have failed. */
export function NotLoadedItems({
  text,
  query,
}: {
  text: string;
  query: { data: unknown; error: Error | null; refetch: () => unknown };
}) {
  if (!query.error || query.data !== undefined) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{text}</Menu.Label>
      <Menu.Item closeMenuOnClick={false} onClick={() => void askAgain().then(query.refetch)}>
        {t('actions.retry')}
      </Menu.Item>
    </>
  );
}
