import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../../lib/api/query-client.ts';
import { useServerClock } from '../../../../lib/api/server-clock.ts';
import { assistOptions } from '../../../../lib/assist-settings.ts';
import { createLocalStore } from '../../../../lib/offline/local-store.ts';
import { leavePages } from '../../../../lib/on-leave.ts';
import { closeDrafts, openDrafts, saveDraft } from '../../composer/drafts.store.ts';
import { useConversations } from '../../list/conversations.store.ts';
import { memoryStorage } from '../../test-samples.ts';
import { useThreads } from '../../thread/store/threads.store.ts';
import { checkText, noteMode, noteTaken, recallMode, useWarnings } from './text-check.ts';

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
  leavePages();
  vi.unstubAllGlobals();
  useServerClock.setState({ aheadMs: 0 });
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

it('asks for a look at a fact that was changed in a prepared reply, and at none that is known or fills a gap', () => {
  const windowExpiresAt = new Date(Date.now() + 3_600_000).toISOString();
  useConversations.setState({
    byId: { cv_1: { contact: { id: 'ct_1', name: 'Ada', phone: null }, windowExpiresAt } },
  } as never);
  useThreads.setState({ cv_1: { messages: [{ content: 'Can I have 7 of them?', caption: null }] } } as never);
  const send = vi.fn();
  const sends = (prepared: string | null, text: string) => {
    if (prepared !== null) noteTaken('cv_1', prepared);
    saveDraft('cv_1', text);
    return checkText('cv_1', send);
  };
  const prepared = 'Repairs take three days and cost 85 euros.';
  expect(sends(prepared, 'Repairs take three days and cost 95 euros.')).toBe(false);
  const [finding] = useWarnings.getState().cv_1?.findings ?? [];
  expect(finding).toMatchObject({ kind: 'new_fact', isBlocking: false });
  // It is amber: the same text again is sent. What is written after it is the person's own.
  expect(sends(null, 'Repairs take three days and cost 95 euros.')).toBe(true);
  expect(sends(null, 'Repairs take four days and cost 99 euros.')).toBe(true);
  expect(sends(prepared, 'Repairs of 7 take three days and cost 85 euros.')).toBe(true);
  expect(sends('Repairs take three days and cost […].', 'Repairs take three days and cost 95 euros.')).toBe(
    true,
  );
  expect(sends(prepared, 'Sorry, we are closed until 12 December, come to the shop then.')).toBe(true);
});

it('judges the reply window by the clock of the server', () => {
  const windowExpiresAt = new Date(Date.now() + 60_000).toISOString();
  useConversations.setState({
    byId: { cv_1: { contact: { id: 'ct_1', name: 'Ada' }, windowExpiresAt } },
  } as never);
  saveDraft('cv_1', 'It is blue.');
  expect(checkText('cv_1', vi.fn())).toBe(true);
  useServerClock.setState({ aheadMs: 3_600_000 });
  expect(checkText('cv_1', vi.fn())).toBe(false);
  expect(useWarnings.getState().cv_1?.findings).toMatchObject([{ kind: 'window' }]);
});

describe('until the settings are loaded', () => {
  const storage = memoryStorage();
  const checks = (owner: string) => {
    leavePages();
    queryClient.clear();
    recallMode(owner);
    saveDraft('cv_1', 'It costs […] today');
    return !checkText('cv_1', vi.fn());
  };
  beforeEach(() => {
    storage.clear();
    vi.stubGlobal('window', { localStorage: storage });
  });

  it('the mode counts that this device remembers for the person and workspace', () => {
    expect(checks('ws.me')).toBe(false);
    noteMode('ws.me', 'cv_1', 'on');
    expect(checks('ws.me')).toBe(true);
    expect(checks('ws.other')).toBe(false);
    expect(checks('other.me')).toBe(false);
    noteMode('ws.me', 'cv_1', 'shadow');
    expect(checks('ws.me')).toBe(false);
    expect(count.mock.lastCall?.[2]).toMatchObject({ outcome: 'ready' });
    noteMode('ws.me', 'cv_1', 'on');
    noteMode('ws.me', 'cv_1', 'off');
    expect(checks('ws.me')).toBe(false);
    expect(storage.length).toBe(0);
  });

  it('anything else in the storage counts as off', () => {
    for (const stored of ['', 'off', 'ON', '{"on":true}']) {
      storage.setItem('switchboard.check.ws.me', stored);
      count.mockReset();
      expect(checks('ws.me')).toBe(false);
      expect(count).not.toHaveBeenCalled();
    }
  });

  it.each(['off', 'shadow'] as const)(
    'a warning is not shown any longer when the mode turns out to be %s',
    (mode) => {
      noteMode('ws.me', 'cv_1', 'on');
      expect(checks('ws.me')).toBe(true);
      noteMode('ws.me', 'cv_1', 'on');
      expect(useWarnings.getState().cv_1).toBeDefined();
      noteMode('ws.me', 'cv_1', mode);
      expect(useWarnings.getState().cv_1).toBeUndefined();
    },
  );
});
