import { Group, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import type { WebhookAttempt } from '../../../../shared/contract/webhooks/webhook-deliveries.contract.ts';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { CodeBlock } from '../../../ui/code/code-block.tsx';
import { CopyButton } from '../../../ui/code/copy-button.tsx';
import { curlLine } from './curl-line.ts';
import { HeaderList } from './header-list.tsx';
import { prettyJson } from './pretty-json.ts';
import classes from './request-view.module.css';

/** The request of an attempt. The values of custom headers are not stored, so they are not shown. */
export function RequestView({
  endpoint,
  attempt,
  body,
}: {
  endpoint: WebhookEndpoint;
  /** Null before the first attempt. */
  attempt: WebhookAttempt | null;
  body: string;
}) {
  const [form, setForm] = useState<string>('pretty');
  const pretty = form === 'pretty' ? prettyJson(body) : null;
  return (
    <Stack gap="sm" data-testid="request">
      {attempt && <HeaderList headers={attempt.requestHeaders} label={t('webhooks:request.headers')} />}
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label={t('webhooks:request.format')}
          value={form}
          onChange={setForm}
          data={[
            { value: 'pretty', label: t('webhooks:request.formatted') },
            { value: 'raw', label: t('webhooks:request.raw') },
          ]}
        />
        {attempt && (
          <Group gap={8}>
            <CopyButton
              size="xs"
              label={t('webhooks:request.copyCurl')}
              value={curlLine(endpoint.url, attempt.requestHeaders, body)}
            />
          </Group>
        )}
      </div>
      <CodeBlock
        code={pretty ?? body}
        label={t('webhooks:request.body')}
        isLined={pretty !== null}
        maxHeight={420}
      />
    </Stack>
  );
}
