import { withoutInboxFields } from '../../../shared/contract/inbox/conversations.contract.ts';
import type { Message } from '../../../shared/contract/messages.contract.ts';
import type { SendMessage } from '../../../shared/contract/send-message.ts';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import type { Permission } from '../../../shared/domain/permissions.ts';
import { isWindowOpen, windowExpiresAt } from '../../../shared/domain/window.ts';
import { RunAgainError } from '../../db/database-errors.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import { describeChannel } from '../../features/channel/index.ts';
import { addContact, resolveContact } from '../../features/contacts/index.ts';
import { openConversation } from '../../features/conversations/index.ts';
import { addWarning, messageView, presentMessage } from '../../features/messages/index.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import type { AskContentType } from '../../kernel/http-out/ask-content-type.ts';
import { decodeId } from '../../kernel/ids.ts';
import { fileToSend } from './inbox-sends.ts';
import { isHeldBack } from './outbound-sends.repository.ts';
import { type OutgoingContent, outgoingContent, uploadedFileOf } from './outgoing-content.ts';
import type { QueueParts } from './send-message.ts';
import { repliedTo, timingOf, unwanted } from './send-rules.ts';
import type { SendWaiters } from './send-waiters.ts';
import { storeOutbound } from './store-outbound.ts';

/** The dependencies of sending for programs on other parts. */
export interface SendParts extends QueueParts {
  waiters: SendWaiters;
  /** Returns the content type of the file at an address. */
  askContentType: AskContentType;
  /** Returns the errors of a template send through the API, as far as they are known here. */
  templateErrors(ctx: Context, send: TemplateSend): Promise<ErrorDetail[]>;
  /** Returns the text of a template with its values, and whether it may be marketing; null for one that is not known here. */
  knownTemplate(
    ctx: Context,
    send: TemplateSend,
  ): Promise<{ rendered: Pick<OutgoingContent, 'content' | 'payload'>; isMarketing: boolean } | null>;
}

type TemplateSend = Extract<SendMessage, { type: 'template' }>;

/** How long the API waits for the platform's response before it returns `queued`. */
const ANSWER_MS = 10_000;

/**
 * Sends a message for a program: stores it, then waits briefly for the platform's response. Free text outside
 * the window is sent too, with a warning. Returns the message in its state at that time.
 * @throws {AppError} contact_not_found; contact_blocked; forbidden for `createContact`; channel_not_connected;
 * send_queue_full; message_not_found for `replyTo`; media_not_found, media_already_sent for `mediaId`; validation_failed.
 */
export async function sendFromApi(ctx: Context, parts: SendParts, input: SendMessage): Promise<Message> {
  const { scope, log } = ctx;
  const known = await resolveContact(ctx, input.contactId);
  if (!known) requireCreation(ctx, input);
  if (known?.isBlocked) throw new AppError('contact_blocked');
  const channel = await describeChannel(ctx);
  if (channel.state === 'not_connected') throw new AppError('channel_not_connected');
  const timing = timingOf(ctx, input.sendAt);
  await parts.checkQueue(ctx);
  const replyTo = await repliedTo(ctx, known?.id ?? null, input.replyTo);
  const details = input.type === 'template' ? await parts.templateErrors(ctx, input) : [];
  if (details.length > 0) throw new AppError('validation_failed', { details });
  const template = input.type === 'template' ? await parts.knownTemplate(ctx, input) : null;
  // A template that is not known here yet may be marketing.
  const isMarketing = input.type === 'template' && (template?.isMarketing ?? true);
  const fileId = uploadedFileOf(input);
  const file = fileId === null ? null : await fileToSend(ctx, fileId);
  const content = { ...(await outgoingContent(input, file, parts.askContentType)), ...template?.rendered };
  const { id, queued, isHeldUp } = await parts.rightOfWay.first(() =>
    inTransaction(ctx, async (ctx) => {
      const contact = known ?? (await contactForNumber(ctx, input.contactId));
      const conversation = await openConversation(ctx, contact.id);
      const isOpen = isWindowOpen(windowExpiresAt(conversation.lastInboundAt), ctx.clock.now());
      const stored = await storeOutbound(ctx, {
        conversation,
        content,
        replyTo,
        ...(file ? { mediaId: file.id } : {}),
        expiryHours: parts.expiryHours,
        warnings: [
          // The window of a scheduled message is judged at its time.
          ...(isOpen || timing || content.type === 'template' ? [] : ['window_closed']),
          ...(isMarketing ? unwanted(contact) : []),
          // The channel may work again at the time of a scheduled message.
          ...(channel.state === 'credentials_refused' && !timing ? ['channel_refused'] : []),
        ],
        timing,
      });
      const queued = withoutInboxFields(stored);
      ctx.setResponse(queued);
      const id = decodeId(stored.id);
      return {
        id,
        queued,
        isHeldUp: timing === null && (await isHeldBack(ctx, { id, contactId: contact.id })),
      };
    }),
  );
  if (timing) return queued;
  const answered = isHeldUp ? undefined : parts.waiters.wait(ctx, id, ANSWER_MS);
  parts.wakeSender();
  try {
    await answered;
    let view = await messageView(ctx, id);
    // This send, or one beside it, may be the first that the platform has refused the credentials of.
    if (view?.status === 'queued' && (await describeChannel(ctx)).state === 'credentials_refused') {
      await addWarning(ctx, id, 'channel_refused');
      view = await messageView(ctx, id);
    }
    return view ? presentMessage(view) : queued;
  } catch (error) {
    // The message is stored, and the caller must receive that even if the database has failed since.
    log.warn({ err: error, tenantId: scope.tenantId }, 'could not read the state of a stored send');
    return queued;
  }
}

const TO_CREATE: Permission = 'contacts:write';

/** Requires that the contact of a number that is not known may be created. */
function requireCreation({ actor }: Pick<Context, 'actor'>, { createContact }: SendMessage): void {
  if (!createContact) throw new AppError('contact_not_found');
  if (actor?.permissions.has(TO_CREATE)) return;
  throw new AppError('forbidden', { message: `This API key lacks the permission ${TO_CREATE}.` });
}

/**
 * Creates the contact of a number that was not known a moment ago.
 * @throws {RunAgainError} when another request has created it meanwhile.
 * @throws {AppError} validation_failed on `contactId` for what is not a number.
 */
async function contactForNumber(
  ctx: ChangeContext,
  typed: string,
): Promise<Pick<ContactRow, 'id' | 'marketing'>> {
  const found = await resolveContact(ctx, typed);
  if (found?.isBlocked) throw new AppError('contact_blocked');
  if (found) return found;
  try {
    return await addContact(ctx, { phone: typed });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'contact_phone_taken') throw new RunAgainError('the contact was created concurrently');
    if (error.code !== 'validation_failed') throw error;
    const details = error.details.map((detail) => ({ ...detail, path: 'contactId' }));
    throw new AppError('validation_failed', { details });
  }
}
