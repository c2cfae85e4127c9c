import { Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { IconWebhookOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Session } from '../../../../shared/contract/access/session.contract.ts';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { asApiError } from '../../../lib/api/api-error.ts';
import { t } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NotLoadedState } from '../../../ui/error-state.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { TabList } from '../../../ui/tab-list.tsx';
import { DeliveriesTab } from '../deliveries/deliveries-tab.tsx';
import { ListenerTab } from '../listener/listener-tab.tsx';
import { OverviewTab } from '../overview/overview-tab.tsx';
import { ReplayTab } from '../replay/replay-tab.tsx';
import { SuccessFigures } from '../success-figures.tsx';
import { endpointOptions } from '../webhooks.queries.ts';
import { EndpointBanner } from './endpoint-banner.tsx';
import { EndpointFacts, EndpointTitle } from './endpoint-header.tsx';
import { type EndpointQuery, tabsOf } from './endpoint-query.ts';
import { SecurityTab } from './security-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { TestingTab } from './testing-tab.tsx';

export interface EndpointPageProps {
  id: string;
  session: Session;
  query: EndpointQuery;
  onQuery: (query: EndpointQuery) => void;
  /** The link back to the list. */
  back: ReactNode;
  onDeleted: () => void;
}

/** An endpoint: its deliveries, its secret and its settings. */
export function EndpointPage({ id, session, query, onQuery, back, onDeleted }: EndpointPageProps) {
  const loading = useQuery(endpointOptions(id));
  const { data: endpoint, error } = loading;
  if (error && asApiError(error).code === 'webhook_endpoint_not_found') {
    return (
      <EmptyState
        icon={<IconWebhookOff size={26} stroke={1.6} />}
        level={1}
        title={t('webhooks:endpoint.notFound')}
        actions={back}
      >
        {t('webhooks:endpoint.notFoundText')}
      </EmptyState>
    );
  }
  if (error && !endpoint) {
    return <NotLoadedState title={t('webhooks:endpoint.loadFailed')} level={1} query={loading} />;
  }
  if (!endpoint) {
    return (
      <PageFrame title={<Skeleton height={26} width={320} maw="80%" />} above={back}>
        <Stack aria-busy="true">
          <Skeleton height={16} width="60%" />
          <Skeleton height={16} width="72%" />
          <Skeleton height={16} width="52%" />
        </Stack>
      </PageFrame>
    );
  }
  return (
    <PageFrame
      title={<EndpointTitle endpoint={endpoint} />}
      above={back}
      lead={<EndpointFacts endpoint={endpoint} />}
      actions={
        <div>
          <Text size="xs" c="dimmed" mb={4}>
            {t('webhooks:last24Hours')}
          </Text>
          <SuccessFigures counts={endpoint.last24Hours} />
        </div>
      }
    >
      <EndpointBanner
        endpoint={endpoint}
        onShow={(delivery) => onQuery({ tab: 'deliveries', filter: {}, delivery })}
      />
      <EndpointTabs
        endpoint={endpoint}
        session={session}
        query={query}
        onQuery={onQuery}
        onDeleted={onDeleted}
      />
    </PageFrame>
  );
}

function EndpointTabs({
  endpoint,
  session,
  query,
  onQuery,
  onDeleted,
}: Pick<EndpointPageProps, 'session' | 'query' | 'onQuery' | 'onDeleted'> & { endpoint: WebhookEndpoint }) {
  const tabs = tabsOf(endpoint);
  const tab = tabs.find((name) => name === query.tab) ?? tabs[0] ?? 'overview';
  const { listener } = endpoint;
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(value) => onQuery({ filter: {}, tab: tabs.find((name) => name === value) })}
    >
      <TabList
        tabs={tabs}
        tab={tab}
        labelOf={(name) => t(`webhooks:tabs.${name}`)}
        label={t('webhooks:endpoint.sections')}
        testId="tab"
      />
      <Tabs.Panel value="listener">
        {listener && <ListenerTab endpoint={{ ...endpoint, listener }} onDeleted={onDeleted} />}
      </Tabs.Panel>
      <Tabs.Panel value="overview">
        <OverviewTab endpoint={endpoint} query={query} onQuery={onQuery} />
      </Tabs.Panel>
      <Tabs.Panel value="deliveries">
        <DeliveriesTab endpoint={endpoint} query={query} onQuery={onQuery} />
      </Tabs.Panel>
      <Tabs.Panel value="replay">
        <ReplayTab endpoint={endpoint} />
      </Tabs.Panel>
      <Tabs.Panel value="testing">
        <TestingTab endpoint={endpoint} />
      </Tabs.Panel>
      <Tabs.Panel value="security">
        <SecurityTab endpoint={endpoint} session={session} />
      </Tabs.Panel>
      <Tabs.Panel value="settings">
        <SettingsTab endpoint={endpoint} onDeleted={onDeleted} />
      </Tabs.Panel>
    </Tabs>
  );
}
