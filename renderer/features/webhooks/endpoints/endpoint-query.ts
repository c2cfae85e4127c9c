import { type DeliveryFilter, isFiltered, readFilter } from '../deliveries/delivery-filter.ts';

export const ENDPOINT_TABS = ['overview', 'deliveries', 'replay', 'testing', 'security', 'settings'] as const;
export type EndpointTab = (typeof ENDPOINT_TABS)[number];

/** What an endpoint's page shows. It lives in the address, so that it can be shared and survives a reload. */
export interface EndpointQuery {
  /** Absent: the overview. */
  tab?: EndpointTab | undefined;
  filter: DeliveryFilter;
  /** The delivery whose drawer is open. */
  delivery?: string | undefined;
}

/** An endpoint's query as the address has it, flat. */
export type EndpointSearch = Omit<EndpointQuery, 'filter'> & DeliveryFilter;

/** Reads the query out of an address; what makes no sense is left out. */
export function readEndpointSearch(raw: Record<string, unknown>): EndpointSearch {
  const filter = readFilter(raw);
  const delivery = typeof raw.delivery === 'string' && raw.delivery !== '' ? raw.delivery : undefined;
  // An address that names deliveries means their tab.
  const meant = delivery !== undefined || isFiltered(filter) ? 'deliveries' : undefined;
  return { tab: ENDPOINT_TABS.find((tab) => tab === raw.tab) ?? meant, delivery, ...filter };
}
