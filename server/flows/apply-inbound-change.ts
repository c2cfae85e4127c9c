import type { InboundChange } from '../cloud-api/payload/inbound-change.ts';
import type { Database } from '../db/database.ts';
import { asJson } from '../db/define-model.ts';
import { ContactDirectory } from '../features/contacts/index.ts';
import { MessagesRepository, type StoredEdit, withEdit } from '../features/messages/index.ts';
import type { UnitOfWork } from '../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';
import { snapshotOf } from './thread-snapshot.ts';

/** Answers why it could not be done; null when it was, or had been before. */
export type ApplyInboundChange = (scope: TenantScope, change: InboundChange) => Promise<string | null>;

/** The platform promises no order: a change may come before the message that it is about. */
export const UNKNOWN_TARGET =
  'It is about a message that is not known here. It is taken up if the message comes.';

/** Changes what a customer's message says, or marks it as deleted by the customer. Nothing it said is lost. */
export function createApplyInboundChange(deps: {
  database: Database;
  inUnitOfWork: UnitOfWork;
}): ApplyInboundChange {
  const { database, inUnitOfWork } = deps;
  return (scope, change) =>
    inUnitOfWork(scope, async (work) => {
      const messages = new MessagesRepository(database, scope, work.tx);
      const target = await messages.findByPlatformId(change.targetPlatformId);
      if (!target) return UNKNOWN_TARGET;
      const sender = await new ContactDirectory(database, scope, work.tx).findSender(change.sender);
      if (target.direction !== 'inbound' || !sender?.id.equals(target.contactId))
        return 'It is about a message that somebody else wrote.';
      const locked = await messages.lock(target.id);
      if (!locked) return null;
      if (change.wording === null) {
        if (locked.revokedAt !== null) return null;
        await messages.update(target.id, { revokedAt: change.at });
      } else {
        const { wording } = change;
        const earlier = locked.edits === null ? [] : asJson<StoredEdit[]>(locked.edits);
        const edit = { ...wording, at: change.at.toISOString(), platformId: change.platformId };
        const next = withEdit(locked, earlier, edit);
        if (!next) return null;
        const { edits, editedAt } = next;
        await messages.update(target.id, {
          ...next.wording,
          edits: JSON.stringify(edits),
          editedAt: new Date(editedAt),
        });
      }
      work.record('message.changed', await snapshotOf(database, scope, work.tx, target.id));
      return null;
    });
}
