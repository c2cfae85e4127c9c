import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Draft, DraftContent } from '../../../../shared/contract/inbox/drafts.contract.ts';
import { DRAFTS_MAX } from '../../../../shared/domain/message-limits.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { createLocalStore } from '../../../lib/offline/local-store.ts';
import {
  closeDrafts,
  flushDrafts,
  openDrafts,
  readDraft,
  saveDraft,
  saveNoteDraft,
} from '../composer/drafts.store.ts';
import { memoryStorage } from '../test-samples.ts';
import {
  noteDraftSignal,
  resolveDraftConflict,
  startDraftSync,
  stopDraftSync,
  syncDrafts,
  useDraftConflicts,
} from './draft-sync.ts';

/** The server, as the contract describes it. */
const server = new Map<string, Draft>();
let isDown = false;
let made = 0;

function put(conversationId: string, content: Partial<DraftContent>): Draft {
  made += 1;
  const whole = { reply: '', note: '', template: '', quote: '', ...content };
  const revision = String(made).padStart(32, '0');
  const draft = { conversationId, revision, content: whole, updatedAt: '2026-11-23T10:00:00.000Z' };
  server.set(conversationId, draft);
  return draft;
}

interface SaveInput {
  params: { conversationId: string };
  body: { baseRevision: string | null; content: DraftContent };
}

const { save, list } = vi.hoisted(() => ({ save: vi.fn(), list: vi.fn() }));
vi.mock('../../../lib/api/api.ts', () => ({ api: { drafts: { save, list } } }));

