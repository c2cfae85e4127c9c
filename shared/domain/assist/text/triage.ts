import { fold, wordsOf } from './fold.ts';

/** A message of a conversation, as far as triage reads it. */
export interface TriageMessage {
  isFromCustomer: boolean;
  /** Empty for media without a caption. */
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface TriageOptions {
  now: number;
  /** Words the owner lists: a message with one of them is urgent. */
  urgentWords?: readonly string[];
  /** How long a customer may wait. */
  waitMs?: number;
}

/** Why a conversation is urgent: the customer asks again, has waited long, or used a word the owner listed. */
export type UrgencyReason = 'repeat' | 'waiting' | 'word';

/** What a conversation needs. Rules only: nothing is read out of the tone. */
export interface Triage {
  /** `burst`: the customer is probably still writing. `nothing`: we wrote last. */
  state: 'needs_answer' | 'thanks_only' | 'burst' | 'nothing';
  urgency: UrgencyReason[];
}

/** People write a thought in several messages; within this time the next one may come. */
export const BURST_MS = 10_000;
const WAIT_MS = 2 * 60 * 60 * 1000;
/** Two messages with this share of common words ask the same. */
const SAME_WORDS = 0.6;
const CLOSINGS = new Set(
  `ok okay okey k kk kkk blz beleza certo combinado perfeito otimo otima show top valeu vlw obrigado obrigada obg obgd brigado
  brigada agradeco agradecida agradecido thanks thank thx ty cheers great perfect cool nice awesome lovely gracias listo vale genial
  perfecto de nada you so much very muito muita mesmo mil muchas a o por pela pelo tudo ajuda atencao help your for everything all
  sim yes yep good bom boa dia tarde noite night day evening abraco abracos bjs beijos tchau bye ate logo later tambem igualmente too
  entendi entendido got it understood ja deu certo chegou recebi received tks isso ai legal maravilha fechado tranquilo gente e and da
  the pra para vc voce voces ta tá jaja haha rs amei love`.split(/\s+/),
);
const OPEN_END = /(?:[,;:…]|\.\.\.|\b(?:e|mas|and|but|so|porque|because|que|entao|tipo|y|pero))\s*$/;
const QUESTION =
  /\?|\b(?:quando|como|onde|qual|quais|quanto|quem|por que|cade|sera que|when|how|where|which|what|why|who|can you|could you|cuando|donde|cual|cuanto|quien|poderia|consegue|tem como)\b/;

/** Reads what a conversation needs from its messages, oldest first. */
export function triage(messages: readonly TriageMessage[], options: TriageOptions): Triage {
  const open = openMessages(messages);
  const last = open.at(-1);
  if (!last) return { state: 'nothing', urgency: [] };
  const { now, waitMs = WAIT_MS, urgentWords = [] } = options;
  const state = open.every(({ text }) => isThanks(text))
    ? 'thanks_only'
    : now - last.at < BURST_MS && isUnfinished(last.text)
      ? 'burst'
      : 'needs_answer';
  if (state === 'thanks_only') return { state, urgency: [] };
  const urgency: UrgencyReason[] = [];
  if (asksAgain(messages, open)) urgency.push('repeat');
  if (now - (open[0]?.at ?? now) > waitMs) urgency.push('waiting');
  if (open.some(({ text }) => hasWord(text, urgentWords))) urgency.push('word');
  return { state, urgency };
}

/** Returns whether a message only thanks, agrees or says goodbye: it starts nothing. */
export function isThanks(text: string): boolean {
  if (text.trim() === '') return false;
  if (QUESTION.test(fold(text)) || /\d/.test(text)) return false;
  const words = wordsOf(text);
  return (
    words.length <= 12 &&
    words.every((word) => CLOSINGS.has(word) || /^(?:k+|ha+|rs+|(?:ha|he|ja|ks)+)$/.test(word))
  );
}

/** The customer's messages since ours. */
function openMessages(messages: readonly TriageMessage[]): TriageMessage[] {
  const from = messages.findLastIndex(({ isFromCustomer }) => !isFromCustomer);
  return messages.slice(from + 1);
}

/** A greeting alone, or a line that ends in the middle of a sentence: more will come. */
function isUnfinished(text: string): boolean {
  const folded = fold(text).trim();
  if (OPEN_END.test(folded)) return true;
  if (QUESTION.test(folded)) return false;
  return wordsOf(text).length <= 3;
}

/** The customer asks what they had asked before we last wrote, or twice without an answer. */
function asksAgain(messages: readonly TriageMessage[], open: readonly TriageMessage[]): boolean {
  const earlier = messages.filter(({ isFromCustomer, text }) => isFromCustomer && text !== '');
  return open.some((message) => {
    const words = contentWords(message.text);
    if (words.size < 3) return false;
    return earlier.some(
      (known) =>
        known !== message && known.at < message.at && shareOf(words, contentWords(known.text)) >= SAME_WORDS,
    );
  });
}

function contentWords(text: string): Set<string> {
  return new Set(wordsOf(text).filter((word) => word.length > 3 || /\d/.test(word)));
}

function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (others.size === 0) return 0;
  const common = [...words].filter((word) => others.has(word)).length;
  return common / Math.min(words.size, Math.max(3, others.size));
}

function hasWord(text: string, listed: readonly string[]): boolean {
  const folded = ` ${wordsOf(text).join(' ')} `;
  return listed.some((word) => folded.includes(` ${wordsOf(word).join(' ')} `));
}
