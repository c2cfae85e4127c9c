import type { ThreadMessage } from '../../../../shared/contract/conversations.contract.ts';
import type { Media } from '../../../../shared/contract/media.contract.ts';
import { climbs, type MessageStatus, STATUS_RANK } from '../../../../shared/domain/message-status.ts';

/**
 * The status to show after `next` was reported. It only climbs; the one way down is a person's retry
 * of a failed message, which puts it back to `queued`.
 */
export function mergeStatus(current: MessageStatus, next: MessageStatus, isRetry: boolean): MessageStatus {
  if (isRetry && current === 'failed' && next === 'queued') return next;
  return climbs(current, next) ? next : current;
}

/** Two reports of the same file as one: a file that is here stays here, otherwise the newer report holds. */
export function laterMedia(current: Media | null, next: Media | null): Media | null {
  return next === null || current?.state === 'ready' ? (current ?? next) : next;
}

/** Two reports of the same message as one: the higher status wins, and no time that is known gets lost. */
export function mergeMessage(current: ThreadMessage, next: ThreadMessage, isRetry: boolean): ThreadMessage {
  const status = mergeStatus(current.status, next.status, isRetry);
  const isAhead = status === next.status;
  if (isAhead && isRetry && current.status !== status) return next;
  const [winner, other] = isAhead ? [next, current] : [current, next];
  const isSameRung = STATUS_RANK[current.status] === STATUS_RANK[next.status];
  return {
    ...winner,
    media: laterMedia(current.media, next.media),
    platformId: winner.platformId ?? other.platformId,
    error: winner.error ?? (isSameRung ? other.error : null),
    sentAt: winner.sentAt ?? other.sentAt,
    deliveredAt: winner.deliveredAt ?? other.deliveredAt,
    readAt: winner.readAt ?? other.readAt,
    failedAt: winner.failedAt ?? other.failedAt,
  };
}
