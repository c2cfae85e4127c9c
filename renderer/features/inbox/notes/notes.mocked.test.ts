import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Note } from '../../../../shared/contract/inbox/notes.contract.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { createLocalStore } from '../../../lib/offline/local-store.ts';
import { leavePages } from '../../../lib/on-leave.ts';
import { inboxRealtime } from '../inbox.realtime.ts';
import { memoryStorage, sampleMessage } from '../test-samples.ts';
import { threadEntries } from '../thread/list/thread-entries.ts';
import { openThread, patchThread, resetThreads } from '../thread/store/threads.store.ts';
import { flushNotes, loadNotes, writeNote } from './notes.actions.ts';
import { dropNote, noteQueue, patchNotes, resetNotes, upsertNotes, useNotes } from './notes.store.ts';

const { create, list } = vi.hoisted(() => ({ create: vi.fn(), list: vi.fn() }));
vi.mock('../../../lib/api/api.ts', () => ({ api: { notes: { create, list } } }));

const at = (minute: number) => new Date(2026, 0, 1, 10, minute).toISOString();
const noteAt = (minute: number, over: Partial<Note> = {}): Note => ({
  id: `nt_${minute}`,
  conversationId: 'cv_1',
  clientId: `client ${minute}`,
  content: 'private',
  mentions: [],
  contact: 'ct_1',
  author: { id: 'usr_1', name: 'Ana' },
  createdAt: at(minute),
  editedAt: null,
  ...over,
});

let storage = memoryStorage();
const openQueue = () =>
  noteQueue.open(
    createLocalStore(() => storage),
    'ws.me',
  );
beforeEach(() => {
  storage = memoryStorage();
  openQueue();
  create.mockReset();
  list.mockReset();
});
afterEach(() => {
  noteQueue.close();
  resetNotes();
  resetThreads();
});

