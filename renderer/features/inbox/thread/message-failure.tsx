import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { ThreadMessage } from '../../../../shared/contract/conversations.contract.ts';
import type { MessageError } from '../../../../shared/contract/messages.contract.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { t } from '../../../lib/i18n.ts';
import classes from '../bubble.module.css';
import { isWindowError, outsideWindowText } from '../outbox/outside-window.ts';
import { retryMessage } from './threads.actions.ts';

/** Why a message did not arrive, in a sentence, and the button that tries again. */
export function MessageFailure({ message, error }: { message: ThreadMessage; error: MessageError }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const hasFailed = message.status === 'failed';

  async function handleRetry(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await retryMessage(message);
    } catch (failure) {
      setProblem(sentenceOf(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={classes.failure} data-tone={hasFailed ? 'bad' : 'warn'}>
      <Reason error={error} />
      {problem !== null && <p role="alert">{problem}</p>}
      {hasFailed && (
        <div className={classes.buttons}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={14} />}
            loading={isBusy}
            onClick={handleRetry}
            data-testid="message-retry"
          >
            {t('actions.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Our sentence, and the platform's own words under it where they add something. */
function Reason({ error }: { error: MessageError }) {
  if (isWindowError(error)) return <p>{outsideWindowText()}</p>;
  return (
    <>
      <p>{error.message}</p>
      {error.details !== null && error.details !== error.message && <small>{error.details}</small>}
    </>
  );
}
