import { AppError } from '../../../shared/domain/errors.ts';
import type { Database } from '../../db/database.ts';
import { ContactChanges, ContactsRepository } from '../../features/contacts/index.ts';
import { ConversationsRepository } from '../../features/conversations/index.ts';
import { type MediaFiles, mediaOfContact } from '../../features/media/index.ts';
import { purgeMessages } from '../../features/messages/index.ts';
import { removeWebhooksOfContact } from '../../features/webhooks/index.ts';
import { encodeId } from '../../kernel/ids.ts';
import { enqueueJob, type JobHandler } from '../../kernel/jobs/queue.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import { deleteRow } from '../../kernel/tenancy/rows.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { dropSendsOfContact } from '../outbound/outbound-sends.repository.ts';

const PURGE = 'purge-contact';
const BATCH = 500;

/**
 * Deletes a contact for good. The contact, its conversation and its numbers go at once, so it is
 * unreachable and its number free when this returns; its messages go in batches by a job that
 * survives a crash.
 */
export function createDeleteContact(deps: {
  database: Database;
  inUnitOfWork: UnitOfWork;
  wakeJobs(): void;
}) {
  const { database, inUnitOfWork, wakeJobs } = deps;
  return async (scope: TenantScope, id: Buffer): Promise<void> => {
    await inUnitOfWork(scope, async (work) => {
      const contact = await new ContactsRepository(database, scope, work.tx).lock(id);
      if (!contact) throw new AppError('contact_not_found');
      const conversation = await new ConversationsRepository(database, scope, work.tx).findOfContact(id);
      await new ContactChanges(database, scope, work).remove(contact);
      await dropSendsOfContact({ db: database, scope, tx: work.tx }, id);
      await enqueueJob(database, scope, work.tx, PURGE, { contactId: id.toString('hex') });
      work.record('contact.deleted', {
        id: encodeId('contact', id),
        conversationId: conversation && encodeId('conversation', conversation.id),
      });
    });
    wakeJobs();
  };
}

/** The background half: removes what is left of a deleted contact. */
export function purgeContactJob(database: Database, files: MediaFiles): JobHandler {
  return {
    kind: PURGE,
    run: async (scope, payload) => {
      const contactId = Buffer.from(payload.contactId ?? '', 'hex');
      const ctx = { db: database, scope };
      // Bytes before rows: a row is what still knows of the bytes when this dies in the middle.
      for (let rows = await mediaOfContact(ctx, contactId, BATCH); rows.length > 0; ) {
        for (const { id } of rows) {
          await files.clear(scope, id);
          await deleteRow(ctx, 'media', id);
        }
        rows = await mediaOfContact(ctx, contactId, BATCH);
      }
      while ((await purgeMessages(ctx, contactId, BATCH)) === BATCH);
      await removeWebhooksOfContact(ctx, contactId);
    },
  };
}
