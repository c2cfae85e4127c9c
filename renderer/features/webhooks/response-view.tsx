import { Stack, Text } from '@mantine/core';
import type { WebhookAttempt } from '../../../shared/contract/webhook-deliveries.contract.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { HeaderList } from './header-list.tsx';
import { prettyJson } from './pretty-json.ts';

/** What the receiver answered, as far as it was read. */
export function ResponseView({
  attempt,
  isBrief = false,
}: {
  attempt: WebhookAttempt;
  /** Without its headers. */
  isBrief?: boolean;
}) {
  const pretty = prettyJson(attempt.responseBody ?? '');
  const { responseHeaders, responseBody, isBodyCut, status } = attempt;
  if (status === null) {
    return (
      <Text size="sm" c="dimmed">
        There was no answer.
      </Text>
    );
  }
  return (
    <Stack gap="sm" data-testid="response">
      {!isBrief && <HeaderList headers={responseHeaders} label="Headers of the answer" />}
      {responseBody === null || responseBody === '' ? (
        <Text size="sm" c="dimmed">
          The answer had no body.
        </Text>
      ) : (
        <CodeBlock
          code={pretty ?? responseBody}
          isLined={pretty !== null}
          label="Body of the answer"
          maxHeight={320}
        />
      )}
      {isBodyCut && (
        <Text size="sm" c="dimmed" data-testid="response-cut">
          Cut: only the first 20,000 bytes are kept.
        </Text>
      )}
    </Stack>
  );
}
