import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CommandId } from '../../../lib/commands/commands.ts';
import { useKeys } from '../../../lib/commands/custom-keys.store.ts';
import { ariaKeys, withKeys } from '../../../lib/commands/keys.ts';

export interface WorkActionProps extends Pick<ActionIconProps, 'className' | 'variant'> {
  label: string;
  /** The command that does the same, whose key the tooltip shows. */
  command: CommandId;
  onClick: () => void;
  testId: string;
  children: ReactNode;
}

/** A button for something that is done with conversations. */
export function WorkAction({ label, command, onClick, testId, children, ...icon }: WorkActionProps) {
  const keys = useKeys(command);
  return (
    <Tooltip label={withKeys(label, keys)}>
      <ActionIcon
        aria-label={label}
        aria-keyshortcuts={ariaKeys(keys)}
        onClick={onClick}
        data-testid={testId}
        {...icon}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
