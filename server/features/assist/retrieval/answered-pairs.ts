import type { ReadMessage } from './conversations-read.repository.ts';

/** An answer that a person gave, with what it answered. */
export interface AnsweredPair {
  /** The message that answered. */
  id: Buffer;
  contactId: Buffer;
  question: string;
  /** The last message of the question. */
  questionId: Buffer;
  answer: string;
}

/** Messages of one question. */
const QUESTION_MESSAGES = 5;

/** Returns the answers that people gave, by contact and in their order, each with what it answered. */
export function pairsOf(messages: readonly ReadMessage[]): AnsweredPair[] {
  const pairs: AnsweredPair[] = [];
  let question: { id: Buffer; text: string }[] = [];
  let isAnswered = false;
  let contact = '';
  for (const { id, contactId, direction, text, isHuman } of messages) {
    if (contact !== contactId.toString('hex')) question = [];
    contact = contactId.toString('hex');
    if (direction === 'inbound') {
      if (isAnswered) question = [];
      isAnswered = false;
      question.push({ id, text: text ?? '' });
      continue;
    }
    isAnswered = true;
    const answer = text?.trim() ?? '';
    const last = question.at(-1);
    if (!isHuman || !last || answer === '') continue;
    const asked = question.slice(-QUESTION_MESSAGES).map((one) => one.text);
    pairs.push({ id, contactId, question: asked.join('\n'), questionId: last.id, answer });
  }
  return pairs;
}
