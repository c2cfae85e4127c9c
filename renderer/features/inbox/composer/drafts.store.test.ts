import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLocalStore } from '../../../lib/offline/local-store.ts';
import { memoryStorage } from '../test-samples.ts';
import {
  closeDrafts,
  flushDrafts,
  openDrafts,
  readDraft,
  readTemplateDraft,
  saveDraft,
  saveTemplateDraft,
} from './drafts.store.ts';

let storage = memoryStorage();
const open = (owner = 'ws.me') =>
  openDrafts(
    createLocalStore(() => storage),
    owner,
  );

beforeEach(() => {
  vi.useFakeTimers();
  storage = memoryStorage();
  open();
});
afterEach(() => {
  closeDrafts();
  vi.useRealTimers();
});

describe('drafts', () => {
  it('are stored per conversation, immediately in memory and within half a second on disk', () => {
    saveDraft('cv_1', 'one');
    saveDraft('cv_2', 'two');
    expect([readDraft('cv_1'), readDraft('cv_2')]).toEqual(['one', 'two']);
    expect(storage.length).toBe(0);
    vi.advanceTimersByTime(500);
    expect(storage.length).toBe(2);
  });

  it('are restored after a reload', () => {
    saveDraft('cv_1', 'half a sen');
    flushDrafts();
    open();
    expect(readDraft('cv_1')).toBe('half a sen');
  });

  it('are written when the person leaves, and hidden from other people', () => {
    saveDraft('cv_1', 'mine');
    closeDrafts();
    open('ws.another-person');
    expect(readDraft('cv_1')).toBe('');
    open();
    expect(readDraft('cv_1')).toBe('mine');
  });

  it('store text and a template independently', () => {
    const half = { templateId: 'tpl_1', name: 'order_update', values: { 'body.1': 'Ada' } };
    saveDraft('cv_1', 'typed before');
    saveTemplateDraft('cv_1', half);
    flushDrafts();
    open();
    expect([readDraft('cv_1'), readTemplateDraft('cv_1')]).toEqual(['typed before', half]);
    saveTemplateDraft('cv_1', null);
    flushDrafts();
    open();
    expect([readDraft('cv_1'), readTemplateDraft('cv_1')]).toEqual(['typed before', null]);
  });

  it('are removed from disk once they are sent', () => {
    saveDraft('cv_1', 'text');
    flushDrafts();
    saveDraft('cv_1', '');
    flushDrafts();
    expect(storage.length).toBe(0);
  });

  it('stay in memory when the disk is full', () => {
    storage.isFull = true;
    saveDraft('cv_1', 'still here');
    flushDrafts();
    expect(readDraft('cv_1')).toBe('still here');
  });
});
