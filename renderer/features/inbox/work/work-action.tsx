import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n.ts';

export interface WorkActionProps extends Pick<ActionIconProps, 'className' | 'variant'> {
  label: string;
  /** Its key, which the tooltip shows. */
  shortcut: string;
  onClick: () => void;
  testId: string;
  children: ReactNode;
}

/** A button for something that is done with conversations. */
export function WorkAction({ label, shortcut, onClick, testId, children, ...icon }: WorkActionProps) {
  return (
    <Tooltip label={t('inbox:work.withKey', { label, key: shortcut })}>
      <ActionIcon
        aria-label={label}
        aria-keyshortcuts={shortcut}
        onClick={onClick}
        data-testid={testId}
        {...icon}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
