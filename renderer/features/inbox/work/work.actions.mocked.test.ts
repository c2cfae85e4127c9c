import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { leavePages } from '../../../lib/on-leave.ts';
import { resetConversations, upsertConversations, useConversations } from '../list/conversations.store.ts';
import { sampleConversation } from '../test-samples.ts';
import {
  clearSelection,
  pruneSelection,
  selectRange,
  toggleSelected,
  useSelection,
} from './selection.store.ts';
import { snoozeTimes } from './snooze-times.ts';
import { changeWork, useWorkProgress } from './work.actions.ts';
import type { WorkChange } from './work-change.ts';

const { change, changeMany, markRead, showUndo, showError, showToast } = vi.hoisted(() => ({
  change: vi.fn(),
  changeMany: vi.fn(),
  markRead: vi.fn(),
  showToast: vi.fn(),
  showUndo: vi.fn(),
  showError: vi.fn(),
}));
vi.mock('../../../lib/api/api.ts', () => ({ api: { conversations: { change, changeMany, markRead } } }));
vi.mock('./undo-toast.tsx', () => ({ showUndoToast: showUndo }));
vi.mock('../../../lib/toast.ts', () => ({ showErrorToast: showError, showToast }));
vi.mock('../list/view-counts.store.ts', () => ({ refreshViewCounts: vi.fn() }));

const shown = () => useConversations.getState().byId.cv_1;
const answer = (over: Partial<Conversation>) =>
  sampleConversation({ updatedAt: '2026-01-01T10:00:01.000Z', ...over });

beforeEach(() => upsertConversations([sampleConversation()]));
afterEach(() => {
  resetConversations();
  vi.resetAllMocks();
});

describe('changing the status of a conversation', () => {
  it('shows the new status before the server answers', async () => {
    change.mockImplementation(async () => {
      expect(shown()?.status).toBe('closed');
      return answer({ status: 'closed' });
    });
    await changeWork(['cv_1'], { status: 'closed' });
    expect(change).toHaveBeenCalledOnce();
    expect(shown()?.status).toBe('closed');
  });

  it('undoes the change on the server too', async () => {
    change.mockResolvedValueOnce(answer({ status: 'closed' }));
    const onBack = vi.fn();
    await changeWork(['cv_1'], { status: 'closed' }, { onBack });
    change.mockResolvedValueOnce(answer({ updatedAt: '2026-01-01T10:00:02.000Z' }));
    showUndo.mock.calls[0]?.[1]();
    expect(shown()?.status).toBe('open');
    expect(change).toHaveBeenLastCalledWith({ params: { id: 'cv_1' }, body: { status: 'open' } });
    expect(onBack).toHaveBeenCalledOnce();
  });

  it('puts the old status back when the server refuses, and says so', async () => {
    change.mockRejectedValue(new Error('no'));
    const onBack = vi.fn();
    await changeWork(['cv_1'], { status: 'snoozed', snoozedUntil: '2026-01-02T09:00:00.000Z' }, { onBack });
    expect(shown()).toMatchObject({ status: 'open', snoozedUntil: null });
    expect(showError).toHaveBeenCalledOnce();
    expect(showUndo).not.toHaveBeenCalled();
    // The person may be writing to another customer by now.
    expect(onBack).not.toHaveBeenCalled();
  });

  it('keeps what the server reported while a refused request ran', async () => {
    change.mockImplementation(async () => {
      upsertConversations([answer({ status: 'closed' })]);
      throw new Error('no');
    });
    await changeWork(['cv_1'], { status: 'snoozed', snoozedUntil: '2026-01-02T09:00:00.000Z' });
    expect(shown()?.status).toBe('closed');
  });
});

const ANA = { id: 'usr_ana', name: 'Ana' };
const VIP = { id: 'lbl_vip', name: 'VIP', color: 'violet' } as const;
const LATE = { id: 'lbl_late', name: 'Late', color: 'red' } as const;

describe('changing the work on a conversation', () => {
  it.each<[string, WorkChange, Partial<Conversation>]>([
    ['assignee', { assignee: ANA }, { assignee: ANA }],
    ['labels', { addLabels: [VIP, LATE] }, { labels: [LATE, VIP] }],
    ['unread messages', { unread: true }, { unreadCount: 1 }],
  ])('shows the %s at once', (_what, next, expected) => {
    change.mockReturnValue(new Promise(() => {}));
    void changeWork(['cv_1'], next);
    expect(shown()).toMatchObject(expected);
  });

  it('asks the server for nothing when nothing changes', async () => {
    await changeWork(['cv_1', 'cv_unknown'], { assignee: null, removeLabels: [VIP], status: 'open' });
    expect(change).not.toHaveBeenCalled();
    expect(showUndo).not.toHaveBeenCalled();
  });

  it('opens a conversation whose snooze has ended before it was undone, and says so', async () => {
    const snoozedUntil = new Date(Date.now() - 1_000).toISOString();
    upsertConversations([answer({ status: 'snoozed', snoozedUntil })]);
    change.mockResolvedValue(answer({ status: 'closed', updatedAt: '2026-01-01T10:00:02.000Z' }));
    await changeWork(['cv_1'], { status: 'closed' });
    showUndo.mock.calls[0]?.[1]();
    expect(change).toHaveBeenLastCalledWith({ params: { id: 'cv_1' }, body: { status: 'open' } });
    expect(showToast).toHaveBeenCalledOnce();
  });

  it('marks as read what was marked as unread by undoing it', async () => {
    change.mockResolvedValue(answer({ unreadCount: 1 }));
    markRead.mockResolvedValue(answer({ updatedAt: '2026-01-01T10:00:02.000Z' }));
    await changeWork(['cv_1'], { unread: true });
    showUndo.mock.calls[0]?.[1]();
    expect(markRead).toHaveBeenCalledWith({ params: { id: 'cv_1' } });
    expect(shown()?.unreadCount).toBe(0);
  });
});

