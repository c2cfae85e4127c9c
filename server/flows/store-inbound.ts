import { STATUS_RANK } from '../../shared/domain/message-status.ts';
import type { InboundMessage } from '../cloud-api/payload/inbound-message.ts';
import type { Database } from '../db/database.ts';
import { ContactDirectory } from '../features/contacts/index.ts';
import { ConversationsRepository } from '../features/conversations/index.ts';
import { MessagesRepository, NO_CONTENT } from '../features/messages/index.ts';
import { newKey } from '../kernel/ids.ts';
import type { UnitOfWork, Work } from '../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';
import { noteInboundMedia } from './inbound-media.ts';
import { createSenderContacts } from './sender-contact.ts';
import { snapshotOf } from './thread-snapshot.ts';

/** Answers why it could not be stored; null when it was, or had been before. */
export type StoreInbound = (scope: TenantScope, message: InboundMessage) => Promise<string | null>;

/**
 * Stores a customer's message, with the contact and conversation it may be the first of, and its event,
 * in one transaction. The platform's message id is unique per tenant: a repeat changes nothing.
 */
export function createStoreInbound(deps: { database: Database; inUnitOfWork: UnitOfWork }): StoreInbound {
  const { database, inUnitOfWork } = deps;
  const people = createSenderContacts(database);

  return (scope, inbound) =>
    inUnitOfWork(scope, async (work) => {
      const messages = new MessagesRepository(database, scope, work.tx);
      if (await messages.findByPlatformId(inbound.platformId)) return null;
      const contact = await contactFor(scope, work, inbound);
      if (!contact) return 'It is about a customer who is not known here.';
      const conversations = new ConversationsRepository(database, scope, work.tx);
      const conversation = await conversations.open(contact.id);
      const repliedTo = inbound.replyToPlatformId
        ? await messages.findByPlatformId(inbound.replyToPlatformId)
        : null;
      const id = newKey();
      await messages.insert({
        id,
        conversationId: conversation.id,
        contactId: contact.id,
        direction: 'inbound',
        type: inbound.type,
        status: 'received',
        statusRank: STATUS_RANK.received,
        ...NO_CONTENT,
        ...inbound.words,
        payload: inbound.payload === null ? null : JSON.stringify(inbound.payload),
        replyTo: repliedTo?.id ?? null,
        platformId: inbound.platformId,
        sendRound: 0,
        clientId: null,
        authorId: null,
        error: null,
        warnings: '[]',
        reactions: null,
        edits: null,
        editedAt: null,
        revokedAt: null,
        createdAt: inbound.sentAt,
        sentAt: null,
        deliveredAt: null,
        readAt: null,
        failedAt: null,
      });
      const place = { messageId: id, conversationId: conversation.id, contactId: contact.id };
      await noteInboundMedia(database, scope, work.tx, inbound, place);
      await conversations.append(conversation.id, {
        id,
        createdAt: inbound.sentAt,
        direction: 'inbound',
        unread: !inbound.isNotice,
        opensWindow: !inbound.isNotice,
      });
      work.record('message.received', await snapshotOf(database, scope, work.tx, id));
      return null;
    });

  /** A change of number is about somebody known; anything else may be the first of a new customer. */
  async function contactFor(scope: TenantScope, work: Work, inbound: InboundMessage) {
    const { movesTo } = inbound;
    if (movesTo === null) return people.contactOf(scope, work, inbound);
    const known = await new ContactDirectory(database, scope, work.tx).findSender(inbound.sender);
    if (known) await people.move(scope, work, known, movesTo);
    return known;
  }
}
