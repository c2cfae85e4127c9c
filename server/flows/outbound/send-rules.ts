import { AppError } from '../../../shared/domain/errors.ts';
import { HOLD_SECONDS, type HoldSeconds, SCHEDULE_DAYS_MAX } from '../../../shared/domain/message-status.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import type { MessageRow } from '../../db/models/message.model.ts';
import { findContact } from '../../features/contacts/index.ts';
import { findMessage, originOf } from '../../features/messages/index.ts';
import { findTemplateByName, mayBeMarketing } from '../../features/templates/index.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { decodeId } from '../../kernel/ids.ts';
import { hasNewerAnswer } from './outbound-sends.repository.ts';
import type { Timing } from './store-outbound.ts';

/** The checks of a message before it is stored, and of its contact's consent before it is handed over. */

/** Returns the warning of marketing for a contact who does not want it. */
export function unwanted({ marketing }: Pick<ContactRow, 'marketing'>): string[] {
  return marketing === 'unsubscribed' ? ['contact_unsubscribed'] : [];
}

/**
 * Returns what becomes of a message that is about to be handed over to a contact who may have unsubscribed since it was stored
 * (decision 0335): `refuse` for one of a broadcast, and for a template of a rule that may be marketing; `warn` for such a
 * template of a person or a program; null for everything else.
 */
export async function judgeConsent(
  ctx: QueryContext,
  { marketing }: Pick<ContactRow, 'marketing'>,
  message: MessageRow,
  { isBroadcast }: { isBroadcast: number },
): Promise<'refuse' | 'warn' | null> {
  if (marketing !== 'unsubscribed') return null;
  if (isBroadcast) return 'refuse';
  const { templateName: name, templateLanguage: language } = message;
  if (message.type !== 'template' || name === null || language === null) return null;
  const template = await findTemplateByName(ctx, name, language);
  if (template && !mayBeMarketing(template)) return null;
  // Once a person has sent it again, it is theirs.
  const isAutomatic = message.sendRound === 0 && (await originOf(ctx, message.id)) === 'automation';
  return isAutomatic ? 'refuse' : 'warn';
}

/** Returns a contact that may be sent messages. @throws {AppError} contact_not_found; contact_blocked */
export async function requireUnblocked(ctx: QueryContext, id: Buffer): Promise<ContactRow> {
  const contact = await findContact(ctx, id);
  if (!contact) throw new AppError('contact_not_found');
  if (contact.isBlocked) throw new AppError('contact_blocked');
  return contact;
}

/** Returns when a message is sent; null: at once. @throws {AppError} validation_failed for a time that is not possible. */
export function timingOf(
  { clock }: Pick<Context, 'clock'>,
  sendAt?: string,
  hold: boolean | HoldSeconds = false,
): Timing | null {
  const now = clock.now().getTime();
  if (hold !== false) {
    const seconds = hold === true ? HOLD_SECONDS : hold;
    return { sendAt: new Date(now + seconds * 1_000), isHeld: true };
  }
  if (sendAt === undefined) return null;
  const at = new Date(sendAt);
  const aheadMs = at.getTime() - now;
  if (aheadMs > 0 && aheadMs <= SCHEDULE_DAYS_MAX * DAY_MS) return { sendAt: at, isHeld: false };
  const message = aheadMs > 0 ? `must be within ${SCHEDULE_DAYS_MAX} days` : 'must be in the future';
  throw new AppError('validation_failed', { details: [{ path: 'sendAt', message }] });
}

/** Returns the message that a new one replies to, which must belong to the same contact; null for a new contact. */
export async function repliedTo(
  ctx: QueryContext,
  contactId: Buffer | null,
  id?: string,
): Promise<Buffer | null> {
  if (id === undefined) return null;
  const message = await findMessage(ctx, decodeId(id));
  if (!message) {
    const details = [
      { path: 'replyTo', message: 'is not a known message: leave it out to send without a quote' },
    ];
    throw new AppError('message_not_found', { details });
  }
  if (!contactId?.equals(message.contactId)) {
    const details = [
      { path: 'replyTo', message: 'belongs to another contact: use a message of this contact' },
    ];
    throw new AppError('validation_failed', { details });
  }
  return message.id;
}

/**
 * Refuses an agent's message when a colleague or a program has answered after the newest message that the agent has
 * seen. The conversation's row is locked, so of two that answer at once, the second one finds the first.
 * @throws {AppError} newer_answer
 */
export async function refuseAfterAnswer(
  ctx: QueryContext,
  { contactId }: { contactId: Buffer },
  { lastSeenId, me }: { lastSeenId: string | null; me: Buffer },
): Promise<void> {
  const seen = lastSeenId === null ? null : await findMessage(ctx, decodeId(lastSeenId));
  const after = seen?.contactId.equals(contactId) ? seen : null;
  if (await hasNewerAnswer(ctx, contactId, { after, me })) throw new AppError('newer_answer');
}
