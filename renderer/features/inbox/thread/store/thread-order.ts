import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { mergeMessage } from './status-merge.ts';

/** Compares messages in the order of the server: by time, then by id. */
export function compareMessages(left: ThreadMessage, right: ThreadMessage): number {
  if (left.createdAt !== right.createdAt) return left.createdAt < right.createdAt ? -1 : 1;
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}

/** Merges `incoming` messages into a sorted list. */
export function insertMessages(
  sorted: readonly ThreadMessage[],
  incoming: readonly ThreadMessage[],
  isRetry: boolean,
): readonly ThreadMessage[] {
  if (incoming.length === 0) return sorted;
  const byId = new Map(sorted.map((message) => [message.id, message]));
  for (const next of incoming) {
    const known = byId.get(next.id);
    byId.set(next.id, known ? mergeMessage(known, next, isRetry) : next);
  }
  return [...byId.values()].sort(compareMessages);
}
