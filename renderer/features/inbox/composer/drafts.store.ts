import type { DraftContent } from '../../../../shared/contract/inbox/drafts.contract.ts';
import { createLocalDrafts } from '../../../lib/offline/local-drafts.ts';
import type { LocalStore } from '../../../lib/offline/local-store.ts';
import { parseTemplateDraft, type TemplateDraft } from '../../../lib/template-pick.ts';
import { parseQuote, type Quote } from './quote.ts';

const texts = createLocalDrafts('draft');
const templates = createLocalDrafts('template-draft');
const quotes = createLocalDrafts('quote-draft');
const notes = createLocalDrafts('note-draft');
const bases = createLocalDrafts('draft-base');
const stores = [texts, templates, quotes, notes, bases];

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

/** What the server is known to have of each draft, as text: see `draft-sync.ts`. */
export const draftBases = bases;

/** Everything that is unsent in a conversation, as the server stores it. */
export function readDraftContent(conversationId: string): DraftContent {
  return {
    reply: texts.read(conversationId),
    note: notes.read(conversationId),
    template: templates.read(conversationId),
    quote: quotes.read(conversationId),
  };
}

/** Replaces what differs of a draft. */
export function saveDraftContent(conversationId: string, content: DraftContent): void {
  const parts = [
    [texts, content.reply],
    [notes, content.note],
    [templates, content.template],
    [quotes, content.quote],
  ] as const;
  for (const [store, text] of parts) {
    if (store.read(conversationId) !== text) store.save(conversationId, text);
  }
}

/** Returns the conversations in which something is unsent. */
export function conversationsWithDrafts(): string[] {
  return [
    ...new Set(
      [texts, notes, templates, quotes].flatMap(({ use }) => Object.keys(use.getState().byConversation)),
    ),
  ];
}

/** Calls the listener with each conversation whose draft changes; returns how to end that. */
export function watchDrafts(listener: (conversationId: string) => void): () => void {
  const ends = [texts, notes, templates, quotes].map(({ use }) =>
    use.subscribe(({ byConversation: now }, { byConversation: before }) => {
      for (const id of new Set([...Object.keys(now), ...Object.keys(before)])) {
        if (now[id] !== before[id]) listener(id);
      }
    }),
  );
  return () => {
    for (const end of ends) end();
  };
}

/** Reads a person's drafts in a workspace from disk. */
export function openDrafts(store: LocalStore, owner: string): void {
  for (const drafts of stores) drafts.open(store, owner);
}

/** Clears the drafts from memory; they stay on disk. */
export function closeDrafts(): void {
  for (const drafts of stores) drafts.close();
}

/** Deletes the person's drafts from this browser, when they sign out: others may use it after them. */
export function discardDrafts(): void {
  for (const drafts of stores) drafts.discard();
}

/** Writes pending changes now, before the page closes or another conversation opens. */
export function flushDrafts(): void {
  for (const drafts of stores) drafts.flush();
}
