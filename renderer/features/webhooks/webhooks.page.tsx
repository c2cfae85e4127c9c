import { Button, Text } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import {
  WEBHOOK_ENDPOINT_LIMIT,
  type WebhookEndpoint,
} from '../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { api } from '../../lib/api/api.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DocsLink } from '../../ui/links/docs-link.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { MutationButton, MutationError } from '../../ui/mutation-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { EndpointDrawer } from './endpoints/endpoint-drawer.tsx';
import { type EndpointLink, EndpointTable } from './endpoints/endpoint-table.tsx';
import { endpointsOptions, storeEndpoint } from './webhooks.queries.ts';

export interface WebhooksPageProps {
  session: Session;
  renderLink: EndpointLink;
  onOpen: (id: string) => void;
}

/** The webhook endpoints: their states, and forms to add and edit them. */
export function WebhooksPage({ session, renderLink, onOpen }: WebhooksPageProps) {
  const list = useQuery(endpointsOptions());
  const [edited, setEdited] = useState<WebhookEndpoint | 'new' | null>(null);
  const count = list.data?.data.length ?? 0;
  const limit = list.data?.limit ?? WEBHOOK_ENDPOINT_LIMIT;
  const isFull = count >= limit;
  const addButton = (
    <Button
      leftSection={<IconPlus size={18} />}
      disabled={!list.data || isFull}
      onClick={() => setEdited('new')}
      data-testid="endpoint-add"
    >
      {t('webhooks:add')}
    </Button>
  );

  const opening = useMutation(
    async () => {
      const listener = await api.webhookListener.open({});
      storeEndpoint(listener);
      return listener;
    },
    { onSuccess: ({ id }) => onOpen(id) },
  );
  const hasListener = list.data?.data.some(({ listener }) => listener !== null) ?? false;
  const listenerButton = (
    <MutationButton
      variant="default"
      mutation={opening}
      disabled={!list.data || (isFull && !hasListener)}
      data-testid="listener-open"
    >
      {hasListener ? t('webhooks:listener.show') : t('webhooks:listener.open')}
    </MutationButton>
  );

  return (
    <PageFrame
      title={t('webhooks:title')}
      lead={<Trans t={t} i18nKey="webhooks:lead" components={{ events: <DocsLink page="events" /> }} />}
      actions={
        count > 0 && (
          <>
            <Text size="sm" c="dimmed">
              {t('webhooks:used', { used: count, limit })}
            </Text>
            {listenerButton}
            {addButton}
          </>
        )
      }
    >
      <MutationError mutation={opening} />
      {isFull && (
        <div style={{ marginBottom: 14 }}>
          <Notice tone="warn">{t('webhooks:full', { limit })}</Notice>
        </div>
      )}
      {list.error && list.data && (
        <div style={{ marginBottom: 14 }}>
          <Notice tone="warn">{t('webhooks:stale', { reason: list.error.message })}</Notice>
        </div>
      )}
      <ListCard
        query={list}
        errorTitle={t('webhooks:loadFailed')}
        empty={
          list.data &&
          count === 0 && (
            <EmptyState
              icon={<IconWebhook size={26} stroke={1.6} />}
              title={t('webhooks:empty.title')}
              actions={
                <>
                  {addButton}
                  {listenerButton}
                </>
              }
            >
              {t('webhooks:empty.text')}
            </EmptyState>
          )
        }
      >
        <EndpointTable endpoints={list.data?.data ?? null} renderLink={renderLink} onEdit={setEdited} />
      </ListCard>
      <EndpointDrawer subject={edited} session={session} onClose={() => setEdited(null)} onOpen={onOpen} />
    </PageFrame>
  );
}
