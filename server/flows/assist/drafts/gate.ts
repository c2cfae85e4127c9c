import { fold, wordsOf } from '../../../../shared/domain/assist/text/fold.ts';
import { findInstructions } from '../../../../shared/domain/assist/text/instructions.ts';
import { findSensitive } from '../../../../shared/domain/assist/text/sensitive.ts';
import { isWindowOpen } from '../../../../shared/domain/window.ts';
import { modeOf } from '../../../features/assist/index.ts';
import { isSure, type LearnedOf, type LearnedReplies } from '../../../features/assist/retrieval/index.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { type AssistConversation, type NumberedMessage, textOf } from '../read-conversation.ts';

/** Why no draft is made. Only `language` is shown: people who open such a conversation would wait for a draft. */
export type Withheld = 'answered' | 'window' | 'blocked' | 'typing' | 'reply' | WithheldContent;
/** Those that lie in what was written. */
type WithheldContent = 'no_text' | 'thanks' | 'sensitive' | 'instructions' | 'language';

/** Words of messages that need no answer. */
const THANKS = new Set(
  fold(
    `ok okay k kk thanks thank you thx ty cheers great perfect cool nice good fine got it noted sure yes yep no problem
     understood awesome wonderful appreciate appreciated so much very lovely will do done bye goodbye see soon
     obrigado obrigada obg brigado brigada valeu vlw blz beleza certo combinado perfeito otimo otima show top entendi
     entendido ta bom ta bem tudo bem tranquilo sim tchau ate mais logo muito mesmo de nada disponha legal joia
     gracias muchas vale perfecto listo bien genial entendido de acuerdo adios hasta luego si`,
  ).split(/\s+/),
);
const WORDS_OF_THANKS_MAX = 8;
/** What a workspace has learned is in memory, or the draft is made without it. */
const LEARNED_WAIT_MS = 25;

/** Returns whether a text only thanks or agrees, so that nothing is left to answer. */
export function isThanksOnly(text: string): boolean {
  if (text.includes('?')) return false;
  const words = wordsOf(text);
  return words.length <= WORDS_OF_THANKS_MAX && words.every((word) => THANKS.has(word));
}

/** Returns the messages of the customer that nobody has answered, the oldest first. */
export function unansweredOf({ messages }: Pick<AssistConversation, 'messages'>): NumberedMessage[] {
  const answered = messages.findLastIndex(({ direction }) => direction === 'outbound');
  return messages.slice(answered + 1);
}

/** Returns why a conversation gets no draft now; null when it gets one. */
export function withheldFor(
  read: AssistConversation,
  { messageId, now, isTyping }: { messageId: Buffer; now: Date; isTyping: boolean },
): Withheld | null {
  const { conversation, messages } = read;
  const newest = messages.at(-1);
  if (!newest?.id.equals(messageId) || newest.direction !== 'inbound') return 'answered';
  if (conversation.contact.blocked) return 'blocked';
  if (!isWindowOpen(conversation.windowExpiresAt, now)) return 'window';
  return isTyping ? 'typing' : withheldForContent(read);
}

/**
 * Returns whether a saved reply clearly answers what the customer wrote, and is suggested to people: it is the business's
 * own text, at no cost. How clear it must be is learned from the workspace's history.
 */
export async function hasClearReply(
  ctx: Context,
  learnedReplies: LearnedOf<LearnedReplies>,
  read: AssistConversation,
): Promise<boolean> {
  if ((await modeOf(ctx, 'replies', read.contactId)) !== 'on') return false;
  const learned = await learnedReplies(ctx, LEARNED_WAIT_MS);
  if (!learned) return false;
  const [first, second] = learned.retrieval.rank(unansweredOf(read).map(textOf).join('\n'));
  return (
    first !== undefined && isSure(learned.retrieval.gate, { first: first.score, second: second?.score ?? 0 })
  );
}

/** Returns why what a conversation says gets no draft, whatever its state; null when it gets one. */
export function withheldForContent(read: AssistConversation): WithheldContent | null {
  // The card has the name that the customer gave themselves.
  if (findInstructions(read.conversation.contact.name).length > 0) return 'instructions';
  // In which language to answer would be a guess.
  return withheldForText(unansweredOf(read)) ?? (read.language === null ? 'language' : null);
}

/** Returns why messages that nobody has answered get no draft, whatever the state of their conversation. */
export function withheldForText(unanswered: readonly NumberedMessage[]): WithheldContent | null {
  const texts = unanswered.flatMap((message) => message.text ?? []);
  // Of a photo or a voice message, the model sees nothing.
  if (texts.length === 0 || unanswered.at(-1)?.text === null) return 'no_text';
  const text = texts.join('\n');
  if (texts.every(isThanksOnly)) return 'thanks';
  if (findSensitive(text).length > 0) return 'sensitive';
  return findInstructions(unanswered.map(textOf).join('\n')).length > 0 ? 'instructions' : null;
}
