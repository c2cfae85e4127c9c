import type { Contact } from '../../../../shared/contract/contacts.contract.ts';
import { mergedFields } from '../../../../shared/domain/contact-status.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import { CONVERSATION_LABELS_MAX, type ConversationStatus } from '../../../../shared/domain/inbox-views.ts';
import { DRAFT_PART_MAX } from '../../../../shared/domain/message-limits.ts';
import { isSimulatedPhone } from '../../../../shared/domain/rehearsal/rehearsal.ts';
import { cutText } from '../../../../shared/domain/text.ts';
import { RunAgainError } from '../../../db/database-errors.ts';
import type { ContactRow } from '../../../db/models/contact.model.ts';
import type { ConversationRow } from '../../../db/models/conversation.model.ts';
import { foldForSearch } from '../../../db/search-text.ts';
import { forgetContact } from '../../../features/assist/index.ts';
import {
  auditConsent,
  changeContactRow,
  deleteContactRow,
  findMerge,
  lockContacts,
  moveMerges,
  presentContact,
  storeMerge,
} from '../../../features/contacts/index.ts';
import {
  addLabels,
  labelIdsOf,
  recordChange,
  storeWorkState,
} from '../../../features/conversations/index.ts';
import type { ChangeContext, Context } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { encodeId, newKey } from '../../../kernel/ids.ts';
import { findRows, updateRows } from '../../../kernel/tenancy/rows.ts';
import { refreshMarks } from '../../assist/marks.ts';
import { moveImportRows } from '../../contact-files/contact-imports.repository.ts';
import { eraseActionItems } from '../../contacts-page/contact-actions.repository.ts';
import { mergeBroadcasts, recordWithdrawn } from './merge-broadcasts.ts';
import {
  countIdentities,
  lockConversations,
  type MergingConversation,
  moveAssistExclusion,
  moveConversation,
  moveIdentities,
  moveMessages,
  moveTeamwork,
  moveTraces,
  raiseConversationSeq,
} from './merge-contacts.repository.ts';
import { beginRecord, endRecord } from './merge-record.ts';

/** What one merge may move, in one transaction of some seconds. Tests pass less. */
export const MERGE_MAX = { messages: 200_000, identities: 50 };
/** Moving many messages takes longer than other requests may. */
export const MERGE_LIMITS = { acquireMs: 2_500, statementMs: 50_000, transactionMs: 50_000 };

interface MergeInput {
  into: string;
  take?: readonly string[] | undefined;
  keep?: readonly string[] | undefined;
}

/**
 * Merges a contact into another one (decision 0289): its conversation, messages, notes, labels, tags, custom fields,
 * numbers, files, drafts and notifications. Its id and its numbers then stand for the other contact, which is returned.
 * Repeating a merge changes nothing. One transaction: nobody sees it half-way, and a crash undoes it. What it moves is
 * written down, so that `undoMerge` can move it back.
 * @throws {AppError} contact_not_found; validation_failed for a contact with itself, or with a simulated customer of a
 * rehearsal; contact_already_merged into a third one; contact_merge_too_large.
 */
export function mergeContacts(
  ctx: Context,
  reference: string,
  { into, take = [], keep = [] }: MergeInput,
  max = MERGE_MAX,
): Promise<Contact> {
  return inTransaction({ ...ctx, db: ctx.db.withLimits(MERGE_LIMITS) }, async (ctx) => {
    const wanted = await findMerge(ctx, reference, into);
    const contact =
      'merged' in wanted ? presentContact(wanted.merged) : await merge(ctx, { ...wanted, take, keep }, max);
    ctx.setResponse(contact);
    return contact;
  });
}

