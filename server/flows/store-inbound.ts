import { STATUS_RANK } from '../../shared/domain/message-status.ts';
import type { InboundMessage } from '../cloud-api/payload/inbound-message.ts';
import type { Database } from '../db/database.ts';
import type { ContactRow } from '../db/models/contact.model.ts';
import {
  ContactChanges,
  ContactDirectory,
  foldForSearch,
  presentContact,
} from '../features/contacts/index.ts';
import { ConversationsRepository } from '../features/conversations/index.ts';
import { MessagesRepository, NO_CONTENT } from '../features/messages/index.ts';
import { newKey } from '../kernel/ids.ts';
import type { UnitOfWork, Work } from '../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';
import { snapshotOf } from './thread-snapshot.ts';

export type StoreInbound = (scope: TenantScope, message: InboundMessage) => Promise<void>;

/**
 * Stores a customer's message, with the contact and conversation it may be the first of, and its event,
 * in one transaction. The platform's message id is unique per tenant: a repeat changes nothing.
 */
export function createStoreInbound(deps: { database: Database; inUnitOfWork: UnitOfWork }): StoreInbound {
  const { database, inUnitOfWork } = deps;

  return (scope, inbound) =>
    inUnitOfWork(scope, async (work) => {
      const messages = new MessagesRepository(database, scope, work.tx);
      if (await messages.findByPlatformId(inbound.platformId)) return;
      const contact = await contactOf(scope, work, inbound);
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
        createdAt: inbound.sentAt,
        sentAt: null,
        deliveredAt: null,
        readAt: null,
        failedAt: null,
      });
      await conversations.append(conversation.id, {
        id,
        createdAt: inbound.sentAt,
        direction: 'inbound',
        unread: true,
      });
      work.record('message.received', await snapshotOf(database, scope, work.tx, id));
    });

  async function contactOf(
    scope: TenantScope,
    work: Work,
    inbound: InboundMessage,
  ): Promise<Pick<ContactRow, 'id'>> {
    const directory = new ContactDirectory(database, scope, work.tx);
    const known = await directory.findSender(inbound.sender);
    if (known) {
      await directory.attest(known.id, inbound.sender);
      return known;
    }
    const now = new Date();
    const name = inbound.profileName ?? '';
    const row = {
      id: newKey(),
      name,
      nameSearch: foldForSearch(name),
      phone: inbound.sender.phone,
      email: null,
      tags: '[]',
      status: 'cold' as const,
      createdAt: now,
      updatedAt: now,
    };
    await new ContactChanges(database, scope, work).add(row);
    await directory.introduce(row.id, inbound.sender);
    work.record('contact.created', { contact: presentContact(row) });
    return row;
  }
}
