import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { serverNow } from '../../../../lib/api/server-clock.ts';
import { formatInZone } from '../../../../lib/format/format.ts';
import { timeZoneOf } from '../../../../lib/format/time-zones.ts';
import { useMutation } from '../../../../lib/forms/use-mutation.ts';
import { t } from '../../../../lib/i18n.ts';
import { MutationButton } from '../../../../ui/mutation-button.tsx';
import classes from '../../bubble.module.css';
import { useConversations } from '../../list/conversations.store.ts';
import { cancelScheduled, sendScheduledNow } from '../../outbox/scheduled.actions.ts';

/** When a message will be sent, with what can be done until then: undo, or send now and cancel. */
export function ScheduledNote({ message }: { message: ThreadMessage }) {
  const cancelling = useMutation(() => cancelScheduled(message));
  const sending = useMutation(() => sendScheduledNow(message));
  const phone = useConversations((state) => state.byId[message.conversationId]?.contact.phone ?? null);
  const at = new Date(message.sendAt ?? message.createdAt);
  const zone = timeZoneOf(phone);
  const problem = cancelling.error ?? sending.error;
  return (
    <div
      className={classes.failure}
      data-tone="quiet"
      data-held={message.isHeld || undefined}
      data-testid="message-scheduled"
    >
      {message.isHeld ? (
        <HeldFor at={at} />
      ) : (
        <p>
          {t('message-actions:scheduled.for', {
            time: formatInZone(at, zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone),
            zone: (zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone).replaceAll('_', ' '),
          })}
        </p>
      )}
      {problem !== null && <p role="alert">{problem}</p>}
      <div className={classes.buttons}>
        <MutationButton
          size="compact-sm"
          variant="default"
          mutation={cancelling}
          data-testid={message.isHeld ? 'message-undo' : 'message-cancel'}
        >
          {message.isHeld ? t('inbox:work.undo') : t('message-actions:scheduled.cancel')}
        </MutationButton>
        <Button
          size="compact-sm"
          variant="default"
          loading={sending.isPending}
          onClick={() => sending.mutate()}
          data-testid="message-send-now"
        >
          {t('message-actions:scheduled.now')}
        </Button>
      </div>
    </div>
  );
}

/** What will stand there as soon as the server holds a message, so that the bubble does not grow. */
export function HoldNote({ seconds }: { seconds: number }) {
  return (
    <div className={classes.failure} data-tone="quiet" data-held data-testid="message-holding">
      <p>{t('message-actions:scheduled.held', { count: seconds })}</p>
      <div className={classes.buttons}>
        <Button size="compact-sm" variant="default" disabled>
          {t('inbox:work.undo')}
        </Button>
        <Button size="compact-sm" variant="default" disabled>
          {t('message-actions:scheduled.now')}
        </Button>
      </div>
    </div>
  );
}

/** The seconds that are left. The server decides, so at zero the message is on its way. */
function HeldFor({ at }: { at: Date }) {
  const left = () => Math.max(0, Math.ceil((at.getTime() - serverNow()) / 1_000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(timer);
  });
  return (
    <p>
      {seconds > 0
        ? t('message-actions:scheduled.held', { count: seconds })
        : t('message-actions:scheduled.sending')}
    </p>
  );
}
