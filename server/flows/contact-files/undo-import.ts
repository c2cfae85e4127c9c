import type { Contact } from '../../../shared/contract/contacts.contract.ts';
import { phoneLookupKey } from '../../../shared/domain/phone.ts';
import { IMPORT_REASONS, type ImportReason } from '../../../shared/domain/reasons/import-reasons.ts';
import { isSimulatedPhone } from '../../../shared/domain/rehearsal/rehearsal.ts';
import {
  deleteContactRow,
  lockContacts,
  mergedInto,
  presentContact,
  restoreContact,
} from '../../features/contacts/index.ts';
import type { ChangeContext } from '../../kernel/context/context.ts';
import { encodeId } from '../../kernel/ids.ts';
import { contactsWithConversation, type StoredRow } from './contact-imports.repository.ts';
import { rowKeyOf } from './read-row.ts';

/**
 * Undoes rows, the last of the file first: deletes contacts that the import has created and nobody has used or changed
 * since, and gives changed fields their values back where nobody has changed them since.
 * @returns the rows as they are now, with why one was kept, how many were kept, and the contacts that were deleted.
 */
export async function undoRows(
  ctx: ChangeContext,
  rows: readonly StoredRow[],
): Promise<{ rows: StoredRow[]; kept: number; deleted: Buffer[] }> {
  const ids = rows.flatMap(({ contactId, undo }) => (contactId && undo ? [contactId] : []));
  const locked = await lockContacts(ctx, ids, { isHeld: true });
  const contacts = new Map(locked.map((row) => [row.id.toString('hex'), row]));
  const used = await contactsWithConversation(ctx, ids);
  const seen = new Set<string>();
  const undone: StoredRow[] = [];
  const deleted: Buffer[] = [];
  let kept = 0;
  for (const row of rows) {
    const name = row.contactId?.toString('hex') ?? '';
    // A second row of the same contact sees what the first has left.
    const contact = seen.has(name)
      ? (await lockContacts(ctx, row.contactId ? [row.contactId] : []))[0]
      : contacts.get(name);
    seen.add(name);
    const reason =
      contact && row.undo
        ? await undoRow(ctx, contact, { ...row, undo: row.undo }, used.has(name))
        : 'kept_deleted';
    if (reason !== null) kept += 1;
    else if (contact && row.undo?.before === null) deleted.push(contact.id);
    const problems = reason && [{ column: null, value: null, message: IMPORT_REASONS.write(reason) }];
    undone.push({ ...row, problems, undo: null });
  }
  return { rows: undone, kept, deleted };
}

type Kept = Extract<ImportReason, 'kept_conversation' | 'kept_changed'>;

async function undoRow(
  ctx: ChangeContext,
  contact: Awaited<ReturnType<typeof lockContacts>>[number],
  { undo, rowKey }: Pick<StoredRow, 'rowKey'> & { undo: NonNullable<StoredRow['undo']> },
  isUsed: boolean,
): Promise<Kept | null> {
  const now = presentContact(contact);
  const after = undo.after as Partial<Contact>;
  const changed = Object.keys(after).filter((name) => {
    const field = name as keyof Contact;
    return JSON.stringify(now[field]) !== JSON.stringify(after[field]);
  });
  if (undo.before === null) {
    if (isUsed) return 'kept_conversation';
    // Rows from before an upgrade do not have the number as it was; their key does.
    const hasNumber = now.phone !== null && rowKey?.equals(rowKeyOf({ lookup: phoneLookupKey(now.phone) }));
    if (changed.length > 0 || !hasNumber || now.blocked) return 'kept_changed';
    // It stands for another person, too.
    if ((await mergedInto(ctx, contact.id)).length > 0) return 'kept_changed';
    await deleteContactRow(ctx, contact);
    ctx.record('contact.deleted', {
      ...{ id: encodeId('contact', contact.id), conversationId: null },
      ...(isSimulatedPhone(contact.phone) && { isSimulated: true }),
    });
    return null;
  }
  const isConsentChanged = changed.some((name) => name.startsWith('marketing'));
  const restored = Object.entries(undo.before).filter(
    ([name]) => !changed.includes(name) && !(isConsentChanged && name.startsWith('marketing')),
  );
  if (restored.length > 0) await restoreContact(ctx, contact, Object.fromEntries(restored));
  return changed.length > 0 ? 'kept_changed' : null;
}