describe('changing many conversations', () => {
  const ids = Array.from({ length: 250 }, (_, at) => `cv_${at + 1}`);
  type Request = { body: { ids: string[]; change: { status?: 'closed'; assigneeId?: string | null } } };
  const sent = () => changeMany.mock.calls.map((call): string[] => call[0].body.ids);
  const inOrder = (id: string) => Number(id.slice(3));

  beforeEach(() => upsertConversations(ids.map((id) => sampleConversation({ id }))));

  it('sends one hundred at a time, shows how far it is, and undoes all at once', async () => {
    const seen: unknown[] = [];
    changeMany.mockImplementation(async ({ body }: Request) => {
      seen.push(useWorkProgress.getState().total);
      return {
        data: [],
        failed: body.ids.map((id) => ({ id, message: 'no' })).filter(({ id }) => id === 'cv_7'),
      };
    });
    upsertConversations([sampleConversation({ id: 'cv_3', assignee: ANA })]);
    const failed = await changeWork(ids, { status: 'closed', assignee: null });
    expect(failed).toEqual(['cv_7']);
    expect(seen).toEqual([250, 250, 250]);
    expect(useWorkProgress.getState().total).toBeNull();
    expect(sent().map((some) => some.length)).toEqual([100, 100, 50]);
    expect(useConversations.getState().byId.cv_7?.status).toBe('open');
    expect(useConversations.getState().byId.cv_8?.status).toBe('closed');
    expect(showError).toHaveBeenCalledOnce();

    changeMany.mockClear();
    change.mockResolvedValue(sampleConversation({ id: 'cv_3', assignee: ANA }));
    showUndo.mock.calls[0]?.[1]();
    await vi.waitFor(() => expect(changeMany).toHaveBeenCalledTimes(3));
    const undone = sent().flat();
    expect(undone.map(inOrder).sort((left, right) => left - right)).toEqual(
      ids.map(inOrder).filter((at) => at !== 7 && at !== 3),
    );
    expect(change).toHaveBeenCalledWith({
      params: { id: 'cv_3' },
      body: { status: 'open', assigneeId: ANA.id },
    });
  });

  it('stops at the first request without an answer', async () => {
    changeMany.mockRejectedValue(new Error('offline'));
    expect(await changeWork(ids, { status: 'closed' })).toHaveLength(250);
    expect(changeMany).toHaveBeenCalledOnce();
    expect(useConversations.getState().byId.cv_200?.status).toBe('open');
    expect(showUndo).not.toHaveBeenCalled();
  });
});

describe('the selection', () => {
  const order = ['a', 'b', 'c', 'd', 'e'];
  const selected = () => [...useSelection.getState().ids];
  afterEach(clearSelection);

  it('has single rows, and all rows from the last one with Shift', () => {
    toggleSelected('b');
    selectRange('d', order);
    expect(selected()).toEqual(['b', 'c', 'd']);
    selectRange('a', order);
    expect(selected().sort()).toEqual(['a', 'b', 'c', 'd']);
    toggleSelected('c');
    expect(selected().sort()).toEqual(['a', 'b', 'd']);
  });

  it('goes from the chosen row when nothing is selected, and loses rows that leave the list', () => {
    selectRange('c', order, 'e');
    expect(selected()).toEqual(['c', 'd', 'e']);
    pruneSelection(['a', 'd']);
    expect(selected()).toEqual(['d']);
  });
});

describe('the times of a snooze', () => {
  it('are mornings, and later today only while that is today', () => {
    const monday = new Date(2026, 0, 5, 10);
    expect(snoozeTimes(monday).map(({ id, until }) => [id, until.getDate(), until.getHours()])).toEqual([
      ['today', 5, 13],
      ['tomorrow', 6, 9],
      ['monday', 12, 9],
    ]);
    expect(snoozeTimes(new Date(2026, 0, 4, 22)).map(({ id }) => id)).toEqual(['tomorrow', 'monday']);
  });
});

it('a change of many ends when the person leaves: the rest must not be sent in the name of the next one', async () => {
  const ids = Array.from({ length: 150 }, (_, index) => `cv_${index}`);
  upsertConversations(ids.map((id) => sampleConversation({ id })));
  let end = (_: unknown) => {};
  changeMany.mockImplementationOnce(() => new Promise((resolve) => (end = resolve)));
  void changeWork(ids, { status: 'closed' });
  await vi.waitFor(() => expect(useWorkProgress.getState().total).toBe(150));
  leavePages();
  resetConversations();
  end({ data: [answer({ status: 'closed' })], failed: [] });
  await new Promise((resolve) => setTimeout(resolve));
  expect(changeMany).toHaveBeenCalledOnce();
  expect(useWorkProgress.getState().total).toBeNull();
  expect(useConversations.getState().byId).toEqual({});
});
