import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CommandId } from '../../../lib/commands/commands.ts';
import { useKeys } from '../../../lib/commands/custom-keys.store.ts';
import { ariaKeys, withKeys } from '../../../lib/commands/keys.ts';
import { usePicker } from './picker.store.ts';

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
  const isPicking = usePicker((picker) => picker.kind !== null);
  return (
    <Tooltip label={withKeys(label, keys)} disabled={isPicking}>
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
