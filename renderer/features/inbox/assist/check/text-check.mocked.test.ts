import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../../lib/api/query-client.ts';
import { assistOptions } from '../../../../lib/assist-settings.ts';
import { createLocalStore } from '../../../../lib/offline/local-store.ts';
import { closeDrafts, openDrafts, saveDraft } from '../../composer/drafts.store.ts';
import { useConversations } from '../../list/conversations.store.ts';
import { memoryStorage } from '../../test-samples.ts';
import { checkText } from './text-check.ts';

const { ask, count } = vi.hoisted(() => ({ ask: vi.fn(), count: vi.fn() }));
vi.mock('../../../../lib/api/api.ts', async (original) => {
  const real = await original<typeof import('../../../../lib/api/api.ts')>();
  return { ...real, api: { assist: { checkText: ask } } };
});
vi.mock('../count-for.ts', () => ({ countFor: count }));

let answer: () => void;
beforeEach(() => {
  ask.mockReset();
  count.mockReset();
  ask.mockImplementation(() => new Promise((resolve) => (answer = () => resolve({ knownToOthers: [] }))));
  queryClient.setQueryData(assistOptions().queryKey, { modes: { check: 'on' } } as never);
  useConversations.setState({ byId: { cv_1: { contact: { id: 'ct_1', name: 'Ada' } } } } as never);
  const storage = memoryStorage();
  openDrafts(
    createLocalStore(() => storage),
    'ws.me',
  );
});
afterEach(() => {
  closeDrafts();
  queryClient.clear();
});

it('sends what Enter was pressed for, and not what was typed while the server was asked', async () => {
  const send = vi.fn();
  saveDraft('cv_1', 'Call +1 555 010 0123');
  expect(checkText('cv_1', send)).toBe(false);
  answer();
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());

  saveDraft('cv_1', 'Call +1 555 010 0199');
  expect(checkText('cv_1', send)).toBe(false);
  expect(ask).toHaveBeenCalledTimes(2);
  saveDraft('cv_1', 'Call +1 555 010 0199 or');
  answer();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(send).toHaveBeenCalledOnce();
});

it('counts a text once on its way, and whether what was noticed was put right or sent all the same', () => {
  const send = vi.fn();
  const outcomes = () => count.mock.calls.map(([, , { outcome }]) => outcome);
  const windowExpiresAt = new Date(Date.now() + 3_600_000).toISOString();
  useConversations.setState({
    byId: { cv_1: { contact: { id: 'ct_1', name: 'Ada' }, windowExpiresAt } },
  } as never);
  const sends = (text: string) => {
    saveDraft('cv_1', text);
    return checkText('cv_1', send);
  };
  expect(sends('It is blue.')).toBe(true);
  expect(outcomes()).toEqual(['eligible']);

  count.mockReset();
  expect(sends('It costs […] today')).toBe(false);
  expect(sends('It costs […] today')).toBe(false);
  expect(sends('It costs […] now')).toBe(false);
  expect(sends('It costs 15 today')).toBe(true);
  expect(outcomes()).toEqual(['eligible', 'shown', 'unedited']);

  count.mockReset();
  expect(sends('The invoice is attached.')).toBe(false);
  expect(sends('The invoice is attached.')).toBe(true);
  expect(outcomes()).toEqual(['eligible', 'shown', 'dismissed']);
});