describe('a note that is written', () => {
  it('waits without a server, survives a reload, and is stored once under its id', async () => {
    create.mockRejectedValueOnce(new ApiError('network'));
    patchNotes('cv_1', { phase: 'ready' });
    writeNote('cv_1', 'call her', ['usr_2']);
    await vi.waitFor(() => expect(noteQueue.items()).toMatchObject([{ state: 'waiting' }]));
    noteQueue.close();
    openQueue();
    const [waiting] = noteQueue.items();
    expect(waiting).toMatchObject({ content: 'call her', mentions: ['usr_2'] });
    create.mockImplementationOnce(async ({ body }) => noteAt(1, { clientId: body.clientId }));
    await flushNotes();
    expect(create.mock.calls[1]).toEqual(create.mock.calls[0]);
    expect(noteQueue.items()).toEqual([]);
    expect(useNotes.getState().cv_1?.notes).toMatchObject([{ clientId: waiting?.clientId }]);
  });

  it('stays discarded when its request fails after that', async () => {
    let fail = (_: Error) => {};
    create.mockImplementationOnce(
      () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    );
    writeNote('cv_1', 'a secret', []);
    await vi.waitFor(() => expect(create).toHaveBeenCalledOnce());
    const [note] = noteQueue.items();
    noteQueue.remove(note?.clientId ?? '');
    fail(new ApiError('network'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(noteQueue.items()).toEqual([]);
    noteQueue.close();
    openQueue();
    expect(noteQueue.items()).toEqual([]);
  });

  it('is not written again when another tab has sent or discarded it', async () => {
    create.mockRejectedValueOnce(new ApiError('network'));
    writeNote('cv_1', 'sent in the other tab', []);
    await vi.waitFor(() => expect(noteQueue.items()).toMatchObject([{ state: 'waiting' }]));
    // The other tab has only the disk in common.
    storage.clear();
    await flushNotes();
    expect(create).toHaveBeenCalledOnce();
    expect(noteQueue.items()).toEqual([]);
    create.mockImplementationOnce(async () => {
      storage.clear();
      throw new ApiError('network');
    });
    writeNote('cv_1', 'sent there while it was under way here', []);
    await vi.waitFor(() => expect(noteQueue.items()).toEqual([]));
    expect(storage.length).toBe(0);
  });

  it('stays in memory while the disk is full', async () => {
    storage.isFull = true;
    create.mockRejectedValueOnce(new ApiError('network'));
    writeNote('cv_1', 'no room', []);
    await vi.waitFor(() => expect(noteQueue.items()).toMatchObject([{ state: 'waiting' }]));
    create.mockImplementationOnce(async ({ body }) => noteAt(1, { clientId: body.clientId }));
    await flushNotes();
    expect(create).toHaveBeenCalledTimes(2);
    expect(noteQueue.items()).toEqual([]);
  });

  it('waits no longer once its event has arrived, whatever became of its response', async () => {
    create.mockRejectedValueOnce(new ApiError('network'));
    writeNote('cv_1', 'stored', []);
    await vi.waitFor(() => expect(noteQueue.items()).toMatchObject([{ state: 'waiting' }]));
    const [waiting] = noteQueue.items();
    inboxRealtime['note.added']({ note: noteAt(1, { clientId: waiting?.clientId ?? '' }) });
    expect(noteQueue.items()).toEqual([]);
    await flushNotes();
    expect(create).toHaveBeenCalledOnce();
  });

  it('is kept with the reason when the server refuses it, and does not hold back the next one', async () => {
    create.mockRejectedValueOnce(new ApiError('conversation_not_found', { status: 404 }));
    create.mockImplementationOnce(async ({ body }) => noteAt(2, { clientId: body.clientId }));
    writeNote('cv_1', 'first', []);
    writeNote('cv_1', 'second', []);
    await vi.waitFor(() => expect(create).toHaveBeenCalledTimes(2));
    await vi.waitFor(() => expect(noteQueue.items()).toMatchObject([{ content: 'first', state: 'refused' }]));
  });
});

it('notes are loaded as far back as the messages', async () => {
  openThread('cv_1');
  patchThread('cv_1', {
    phase: 'ready',
    nextCursor: 'older',
    messages: [sampleMessage({ createdAt: at(20) })],
  });
  list.mockResolvedValueOnce({ data: [noteAt(40), noteAt(30)], nextCursor: 'a' });
  list.mockResolvedValueOnce({ data: [noteAt(25), noteAt(10)], nextCursor: 'b' });
  await loadNotes('cv_1');
  expect(list).toHaveBeenCalledTimes(2);
  expect(useNotes.getState().cv_1?.notes.map(({ id }) => id)).toEqual(['nt_10', 'nt_25', 'nt_30', 'nt_40']);
  dropNote('cv_1', 'nt_25');
  upsertNotes('cv_1', [noteAt(40)]);
  expect(useNotes.getState().cv_1?.notes).toHaveLength(3);
});

it.each([
  ['arrive', () => Promise.resolve({ data: [noteAt(40)], nextCursor: null })],
  ['fail', () => Promise.reject(new ApiError('network'))],
])('notes that %s after they were dropped do not come back with a gap', async (_what, answer) => {
  openThread('cv_1');
  let end = () => {};
  list.mockImplementationOnce(() => new Promise((resolve) => (end = () => resolve(answer()))));
  const loading = loadNotes('cv_1');
  resetNotes();
  end();
  await loading;
  expect(useNotes.getState()).toEqual({});
  // The next opening loads them.
  list.mockResolvedValueOnce({ data: [noteAt(40)], nextCursor: null });
  await loadNotes('cv_1');
  expect(useNotes.getState().cv_1).toMatchObject({ phase: 'ready', notes: [{ id: 'nt_40' }] });
});

it('notes that arrive after the person has left are not shown to the next one, who loads their own', async () => {
  openThread('cv_1');
  let end = (_: unknown) => {};
  list.mockImplementationOnce(() => new Promise((resolve) => (end = resolve)));
  void loadNotes('cv_1');
  resetNotes();
  leavePages();
  list.mockResolvedValueOnce({ data: [noteAt(2)], nextCursor: null });
  await loadNotes('cv_1');
  end({ data: [noteAt(1)], nextCursor: null });
  await new Promise((resolve) => setTimeout(resolve));
  expect(useNotes.getState().cv_1?.notes).toMatchObject([{ id: 'nt_2' }]);
});

it('notes stand between the messages by time, and never in a group with them', () => {
  const messages = [
    sampleMessage({ id: 'a', createdAt: at(1) }),
    sampleMessage({ id: 'b', createdAt: at(3) }),
  ];
  const waiting = { ...noteAt(0), state: 'waiting' as const, problem: null, mentions: [] };
  const { id: _id, author: _author, ...pending } = waiting;
  const rows = threadEntries(messages, [], null, [noteAt(2), noteAt(4), pending]);
  expect(rows.map(({ kind, key }) => [kind, key])).toEqual([
    ['stored', 'a'],
    ['note', 'client 2'],
    ['stored', 'b'],
    ['note', 'client 4'],
    ['note', 'client 0'],
  ]);
  expect(rows.slice(0, 4).every(({ startsGroup }) => startsGroup)).toBe(true);
});
