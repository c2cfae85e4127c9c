import { Stack, Tabs, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { WebhookDeliveryDetail } from '../../../../shared/contract/webhooks/webhook-deliveries.contract.ts';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { formatFull, formatUntil } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { CopyIcon } from '../../../ui/code/copy-icon.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { MutationButton, MutationError } from '../../../ui/mutation-button.tsx';
import { DeliveryBadge } from '../state-badge.tsx';
import { resend } from '../webhooks.queries.ts';
import { AttemptTimeline } from './attempt-timeline.tsx';
import classes from './delivery-detail.module.css';
import { RequestView } from './request-view.tsx';
import { ResponseView } from './response-view.tsx';

/** A delivery: its attempts, with the request and response of the chosen one. */
export function DeliveryDetail({
  endpoint,
  delivery,
}: {
  endpoint: WebhookEndpoint;
  delivery: WebhookDeliveryDetail;
}) {
  // Null selects the newest attempt.
  const [chosen, setChosen] = useState<number | null>(null);
  const attempt = delivery.log.find(({ number }) => number === chosen) ?? delivery.log[0] ?? null;
  const resending = useMutation(async () => {
    await resend(delivery);
    setChosen(null);
  });
  return (
    <Stack gap="lg" data-testid="delivery-detail">
      <div>
        <div className={classes.top}>
          <div className={classes.heading}>
            <Title order={3} size="h3">
              {delivery.type}
            </Title>
            <DeliveryBadge delivery={delivery} />
          </div>
          <MutationButton
            size="sm"
            variant="default"
            leftSection={<IconRefresh size={16} />}
            mutation={resending}
            data-testid="delivery-resend"
          >
            {t('webhooks:delivery.resend')}
          </MutationButton>
        </div>
        <Facts delivery={delivery} />
      </div>
      <MutationError mutation={resending} />
      <AttemptTimeline log={delivery.log} chosen={attempt?.number ?? null} onChoose={setChosen} />
      <Tabs defaultValue="request" keepMounted={false}>
        <Tabs.List mb="sm" aria-label={t('webhooks:delivery.details')}>
          <Tabs.Tab value="request">{t('webhooks:delivery.request')}</Tabs.Tab>
          <Tabs.Tab value="response" data-testid="tab-response">
            {t('webhooks:delivery.response')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="request">
          <RequestView endpoint={endpoint} attempt={attempt} body={delivery.body} />
        </Tabs.Panel>
        <Tabs.Panel value="response">
          {attempt ? (
            <ResponseView attempt={attempt} />
          ) : (
            <Text size="sm" c="dimmed">
              {t('webhooks:delivery.notAttempted')}
            </Text>
          )}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function Facts({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const now = useNow();
  const { eventId, messageId, createdAt, isTest, nextAttemptAt, state } = delivery;
  return (
    <dl className={classes.facts}>
      <dt>webhook-id</dt>
      <dd>
        <span className={classes.mono} data-testid="delivery-event-id">
          {eventId}
        </span>
        <CopyIcon value={eventId} label={t('webhooks:delivery.copyEventId')} />
      </dd>
      <dt>{t('webhooks:delivery.created')}</dt>
      <dd>
        {isTest ? t('webhooks:delivery.createdTest', { time: formatFull(createdAt) }) : formatFull(createdAt)}
      </dd>
      {messageId !== null && (
        <>
          <dt>{t('webhooks:delivery.message')}</dt>
          <dd>
            <span className={classes.mono}>{messageId}</span>
            <CopyIcon value={messageId} label={t('webhooks:delivery.copyMessageId')} />
          </dd>
        </>
      )}
      {nextAttemptAt !== null && (
        <>
          <dt>{t('webhooks:delivery.nextAttempt')}</dt>
          <dd>
            {t('webhooks:delivery.nextAttemptAt', {
              relative: formatUntil(nextAttemptAt, now),
              time: formatFull(nextAttemptAt),
            })}
          </dd>
        </>
      )}
      {state === 'held' && (
        <>
          <dt>{t('webhooks:delivery.nextAttempt')}</dt>
          <dd>{t('webhooks:delivery.whenResumed')}</dd>
        </>
      )}
    </dl>
  );
}
