import { createLocalDrafts } from '../../../lib/offline/local-drafts.ts';
import type { LocalStore } from '../../../lib/offline/local-store.ts';
import { parseTemplateDraft, type TemplateDraft } from '../../../lib/template-pick.ts';
import { parseQuote, type Quote } from './quote.ts';

const texts = createLocalDrafts('draft');
const templates = createLocalDrafts('template-draft');
const quotes = createLocalDrafts('quote-draft');
const notes = createLocalDrafts('note-draft');

/** Unsent text by conversation. */
export const useDrafts = texts.use;
export const readDraft = texts.read;
export const saveDraft = texts.save;

/** Unwritten notes by conversation, apart from the replies. */
export const useNoteDrafts = notes.use;
export const saveNoteDraft = notes.save;

/** The partly filled template of each conversation, as text: see `parseTemplateDraft`. */
export const useTemplateDrafts = templates.use;

/** Returns the partly filled template of a conversation. */
export function readTemplateDraft(conversationId: string): TemplateDraft | null {
  return parseTemplateDraft(templates.read(conversationId));
}

/** The message that the draft of each conversation quotes, as text: see `parseQuote`. */
export const useQuotes = quotes.use;

/** Returns the message that the draft quotes. */
export function readQuote(conversationId: string): Quote | null {
  return parseQuote(quotes.read(conversationId));
}

/** Stores the message that the draft quotes; null removes it. */
export function saveQuote(conversationId: string, quote: Quote | null): void {
  quotes.save(conversationId, quote === null ? '' : JSON.stringify(quote));
}

/** Stores a partly filled template; null removes it. */
export function saveTemplateDraft(conversationId: string, draft: TemplateDraft | null): void {
  templates.save(conversationId, draft === null ? '' : JSON.stringify(draft));
}

/** Reads a person's drafts in a workspace from disk. */
export function openDrafts(store: LocalStore, owner: string): void {
  texts.open(store, owner);
  templates.open(store, owner);
  quotes.open(store, owner);
  notes.open(store, owner);
}

/** Clears the drafts from memory; they stay on disk. */
export function closeDrafts(): void {
  texts.close();
  templates.close();
  quotes.close();
  notes.close();
}

/** Deletes the person's drafts from this browser, when they sign out: others may use it after them. */
export function discardDrafts(): void {
  texts.discard();
  templates.discard();
  quotes.discard();
  notes.discard();
}

/** Writes pending changes now, before the page closes or another conversation opens. */
export function flushDrafts(): void {
  texts.flush();
  templates.flush();
  quotes.flush();
  notes.flush();
}
