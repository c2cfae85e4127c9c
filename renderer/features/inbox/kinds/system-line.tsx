import type { ThreadMessage } from '../../../../shared/contract/conversations.contract.ts';
import { formatClock, formatFull } from '../../../lib/format.ts';
import classes from './system-line.module.css';

/** Something happened that nobody wrote: a line across the thread. */
export function SystemLine({ message }: { message: ThreadMessage }) {
  return (
    <div className={classes.line} data-testid="system-line" data-id={message.id}>
      <span dir="auto">{wordsOf(message)}</span>{' '}
      <time dateTime={message.createdAt} title={formatFull(message.createdAt)}>
        {formatClock(message.createdAt)}
      </time>
    </div>
  );
}

function wordsOf({ content, inbound }: ThreadMessage): string {
  const system = inbound?.system;
  switch (system?.kind) {
    case 'number_changed':
      return `Changed the number${system.from ? ` from +${system.from}` : ''}${system.to ? ` to +${system.to}` : ''}. Both are known here; messages go to the new one.`;
    case 'user_id_changed':
      return 'The platform knows this person under a new id.';
    case 'identity_changed':
      return 'The security code of this person has changed: they may have a new phone.';
    case 'chat_opened':
      return 'Opened the chat for the first time.';
    default:
      return content || 'The platform sent a notice.';
  }
}
