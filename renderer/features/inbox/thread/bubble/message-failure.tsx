import { Button } from '@mantine/core';
import { IconCopy, IconPencil, IconRefresh, IconTemplate } from '@tabler/icons-react';
import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import type { MessageError } from '../../../../../shared/contract/messages.contract.ts';
import { runCommand } from '../../../../lib/commands/registry.ts';
import { editNumber } from '../../../../lib/contact-number.store.ts';
import { useMutation } from '../../../../lib/forms/use-mutation.ts';
import { t } from '../../../../lib/i18n.ts';
import { hasReason, reasonText } from '../../../../lib/reason-text.ts';
import { MutationButton } from '../../../../ui/mutation-button.tsx';
import classes from '../../bubble.module.css';
import { openTemplates } from '../../composer/template-area.store.ts';
import { useConversations } from '../../list/conversations.store.ts';
import { isWindowError, outsideWindowText } from '../../outbox/outside-window.ts';
import { copyText } from '../actions/message-actions.ts';
import { retryMessage } from '../store/threads.actions.ts';
import { failureAction, failureDetails, isRetryable } from './failure-actions.ts';

/** Explains why a message was not delivered, with what can help, and what a person passes on. */
export function MessageFailure({ message, error }: { message: ThreadMessage; error: MessageError }) {
  const retrying = useMutation(() => retryMessage(message));
  const hasFailed = message.status === 'failed';
  const action = failureAction(message);

  return (
    <div className={classes.failure} data-tone={hasFailed ? 'bad' : 'warn'}>
      <Reason error={error} />
      {retrying.error !== null && <p role="alert">{retrying.error}</p>}
      {hasFailed && (
        <div className={classes.buttons}>
          {action === 'number' && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPencil size={14} />}
              onClick={() => editContactNumber(message.conversationId)}
              data-testid="failure-number"
            >
              {t('message-actions:failure.number')}
            </Button>
          )}
          {/* After the number was corrected, or when the person has it reachable again, the same message can go out. */}
          {isRetryable(message) && (
            <MutationButton
              size="compact-sm"
              variant="default"
              leftSection={<IconRefresh size={14} />}
              mutation={retrying}
              data-testid="message-retry"
            >
              {t('actions.retry')}
            </MutationButton>
          )}
          {action === 'template' && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconTemplate size={14} />}
              onClick={() => openTemplates(message.conversationId)}
              data-testid="failure-template"
            >
              {t('message-actions:failure.template')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconCopy size={14} />}
            onClick={() => void copyText(failureDetails(message))}
            data-testid="failure-copy"
          >
            {t('message-actions:failure.copy')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Shows the contact with its number as a field. */
function editContactNumber(conversationId: string): void {
  const contactId = useConversations.getState().byId[conversationId]?.contact.id;
  if (contactId === undefined) return;
  const isShown = document.querySelector('[data-testid="context-pane"]') !== null;
  if (!isShown) runCommand('conversation.contact');
  editNumber(contactId);
}

/** The reason as a sentence. The platform's own words are below it where there is no sentence of ours, else in Info. */
function Reason({ error }: { error: MessageError }) {
  if (isWindowError(error)) return <p>{outsideWindowText()}</p>;
  return (
    <>
      <p>{reasonText('platform', { code: error.code, sentence: error.message })}</p>
      {error.details !== null && error.details !== error.message && !hasReason('platform', error.code) && (
        <small>{error.details}</small>
      )}
    </>
  );
}
