import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { formatClock, formatFull } from '../../../lib/format/format.ts';
import { formatPhone } from '../../../lib/format/format-phone.ts';
import { t } from '../../../lib/i18n.ts';
import { formatDuration } from '../media/media-text.ts';
import classes from './system-line.module.css';

/** A system event, shown as a line across the thread. */
export function SystemLine({ message }: { message: ThreadMessage }) {
  return (
    <div className={classes.line} data-testid="system-line" data-id={message.id}>
      <span dir="auto">{systemText(message)}</span>{' '}
      <time dateTime={message.createdAt} title={formatFull(message.createdAt)}>
        {formatClock(message.createdAt)}
      </time>
    </div>
  );
}

function systemText({ content, inbound, direction }: ThreadMessage): string {
  const system = inbound?.system;
  switch (system?.kind) {
    case 'number_changed':
      return numberChange(system.from, system.to);
    case 'user_id_changed':
      return t('inbox:kinds.system.userIdChanged');
    case 'identity_changed':
      return t('inbox:kinds.system.identityChanged');
    case 'chat_opened':
      return t('inbox:kinds.system.chatOpened');
    case 'call_answered':
      return t('inbox:kinds.system.callAnswered', { duration: formatDuration(system.seconds ?? 0) });
    case 'call_missed':
      return t(
        direction === 'inbound' ? 'inbox:kinds.system.callMissed' : 'inbox:kinds.system.callNotAnswered',
      );
    default:
      return content || t('inbox:kinds.system.notice');
  }
}

function numberChange(before: string | null | undefined, after: string | null | undefined): string {
  const [from, to] = [shown(before), shown(after)];
  if (from && to) return t('inbox:kinds.system.numberChangedFromTo', { from, to });
  if (from) return t('inbox:kinds.system.numberChangedFrom', { from });
  if (to) return t('inbox:kinds.system.numberChangedTo', { to });
  return t('inbox:kinds.system.numberChanged');
}

function shown(digits: string | null | undefined): string | null {
  return digits ? formatPhone(digits) : null;
}
