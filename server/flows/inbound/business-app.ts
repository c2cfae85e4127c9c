import { z } from 'zod';
import { foldForSearch } from '../../db/search-text.ts';
import { connectedNumberId } from '../../features/channel/index.ts';
import {
  changeContactRow,
  isErasedHistory,
  lockContact,
  presentContact,
} from '../../features/contacts/index.ts';
import { appendToConversation, openConversation, recordChange } from '../../features/conversations/index.ts';
import {
  climbStatus,
  factsColumn,
  findMessageByPlatformId,
  insertMessage,
} from '../../features/messages/index.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { newKey } from '../../kernel/ids.ts';
import type { HistoryPart } from '../../platform/inbound/business-app.ts';
import type { Notice } from '../../platform/inbound/callback.ts';
import { phoneDigits, unixSeconds } from '../../platform/inbound/lenient.ts';
import type { HistoryMessage, InboundMessage, StatusReport } from '../../platform/inbound/parse-inbound.ts';
import { nameOf } from '../../platform/inbound/people.ts';
import { snapshotOf } from '../thread-snapshot.ts';
import { senderContact } from './sender-contact.ts';
import { storeFile } from './store-message.ts';

/** Numbers that are also used in the business app on a phone (decision 0318). */

/** A message to store: an echo, or one of a history. */
interface NewMessage {
  message: InboundMessage;
  /** How far a message of the business came; null for one of the customer. */
  status: StatusReport['status'] | null;
  isHistory: boolean;
}

/**
 * Stores what a colleague wrote in the business app, as an answer to the customer. A repeat changes nothing.
 * @returns null, like other functions that store what arrives.
 */
export function storeEcho(ctx: Context, message: InboundMessage): Promise<null> {
  return inTransaction(ctx, async (ctx) => {
    const stored = await store(ctx, { message, status: 'sent', isHistory: false });
    if (stored) ctx.record('message.queued', await snapshotOf(ctx.db, ctx.scope, ctx.tx, stored.id));
    return null;
  });
}

/**
 * Stores messages with one customer from before the number was connected, in one transaction. They are no work and no
 * news: conversations that they begin are closed, nothing is unread, and no rule learns of them. The change of the
 * conversation is recorded once, with the last part of what came of it.
 */
export function storeHistory(
  ctx: Context,
  messages: readonly HistoryMessage[],
  part: HistoryPart,
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    let conversationId: Buffer | null = null;
    for (const one of messages) {
      const stored = await store(ctx, { ...one, isHistory: true });
      conversationId = stored?.conversationId ?? conversationId;
    }
    const [first] = messages;
    if (part === 'earlier' || !first) return;
    // Of several parts, an earlier one may have stored something, although this one has not.
    if (part === 'last' && !conversationId) {
      const known = await findMessageByPlatformId(ctx, first.message.platformId);
      conversationId = known?.conversationId ?? null;
    }
    if (conversationId) await recordChange(ctx, conversationId);
  });
}

const EntrySchema = z.looseObject({
  type: z.string(),
  action: z.string(),
  contact: z.looseObject({
    phone_number: z.coerce.string(),
    full_name: z.string().nullish(),
    first_name: z.string().nullish(),
  }),
  metadata: z.looseObject({ timestamp: z.coerce.number().optional() }).nullish(),
});

const ContactsSchema = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.coerce.string() }),
  state_sync: z.array(z.unknown()).max(10_000),
});

/**
 * The address book of the business app: people in it become contacts. The name of a contact that has one stays, and
 * nobody is removed here who is removed there. An invalid entry does not keep the others out; the notice is parked for it.
 */
export const businessAppNotices: Readonly<Record<string, (ctx: Context, notice: Notice) => Promise<void>>> = {
  smb_app_state_sync: async (ctx, { value, time }) => {
    const own = await connectedNumberId(ctx);
    const { state_sync: entries } = ContactsSchema.refine(
      ({ metadata }) => metadata.phone_number_id === own,
      {
        path: ['metadata', 'phone_number_id'],
        message: 'is not the number that this workspace has connected',
      },
    ).parse(value);
    let invalid: z.ZodError | null = null;
    for (const entry of entries) {
      const parsed = EntrySchema.safeParse(entry);
      if (!parsed.success) {
        invalid = parsed.error;
        continue;
      }
      const { type, action, contact, metadata } = parsed.data;
      const phone = phoneDigits(contact.phone_number);
      if (type !== 'contact' || action !== 'add' || phone === null) continue;
      const name = nameOf(contact.full_name || contact.first_name) ?? '';
      const seconds = unixSeconds(metadata?.timestamp) ?? time;
      const sentAt = seconds === null ? ctx.clock.now() : new Date(seconds * 1_000);
      const sender = { phone, userId: null };
      await inTransaction(ctx, async (ctx) => {
        const { id } = (await senderContact(ctx, { sender, movesTo: null, profileName: name, sentAt })) ?? {};
        const before = id && name !== '' ? await lockContact(ctx, id) : null;
        if (before?.name !== '') return;
        const changes = { name, nameSearch: foldForSearch(name), updatedAt: ctx.clock.now() };
        await changeContactRow(ctx, before, changes);
        ctx.record('contact.updated', { contact: presentContact({ ...before, ...changes }) });
      });
    }
    if (invalid) throw invalid;
  },
};

/** Stores a message; null when it is stored already, or from before the deletion of its contact. */
async function store(
  ctx: ChangeContext,
  { message, status, isHistory }: NewMessage,
): Promise<{ id: Buffer; conversationId: Buffer } | null> {
  if (await findMessageByPlatformId(ctx, message.platformId)) return null;
  // What was erased does not come back, also when the person has written again.
  if (isHistory && (await isErasedHistory(ctx, message.sender, message.sentAt, 0))) return null;
  const contact = await senderContact(ctx, message);
  if (!contact) return null;
  const conversation = await openConversation(ctx, contact.id);
  const { replyToPlatformId, sentAt: createdAt, file } = message;
  const repliedTo = replyToPlatformId ? await findMessageByPlatformId(ctx, replyToPlatformId) : null;
  const id = newKey();
  const direction = status === null ? ('inbound' as const) : ('outbound' as const);
  const thread = { conversationId: conversation.id, contactId: contact.id };
  await insertMessage(ctx, {
    ...{ id, ...thread, direction, type: message.type, createdAt },
    status: status === null ? 'received' : 'queued',
    ...message.words,
    payload: message.payload === null ? null : JSON.stringify(message.payload),
    facts: factsColumn(message.facts),
    replyTo: repliedTo?.id ?? null,
    platformId: message.platformId,
    origin: status === null ? null : 'business_app',
    isHistory: isHistory ? 1 : 0,
  });
  if (status !== null) await climbStatus(ctx, id, status, createdAt, null);
  if (file) await storeFile(ctx, { ...thread, messageId: id, sentAt: createdAt }, file);
  await appendToConversation(ctx, conversation.id, {
    ...{ id, createdAt, direction, isHistory, unread: false },
    opensWindow: status === null && !message.isNotice,
    origin: status === null ? null : 'business_app',
  });
  return { id, conversationId: conversation.id };
}
