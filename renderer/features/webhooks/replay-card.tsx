import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { fromLocalInput, toLocalInput } from '../../lib/local-time.ts';
import { useDeed } from '../../lib/use-deed.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { countSentence } from './replay-words.ts';
import { refreshDeliveries, refreshEndpoints } from './webhooks.queries.ts';

const DAY_MS = 86_400_000;

export interface ReplayCardProps {
  kind: 'failed' | 'missing';
  title: string;
  children: ReactNode;
  /** Where the times start; null: a day ago. */
  since: string | null;
  state: WebhookEndpoint['state'];
  button: string;
  onReplay: (span: { since: string; until?: string }) => Promise<{ count: number; isCapped: boolean }>;
}

/** Sends a span of time again, and says how much that was. */
export function ReplayCard({ kind, title, children, since, state, button, onReplay }: ReplayCardProps) {
  const [from, setFrom] = useState(() => toLocalInput(since ?? new Date(Date.now() - DAY_MS).toISOString()));
  const [to, setTo] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const [start, end] = [fromLocalInput(from), fromLocalInput(to)];
  const isBackwards = start !== null && end !== null && end <= start;
  const deed = useDeed(async () => {
    if (start === null) return;
    setSaid(null);
    const counted = await onReplay({ since: start, ...(end !== null && { until: end }) });
    setSaid(countSentence(kind, counted, state));
    refreshDeliveries();
    refreshEndpoints();
  });

  return (
    <Card padded>
      <Stack data-testid={`replay-${kind}`}>
        <div>
          <Title order={2} size="h3">
            {title}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {children}
          </Text>
        </div>
        <TextInput
          type="datetime-local"
          label="Since"
          required
          value={from}
          error={start === null ? 'Enter a time' : null}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label="Until"
          description="Empty: now"
          value={to}
          error={isBackwards ? 'Must be after the time above' : null}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <div>
          <Button
            loading={deed.isBusy}
            disabled={start === null || isBackwards}
            onClick={deed.run}
            data-testid={`replay-${kind}-run`}
          >
            {button}
          </Button>
        </div>
        {deed.problem !== null && <Notice tone="bad">{deed.problem}</Notice>}
        {said !== null && (
          <div role="status">
            <Notice tone="quiet">{said}</Notice>
          </div>
        )}
      </Stack>
    </Card>
  );
}
