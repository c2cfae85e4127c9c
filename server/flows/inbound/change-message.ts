import { PARKED_REASONS } from '../../../shared/domain/reasons/parked-reasons.ts';
import { asJson } from '../../db/define-model.ts';
import type { MessageRow } from '../../db/models/message.model.ts';
import { countTakenBack, forgetMessage } from '../../features/assist/index.ts';
import { findSender } from '../../features/contacts/index.ts';
import {
  changeMessageWords,
  findMessageByPlatformId,
  type LockedMessage,
  lockMessage,
  presentReactions,
  readReactions,
  type StoredEdit,
  withEdit,
  withReaction,
} from '../../features/messages/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { updateRow } from '../../kernel/tenancy/rows.ts';
import type { InboundChange } from '../../platform/inbound/parse-inbound.ts';
import { refreshMarks } from '../assist/marks.ts';
import { snapshotOf } from '../thread-snapshot.ts';

type MessageChanges = Partial<
  Pick<MessageRow, 'content' | 'caption' | 'reactions' | 'edits' | 'editedAt' | 'revokedAt'>
>;

/** The platform does not guarantee the order: a change may arrive before its message. */
export const UNKNOWN_TARGET = PARKED_REASONS.write('unknown_message');

/**
 * Sets or removes a customer's reaction, edits their message, or marks it as deleted by them. Earlier
 * wordings are kept, and a repeated or late report changes nothing.
 * @param by whose change it is: the customer's, or that of a colleague in the business app (`outbound`).
 * @returns why it could not be applied; null when it is applied, now or before.
 */
export function changeMessage(
  ctx: Context,
  change: InboundChange,
  by: 'inbound' | 'outbound' = 'inbound',
): Promise<string | null> {
  const isReaction = change.kind === 'reaction';
  return inTransaction(ctx, async (ctx) => {
    const { db, scope, tx } = ctx;
    const target = await findMessageByPlatformId(ctx, change.targetPlatformId);
    if (!target) return UNKNOWN_TARGET;
    const sender = await findSender(ctx, change.sender);
    const isTheirs = sender?.id.equals(target.contactId) ?? false;
    if (isReaction && !isTheirs) return PARKED_REASONS.write('other_conversation');
    if (!isReaction && !(isTheirs && target.direction === by)) return PARKED_REASONS.write('other_author');
    const locked = await lockMessage(ctx, target.id);
    const changes = locked && changesOf(locked, change, by);
    if (!changes) return null;
    await updateRow(ctx, 'message', target.id, changes);
    // The withdrawal of a reaction that is not known is only remembered.
    if (isReaction && shownOf(locked) === shownOf({ ...locked, ...changes })) return null;
    if (change.kind === 'edit') await changeMessageWords(ctx, { ...target, ...locked }, changes);
    if (change.kind === 'revoke') await forgetMessage(ctx, target);
    if (by === 'outbound' && !isReaction) await countTakenBack(ctx, target.id);
    if (!isReaction && by === 'inbound') await refreshMarks(ctx, target.conversationId);
    const event = isReaction ? 'message.reacted' : 'message.changed';
    ctx.record(event, await snapshotOf(db, scope, tx, target.id));
    return null;
  });
}

const shownOf = ({ reactions }: Pick<MessageRow, 'reactions'>) => JSON.stringify(presentReactions(reactions));

/** Returns the column values that a change sets; null when it changes nothing. */
function changesOf(
  message: LockedMessage,
  change: InboundChange,
  by: 'inbound' | 'outbound',
): MessageChanges | null {
  const { at, platformId } = change;
  if (change.kind === 'revoke') return message.revokedAt === null ? { revokedAt: at } : null;
  if (change.kind === 'reaction') {
    const { emoji } = change;
    const next = { direction: by, emoji, at: at.toISOString() };
    const reactions = withReaction(readReactions(message.reactions), next);
    return reactions && { reactions: JSON.stringify(reactions) };
  }
  const earlier = message.edits === null ? [] : asJson<StoredEdit[]>(message.edits);
  const next = withEdit(message, earlier, { ...change.wording, at: at.toISOString(), platformId });
  return next && { ...next.wording, edits: JSON.stringify(next.edits), editedAt: new Date(next.editedAt) };
}
