import { type DeliveryFilter, isFiltered, readFilter } from '../deliveries/delivery-filter.ts';

const TABS = ['overview', 'deliveries', 'replay', 'testing', 'security', 'settings'] as const;
/** A test listener has no receiver: its settings are on its own tab. */
const LISTENER_TABS = ['listener', 'overview', 'deliveries', 'security'] as const;
const ALL_TABS = ['listener', ...TABS] as const;
export type EndpointTab = (typeof ALL_TABS)[number];

/** Returns the tabs of an endpoint's page; the first one opens. */
export function tabsOf({ listener }: { listener: object | null }): readonly EndpointTab[] {
  return listener ? LISTENER_TABS : TABS;
}

/** The state of an endpoint's page. Stored in the URL, so that it can be shared and survives a reload. */
export interface EndpointQuery {
  /** Absent for the first one. */
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
  return { tab: ALL_TABS.find((tab) => tab === raw.tab) ?? meant, delivery, ...filter };
}
