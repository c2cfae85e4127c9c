import { Button, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { WebhookDeliveryDetail } from '../../../shared/contract/webhook-deliveries.contract.ts';
import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { formatFull, formatUntil } from '../../lib/format.ts';
import { useDeed } from '../../lib/use-deed.ts';
import { CopyIcon } from '../../ui/copy-icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AttemptTimeline } from './attempt-timeline.tsx';
import classes from './delivery-detail.module.css';
import { RequestView } from './request-view.tsx';
import { ResponseView } from './response-view.tsx';
import { DeliveryBadge } from './state-badge.tsx';
import { resend } from './webhooks.queries.ts';

/** A delivery: every attempt, and of the chosen one what was sent and what came back. */
export function DeliveryDetail({
  endpoint,
  delivery,
}: {
  endpoint: WebhookEndpoint;
  delivery: WebhookDeliveryDetail;
}) {
  // Null follows the newest attempt.
  const [chosen, setChosen] = useState<number | null>(null);
  const attempt = delivery.log.find(({ number }) => number === chosen) ?? delivery.log[0] ?? null;
  const again = useDeed(async () => {
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
            <DeliveryBadge state={delivery.state} />
          </div>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={again.isBusy}
            onClick={again.run}
            data-testid="delivery-resend"
          >
            Resend
          </Button>
        </div>
        <Facts delivery={delivery} />
      </div>
      {again.problem !== null && <Notice tone="bad">{again.problem}</Notice>}
      <AttemptTimeline log={delivery.log} chosen={attempt?.number ?? null} onChoose={setChosen} />
      <Tabs defaultValue="request" keepMounted={false}>
        <Tabs.List mb="sm" aria-label="Parts of the attempt">
          <Tabs.Tab value="request">Request</Tabs.Tab>
          <Tabs.Tab value="response" data-testid="tab-response">
            Response
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
              It was not attempted yet.
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
        <CopyIcon value={eventId} what="webhook-id" />
      </dd>
      <dt>Happened</dt>
      <dd>
        {formatFull(createdAt)}
        {isTest && ' (a test)'}
      </dd>
      {messageId !== null && (
        <>
          <dt>Message</dt>
          <dd>
            <span className={classes.mono}>{messageId}</span>
            <CopyIcon value={messageId} what="message id" />
          </dd>
        </>
      )}
      {nextAttemptAt !== null && (
        <>
          <dt>Next try</dt>
          <dd>
            {formatUntil(nextAttemptAt, now)}, {formatFull(nextAttemptAt)}
          </dd>
        </>
      )}
      {state === 'held' && (
        <>
          <dt>Next try</dt>
          <dd>when the endpoint is sent events again</dd>
        </>
      )}
    </dl>
  );
}
