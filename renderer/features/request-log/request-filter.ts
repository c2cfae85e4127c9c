import type { RequestLogQuery } from '../../../shared/contract/request-log.contract.ts';
import { REQUEST_METHODS, REQUEST_OUTCOMES } from '../../../shared/domain/logged-requests.ts';

/** The filter of the log of requests, which is in the address of the page. */
export type RequestFilter = Pick<Partial<RequestLogQuery>, 'outcome' | 'method' | 'keyId' | 'search'>;

/** Parses a filter from an address. Ignores invalid values. */
export function readRequestFilter(raw: Record<string, unknown>): RequestFilter {
  const textOf = (value: unknown) =>
    typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 128) : undefined;
  return {
    outcome: REQUEST_OUTCOMES.find((outcome) => outcome === raw.outcome),
    method: REQUEST_METHODS.find((method) => method === raw.method),
    keyId: textOf(raw.keyId)?.slice(0, 64),
    // An address with a number only, such as a status, is parsed as a number.
    search: textOf(typeof raw.search === 'number' ? String(raw.search) : raw.search),
  };
}
