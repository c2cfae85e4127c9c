import type { AnswerStart } from '../../../../shared/contract/assist/assist.contract.ts';
import { BEGINNINGS } from '../../../../shared/domain/assist/features.ts';
import { isFlag, isOneOf, isOptional, isShape, isText } from '../../../lib/checks.ts';
import { useDrafts } from './drafts.store.ts';

type Began = NonNullable<AnswerStart['began']>;

export const isAnswerStart = isShape<AnswerStart>({
  isShown: isFlag,
  began: isOptional(isShape<Began>({ feature: isOneOf(...BEGINNINGS), model: isText })),
});

/** The conversations in which a suggestion was shown since the last answer. */
const shown = new Set<string>();
const began = new Map<string, Began>();

/** Notes that a suggestion for the next message is on the screen. */
export function noteShown(conversationId: string): void {
  shown.add(conversationId);
}

/** Notes that a suggestion became the text of a conversation. Once all of it is deleted, the text is a person's own. */
export function noteBegan(conversationId: string, suggestion: Began): void {
  shown.add(conversationId);
  began.set(conversationId, suggestion);
}

/** Notes that a suggestion was taken out of the text again. */
export function forgetBegan(conversationId: string): void {
  began.delete(conversationId);
}

useDrafts.subscribe(({ byConversation }) => {
  for (const id of began.keys()) if ((byConversation[id] ?? '').trim() === '') began.delete(id);
});

/** Returns what the assistant had to do with the text of a conversation, when it is sent. */
export function takeAnswerStart(conversationId: string): AnswerStart {
  const suggestion = began.get(conversationId);
  const start = { isShown: shown.has(conversationId), ...(suggestion ? { began: suggestion } : {}) };
  shown.delete(conversationId);
  began.delete(conversationId);
  return start;
}
