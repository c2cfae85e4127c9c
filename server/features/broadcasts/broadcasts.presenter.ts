import type { Broadcast, BroadcastRecipient } from '../../../shared/contract/public/broadcasts.contract.ts';
import { BROADCAST_EXCLUSIONS, SLOW_PER_MINUTE } from '../../../shared/domain/templates/broadcasts.ts';
import { asJson } from '../../db/define-model.ts';
import { type BroadcastRow, RECIPIENT_STATE, type RecipientView } from '../../db/models/broadcast.model.ts';
import { encodeId } from '../../kernel/ids.ts';

/** Returns a broadcast in the format of the API. */
export function presentBroadcast(row: Omit<BroadcastRow, 'tenantId'>): Broadcast {
  return {
    id: encodeId('broadcast', row.id),
    name: row.name,
    status: row.status,
    pauseReason: row.pauseReason,
    template: {
      name: row.templateName,
      language: row.templateLanguage,
      components: asJson<Broadcast['template']['components']>(row.components),
    },
    audience: { kind: row.audienceKind, tag: row.audienceTag, segment: row.audienceSegment },
    sendAt: row.localAt ? null : (row.sendAt?.toISOString() ?? null),
    sendAtLocal: row.localAt?.toISOString().slice(0, 16) ?? null,
    wait: waitOf(row),
    pace: row.status === 'running' && row.isSlowed ? { reason: 'quality', perMinute: SLOW_PER_MINUTE } : null,
    counts: asJson<Broadcast['counts']>(row.counts),
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

/**
 * Returns counts as people see them: while the audience is being read, at least as many people are expected as were
 * counted at first, and at least as many of them are excluded for each reason.
 */
export function withExpected(
  row: Pick<BroadcastRow, 'counts' | 'isExpanded'>,
  counted: Broadcast['counts'],
): Broadcast['counts'] {
  if (row.isExpanded) return counted;
  const stored = asJson<Broadcast['counts']>(row.counts);
  const excluded = { ...counted.excluded };
  for (const reason of BROADCAST_EXCLUSIONS)
    excluded[reason] = Math.max(excluded[reason], stored.excluded[reason] ?? 0);
  const expected = stored.recipients + sumOf(stored.excluded) - sumOf(excluded);
  const missing = Math.max(0, expected - counted.recipients);
  const { recipients, waiting } = counted;
  return { ...counted, recipients: recipients + missing, waiting: waiting + missing, excluded };
}

const sumOf = (excluded: Broadcast['counts']['excluded']) =>
  Object.values(excluded).reduce((sum, count) => sum + count, 0);

function waitOf({
  status,
  waitReason: reason,
  waitUntil,
}: Omit<BroadcastRow, 'tenantId'>): Broadcast['wait'] {
  if (status !== 'running' || reason === null || waitUntil === null) return null;
  return { reason, until: waitUntil.toISOString() };
}

/** Returns what came of a person. */
export function presentRecipient(row: RecipientView): BroadcastRecipient {
  const error = row.error === null ? null : asJson<BroadcastRecipient['error']>(row.error);
  return {
    contact: { id: encodeId('contact', row.contactId), name: row.name, phone: row.phone },
    result: resultOf(row),
    reason: row.reason,
    error: row.status === 'failed' ? error : null,
    canRetry: Boolean(row.canRetry),
    replied: Boolean(row.replied),
    conversationId: row.conversationId && encodeId('conversation', row.conversationId),
    messageId: row.messageId && encodeId('message', row.messageId),
  };
}

function resultOf({ state, status }: RecipientView): BroadcastRecipient['result'] {
  if (state === RECIPIENT_STATE.excluded) return 'excluded';
  if (state === RECIPIENT_STATE.again) return 'queued';
  return status ?? 'waiting';
}
