import { create } from 'zustand';
import type { Draft, DraftContent } from '../../../../shared/contract/inbox/drafts.contract.ts';
import { DRAFT_PART_MAX, DRAFTS_MAX } from '../../../../shared/domain/message-limits.ts';
import type { DraftSignal } from '../../../../shared/events/index.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import {
  conversationsWithDrafts,
  draftBases,
  flushDrafts,
  readDraftContent,
  saveDraftContent,
  watchDrafts,
} from '../composer/drafts.store.ts';

/**
 * Keeps a person's drafts the same on all their devices. The draft in this browser comes first: typing never waits,
 * and nothing is replaced that was changed here. The server stores what was typed every two seconds, and signals the
 * other devices (decision 0275).
 */

/** A draft in which nothing is typed. */
const EMPTY_DRAFT: DraftContent = { reply: '', note: '', template: '', quote: '' };

type Part = keyof DraftContent;
const PARTS = Object.keys(EMPTY_DRAFT) as Part[];

const SAVE_AFTER_MS = 2_000;
/** A signal about an own change arrives before its response does. */
const FETCH_AFTER_MS = 300;
const RETRY_AFTER_MS = 10_000;

/** What the server has of a draft, as this device knows it; `revision` is null when there is none. */
interface Base {
  revision: string | null;
  content: DraftContent;
  /** What this device has sent since, without an answer: the server may have it. */
  tried?: DraftContent;
}

/** What another device has written in conversations whose draft was changed here too, until the person decides. */
export const useDraftConflicts = create<Readonly<Record<string, Draft>>>(() => ({}));

/** The parts that differ in each conflict: one that is sent here meanwhile is still not replaced. */
const differing = new Map<string, readonly Part[]>();

let endWatch: (() => void) | null = null;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const saving = new Set<string>();
/** Drafts of which the server has said that they changed. */
const signalled = new Map<string, string | null>();
let fetchTimer: ReturnType<typeof setTimeout> | undefined;

/** Starts to store changes of drafts. `syncDrafts` fetches what other devices have changed before. */
export function startDraftSync(): void {
  endWatch = watchDrafts((id) => saveSoon(id, SAVE_AFTER_MS));
  window.addEventListener('pagehide', saveNow);
  document.addEventListener('visibilitychange', saveNow);
}

/** Ends it, before the drafts are removed from memory: that is no change. */
export function stopDraftSync(): void {
  endWatch?.();
  endWatch = null;
  window.removeEventListener('pagehide', saveNow);
  document.removeEventListener('visibilitychange', saveNow);
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  clearTimeout(fetchTimer);
  signalled.clear();
  useDraftConflicts.setState({}, true);
  differing.clear();
}

/** Notes that a draft has changed on some device, maybe this one. */
export function noteDraftSignal({ conversationId, revision }: DraftSignal): void {
  signalled.set(conversationId, revision);
  clearTimeout(fetchTimer);
  fetchTimer = setTimeout(() => {
    const isNews = [...signalled].some(([id, now]) => now !== seenOf(id));
    signalled.clear();
    if (isNews) void syncDrafts();
  }, FETCH_AFTER_MS);
}

/** Fetches all drafts, applies what changed on other devices, and stores what changed here. */
export async function syncDrafts(): Promise<void> {
  const { data } = await api.drafts.list({}).catch(() => ({ data: null }));
  // Without a response, the next connection asks again.
  if (data === null || endWatch === null) return;
  const drafts = new Map(data.map((draft) => [draft.conversationId, draft]));
  const known = [draftBases.use.getState().byConversation, useDraftConflicts.getState()].flatMap(Object.keys);
  const isFull = data.length >= DRAFTS_MAX;
  for (const id of new Set([...drafts.keys(), ...known])) {
    const there = drafts.get(id) ?? null;
    // The server may have removed it to make room: it stays here.
    if (there !== null || !isFull) meet(id, there);
  }
  for (const id of conversationsWithDrafts()) if (isUnsaved(id)) saveSoon(id, 0);
}

/**
 * Takes along what was typed in a conversation whose contact was merged. The server has joined the drafts that it had, so
 * only what it did not have yet is added here.
 */
export function moveDraft(from: string, to: string): void {
  const typed = readDraftContent(from);
  const isNews = isUnsaved(from);
  draftBases.save(from, '');
  saveDraftContent(from, EMPTY_DRAFT);
  if (isNews) {
    const own = readDraftContent(to);
    const joined = (part: 'reply' | 'note') => [own[part], typed[part]].filter(Boolean).join('\n');
    saveDraftContent(to, { ...own, reply: joined('reply'), note: joined('note') });
  }
  void syncDrafts();
}

/** Ends a conflict with the text of one of the two devices. */
export function resolveDraftConflict(id: string, choice: 'here' | 'there'): void {
  const there = useDraftConflicts.getState()[id];
  if (!there) return;
  const here = readDraftContent(id);
  const { content, conflicts } = mergeDrafts(baseOf(id).content, here, there.content);
  const from = choice === 'there' ? there.content : here;
  const parts = [...(differing.get(id) ?? []), ...conflicts];
  forgetConflict(id);
  rememberBase(id, there);
  saveDraftContent(id, { ...content, ...Object.fromEntries(parts.map((part) => [part, from[part]])) });
  saveSoon(id, 0);
}

