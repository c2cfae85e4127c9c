import { BURST_MAX, type LatestMessage } from './examples.repository.ts';

const TEXT_MAX = 600;

/** What a customer has written since the last answer. */
export interface Burst {
  /** In the order in which they were written. */
  messageIds: Buffer[];
  text: string;
  /** When the last one was written. */
  at: Date;
}

/**
 * Returns what a customer has written since a person or a program last answered; null when the last word was ours, or
 * nothing of it is text. An automatic message is no answer. `messages` are the newest first.
 */
export function burstOf(messages: readonly LatestMessage[]): Burst | null {
  const burst: LatestMessage[] = [];
  for (const message of messages) {
    // What a colleague wrote in the business app is an answer.
    const isAutomatic =
      message.direction === 'outbound' && message.origin !== null && message.origin !== 'business_app';
    if (isAutomatic) continue;
    if (message.direction === 'outbound' || burst.length === BURST_MAX) break;
    burst.unshift(message);
  }
  const last = burst.at(-1);
  const text = burst
    .flatMap((message) => message.text ?? [])
    .join('\n')
    .slice(-TEXT_MAX);
  return last && text.trim() !== ''
    ? { messageIds: burst.map(({ id }) => id), text, at: last.createdAt }
    : null;
}
