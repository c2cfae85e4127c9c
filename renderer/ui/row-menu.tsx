import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

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
