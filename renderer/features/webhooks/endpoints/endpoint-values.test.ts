import { describe, expect, it } from 'vitest';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { loadPageTexts } from '../../../lib/i18n.ts';
import { bodyOf, changesOf, errorsOf, newHeader, valuesOf } from './endpoint-values.ts';

// The texts of these pages are loaded when a page needs them.
await loadPageTexts();

const endpoint: WebhookEndpoint = {
  id: 'whe_01k2va5k0d3r7gme9tpx2bqw4n',
  url: 'https://example.com/hooks',
  description: 'Billing',
  events: ['message.received'],
  state: 'active',
  whilePaused: null,
  stateReason: null,
  stateCause: null,
  stateStatus: null,
  stateSince: '2026-03-04T16:43:59.000Z',
  failingSince: null,
  restingUntil: null,
  waiting: 0,
  headers: [{ name: 'authorization' }, { name: 'x-team' }],
  timeoutSeconds: 15,
  maxPerSecond: null,
  apiVersion: '2026-11-01',
  secrets: [],
  createdAt: '2026-03-04T16:43:59.000Z',
  createdBy: null,
  lastDelivery: null,
  last24Hours: { succeeded: 0, failed: 0, pending: 0 },
  listener: null,
};
const header = (name: string, value: string) => ({ ...newHeader(), name, value });

describe('the changes of an endpoint form', () => {
  it('are empty when nothing was changed', () => {
    expect(changesOf(endpoint, valuesOf(endpoint))).toEqual({});
  });

  it('contain only the changed values', () => {
    const values = { ...valuesOf(endpoint), description: 'Shop', maxPerSecond: 20 };
    expect(changesOf(endpoint, values)).toEqual({ description: 'Shop', maxPerSecond: 20 });
  });

  it('keep the values of headers that were not retyped', () => {
    const values = valuesOf(endpoint);
    const [kept] = values.headers;
    if (!kept) throw new Error('no header');
    const changed = { ...values, headers: [kept, header('x-shop', '7')] };
    expect(changesOf(endpoint, changed)).toEqual({
      headers: [{ name: 'authorization' }, { name: 'x-shop', value: '7' }],
    });
    expect(bodyOf({ ...values, headers: [{ ...kept, value: 'Bearer 2' }] }).headers).toEqual([
      { name: 'authorization', value: 'Bearer 2' },
    ]);
  });
});

describe('the errors of the form', () => {
  const good = { ...valuesOf(null), url: 'https://example.com/hooks' };

  it('are empty for valid values', () => {
    expect(errorsOf(good)).toEqual({});
    expect(errorsOf(valuesOf(endpoint))).toEqual({});
  });

  it.each([
    ['', /Enter the endpoint URL/],
    ['example.com', /starts with https/],
    ['https://ann:secret@example.com', /user name or password/],
    ['https://example.com/#top', /fragment/],
  ])('include an invalid URL: %s', (url, said) => {
    expect(errorsOf({ ...good, url }).url).toMatch(said);
  });

  it('belong to the field of their header', () => {
    const headers = [header('x-team', 'blue'), header('cookie', 'a=1'), header('x-empty', '')];
    const errors = errorsOf({ ...good, headers });
    expect(Object.keys(errors).sort()).toEqual(['headers.1.name', 'headers.2.value']);
    expect(errorsOf({ ...good, headers: [header('x-a', '1'), header('X-A', '2')] }).headers).toMatch(/twice/);
  });

  it('include events and limits', () => {
    const errors = errorsOf({ ...good, events: [], timeoutSeconds: 31, maxPerSecond: 0 });
    expect(errors).toEqual({
      events: 'Must name at least one event',
      timeoutSeconds: 'Must be at most 30 seconds',
      maxPerSecond: 'Must be at least 1 per second',
    });
  });
});
