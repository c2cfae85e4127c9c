import { afterEach, expect, it, vi } from 'vitest';
import { useConversations } from '../list/conversations.store.ts';
import { countFor, oncePerPage } from './count-for.ts';

const { count } = vi.hoisted(() => ({ count: vi.fn() }));
vi.mock('../../../lib/assist-settings.ts', () => ({ countOutcome: count }));

afterEach(() => count.mockReset());

it('counts by the language of the text, and nothing about a simulated customer', () => {
  const byId = {
    cv_1: { contact: { phone: '15550170001' } },
    cv_2: { contact: { phone: '99901234567890' } },
  };
  useConversations.setState({ byId } as never);
  for (const id of ['cv_1', 'cv_2'])
    countFor(id, 'words', { outcome: 'dismissed', text: 'Vocês entregam no centro amanhã?', model: 'x' });
  expect(count.mock.calls).toEqual([
    [{ feature: 'words', outcome: 'dismissed', language: 'pt', model: 'x' }],
  ]);
});

it('does something once for each key', () => {
  const once = oncePerPage();
  for (const key of ['a', 'b', 'a']) once(key, count);
  expect(count).toHaveBeenCalledTimes(2);
});
