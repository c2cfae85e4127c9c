import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '../../../../shared/contract/conversations.contract.ts';
import { sampleConversation } from '../test-samples.ts';
import { snoozeTimes } from '../thread/snooze-times.ts';
import { resetConversations, upsertConversations, useConversations } from './conversations.store.ts';
import { changeStatus } from './work.actions.ts';

const { change, showUndo, showError } = vi.hoisted(() => ({
  change: vi.fn(),
  showUndo: vi.fn(),
  showError: vi.fn(),
}));
vi.mock('../../../lib/api/api.ts', () => ({ api: { conversations: { change } } }));
vi.mock('./undo-toast.tsx', () => ({ showUndoToast: showUndo }));
vi.mock('../../../lib/toast.ts', () => ({ showErrorToast: showError }));
vi.mock('./view-counts.store.ts', () => ({ refreshViewCounts: vi.fn() }));

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
    await changeStatus('cv_1', { status: 'closed' });
    expect(change).toHaveBeenCalledOnce();
    expect(shown()?.status).toBe('closed');
  });

  it('undoes the change on the server too', async () => {
    change.mockResolvedValueOnce(answer({ status: 'closed' }));
    const onBack = vi.fn();
    await changeStatus('cv_1', { status: 'closed' }, onBack);
    change.mockResolvedValueOnce(answer({ updatedAt: '2026-01-01T10:00:02.000Z' }));
    showUndo.mock.calls[0]?.[1]();
    expect(shown()?.status).toBe('open');
    expect(change).toHaveBeenLastCalledWith({ params: { id: 'cv_1' }, body: { status: 'open' } });
    expect(onBack).toHaveBeenCalledOnce();
  });

  it('puts the old status back when the server refuses, and says so', async () => {
    change.mockRejectedValue(new Error('no'));
    const onBack = vi.fn();
    await changeStatus('cv_1', { status: 'snoozed', snoozedUntil: '2026-01-02T09:00:00.000Z' }, onBack);
    expect(shown()).toMatchObject({ status: 'open', snoozedUntil: null });
    expect(showError).toHaveBeenCalledOnce();
    expect(showUndo).not.toHaveBeenCalled();
    expect(onBack).toHaveBeenCalledOnce();
  });

  it('keeps what the server reported while a refused request ran', async () => {
    change.mockImplementation(async () => {
      upsertConversations([answer({ status: 'closed' })]);
      throw new Error('no');
    });
    await changeStatus('cv_1', { status: 'snoozed', snoozedUntil: '2026-01-02T09:00:00.000Z' });
    expect(shown()?.status).toBe('closed');
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
