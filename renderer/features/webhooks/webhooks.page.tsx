import { Button, Text } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '../../../shared/contract/session.contract.ts';
import {
  WEBHOOK_ENDPOINT_LIMIT,
  type WebhookEndpoint,
} from '../../../shared/contract/webhook-endpoints.contract.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { EndpointDrawer } from './endpoint-drawer.tsx';
import { type EndpointLink, EndpointTable } from './endpoint-table.tsx';
import { endpointsOptions } from './webhooks.queries.ts';

export interface WebhooksPageProps {
  session: Session;
  renderLink: EndpointLink;
  onOpen: (id: string) => void;
}

/** The endpoints that events are sent to: add one, see which works, change one. */
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
      Add endpoint
    </Button>
  );

  return (
    <PageFrame
      title="Webhooks"
      lead="Your own programs hear of messages here: each event is sent to them as it happens, and again until they have it."
      actions={
        count > 0 && (
          <>
            <Text size="sm" c="dimmed">
              {count} of {limit} used
            </Text>
            {addButton}
          </>
        )
      }
    >
      {isFull && (
        <div style={{ marginBottom: 14 }}>
          <Notice tone="warn">
            All {limit} endpoints are in use. Delete one that nobody needs before you add another.
          </Notice>
        </div>
      )}
      {list.error && list.data && (
        <div style={{ marginBottom: 14 }}>
          <Notice tone="warn">The figures are not up to date. {list.error.message}</Notice>
        </div>
      )}
      <Card>
        {list.error && !list.data ? (
          <ErrorState
            title="The endpoints could not be loaded"
            message={list.error.message}
            onRetry={() => void list.refetch()}
          />
        ) : list.data && count === 0 ? (
          <EmptyState
            icon={<IconWebhook size={26} stroke={1.6} />}
            title="No endpoints yet"
            actions={addButton}
          >
            Give the address of a program of yours. From then on it is sent every message a customer writes,
            and what becomes of those you send.
          </EmptyState>
        ) : (
          <EndpointTable endpoints={list.data?.data ?? null} renderLink={renderLink} onEdit={setEdited} />
        )}
      </Card>
      <EndpointDrawer subject={edited} session={session} onClose={() => setEdited(null)} onOpen={onOpen} />
    </PageFrame>
  );
}
