import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import { fromLocalInput, toLocalInput } from '../../../lib/format/local-time.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { DateTimeField } from '../../../ui/date-time/date-time-field.tsx';
import { useShown } from '../../../ui/hooks/use-shown.ts';
import { MutationError } from '../../../ui/mutation-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { refreshDeliveries, refreshEndpoints } from '../webhooks.queries.ts';
import { replayResult } from './replay-text.ts';

export interface ReplayCardProps {
  kind: 'failed' | 'missing';
  title: string;
  children: ReactNode;
  /** The initial start of the period; null for a day ago. */
  since: string | null;
  state: WebhookEndpoint['state'];
  button: string;
  onReplay: (span: ReplaySpan) => Promise<ReplayStep>;
}

/** A period, and where a replay that takes several requests continues. */
export interface ReplaySpan {
  since: string;
  until?: string;
  cursor?: string;
}

interface ReplayStep {
  count: number;
  isCapped: boolean;
  nextCursor?: string | null;
}

/** Replays a period and shows the number of deliveries. */
export function ReplayCard({ kind, title, children, since, state, button, onReplay }: ReplayCardProps) {
  const [from, setFrom] = useState(() => toLocalInput(since ?? new Date(Date.now() - DAY_MS).toISOString()));
  const [to, setTo] = useState('');
  const [result, setResult] = useState<string | null>(null);
  const shown = useShown();
  const [start, end] = [fromLocalInput(from), fromLocalInput(to)];
  const isBackwards = start !== null && end !== null && end <= start;
  const replaying = useMutation(async () => {
    if (start === null) return;
    setResult(null);
    const span = { since: start, ...(end !== null && { until: end }) };

    let step = await onReplay(span);
    let { count } = step;
    while (step.nextCursor && shown.current) {
      setResult(t('webhooks:replay.result.searching', { count }));
      try {
        step = await onReplay({ ...span, cursor: step.nextCursor });
      } catch (error) {
        // What was found until then is on its way.
        setResult(count === 0 ? null : replayResult(kind, { count, isCapped: true }, state));
        throw error;
      }
      count += step.count;
    }
    setResult(replayResult(kind, { count, isCapped: step.isCapped }, state));
    refreshDeliveries();
    refreshEndpoints();
  });

  return (
    <Card padded>
      <Stack h="100%" data-testid={`replay-${kind}`}>
        {/* The fields of cards side by side are in line. */}
        <Box flex={1}>
          <Title order={2} size="h3">
            {title}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {children}
          </Text>
        </Box>
        <DateTimeField
          kind="datetime"
          label={t('webhooks:replay.since')}
          required
          value={from}
          error={start === null ? t('webhooks:replay.sinceMissing') : null}
          onChange={setFrom}
        />
        <DateTimeField
          kind="datetime"
          label={t('webhooks:replay.until')}
          description={t('webhooks:replay.untilHint')}
          value={to}
          error={isBackwards ? t('webhooks:replay.backwards') : null}
          onChange={setTo}
        />
        <div>
          <Button
            variant="default"
            loading={replaying.isPending}
            disabled={start === null || isBackwards}
            onClick={() => replaying.mutate()}
            data-testid={`replay-${kind}-run`}
          >
            {button}
          </Button>
        </div>
        <MutationError mutation={replaying} />
        {result !== null && (
          <div role="status">
            <Notice tone="quiet">{result}</Notice>
          </div>
        )}
      </Stack>
    </Card>
  );
}
