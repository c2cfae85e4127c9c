import { Stack, Text } from '@mantine/core';
import type { WebhookAttempt } from '../../../../shared/contract/webhooks/webhook-deliveries.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { CodeBlock } from '../../../ui/code/code-block.tsx';
import { HeaderList } from './header-list.tsx';
import { prettyJson } from './pretty-json.ts';

/** The receiver's response, as far as it was read. */
export function ResponseView({
  attempt,
  isBrief = false,
}: {
  attempt: WebhookAttempt;
  /** Hides the headers. */
  isBrief?: boolean;
}) {
  const pretty = prettyJson(attempt.responseBody ?? '');
  const { responseHeaders, responseBody, isBodyCut, status } = attempt;
  if (status === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('webhooks:response.none')}
      </Text>
    );
  }
  return (
    <Stack gap="sm" data-testid="response">
      {!isBrief && <HeaderList headers={responseHeaders} label={t('webhooks:response.headers')} />}
      {responseBody === null || responseBody === '' ? (
        <Text size="sm" c="dimmed">
          {t('webhooks:response.noBody')}
        </Text>
      ) : (
        <CodeBlock
          code={pretty ?? responseBody}
          isLined={pretty !== null}
          label={t('webhooks:response.body')}
          maxHeight={320}
        />
      )}
      {isBodyCut && (
        <Text size="sm" c="dimmed" data-testid="response-cut">
          {t('webhooks:response.cut')}
        </Text>
      )}
    </Stack>
  );
}
