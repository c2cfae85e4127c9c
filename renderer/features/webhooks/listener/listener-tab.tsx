import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconChevronRight, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import type { ListenerRequest } from '../../../../shared/contract/webhooks/webhook-listener.contract.ts';
import {
  WEBHOOK_LISTENER_ANSWERS,
  type WebhookListenerAnswer,
} from '../../../../shared/domain/webhooks/webhook-values.ts';
import { api } from '../../../lib/api/api.ts';
import { formatClockSeconds, formatDuration, formatMoment } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { CodeBlock } from '../../../ui/code/code-block.tsx';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { ListCard } from '../../../ui/list/list-card.tsx';
import { MutationButton, MutationError } from '../../../ui/mutation-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { HeaderList } from '../deliveries/header-list.tsx';
import { prettyJson } from '../deliveries/pretty-json.ts';
import {
  listenerRequestsOptions,
  refreshDeliveries,
  refreshEndpoints,
  storeEndpoint,
} from '../webhooks.queries.ts';
import classes from './listener-tab.module.css';

interface ListenerTabProps {
  endpoint: WebhookEndpoint & { listener: NonNullable<WebhookEndpoint['listener']> };
  onDeleted: () => void;
}

/** What the test listener got, live, and how it answers. */
export function ListenerTab({ endpoint, onDeleted }: ListenerTabProps) {
  const { id, listener } = endpoint;
  const now = useNow();
  const [isDeleting, setDeleting] = useState(false);
  const requests = useQuery(listenerRequestsOptions(id));
  const removing = useMutation(
    async () => {
      await api.webhookListener.remove({ params: { id } });
      refreshEndpoints();
    },
    { onSuccess: onDeleted },
  );
  return (
    <Stack mt="md">
      <Notice tone="quiet">
        <div className={classes.about}>
          <span>{t('webhooks:listener.about', { time: formatMoment(listener.expiresAt, now) })}</span>
          <Button variant="default" size="xs" onClick={() => setDeleting(true)} data-testid="listener-delete">
            {t('webhooks:listener.delete')}
          </Button>
        </div>
      </Notice>
      <ConfirmModal
        opened={isDeleting}
        title={t('webhooks:listener.deleteTitle')}
        confirmLabel={t('webhooks:listener.delete')}
        mutation={removing}
        onClose={() => setDeleting(false)}
      >
        <Text>{t('webhooks:listener.deleteText')}</Text>
      </ConfirmModal>
      <Answer endpoint={endpoint} />
      <ListCard
        query={requests}
        errorTitle={t('webhooks:listener.loadFailed')}
        empty={
          requests.data?.data.length === 0 && (
            <Text c="dimmed" p="lg" ta="center" data-testid="listener-empty">
              {t('webhooks:listener.empty')}
            </Text>
          )
        }
      >
        {requests.data ? (
          <ol className={classes.list} aria-label={t('webhooks:listener.requests')}>
            {requests.data.data.map((request) => (
              <Request key={request.id} request={request} />
            ))}
          </ol>
        ) : (
          <Stack p="lg" aria-busy="true">
            <Skeleton height={18} />
            <Skeleton height={18} />
          </Stack>
        )}
      </ListCard>
    </Stack>
  );
}

function Answer({ endpoint: { id, listener } }: Pick<ListenerTabProps, 'endpoint'>) {
  const labelId = useId();
  const changing = useMutation(async (answer: WebhookListenerAnswer) =>
    storeEndpoint(await api.webhookListener.answer({ params: { id }, body: { answer } })),
  );
  const chosen = (changing.isPending && changing.variables) || listener.answer;
  const sending = useMutation(async () => {
    await api.webhookDeliveries.sendTest({ params: { id }, body: {} });
    refreshDeliveries();
  });
  return (
    <div>
      <Group justify="space-between" align="flex-end">
        <div>
          <Text size="sm" fw={550} mb={6} id={labelId}>
            {t('webhooks:listener.answer')}
          </Text>
          <SegmentedControl
            aria-labelledby={labelId}
            value={chosen}
            // Not disabled, which would take the focus from the arrow keys.
            readOnly={changing.isPending}
            onChange={(value) =>
              changing.mutate(WEBHOOK_LISTENER_ANSWERS.find((answer) => answer === value) ?? 'ok')
            }
            data={WEBHOOK_LISTENER_ANSWERS.map((value) => ({
              value,
              label: <span data-testid={`listener-${value}`}>{t(`webhooks:listener.answers.${value}`)}</span>,
            }))}
          />
        </div>
        <MutationButton mutation={sending} data-testid="listener-send">
          {t('webhooks:sendTest')}
        </MutationButton>
      </Group>
      <Text size="sm" c="dimmed" mt={6}>
        {t(`webhooks:listener.hints.${chosen}`)}
      </Text>
      <MutationError mutation={changing} />
      <MutationError mutation={sending} />
    </div>
  );
}

function Request({ request }: { request: ListenerRequest }) {
  const [isOpen, setOpen] = useState(false);
  const contentId = useId();
  const { status, number, isSignatureValid, body, isBodyCut } = request;
  const isOk = status !== null && status < 300;
  const SignatureIcon = isSignatureValid ? IconShieldCheck : IconShieldX;
  return (
    <li className={classes.item} data-testid="listener-request">
      <button
        type="button"
        className={classes.line}
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={16} className={classes.chevron} aria-hidden="true" />
        <time className={classes.time} dateTime={request.startedAt}>
          {formatClockSeconds(request.startedAt)}
        </time>
        <span className={classes.type} dir="ltr">
          {request.type}
        </span>
        <span className={classes.attempt}>
          {request.trigger === 'test'
            ? t('webhooks:listener.test')
            : t('webhooks:listener.attempt', { number })}
        </span>
        <span className={classes.status} data-ok={isOk}>
          {status === null
            ? t('webhooks:listener.timedOut', { duration: formatDuration(request.milliseconds) })
            : t('webhooks:outcome.status', { status })}
        </span>
        <span className={classes.signature} data-ok={isSignatureValid}>
          <SignatureIcon size={16} aria-hidden="true" />
          {isSignatureValid ? t('webhooks:listener.verified') : t('webhooks:listener.notVerified')}
        </span>
      </button>
      <div id={contentId} hidden={!isOpen} className={classes.content}>
        {isOpen && (
          <Stack gap="sm">
            <HeaderList headers={request.headers} label={t('webhooks:request.headers')} />
            <CodeBlock
              code={(isBodyCut ? null : prettyJson(body)) ?? body}
              label={t('webhooks:request.body')}
              isLined={!isBodyCut}
              maxHeight={420}
            />
            {isBodyCut && (
              <Text size="sm" c="dimmed">
                {t('webhooks:listener.bodyCut')}
              </Text>
            )}
          </Stack>
        )}
      </div>
    </li>
  );
}
