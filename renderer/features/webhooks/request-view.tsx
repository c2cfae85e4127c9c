import { Group, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import type { WebhookAttempt } from '../../../shared/contract/webhook-deliveries.contract.ts';
import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { curlLine } from './curl-line.ts';
import { HeaderList } from './header-list.tsx';
import { prettyJson } from './pretty-json.ts';
import classes from './request-view.module.css';

/** What an attempt sent. The values of one's own headers are not kept, and so not here. */
export function RequestView({
  endpoint,
  attempt,
  body,
}: {
  endpoint: WebhookEndpoint;
  /** Null before the first. */
  attempt: WebhookAttempt | null;
  body: string;
}) {
  const [form, setForm] = useState<string>('pretty');
  const pretty = form === 'pretty' ? prettyJson(body) : null;
  return (
    <Stack gap="sm" data-testid="request">
      {attempt && <HeaderList headers={attempt.requestHeaders} label="Headers of the request" />}
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Form of the body"
          value={form}
          onChange={setForm}
          data={[
            { value: 'pretty', label: 'Pretty' },
            { value: 'raw', label: 'As it was sent' },
          ]}
        />
        {attempt && (
          <Group gap={8}>
            <CopyButton
              size="xs"
              label="Copy as curl"
              value={curlLine(endpoint.url, attempt.requestHeaders, body)}
            />
          </Group>
        )}
      </div>
      <CodeBlock
        code={pretty ?? body}
        label="Body of the request"
        isLined={pretty !== null}
        maxHeight={420}
      />
    </Stack>
  );
}
