import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { api } from '../../../../lib/api/api.ts';
import { sentenceOf } from '../../../../lib/api/api-error.ts';
import { contactTitle } from '../../../../lib/format/contact-title.ts';
import { formatFullInstant } from '../../../../lib/format/format.ts';
import { t } from '../../../../lib/i18n.ts';
import { reasonText } from '../../../../lib/reason-text.ts';
import { CopyIcon } from '../../../../ui/code/copy-icon.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { useInbox } from '../../inbox-context.ts';
import { useConversations } from '../../list/conversations.store.ts';
import { kindLabel } from '../bubble/message-kind.ts';
import { authorOf } from './message-actions.ts';
import classes from './message-info.module.css';

/** What is known of a message: each time to the second with the person, its ids and its error. */
export function MessageInfo({ message }: { message: ThreadMessage }) {
  const { permissions } = useInbox().session;
  const contact = useConversations((state) => state.byId[message.conversationId]?.contact);
  const customer = contact ? contactTitle(contact) : null;
  const author = authorOf(message);
  const isOurs = message.direction === 'outbound';
  const times: [label: string, time: string | null, person: string | null][] = [
    [
      isOurs ? t('message-actions:info.written') : t('message-actions:info.received'),
      message.createdAt,
      author,
    ],
    [t('message-actions:info.sent'), message.sentAt, null],
    [t('message-actions:info.delivered'), message.deliveredAt, customer],
    [t('message-actions:info.read'), message.readAt, customer],
    [t('message-actions:info.failed'), message.failedAt, null],
    [t('message-actions:info.edited'), message.editedAt, author],
    [t('message-actions:info.deleted'), message.revokedAt, author],
    ...message.reactions.map(({ emoji, at, direction }): [string, string, string | null] => [
      emoji,
      at,
      direction === 'inbound' ? customer : t('message-actions:info.team'),
    ]),
  ];
  const { error } = message;
  return (
    <dl className={classes.list} data-testid="message-info">
      <Fact label={t('message-actions:info.type')}>{kindLabel(message.type)}</Fact>
      {times.map(
        ([label, time, person]) =>
          time !== null && (
            <Fact key={label} label={label}>
              <time dateTime={time}>{formatFullInstant(time)}</time>
              {person !== null && (
                <span className={classes.person} dir="auto">
                  {person}
                </span>
              )}
            </Fact>
          ),
      )}
      {error !== null && (
        <Fact label={t('message-actions:info.error', { code: error.code })}>
          {reasonText('platform', { code: error.code, sentence: error.message })}
          {error.details !== null && <span className={classes.person}>{error.details}</span>}
        </Fact>
      )}
      <Id label={t('message-actions:info.id')} value={message.id} />
      {message.platformId !== null && (
        <Id label={t('message-actions:info.platformId')} value={message.platformId} />
      )}
      {permissions.includes('webhooks:manage') && <Webhooks messageId={message.id} />}
      {permissions.includes('keys:manage') && (
        <Fact label={t('message-actions:info.requests')}>
          <Anchor
            inherit
            renderRoot={(props) => (
              <Link {...props} to="/settings/request-log" search={{ search: message.id }} />
            )}
          >
            {t('message-actions:info.showRequests')}
          </Anchor>
        </Fact>
      )}
    </dl>
  );
}

/** The webhooks that were sent about a message; each leads to its attempts. */
function Webhooks({ messageId }: { messageId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['message-webhooks', messageId],
    queryFn: ({ signal }) => api.webhookDeliveries.ofMessage({ params: { id: messageId } }, { signal }),
    staleTime: 0,
  });
  const deliveries = data?.data ?? [];
  return (
    <Fact label={t('message-actions:info.webhooks')}>
      {error ? (
        <Notice tone="bad" onRetry={refetch}>
          {sentenceOf(error)}
        </Notice>
      ) : data && deliveries.length === 0 ? (
        t('message-actions:info.noWebhooks')
      ) : (
        deliveries.map(({ id, endpointId, url, type, state }) => (
          <div key={id}>
            <Anchor
              inherit
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/settings/webhooks/$endpointId"
                  params={{ endpointId }}
                  search={{ delivery: id }}
                />
              )}
              data-testid="message-webhook"
            >
              {t('message-actions:info.webhook', { type, host: new URL(url).host })}
            </Anchor>
            <span className={classes.person}>{t(`message-actions:info.webhookStates.${state}`)}</span>
          </div>
        ))
      )}
    </Fact>
  );
}

function Id({ label, value }: { label: string; value: string }) {
  return (
    <Fact label={label}>
      <span className={classes.id}>
        <code>{value}</code>
        <CopyIcon value={value} label={t('message-actions:info.copy', { label })} />
      </span>
    </Fact>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