async function merge(
  ctx: ChangeContext,
  wanted: { sourceId: Buffer; targetId: Buffer; take: readonly string[]; keep: readonly string[] },
  max: typeof MERGE_MAX,
): Promise<Contact> {
  const { sourceId, targetId, take, keep } = wanted;
  const ids = [sourceId, targetId] as const;
  const rows = await lockContacts(ctx, ids, { isHeld: true });
  const [source, target] = ids.map((id) => rows.find((row) => row.id.equals(id)));
  if (!source || !target) throw new RunAgainError('a contact was merged or deleted meanwhile');
  // A rehearsal deletes its customers, whom everything else knows by their numbers (decision 0370).
  if (isSimulatedPhone(source.phone) !== isSimulatedPhone(target.phone))
    throw new AppError('validation_failed', {
      details: [{ path: 'into', message: 'cannot be merged: one of the two is a simulated customer' }],
    });
  const conversations = await lockConversations(ctx, ids);
  const [from, to] = ids.map((id) => conversations.find(({ contactId }) => contactId.equals(id)));
  const isTooLarge =
    (from?.messageCount ?? 0) > max.messages || (await countIdentities(ctx, ids)) > max.identities;
  if (isTooLarge) throw new AppError('contact_merge_too_large');

  const { phone, lastInboundAt } = answeredAt(
    { source, from },
    { target, to },
    { isTaken: take.includes('phone'), isKept: keep.includes('phone') },
  );
  const conversationId = to?.id ?? from?.id ?? null;
  const moving = { sourceId, targetId, conversationId };
  const record = await beginRecord(ctx, { source, target }, from && to ? 'joined' : from ? 'moved' : 'none');
  await moveIdentities(ctx, moving);
  if (conversationId !== null) {
    if (from && to) await joinConversations(ctx, from, to, targetId);
    else await moveConversation(ctx, moving);
    await storeWorkState(ctx, conversationId, { lastInboundAt });
    await moveMessages(ctx, moving);
    await moveTeamwork(ctx, moving);
  }
  const withdrawn = await mergeBroadcasts(ctx, moving);
  await moveTraces(ctx, moving);
  if (await moveAssistExclusion(ctx, sourceId, targetId)) {
    await forgetContact(ctx, targetId);
    if (record.beforeRows.assist_exclusions.length === 0)
      ctx.record('assist.exclusion_changed', { contactId: encodeId('contact', targetId), isLeftOut: true });
  }
  if (conversationId !== null) await refreshMarks(ctx, conversationId);
  await moveImportRows(ctx, sourceId, targetId);
  await eraseActionItems(ctx, sourceId);
  await moveMerges(ctx, sourceId, targetId);
  await deleteContactRow(ctx, source);

  const changes = changesOf(ctx, source, target, { phone, take });
  await changeContactRow(ctx, target, changes);
  await auditConsent(ctx, target, changes);
  await storeMerge(ctx, {
    ...{ sourceId, targetId, conversationId: from && to ? from.id : null },
    ...{ mergeId: record.mergeId, sourceName: source.name, authorName: cutText(ctx.author.name, 254) },
    undoData: await endRecord(ctx, record, { ...target, ...changes }),
  });
  const [sourceName, targetName] = [encodeId('contact', sourceId), encodeId('contact', targetId)];
  await ctx.audit({
    action: 'contact.merged',
    // Ids: names would stay in the log when the contact is deleted.
    target: { kind: 'contact', id: sourceName, label: `${sourceName} → ${targetName}` },
  });
  const contact = presentContact({ ...target, ...changes });
  ctx.record('contact.updated', { contact });
  if (conversationId !== null) await recordChange(ctx, conversationId);
  ctx.record('contact.deleted', {
    id: sourceName,
    conversationId: from && to ? encodeId('conversation', from.id) : null,
    mergedInto: {
      id: targetName,
      conversationId: conversationId && encodeId('conversation', conversationId),
    },
    ...(isSimulatedPhone(source.phone) && { isSimulated: true }),
  });
  await recordWithdrawn(ctx, withdrawn);
  return contact;
}

/**
 * Returns the number at which a merged contact is answered, and since when that number has the reply window: the own
 * number, unless the customer wrote from the other one last or one of them was chosen.
 */
function answeredAt(
  { source, from }: { source: ContactRow; from: MergingConversation | undefined },
  { target, to }: { target: ContactRow; to: MergingConversation | undefined },
  { isTaken, isKept }: { isTaken: boolean; isKept: boolean },
): Pick<ContactRow, 'phone'> & Pick<ConversationRow, 'lastInboundAt'> {
  const [theirs, own] = [from?.lastInboundAt ?? null, to?.lastInboundAt ?? null];
  const wroteLast = theirs !== null && (own === null || theirs > own);
  const isTheirs = source.phone !== null && (isTaken || target.phone === null || (wroteLast && !isKept));
  if (isTheirs) return { phone: source.phone, lastInboundAt: theirs };
  if (target.phone === null) return { phone: null, lastInboundAt: wroteLast ? theirs : own };
  return { phone: target.phone, lastInboundAt: own };
}

