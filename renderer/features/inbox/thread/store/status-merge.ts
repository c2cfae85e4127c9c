import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import type { Media } from '../../../../../shared/contract/media.contract.ts';
import { climbs, type MessageStatus, STATUS_RANK } from '../../../../../shared/domain/message-status.ts';

/**
 * Returns the status after `next` was reported. A status never goes back, except when a person retries a
 * failed message, which sets it to `queued`.
 */
export function mergeStatus(current: MessageStatus, next: MessageStatus, isRetry: boolean): MessageStatus {
  if (isRetry && current === 'failed' && next === 'queued') return next;
  return climbs(current, next) ? next : current;
}

/** Merges two reports of a file: a stored file stays stored, otherwise the newer report wins. */
export function laterMedia(current: Media | null, next: Media | null): Media | null {
  return next === null || current?.state === 'ready' ? (current ?? next) : next;
}

/** Merges two reports of a message: the higher status wins, and known times are kept. */
export function mergeMessage(current: ThreadMessage, next: ThreadMessage, isRetry: boolean): ThreadMessage {
  const status = mergeStatus(current.status, next.status, isRetry);
  const isAhead = status === next.status;
  if (isAhead && isRetry && current.status !== status) return next;
  const [winner, other] = isAhead ? [next, current] : [current, next];
  const isSameRank = STATUS_RANK[current.status] === STATUS_RANK[next.status];
  return {
    ...winner,
    media: laterMedia(current.media, next.media),
    platformId: winner.platformId ?? other.platformId,
    error: winner.error ?? (isSameRank ? other.error : null),
    sentAt: winner.sentAt ?? other.sentAt,
    deliveredAt: winner.deliveredAt ?? other.deliveredAt,
    readAt: winner.readAt ?? other.readAt,
    failedAt: winner.failedAt ?? other.failedAt,
  };
}
