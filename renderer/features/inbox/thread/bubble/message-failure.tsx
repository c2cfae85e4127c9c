import { IconRefresh } from '@tabler/icons-react';
import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import type { MessageError } from '../../../../../shared/contract/messages.contract.ts';
import { useMutation } from '../../../../lib/forms/use-mutation.ts';
import { t } from '../../../../lib/i18n.ts';
import { reasonText } from '../../../../lib/reason-text.ts';
import { MutationButton } from '../../../../ui/mutation-button.tsx';
import classes from '../../bubble.module.css';
import { isWindowError, outsideWindowText } from '../../outbox/outside-window.ts';
import { retryMessage } from '../store/threads.actions.ts';

/** Explains why a message was not delivered, with a button to retry. */
export function MessageFailure({ message, error }: { message: ThreadMessage; error: MessageError }) {
  const retrying = useMutation(() => retryMessage(message));
  const hasFailed = message.status === 'failed';

  return (
    <div className={classes.failure} data-tone={hasFailed ? 'bad' : 'warn'}>
      <Reason error={error} />
      {retrying.error !== null && <p role="alert">{retrying.error}</p>}
      {hasFailed && (
        <div className={classes.buttons}>
          <MutationButton
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={14} />}
            mutation={retrying}
            data-testid="message-retry"
          >
            {t('actions.retry')}
          </MutationButton>
        </div>
      )}
    </div>
  );
}

/** The reason as a sentence, with the platform's details if they add information. */
function Reason({ error }: { error: MessageError }) {
  if (isWindowError(error)) return <p>{outsideWindowText()}</p>;
  return (
    <>
      <p>{reasonText('platform', { code: error.code, sentence: error.message })}</p>
      {error.details !== null && error.details !== error.message && <small>{error.details}</small>}
    </>
  );
}
