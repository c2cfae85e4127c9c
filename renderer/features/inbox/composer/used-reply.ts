import { isNumber, isOptional, isShape, isText } from '../../../lib/checks.ts';

/** The saved reply that a text began with, and its place among the suggested ones if it was one of them. */
export interface UsedReply {
  id: string;
  place?: number | undefined;
}

export const isUsedReply = isShape<UsedReply>({ id: isText, place: isOptional(isNumber) });

const used = new Map<string, UsedReply>();
/** The suggested replies of each conversation, the best first. */
const suggested = new Map<string, readonly string[]>();

/** Notes which saved replies are suggested in a conversation. */
export function noteSuggested(conversationId: string, replyIds: readonly string[]): void {
  suggested.set(conversationId, replyIds);
}

/** Notes that a saved reply was put into the text of a conversation. The last one counts. */
export function noteUsedReply(conversationId: string, id: string): void {
  const place = (suggested.get(conversationId) ?? []).indexOf(id) + 1;
  used.set(conversationId, place > 0 ? { id, place } : { id });
}

/** Calls the listener when a text is sent, with the saved reply that it began with. */
export function watchSends(
  listener: (conversationId: string, reply: UsedReply | undefined) => void,
): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
const listeners = new Set<Parameters<typeof watchSends>[0]>();

/** Returns the saved reply that the text of a conversation began with, when the text is sent. */
export function takeUsedReply(conversationId: string): UsedReply | undefined {
  const reply = used.get(conversationId);
  used.delete(conversationId);
  for (const listener of listeners) listener(conversationId, reply);
  suggested.delete(conversationId);
  return reply;
}
