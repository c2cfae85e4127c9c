import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { EndpointPage } from '../../features/webhooks/endpoints/endpoint.page.tsx';
import type { EndpointQuery } from '../../features/webhooks/endpoints/endpoint-query.ts';
import type { EndpointLink } from '../../features/webhooks/endpoints/endpoint-table.tsx';
import { WebhooksPage } from '../../features/webhooks/webhooks.page.tsx';
import { t } from '../../lib/i18n.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { useSession } from '../use-session.ts';

const renderLink: EndpointLink = ({ id, className, children }) => (
  <Link to="/settings/webhooks/$endpointId" params={{ endpointId: id }} className={className}>
    {children}
  </Link>
);

/** The webhook endpoints of the workspace, with links to each. */
export function WebhooksSection() {
  const navigate = useNavigate();
  return (
    <WebhooksPage
      session={useSession()}
      renderLink={renderLink}
      onOpen={(endpointId) => void navigate({ to: '/settings/webhooks/$endpointId', params: { endpointId } })}
    />
  );
}

/** A webhook endpoint, with the open tab, delivery and filter in the address. */
export function WebhookEndpointSection() {
  const navigate = useNavigate();
  const { endpointId } = useParams({ from: '/settings/webhooks/$endpointId' });
  const { tab, delivery, ...filter } = useSearch({ from: '/settings/webhooks/$endpointId' });
  const showQuery = ({ filter: chosen, ...rest }: EndpointQuery) =>
    void navigate({
      to: '/settings/webhooks/$endpointId',
      params: { endpointId },
      search: { ...chosen, ...rest },
      // Filters change often: Back leads to the previous tab, or to the list.
      replace: rest.tab === tab,
      resetScroll: false,
    });
  return (
    <EndpointPage
      key={endpointId}
      id={endpointId}
      session={useSession()}
      query={{ tab, delivery, filter }}
      onQuery={showQuery}
      back={<BackLink to="/settings/webhooks">{t('app:allEndpoints')}</BackLink>}
      onDeleted={() => void navigate({ to: '/settings/webhooks', replace: true })}
    />
  );
}
