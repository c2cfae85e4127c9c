import { describe, expect, it } from 'vitest';
import { INBOX_VIEWS } from '../../../shared/domain/inbox-views.ts';
import { DEFAULT_VIEW, readInboxSearch, VIEW_IDS } from './views.ts';

describe('the views of the inbox', () => {
  it('are those of the API, and begin with the one that opens by default', () => {
    expect([...VIEW_IDS, 'all'].sort()).toEqual([...INBOX_VIEWS].sort());
    expect(VIEW_IDS[0]).toBe(DEFAULT_VIEW);
  });

  it('are read from the address, which does not name the default', () => {
    expect(readInboxSearch({ view: 'failed' })).toEqual({ view: 'failed' });
    expect(readInboxSearch({ view: DEFAULT_VIEW })).toEqual({});
    expect(readInboxSearch({ view: 'unheard-of', other: 1 })).toEqual({});
    expect(readInboxSearch({})).toEqual({});
  });

  it('are narrowed in the address by well-formed ids', () => {
    const label = `lbl_0${'a'.repeat(25)}`;
    expect(readInboxSearch({ label, assignee: label, unread: true })).toEqual({ label, unread: true });
    expect(readInboxSearch({ urgent: true })).toEqual({ urgent: true });
    expect(readInboxSearch({ label: 'lbl_short', unread: 'true', urgent: 'true' })).toEqual({});
  });
});
