import { expect, it } from 'vitest';
import { readEndpointSearch } from './endpoint-query.ts';

it.each([
  [{}, undefined],
  [{ tab: 'overview', span: 'week' }, 'overview'],
  [{ tab: 'nonsense' }, undefined],
  [{ delivery: 'whd_1' }, 'deliveries'],
  [{ state: 'failed' }, 'deliveries'],
  [{ tab: 'replay', state: 'failed' }, 'replay'],
])('the query %j selects the tab %s', (raw, tab) => {
  expect(readEndpointSearch(raw).tab).toBe(tab);
});