function changesOf(
  { clock }: Pick<Context, 'clock'>,
  source: ContactRow,
  target: ContactRow,
  { phone, take }: { phone: string | null; take: readonly string[] },
) {
  const { name, email, tags, status, marketing, marketingAt, marketingSource, blocked, attributes } =
    mergedFields(presentContact(source), presentContact(target), take);
  return {
    ...{
      name,
      nameSearch: foldForSearch(name),
      phone,
      email,
      tags: JSON.stringify(tags),
      status,
      marketing,
      marketingSource,
    },
    marketingAt: marketingAt === null ? null : new Date(marketingAt),
    isBlocked: blocked ? 1 : 0,
    attributes: Object.keys(attributes).length === 0 ? null : JSON.stringify(attributes),
    updatedAt: clock.now(),
  };
}

/** Joins a conversation to another one, which stays. The first one is deleted with its contact. */
async function joinConversations(
  ctx: ChangeContext,
  from: MergingConversation,
  to: MergingConversation,
  contactId: Buffer,
): Promise<void> {
  await storeWorkState(ctx, to.id, mergedWork(from, to));
  await raiseConversationSeq(ctx, to.id, from.webhookSeq);
  const own = await labelIdsOf(ctx, to.id);
  const added = (await labelIdsOf(ctx, from.id)).filter((label) => !own.some((known) => known.equals(label)));
  await addLabels(
    ctx,
    { id: to.id, contactId },
    added.slice(0, Math.max(0, CONVERSATION_LABELS_MAX - own.length)),
  );
  await joinDrafts(ctx, from.id, { conversationId: to.id, contactId });
}

/** Adds what members have typed in a conversation to what they have typed in the other one: nothing is lost. */
async function joinDrafts(
  ctx: ChangeContext,
  fromId: Buffer,
  place: { conversationId: Buffer; contactId: Buffer },
): Promise<void> {
  const drafts = await findRows(ctx, 'draft', {
    where: { conversationId: [fromId, place.conversationId] },
    isLocked: true,
  });
  for (const draft of drafts.filter(({ conversationId }) => conversationId.equals(fromId))) {
    const own = drafts.find(
      ({ userId, conversationId }) => userId.equals(draft.userId) && !conversationId.equals(fromId),
    );
    const { userId } = draft;
    const change = { revision: newKey(), updatedAt: ctx.clock.now() };
    if (!own) await updateRows(ctx, 'draft', { userId, conversationId: fromId }, { ...place, ...change });
    else {
      await updateRows(
        ctx,
        'draft',
        { userId, conversationId: place.conversationId },
        {
          ...{ reply: joined(own.reply, draft.reply), note: joined(own.note, draft.note) },
          ...{ template: own.template || draft.template, quote: own.quote || draft.quote },
          ...change,
        },
      );
    }
  }
}

function joined(own: string, other: string): string {
  return cutText([own, other].filter(Boolean).join('\n'), DRAFT_PART_MAX);
}

/** The status of the conversation that needs more attention wins. */
const ATTENTION: Readonly<Record<ConversationStatus, number>> = { open: 2, snoozed: 1, closed: 0 };

/** Returns the summary and the work state of two conversations that become one. */
function mergedWork(from: MergingConversation, to: MergingConversation) {
  const both = [to, from];
  const status = ATTENTION[from.status] > ATTENTION[to.status] ? from.status : to.status;
  const current = both.filter((one) => one.status === status);
  const [newest, older] = timeOfLast(from) > timeOfLast(to) ? [from, to] : [to, from];
  return {
    status,
    unreadCount: from.unreadCount + to.unreadCount,
    messageCount: from.messageCount + to.messageCount,
    failedCount: from.failedCount + to.failedCount,
    lastMessageId: newest.lastMessageId ?? older.lastMessageId,
    lastMessageAt: new Date(Math.max(timeOfLast(from), timeOfLast(to))),
    lastActivityAt: new Date(Math.max(from.lastActivityAt.getTime(), to.lastActivityAt.getTime())),
    snoozedUntil: status === 'snoozed' ? earliest(current.map(({ snoozedUntil }) => snoozedUntil)) : null,
    returnedAt: current[0]?.returnedAt ?? null,
    assigneeId: to.assigneeId ?? from.assigneeId,
    waitingSince: earliest(current.map(({ waitingSince }) => waitingSince)),
    firstResponseAt: to.firstResponseAt ?? from.firstResponseAt,
  };
}

/** Returns the time of the newest message; of a conversation without messages, the earliest time. */
function timeOfLast({ lastMessageId, lastMessageAt, lastActivityAt }: MergingConversation): number {
  return lastMessageId === null ? 0 : (lastMessageAt ?? lastActivityAt).getTime();
}

function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null).toSorted((a, b) => a.getTime() - b.getTime());
  return known[0] ?? null;
}
