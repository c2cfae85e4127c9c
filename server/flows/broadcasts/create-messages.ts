import { AppError } from '../../../shared/domain/errors.ts';
import { isSimulatedPhone } from '../../../shared/domain/rehearsal/rehearsal.ts';
import type { BroadcastExclusion } from '../../../shared/domain/templates/broadcasts.ts';
import type { SentComponent } from '../../../shared/domain/templates/template-check.ts';
import { asJson } from '../../db/define-model.ts';
import { type BroadcastRow, RECIPIENT_STATE } from '../../db/models/broadcast.model.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import type { TemplateRow } from '../../db/models/template.model.ts';
import { holdStatus, isReached, lockRecipient, settleRecipient } from '../../features/broadcasts/index.ts';
import { findContact } from '../../features/contacts/index.ts';
import { countFailure, openConversation } from '../../features/conversations/index.ts';
import { requeueMessage } from '../../features/messages/index.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId } from '../../kernel/ids.ts';
import { enqueueSend } from '../outbound/outbound-sends.repository.ts';
import { storeOutbound } from '../outbound/store-outbound.ts';
import { snapshotOf } from '../thread-snapshot.ts';
import { personalMessage } from './personal-message.ts';

/** What the messages of a broadcast are made of. */
export interface Making {
  broadcast: BroadcastRow;
  template: TemplateRow;
  expiryHours: number;
}

/**
 * Creates the message of one person, or excludes them, in one transaction with their row: a server that is killed at any
 * point has done all of it or nothing. The row is locked, so no two servers do it both.
 */
export async function createMessage(ctx: Context, making: Making, contactId: Buffer): Promise<void> {
  try {
    await inTransaction(ctx, (ctx) => createOne(ctx, making, contactId));
  } catch (error) {
    // Deleted in this very moment, and their row with them.
    if (!(error instanceof AppError && error.code === 'contact_not_found')) throw error;
  }
}

async function createOne(ctx: ChangeContext, making: Making, contactId: Buffer): Promise<void> {
  const { broadcast, template, expiryHours } = making;
  if ((await holdStatus(ctx, broadcast.id)) !== 'running') return;
  const recipient = await lockRecipient(ctx, broadcast.id, contactId);
  const contact = recipient && (await findContact(ctx, contactId));
  if (!contact) return;
  if (recipient.state === RECIPIENT_STATE.again && recipient.messageId) {
    return tryAgain(ctx, making, contact, recipient.messageId);
  }
  if (recipient.state !== RECIPIENT_STATE.waiting) return;
  const exclude = (reason: BroadcastExclusion) => settleRecipient(ctx, broadcast.id, contactId, { reason });
  // They may have changed since the audience was read.
  if (contact.isBlocked) return exclude('blocked');
  if (contact.marketing === 'unsubscribed') return exclude('unsubscribed');
  if (!hasRealPhone(contact)) return exclude('no_phone');
  const message = personalMessage(template, asJson<SentComponent[]>(broadcast.components), contact);
  if ('reason' in message) return exclude(message.reason);
  const conversation = await openConversation(ctx, contactId);
  // With the conversation locked, so that of two broadcasts with one name the second finds the first.
  if (await isReached(ctx, broadcast, contactId)) return exclude('already_reached');
  const { id } = await storeOutbound(ctx, {
    ...{ conversation, content: message.content, warnings: [], expiryHours },
    broadcastId: broadcast.id,
  });
  await settleRecipient(ctx, broadcast.id, contactId, { messageId: decodeId(id) });
}

/** Whether the contact has a phone number, which is not that of a customer of a rehearsal. */
const hasRealPhone = ({ phone }: ContactRow) => phone !== null && !isSimulatedPhone(phone);

/** Queues a failed message again, as the same message. It stays failed if the person cannot get it any more. */
async function tryAgain(
  ctx: ChangeContext,
  { broadcast, expiryHours }: Making,
  contact: ContactRow,
  messageId: Buffer,
): Promise<void> {
  await settleRecipient(ctx, broadcast.id, contact.id, { messageId });
  if (contact.isBlocked || contact.marketing === 'unsubscribed' || !hasRealPhone(contact)) return;
  const conversation = await openConversation(ctx, contact.id);
  if (await isReached(ctx, broadcast, contact.id)) return;
  if (!(await requeueMessage(ctx, messageId))) return;
  await enqueueSend(ctx, { id: messageId, contactId: contact.id, expiryHours, broadcastId: broadcast.id });
  await countFailure(ctx, conversation.id, -1);
  ctx.record('message.updated', await snapshotOf(ctx.db, ctx.scope, ctx.tx, messageId));
}
