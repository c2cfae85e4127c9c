import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import {
  eventTypesOf,
  WEBHOOK_EVENT_TYPES,
  type WebhookEventType,
} from '../../../../shared/domain/webhooks/webhook-values.ts';
import { WEBHOOK_SAMPLES } from '../../../../shared/events/webhook-samples.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { CodeBlock } from '../../../ui/code/code-block.tsx';
import { SendTest } from './send-test.tsx';
import classes from './testing-tab.module.css';

/** Sends a sample event of a type and shows the receiver's response. */
export function TestingTab({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [type, setType] = useState<WebhookEventType>(eventTypesOf(endpoint.events)[0] ?? 'message.received');
  return (
    <div className={classes.columns}>
      <Card padded>
        <Stack>
          <Radio.Group
            label={t('webhooks:testing.label')}
            description={t('webhooks:testing.hint')}
            value={type}
            onChange={(value) => setType(WEBHOOK_EVENT_TYPES.find((name) => name === value) ?? type)}
          >
            <Stack gap={8} mt={8}>
              {WEBHOOK_EVENT_TYPES.map((name) => (
                <Radio
                  key={name}
                  value={name}
                  label={name}
                  description={t(`webhooks:events.${name}`)}
                  data-testid={`test-type-${name}`}
                />
              ))}
            </Stack>
          </Radio.Group>
          <SendTest endpointId={endpoint.id} type={type} />
        </Stack>
      </Card>
      <div>
        <Text size="sm" c="dimmed" mb={6}>
          {t('webhooks:testing.body')}
        </Text>
        <CodeBlock
          code={JSON.stringify(WEBHOOK_SAMPLES[type], null, 2)}
          label={t('webhooks:sample', { event: type })}
          isLined
          maxHeight={460}
        />
      </div>
    </div>
  );
}
