import { type DeliveryFilter, isFiltered, readFilter } from '../deliveries/delivery-filter.ts';

export const ENDPOINT_TABS = ['overview', 'deliveries', 'replay', 'testing', 'security', 'settings'] as const;
export type EndpointTab = (typeof ENDPOINT_TABS)[number];

/** The state of an endpoint's page. Stored in the URL, so that it can be shared and survives a reload. */
export interface EndpointQuery {
  /** Absent for the overview. */
  tab?: EndpointTab | undefined;
  filter: DeliveryFilter;
  /** The delivery whose drawer is open. */
  delivery?: string | undefined;
}

/** An endpoint's query, flat as in the URL. */
export type EndpointSearch = Omit<EndpointQuery, 'filter'> & DeliveryFilter;

/** Parses the query of a URL. Ignores invalid values. */
export function readEndpointSearch(raw: Record<string, unknown>): EndpointSearch {
  const filter = readFilter(raw);
  const delivery = typeof raw.delivery === 'string' && raw.delivery !== '' ? raw.delivery : undefined;
  // A URL that contains delivery parameters opens the deliveries tab.
  const meant = delivery !== undefined || isFiltered(filter) ? 'deliveries' : undefined;
  return { tab: ENDPOINT_TABS.find((tab) => tab === raw.tab) ?? meant, delivery, ...filter };
}
