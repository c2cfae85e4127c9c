import { AppError } from '../../../shared/domain/errors.ts';
import { isSimulatedPhone } from '../../../shared/domain/rehearsal/rehearsal.ts';
import { forgetContact } from '../../features/assist/index.ts';
import { deleteContactRow, lockContact, rememberErasure } from '../../features/contacts/index.ts';
import { conversationOfContact } from '../../features/conversations/index.ts';
import { eraseFacts, keepFigures } from '../../features/insights/index.ts';
import { type MediaFiles, mediaOfContact, removeMedia } from '../../features/media/index.ts';
import { purgeMessages } from '../../features/messages/index.ts';
import {
  type ChangeContext,
  type Context,
  operatorContext,
  type Resources,
} from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId } from '../../kernel/ids.ts';
import { eraseUnnamedEvents } from '../../kernel/outbox/relay.ts';
import { enqueueJob, type JobHandler } from '../../kernel/queue/jobs.ts';
import { eraseFromImports } from '../contact-files/erase-from-imports.ts';
import { dropSendsOfContact } from '../outbound/outbound-sends.repository.ts';
import { eraseCopies, eraseTraces } from './erase-traces.ts';

const PURGE = 'purge-contact';
const BATCH = 500;

/**
 * Deletes a contact permanently. The contact, its conversation and its numbers are deleted immediately, so
 * its number is free when this returns; a job that survives crashes deletes its messages in batches.
 * @throws {AppError} contact_not_found
 */
export async function deleteContact(ctx: Context, wakeJobs: () => void, id: Buffer): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await deleteContactWithin(ctx, id))) throw new AppError('contact_not_found');
    const publicId = encodeId('contact', id);
    await ctx.audit({
      action: 'contact.deleted',
      target: { kind: 'contact', id: publicId, label: publicId },
    });
  });
  wakeJobs();
}

/** Deletes a contact permanently, within a change. Returns false when there is none. */
export async function deleteContactWithin(ctx: ChangeContext, id: Buffer): Promise<boolean> {
  const { db, scope, tx } = ctx;
  const contact = await lockContact(ctx, id);
  if (!contact) return false;
  const conversation = await conversationOfContact(ctx, id);
  const people = await rememberErasure(ctx, id);
  await keepFigures(ctx, id);
  await forgetContact(ctx, id);
  await deleteContactRow(ctx, contact);
  await dropSendsOfContact(ctx, id);
  const numbers = contact.phone === null ? people : [...people, contact.phone];
  await enqueueJob(db, scope, tx, PURGE, {
    contactId: id.toString('hex'),
    people: JSON.stringify([...new Set(numbers)]),
    email: contact.email ?? '',
    at: ctx.clock.now().toISOString(),
  });
  ctx.record('contact.deleted', {
    id: encodeId('contact', id),
    conversationId: conversation && encodeId('conversation', conversation.id),
    ...(isSimulatedPhone(contact.phone) && { isSimulated: true }),
  });
  return true;
}

/**
 * Returns the handler of the job that deletes the remaining data of a deleted contact (decision 0244). No
 * transaction adds to it any more: each locks the contact, or its conversation, and finds that it no longer exists.
 */
export function purgeContactJob(resources: Resources, files: MediaFiles): JobHandler {
  return {
    kind: PURGE,
    // What a person has deleted is never kept because of an error.
    failAfterSeconds: Number.POSITIVE_INFINITY,
    isDeletion: true,
    run: async (scope, payload) => {
      const contactId = Buffer.from(payload.contactId ?? '', 'hex');
      const ctx = { db: resources.db, scope };
      // Jobs from before this list was added have none.
      const people = JSON.parse(payload.people ?? '[]') as string[];
      // Delete bytes before their rows: after a crash in between, the rows still show which bytes are left.
      for (let rows = await mediaOfContact(ctx, contactId, BATCH); rows.length > 0; ) {
        for (const { id } of rows) {
          await files.clear(scope, id);
          await removeMedia(ctx, id);
        }
        rows = await mediaOfContact(ctx, contactId, BATCH);
      }
      await eraseFacts(ctx, contactId);
      while ((await purgeMessages(ctx, contactId, BATCH)) === BATCH);
      await eraseCopies(ctx, contactId);
      await eraseUnnamedEvents(ctx, contactId);
      const { email = '', at } = payload;
      // Jobs from before this was added have no time.
      const deletedAt = at === undefined ? resources.clock.now() : new Date(at);
      const person = { contactId, people, email, deletedAt };
      const isErased = await eraseFromImports(operatorContext(resources, scope), person);
      await eraseTraces(ctx, people);
      return isErased ? undefined : 'later';
    },
  };
}