/** Brings together the draft here and the one of the server. */
function meet(id: string, there: Draft | null): void {
  const base = baseOf(id);
  if (saving.has(id)) return;
  if ((there?.revision ?? null) === base.revision) {
    // What differed was sent or discarded on the other device.
    if (useDraftConflicts.getState()[id]) forgetConflict(id);
    return;
  }
  // An own change whose answer was lost, for example with a reload, is no change of another device: what was sent or discarded
  // here since must not come back.
  const isOwn = there !== null && base.tried !== undefined && isSameDraft(there.content, base.tried);
  const { content, conflicts } = mergeDrafts(
    isOwn ? there.content : base.content,
    readDraftContent(id),
    there?.content ?? EMPTY_DRAFT,
  );
  if (there && conflicts.length > 0) {
    differing.set(id, conflicts);
    useDraftConflicts.setState({ [id]: there });
    return;
  }
  forgetConflict(id);
  rememberBase(id, there);
  saveDraftContent(id, content);
  if (isUnsaved(id)) saveSoon(id, SAVE_AFTER_MS);
}

function saveSoon(id: string, afterMs: number): void {
  if (endWatch === null) return;
  const isWaiting = timers.has(id);
  // While a person types, it is stored every two seconds, and not only when they pause.
  if (isWaiting && afterMs > 0) return;
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => {
      timers.delete(id);
      void save(id);
    }, afterMs),
  );
}

function saveNow(): void {
  if (document.visibilityState === 'visible') return;
  for (const [id, timer] of timers) {
    clearTimeout(timer);
    timers.delete(id);
    void save(id);
  }
  flushDrafts();
}

async function save(id: string): Promise<void> {
  if (saving.has(id)) return saveSoon(id, SAVE_AFTER_MS);
  const content = readDraftContent(id);
  const base = baseOf(id);
  const isTooLong = Object.values(content).some((part) => part.length > DRAFT_PART_MAX);
  if (isSameDraft(content, base.content) || isTooLong || useDraftConflicts.getState()[id]) return;
  saving.add(id);
  draftBases.save(id, JSON.stringify({ ...base, tried: content }));
  try {
    const { isStored, draft } = await api.drafts.save({
      params: { conversationId: id },
      body: { baseRevision: base.revision, content },
    });
    saving.delete(id);
    if (endWatch === null) return;
    if (!isStored) return meet(id, draft);
    rememberBase(id, draft);
    if (isUnsaved(id)) saveSoon(id, SAVE_AFTER_MS);
  } catch (error) {
    saving.delete(id);
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'conversation_not_found') draftBases.save(id, '');
    // Anything else is not about this draft, or would be refused again: the next change tries.
    else if (error.code === 'network' || error.code === 'unavailable') saveSoon(id, RETRY_AFTER_MS);
  }
}

function baseOf(id: string): Base {
  const text = draftBases.read(id);
  return text === '' ? { revision: null, content: EMPTY_DRAFT } : (JSON.parse(text) as Base);
}

/** Returns the revision that this device has last seen on the server. */
function seenOf(id: string): string | null {
  return useDraftConflicts.getState()[id]?.revision ?? baseOf(id).revision;
}

function rememberBase(id: string, draft: Draft | null): void {
  draftBases.save(
    id,
    draft === null ? '' : JSON.stringify({ revision: draft.revision, content: draft.content }),
  );
}

function isUnsaved(id: string): boolean {
  return !isSameDraft(readDraftContent(id), baseOf(id).content);
}

function forgetConflict(id: string): void {
  const { [id]: _ended, ...others } = useDraftConflicts.getState();
  useDraftConflicts.setState(others, true);
  differing.delete(id);
}

function isSameDraft(one: DraftContent, other: DraftContent): boolean {
  return PARTS.every((part) => one[part] === other[part]);
}

/**
 * Merges what this device and another one have made of the same draft (`base`), part by part. A text that was sent or
 * discarded on one device gives way to one that was changed on the other. Returns the parts that both have changed:
 * they are as here.
 */
function mergeDrafts(
  base: DraftContent,
  here: DraftContent,
  there: DraftContent,
): { content: DraftContent; conflicts: Part[] } {
  const content = { ...here };
  const conflicts: Part[] = [];
  for (const part of PARTS) {
    const [was, mine, theirs] = [base[part], here[part], there[part]];
    if (mine === theirs || theirs === was || theirs === '') continue;
    if (mine === was || mine === '') content[part] = theirs;
    // A quote is no work: the one here stays.
    else if (part !== 'quote') conflicts.push(part);
  }
  // Sent or discarded there, and unchanged here.
  for (const part of PARTS) if (there[part] === '' && here[part] === base[part]) content[part] = '';
  return { content, conflicts };
}