let storage = memoryStorage();
const open = () => {
  openDrafts(
    createLocalStore(() => storage),
    'ws.me',
  );
  startDraftSync();
};
const close = () => {
  stopDraftSync();
  closeDrafts();
};
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  server.clear();
  isDown = false;
  storage = memoryStorage();
  save.mockReset().mockImplementation(async ({ params, body }: SaveInput) => {
    if (isDown) throw new ApiError('network');
    const { conversationId } = params;
    const now = server.get(conversationId) ?? null;
    if ((now?.revision ?? null) !== body.baseRevision) return { isStored: false, draft: now };
    if (Object.values(body.content).some((text) => text !== ''))
      return { isStored: true, draft: put(conversationId, body.content) };
    server.delete(conversationId);
    return { isStored: true, draft: null };
  });
  list.mockReset().mockImplementation(async () => {
    if (isDown) throw new ApiError('network');
    return { data: [...server.values()] };
  });
  open();
});
afterEach(() => {
  close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('what is typed is stored every two seconds, and removed when it is sent', async () => {
  for (const text of ['H', 'He', 'Hel', 'Hell', 'Hello']) {
    saveDraft('cv_1', text);
    await seconds(0.9);
  }
  expect(save).toHaveBeenCalledTimes(1);
  await seconds(2);
  expect(server.get('cv_1')?.content.reply).toBe('Hello');
  saveDraft('cv_1', '');
  await seconds(3);
  expect(server.size).toBe(0);
  await seconds(60);
  expect(save).toHaveBeenCalledTimes(3);
});

it('a change on another device appears here, and one that both sides made in different parts is merged', async () => {
  saveDraft('cv_1', 'Hello');
  await seconds(3);
  put('cv_1', { reply: 'Hello', note: 'from the phone' });
  saveDraft('cv_1', 'Hello Ada');
  await syncDrafts();
  await seconds(3);
  expect(server.get('cv_1')?.content).toMatchObject({ reply: 'Hello Ada', note: 'from the phone' });
  const { revision } = put('cv_2', { reply: 'a new one' });
  noteDraftSignal({ kind: 'draft', conversationId: 'cv_2', revision });
  await seconds(1);
  expect(readDraft('cv_2')).toBe('a new one');
  expect(useDraftConflicts.getState()).toEqual({});
});

it('what is sent after a reload does not come back, although the answer about it was lost with the page', async () => {
  save.mockImplementationOnce(async ({ params, body }: SaveInput) => {
    put(params.conversationId, body.content);
    throw new ApiError('network');
  });
  saveDraft('cv_1', 'Yes, of course');
  await seconds(3);
  expect(server.get('cv_1')?.content.reply).toBe('Yes, of course');
  close();
  open();
  expect(readDraft('cv_1')).toBe('Yes, of course');
  saveDraft('cv_1', '');
  await syncDrafts();
  expect(readDraft('cv_1')).toBe('');
  await seconds(3);
  expect(server.size).toBe(0);
});

it('a signal about an own change fetches nothing', async () => {
  saveDraft('cv_1', 'Hello');
  await seconds(2);
  const revision = server.get('cv_1')?.revision ?? null;
  noteDraftSignal({ kind: 'draft', conversationId: 'cv_1', revision });
  await seconds(1);
  expect(list).not.toHaveBeenCalled();
});

it('two different texts wait for the person, and nothing is stored meanwhile', async () => {
  saveDraft('cv_1', 'mine');
  put('cv_1', { reply: 'theirs' });
  await seconds(3);
  expect(useDraftConflicts.getState().cv_1?.content.reply).toBe('theirs');
  saveDraft('cv_1', 'mine, longer');
  await seconds(5);
  expect(server.get('cv_1')?.content.reply).toBe('theirs');
  resolveDraftConflict('cv_1', 'here');
  await seconds(1);
  expect(server.get('cv_1')?.content.reply).toBe('mine, longer');
  expect(useDraftConflicts.getState()).toEqual({});
});

it('the other text replaces the one here when the person wants it, and the note here stays', async () => {
  saveDraft('cv_1', 'mine');
  saveNoteDraft('cv_1', 'my note');
  put('cv_1', { reply: 'theirs' });
  await seconds(3);
  resolveDraftConflict('cv_1', 'there');
  await seconds(1);
  expect(readDraft('cv_1')).toBe('theirs');
  expect(server.get('cv_1')?.content).toMatchObject({ reply: 'theirs', note: 'my note' });
});

it('a text that was sent on another device disappears here, unless it was changed here', async () => {
  saveDraft('cv_1', 'sent there');
  saveDraft('cv_2', 'sent there');
  await seconds(3);
  server.clear();
  saveDraft('cv_2', 'sent there, and more here');
  await syncDrafts();
  expect(readDraft('cv_1')).toBe('');
  expect(readDraft('cv_2')).toBe('sent there, and more here');
  await seconds(3);
  expect(server.get('cv_2')?.content.reply).toBe('sent there, and more here');
});

it('what is typed without a connection survives a restart, and is stored when the server is back', async () => {
  saveDraft('cv_1', 'before');
  await seconds(3);
  isDown = true;
  saveDraft('cv_1', 'before and after');
  await seconds(30);
  flushDrafts();
  close();
  open();
  await syncDrafts();
  expect(readDraft('cv_1')).toBe('before and after');
  isDown = false;
  await syncDrafts();
  await seconds(1);
  expect(server.get('cv_1')?.content.reply).toBe('before and after');
  expect(useDraftConflicts.getState()).toEqual({});
});

it('leaving removes nothing from the server', async () => {
  saveDraft('cv_1', 'kept');
  await seconds(3);
  close();
  await seconds(60);
  expect(server.get('cv_1')?.content.reply).toBe('kept');
  open();
});

it('a draft that the server removed to make room stays in this browser', async () => {
  saveDraft('cv_old', 'my oldest draft');
  await seconds(3);
  server.delete('cv_old');
  for (let index = 0; index < DRAFTS_MAX; index += 1) put(`cv_new_${index}`, { reply: 'newer' });
  await syncDrafts();
  expect(readDraft('cv_old')).toBe('my oldest draft');
  saveDraft('cv_old', 'my oldest draft, longer');
  await seconds(6);
  expect(server.get('cv_old')?.content.reply).toBe('my oldest draft, longer');
});

it('after the text here is sent, keeping this one does not bring back the other one', async () => {
  saveDraft('cv_1', 'mine');
  put('cv_1', { reply: 'theirs', note: 'from there' });
  await seconds(3);
  saveDraft('cv_1', '');
  resolveDraftConflict('cv_1', 'here');
  expect(readDraft('cv_1')).toBe('');
  await seconds(1);
  expect(server.get('cv_1')?.content).toMatchObject({ reply: '', note: 'from there' });
});

it('a conflict ends when the other device sends its text, and the one here is stored', async () => {
  saveDraft('cv_1', 'mine');
  put('cv_1', { reply: 'theirs' });
  await seconds(3);
  server.delete('cv_1');
  noteDraftSignal({ kind: 'draft', conversationId: 'cv_1', revision: null });
  await seconds(1);
  expect(useDraftConflicts.getState()).toEqual({});
  expect(readDraft('cv_1')).toBe('mine');
  await seconds(1);
  expect(server.get('cv_1')?.content.reply).toBe('mine');
});
