import type { InboundReaction } from '../cloud-api/payload/inbound-reaction.ts';
import type { Database } from '../db/database.ts';
import { ContactDirectory } from '../features/contacts/index.ts';
import { MessagesRepository, readReactions, withReaction } from '../features/messages/index.ts';
import type { UnitOfWork } from '../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';
import { snapshotOf } from './thread-snapshot.ts';

export type ApplyReaction = (scope: TenantScope, reaction: InboundReaction) => Promise<string | null>;

/**
 * Puts a customer's reaction on the message it is for, or takes it off. Repeats and late reports change
 * nothing. Answers why it could not be done; null when it was.
 */
export function createApplyReaction(deps: { database: Database; inUnitOfWork: UnitOfWork }): ApplyReaction {
  const { database, inUnitOfWork } = deps;
  return (scope, reaction) =>
    inUnitOfWork(scope, async (work) => {
      const messages = new MessagesRepository(database, scope, work.tx);
      const target = await messages.findByPlatformId(reaction.targetPlatformId);
      if (!target) return `It is for the message ${reaction.targetPlatformId}, which is not known here.`;
      const sender = await new ContactDirectory(database, scope, work.tx).findSender(reaction.sender);
      if (!sender?.id.equals(target.contactId)) return 'It is for a message of another conversation.';
      const locked = await messages.lock(target.id);
      const reactions =
        locked &&
        withReaction(readReactions(locked.reactions), {
          direction: 'inbound',
          emoji: reaction.emoji,
          at: reaction.sentAt.toISOString(),
        });
      if (!reactions) return null;
      await messages.update(target.id, { reactions: JSON.stringify(reactions) });
      work.record('message.reacted', await snapshotOf(database, scope, work.tx, target.id));
      return null;
    });
}
