import { describe, expect, it } from 'vitest';
import { isFiltered, readFilter, spanOf } from './delivery-filter.ts';

const NOW = Date.UTC(2026, 2, 4, 12);

describe('the filter of deliveries', () => {
  it('is read from a URL, without invalid values', () => {
    expect(
      readFilter({
        state: 'failing',
        answer: '5xx',
        type: 'message.received',
        eventId: 'evt_1',
        span: 'day',
      }),
    ).toEqual({
      ...{ state: 'failing', answer: '5xx' },
      ...{ type: 'message.received', eventId: 'evt_1', span: 'day' },
      ...{ since: undefined, until: undefined },
    });
    const invalid = readFilter({
      state: 'lost',
      answer: '6xx',
      type: 7,
      eventId: '',
      span: 'year',
      since: 'yesterday',
    });
    expect(isFiltered(invalid)).toBe(false);
  });

  it('has custom times only for a custom period', () => {
    const since = '2026-03-01T10:00:00.000Z';
    expect(readFilter({ span: 'custom', since }).since).toBe(since);
    expect(readFilter({ span: 'hour', since }).since).toBeUndefined();
    expect(readFilter({ span: 'custom', since: 'not a time' }).since).toBeUndefined();
  });

  it('selects a period', () => {
    expect(spanOf({}, NOW)).toEqual({});
    expect(spanOf({ span: 'hour' }, NOW)).toEqual({ since: '2026-03-04T11:00:00.000Z' });
    expect(spanOf({ span: 'week' }, NOW)).toEqual({ since: '2026-02-25T12:00:00.000Z' });
    expect(spanOf({ span: 'custom', until: '2026-03-01T10:00:00.000Z' }, NOW)).toEqual({
      until: '2026-03-01T10:00:00.000Z',
    });
  });
});
