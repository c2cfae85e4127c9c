import { isDeepStrictEqual } from 'node:util';
import type { Contact } from '../../../../shared/contract/contacts.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import { RunAgainError } from '../../../db/database-errors.ts';
import { asJson } from '../../../db/define-model.ts';
import type { ContactRow } from '../../../db/models/contact.model.ts';
import { foldForSearch } from '../../../db/search-text.ts';
import { forgetContact } from '../../../features/assist/index.ts';
import {
  addContactRow,
  auditConsent,
  changeContactRow,
  dropMergeRows,
  findContact,
  forgetOldMerges,
  heirOf,
  listFields,
  lockContact,
  lockMerge,
  presentContact,
  removeMerge,
} from '../../../features/contacts/index.ts';
import { recordChange } from '../../../features/conversations/index.ts';
import { holdCounting } from '../../../features/insights/index.ts';
import type { ChangeContext, Context, Resources } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { type HousekeepingStep, inBatches } from '../../../kernel/housekeeping/step.ts';
import { encodeId, tryDecodeId } from '../../../kernel/ids.ts';
import { deleteRows, findRow } from '../../../kernel/tenancy/rows.ts';
import { refreshMarks } from '../../assist/marks.ts';
import { recipientsAgain } from './merge-broadcasts.ts';
import { MERGE_LIMITS } from './merge-contacts.ts';
import { restoreRows, returnIdentity, returnImportRow } from './merge-record.repository.ts';
import { hasNumber, type MergeRecord, readRecord } from './merge-record.ts';
import { splitConversations } from './split-conversations.ts';

/**
 * Undoes the merge of a contact (decision 0309): the contact is there again with all that the merge moved, and what
 * came after the merge stays with the contact that it was merged into. A value that was changed since stays, too.
 * One transaction: nobody sees it half-way, and a crash undoes it. Returns the contact that is there again.
 * @throws {AppError} contact_merge_not_found; contact_merge_expired; contact_merge_followed by a later one;
 * contact_merge_number_taken.
 */
export function undoMerge(ctx: Context, reference: string): Promise<Contact> {
  const sourceId = tryDecodeId('contact', reference);
  if (!sourceId) throw new AppError('contact_merge_not_found');
  return inTransaction({ ...ctx, db: ctx.db.withLimits(MERGE_LIMITS) }, async (ctx) => {
    const contact = await undo(ctx, sourceId);
    ctx.setResponse(contact);
    return contact;
  });
}

async function undo(ctx: ChangeContext, sourceId: Buffer): Promise<Contact> {
  const targetId = await heirOf(ctx, sourceId);
  if (!targetId) throw new AppError('contact_merge_not_found');
  // The contact first, as in every change of it; then it is certain what its merges are.
  const target = await lockContact(ctx, targetId);
  const merge = await lockMerge(ctx, sourceId);
  if (!merge) throw new AppError('contact_merge_not_found');
  if (!target || !merge.targetId.equals(targetId))
    throw new RunAgainError('the contact was merged or deleted meanwhile');
  if (merge.laterId)
    throw new AppError('contact_merge_followed', { contactId: encodeId('contact', merge.laterId) });
  if (merge.undoData === null || merge.isExpired) throw new AppError('contact_merge_expired');
  const record = readRecord(merge.undoData);
  await holdCounting(ctx);

  const now = await findContact(ctx, targetId);
  if (!now) throw new Error('a contact vanished while its row was locked');
  const known = new Set((await listFields(ctx)).data.map(({ key }) => key));
  const takesPhone = hasNumber(record, now.phone);
  const source = sourceAgain(ctx, record, now, known);
  await addContactRow(ctx, source);
  await returnIdentities(ctx, record);
  const split = await splitConversations(ctx, record, { takesPhone });
  await returnRest(ctx, record);
  await removeMerge(ctx, sourceId, { targetId, earlier: record.earlier });

  const changes = targetAgain(ctx, record, now, { known, takesPhone });
  await changeContactRow(ctx, now, changes);
  await auditConsent(ctx, now, changes);
  const [sourceName, targetName] = [encodeId('contact', sourceId), encodeId('contact', targetId)];
  await ctx.audit({
    action: 'contact.merge_undone',
    target: { kind: 'contact', id: sourceName, label: `${targetName} → ${sourceName}` },
  });
  const contact = presentContact(source);
  ctx.record('contact.created', {
    contact,
    splitFrom: {
      id: targetName,
      conversationId: split.target && encodeId('conversation', split.target),
      ownConversationId: split.source && encodeId('conversation', split.source),
    },
  });
  ctx.record('contact.updated', { contact: presentContact({ ...now, ...changes }) });
  for (const id of [split.source, split.target]) {
    if (!id) continue;
    await refreshMarks(ctx, id);
    await recordChange(ctx, id);
  }
  return contact;
}

