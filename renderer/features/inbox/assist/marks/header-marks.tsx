import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconUrgent } from '@tabler/icons-react';
import type { Conversation } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import classes from './conversation-marks.module.css';
import { useMarks } from './conversation-marks.tsx';

/**
 * The marks beside the name of the open conversation: with the mouse, the keyboard or a touch they say why. On a phone, the
 * name needs the room: there is a sign for urgent, and nothing else.
 */
export function HeaderConversationMarks({ conversation }: { conversation: Conversation }) {
  return useMarks(conversation).map(({ kind, text, hint }) => (
    <Tooltip key={kind} label={hint} events={{ hover: true, focus: true, touch: true }} multiline maw={280}>
      <UnstyledButton
        className={classes.mark}
        data-place="header"
        data-kind={kind}
        aria-label={`${text}: ${hint}`}
        data-testid={`header-mark-${kind}`}
      >
        <IconUrgent className={classes.icon} size={18} aria-hidden="true" />
        <span className={classes.text}>{text}</span>
      </UnstyledButton>
    </Tooltip>
  ));
}
