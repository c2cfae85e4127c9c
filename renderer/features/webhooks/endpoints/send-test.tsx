import { Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { WebhookDelivery } from '../../../../shared/contract/webhooks/webhook-deliveries.contract.ts';
import type { WebhookEventType } from '../../../../shared/domain/webhooks/webhook-values.ts';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { MutationButton, MutationError } from '../../../ui/mutation-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AttemptOutcome } from '../deliveries/attempt-outcome.tsx';
import { ResponseView } from '../deliveries/response-view.tsx';
import { deliveryOptions, refreshDeliveries, refreshEndpoints } from '../webhooks.queries.ts';
import classes from './send-test.module.css';

/** The polling interval until the result is available. */
const WATCH_MS = 500;

/** Sends a sample event and shows its result. */
export function SendTest({
  endpointId,
  type,
  isSentAtOnce = false,
}: {
  endpointId: string;
  type: WebhookEventType;
  /** Sends a test event when the component mounts. */
  isSentAtOnce?: boolean;
}) {
  const [sent, setSent] = useState<WebhookDelivery | null>(null);
  const sending = useMutation(async () => {
    setSent(await api.webhookDeliveries.sendTest({ params: { id: endpointId }, body: { type } }));
    refreshDeliveries();
  });
  const sendFirst = useEffectEvent(() => sending.mutate());
  const isFirstSent = useRef(false);
  useEffect(() => {
    // Only once, even in strict mode, where React runs effects twice.
    if (!isSentAtOnce || isFirstSent.current) return;
    isFirstSent.current = true;
    sendFirst();
  }, [isSentAtOnce]);

  return (
    <Stack gap="sm">
      <div>
        <MutationButton variant={sent ? 'default' : 'filled'} mutation={sending} data-testid="test-send">
          {sent ? t('webhooks:testing.sendAnother') : t('webhooks:sendTest')}
        </MutationButton>
      </div>
      <MutationError mutation={sending} />
      {sent && <TestResult key={sent.id} sent={sent} />}
    </Stack>
  );
}

function TestResult({ sent }: { sent: WebhookDelivery }) {
  const watched = useQuery({
    ...deliveryOptions(sent.endpointId, sent.id),
    refetchInterval: ({ state }) => (state.data && state.data.log.length > 0 ? false : WATCH_MS),
  });
  const attempt = watched.data?.log[0];
  const isDone = attempt !== undefined;
  const finish = useEffectEvent(() => {
    refreshEndpoints();
    refreshDeliveries();
  });
  useEffect(() => {
    if (isDone) finish();
  }, [isDone]);

  if (watched.error && !watched.data) return <Notice tone="bad">{watched.error.message}</Notice>;
  return (
    <div className={classes.result} aria-live="polite" data-testid="test-result">
      {attempt ? (
        <Stack gap="sm">
          <AttemptOutcome attempt={attempt} />
          {attempt.status !== null && <ResponseView attempt={attempt} isBrief />}
        </Stack>
      ) : (
        <div className={classes.waiting}>
          <Loader size={16} />
          <Text size="sm" c="dimmed">
            {watched.data?.state === 'held' ? t('webhooks:testing.held') : t('webhooks:testing.sending')}
          </Text>
        </div>
      )}
    </div>
  );
}