/** Returns the contact as it was. If the person unsubscribed or was blocked after the merge, that applies to both contacts. */
function sourceAgain(
  { clock }: Pick<Context, 'clock'>,
  { source, after }: MergeRecord,
  now: ContactRow,
  known: ReadonlySet<string>,
): ContactRow {
  const isUnsubscribed = now.marketing === 'unsubscribed' && after.marketing !== 'unsubscribed';
  const { marketing, marketingAt, marketingSource } = isUnsubscribed ? now : source;
  const own = Object.entries(presentContact(source).attributes).filter(([key]) => known.has(key));
  return {
    ...source,
    tags: JSON.stringify(asJson<string[]>(source.tags)),
    attributes: attributesColumn(Object.fromEntries(own)),
    ...{ marketing, marketingAt, marketingSource },
    isBlocked: now.isBlocked === 1 && after.isBlocked === 0 ? 1 : source.isBlocked,
    updatedAt: clock.now(),
  };
}

/** Returns the values of the contact that stayed: those from before, where the merge has set what there is now. */
function targetAgain(
  { clock }: Pick<Context, 'clock'>,
  record: MergeRecord,
  now: ContactRow,
  { known, takesPhone }: { known: ReadonlySet<string>; takesPhone: boolean },
) {
  const [before, after, current] = [record.before, record.after, now].map(presentContact) as [
    Contact,
    Contact,
    Contact,
  ];
  const pick = <Value>(old: Value, merged: Value, value: Value) =>
    isDeepStrictEqual(merged, value) ? old : value;
  const name = pick(before.name, after.name, current.name);
  const consent = (one: Contact) => [one.marketing, one.marketingAt, one.marketingSource];
  const isSameConsent = isDeepStrictEqual(consent(after), consent(current));
  const { marketing, marketingAt, marketingSource } = isSameConsent ? record.before : now;
  const added = after.tags.filter((tag) => !before.tags.includes(tag));
  const keys = [...new Set([...Object.keys(before.attributes), ...Object.keys(current.attributes)])];
  const attributes = keys.flatMap((key) => {
    const value = pick(before.attributes[key], after.attributes[key], current.attributes[key]);
    return value === undefined || !known.has(key) ? [] : [[key, value] as const];
  });
  return {
    ...{ name, nameSearch: foldForSearch(name) },
    phone: takesPhone ? record.before.phone : now.phone,
    email: pick(before.email, after.email, current.email),
    tags: JSON.stringify(
      isDeepStrictEqual(after.tags, current.tags)
        ? before.tags
        : current.tags.filter((tag) => !added.includes(tag)),
    ),
    status: pick(before.status, after.status, current.status),
    ...{ marketing, marketingAt, marketingSource },
    isBlocked: pick(record.before.isBlocked, record.after.isBlocked, now.isBlocked),
    attributes: attributesColumn(Object.fromEntries(attributes)),
    updatedAt: clock.now(),
  };
}

function attributesColumn(attributes: object): string | null {
  return Object.keys(attributes).length === 0 ? null : JSON.stringify(attributes);
}

/** Gives each contact its numbers and ids. Those that came after the merge stay. */
async function returnIdentities(
  ctx: ChangeContext,
  { sourceRows, beforeRows, before }: MergeRecord,
): Promise<void> {
  for (const identity of sourceRows.contact_identities) {
    const isThere = await returnIdentity(ctx, identity, before.id);
    if (!isThere && Number(identity.retired) === 0) throw new AppError('contact_merge_number_taken');
  }
  for (const identity of beforeRows.contact_identities) await returnIdentity(ctx, identity, before.id);
}

/** Gives back what belongs to neither conversation. */
async function returnRest(ctx: ChangeContext, record: MergeRecord): Promise<void> {
  const { sourceRows, before } = record;
  for (const row of sourceRows.contact_import_rows) await returnImportRow(ctx, row, before.id);
  await restoreRows(ctx, 'contact_action_items', sourceRows.contact_action_items);
  await restoreRows(ctx, 'broadcast_recipients', await recipientsAgain(ctx, record));
  await returnExclusions(ctx, record);
}

/** Leaves out of the assistant the contact that was left out before; if the person was left out after the merge, both. */
async function returnExclusions(
  ctx: ChangeContext,
  { source, before, sourceRows, beforeRows, afterRows }: MergeRecord,
): Promise<void> {
  const now = await findRow(ctx, 'assistExclusion', { where: { contactId: before.id } });
  const isOfMerge = isDeepStrictEqual(now?.createdAt, afterRows.assist_exclusions[0]?.created_at);
  const changed = (contactId: Buffer, isLeftOut: boolean) =>
    ctx.record('assist.exclusion_changed', { contactId: encodeId('contact', contactId), isLeftOut });
  if (now && isOfMerge && beforeRows.assist_exclusions.length === 0) {
    await deleteRows(ctx, 'assistExclusion', { contactId: before.id });
    changed(before.id, false);
  }
  const isNew = now !== null && !isOfMerge;
  const row =
    sourceRows.assist_exclusions[0] ?? (isNew && { contact_id: source.id, created_at: now.createdAt });
  if (!row) return;
  await restoreRows(ctx, 'assist_exclusions', [row]);
  // What the assistant has learned since is of this person, too.
  await forgetContact(ctx, source.id);
  changed(source.id, true);
}

/** Forgets what is needed to undo merges once they are too old for it, or deleted. */
export function mergeRetention({ db }: Resources): HousekeepingStep {
  return {
    name: 'contact_merge_rows',
    async *sweep() {
      yield* inBatches(() => forgetOldMerges(db));
      for (let rows = await dropMergeRows(db); rows > 0; rows = await dropMergeRows(db)) yield rows;
    },
  };
}
