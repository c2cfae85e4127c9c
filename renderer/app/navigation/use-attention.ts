import { useQuery } from '@tanstack/react-query';
import { endpointsOptions } from '../../features/webhooks/webhooks.queries.ts';
import { useMayOpen } from '../page-access.ts';
import type { SettingsPage } from '../sections/settings-pages.ts';
import { useSession } from '../use-session.ts';

/** Returns the settings pages with a problem, among those that the person may open. */
export function useAttention(): ReadonlySet<SettingsPage['name']> {
  const mayOpen = useMayOpen();
  const { channel } = useSession().workspace;
  // Events refresh the endpoints, so nothing is polled here.
  const endpoints = useQuery({
    ...endpointsOptions(),
    enabled: mayOpen('/settings/webhooks'),
    refetchInterval: false,
    staleTime: 60_000,
  });
  const isFailing = endpoints.data?.data.some(({ state }) => state === 'failing' || state === 'disabled');
  const pages = new Set<SettingsPage['name']>();
  if (channel.state === 'credentials_refused' && mayOpen('/settings/cloud-api')) pages.add('cloudApi');
  if (isFailing) pages.add('webhooks');
  return pages;
}
