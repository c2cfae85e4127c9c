import type { AssistMode } from '../../../../shared/domain/assist/features.ts';
import { languageOf } from '../../../../shared/domain/assist/text/language.ts';
import { findSensitive, type SensitiveTopic } from '../../../../shared/domain/assist/text/sensitive.ts';
import { SAVED_REPLIES_MAX } from '../../../../shared/domain/saved-reply.ts';
import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import { countOutcome, lockedModeOf } from '../../../features/assist/index.ts';
import {
  type AlikeAnswers,
  answersAlike,
  isSameSubject,
  subjectOf,
} from '../../../features/assist/retrieval/index.ts';
import type { ChangeContext, Context } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { findRows, Op } from '../../../kernel/tenancy/rows.ts';
import { detectLanguage } from '../languages.ts';
import { businessOf } from '../read-conversation.ts';
import { countedAs } from './counted-as.ts';
import { generalText, nameFor } from './general-text.ts';
import {
  addProposal,
  dropProposals,
  givenAnswers,
  type KnownProposal,
  knownProposals,
  type NewProposal,
  OPEN_MAX,
  PROPOSAL_STATES,
  type ProposalSource,
  refreshProposal,
  writtenWithReply,
} from './proposals.repository.ts';
import { wordProposal } from './word-proposal.ts';

/** Answers of this time are compared: older ones may no longer be true. */
const SINCE_DAYS = 60;
const WEEK_DAYS = 7;
const PER_WEEK_MAX = 5;
/** Answers of a group that are read in full, the most typical ones. */
const READ_MAX = 20;
const SOURCES_MAX = 20;
/** A person's own words, each time: nothing to keep as a text. */
const LEFT_TO_PEOPLE: ReadonlySet<SensitiveTopic> = new Set(['health', 'self_harm', 'minors', 'legal']);

interface Found extends AlikeAnswers {
  subject: Uint32Array;
}

/**
 * Compares what people of a workspace have answered by hand, and proposes saved replies for what they answered several
 * times. Open proposals that are no longer a habit are withdrawn. Returns false when the server stops before the end.
 */
export async function proposeReplies(
  ctx: Context,
  mode: Exclude<AssistMode, 'off'>,
  stopping: AbortSignal,
): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - SINCE_DAYS * DAY_MS);
  const withReply = await writtenWithReply(ctx, since);
  const alike = await answersAlike(ctx, since, withReply, () => stopping.aborted);
  if (!alike) return false;
  const found = alike.map((group): Found => ({ ...group, subject: subjectOf(group.pairs[0]?.answer ?? '') }));
  const isShadow = mode === 'shadow';
  const open = await inTransaction(ctx, (ctx) => reviewOpen(ctx, found, isShadow));
  const added: NewProposal[] = [];
  for (const group of found) {
    if (added.length >= open.room || stopping.aborted) break;
    const proposal = open.isKnown(group.subject) ? null : await describe(ctx, group, stopping);
    // Its wording was ended: the next round finds it again.
    if (stopping.aborted) break;
    if (!proposal || open.isKnown(proposal.subject)) continue;
    if (added.some(({ subject }) => isSameSubject(subject, proposal.subject))) continue;
    added.push(proposal);
  }
  if (added.length > 0) await inTransaction(ctx, (ctx) => storeNew(ctx, added));
  return !stopping.aborted;
}

/**
 * Stores new proposals, as far as they still hold. While a model worded them, the feature may have been switched, a message
 * deleted, a contact left out or deleted, or another round may have found the same. These changes lock what is locked here
 * before they delete proposals, so none can come after them.
 */
async function storeNew(ctx: ChangeContext, added: readonly NewProposal[]): Promise<void> {
  const mode = await lockedModeOf(ctx, 'proposals');
  if (mode === 'off') return;
  const isShadow = mode === 'shadow';
  const isThere = await lockSources(
    ctx,
    added.flatMap(({ sources }) => sources),
  );
  const known = await knownProposals(ctx);
  const stored = added
    .filter(({ sources }) => sources.every(isThere))
    .filter(({ subject }) => !known.some((one) => isSameSubject(one.subject, subject)))
    .slice(0, Math.max(0, roomBeside(ctx, known)));
  for (const proposal of stored) {
    await addProposal(ctx, proposal, isShadow);
    await countOffer(ctx, proposal, isShadow);
  }
  if (stored.length > 0 && !isShadow) ctx.record('assist.proposals_changed', {});
}

/** Locks the messages and contacts behind proposals; returns what says of a source whether it may still be used. */
async function lockSources(
  ctx: ChangeContext,
  sources: readonly ProposalSource[],
): Promise<(source: ProposalSource) => boolean> {
  if (sources.length === 0) return () => false;
  const isLocked = true;
  const contactId = { [Op.in]: sources.map((source) => source.contactId) };
  const id = { [Op.in]: sources.flatMap(({ questionId, answerId }) => [questionId, answerId]) };
  const contacts = await findRows(ctx, 'contact', { columns: ['id'], where: { id: contactId }, isLocked });
  const leftOut = await findRows(ctx, 'assistExclusion', {
    ...{ columns: ['contactId'] as const, where: { contactId }, isLocked },
  });
  const messages = await findRows(ctx, 'message', {
    ...{ columns: ['id'] as const, where: { id, revokedAt: null }, isLocked },
  });
  const there = new Set([...contacts, ...messages].map((row) => row.id.toString('hex')));
  for (const row of leftOut) there.delete(row.contactId.toString('hex'));
  return (source) =>
    [source.contactId, source.questionId, source.answerId].every((key) => there.has(key.toString('hex')));
}

/** Returns how many more proposals a workspace may get now. */
function roomBeside(ctx: Pick<Context, 'clock'>, known: readonly KnownProposal[]): number {
  const weekAgo = ctx.clock.now().getTime() - WEEK_DAYS * DAY_MS;
  const open = known.filter(isOpen);
  const ofWeek = known.filter(({ createdAt }) => createdAt.getTime() > weekAgo);
  return Math.min(OPEN_MAX - open.length, PER_WEEK_MAX - ofWeek.length);
}

/**
 * Counts open proposals again, and withdraws those that have become a saved reply or are no habit any more. What was found may
 * name a message or a contact that is deleted or left out by now: their sources are locked first, as in `storeNew`.
 */
async function reviewOpen(ctx: ChangeContext, found: readonly Found[], isShadow: boolean) {
  const groupOf = ({ subject }: KnownProposal) =>
    found.find((group) => isSameSubject(group.subject, subject));
  const before = (await knownProposals(ctx, { isLocked: false })).filter(isOpen);
  const isThere = await lockSources(
    ctx,
    before.flatMap((proposal) => sourcesOf(groupOf(proposal)?.pairs ?? [])),
  );
  const known = await knownProposals(ctx);
  const replies = await findRows(ctx, 'savedReply', {
    columns: ['content'],
    order: [['name', 'ASC']],
    limit: SAVED_REPLIES_MAX,
  });
  const saved = replies.map(({ content }) => subjectOf(content));
  const isSaved = (subject: Uint32Array) => saved.some((one) => isSameSubject(one, subject));
  const open = known.filter((one) => isOpen(one) && before.some(({ id }) => id.equals(one.id)));
  const kept: KnownProposal[] = [];
  for (const proposal of open) {
    const group = groupOf(proposal);
    const measures = group && measuresOf(group.pairs, isThere);
    if (!measures || measures.sources.length === 0 || isSaved(proposal.subject)) continue;
    kept.push(proposal);
    // It was found in test mode, and is shown from now on.
    if (proposal.isShadow === 1 && !isShadow) await countOffer(ctx, proposal, false);
    await refreshProposal(ctx, proposal.id, measures, isShadow);
  }
  const withdrawn = open.filter((proposal) => !kept.includes(proposal));
  await dropProposals(
    ctx,
    withdrawn.map(({ id }) => id),
  );
  if (withdrawn.length > 0 || kept.some((one) => (one.isShadow === 1) !== isShadow))
    ctx.record('assist.proposals_changed', {});
  const stays = known.filter((proposal) => !withdrawn.includes(proposal));
  return {
    room: roomBeside(ctx, stays),
    isKnown: (subject: Uint32Array) =>
      isSaved(subject) || stays.some((one) => isSameSubject(one.subject, subject)),
  };
}

/** Counts a proposal that is shown, or would be. */
function countOffer(
  ctx: ChangeContext,
  proposal: Pick<NewProposal, 'language' | 'model'>,
  isTest: boolean,
): Promise<void> {
  return countOutcome(ctx, { ...countedAs(proposal), outcome: isTest ? 'ready' : 'shown', isTest });
}

/** Returns a group of answers as a proposal; null when too much of it belongs to single customers. */
async function describe(ctx: Context, group: Found, stopping: AbortSignal): Promise<NewProposal | null> {
  const answers = await givenAnswers(ctx, group.pairs.slice(0, READ_MAX));
  const isForPeople = answers.some(({ text }) =>
    findSensitive(text).some(({ topic }) => LEFT_TO_PEOPLE.has(topic)),
  );
  if (isForPeople) return null;
  const { name: businessName } = await businessOf(ctx);
  const content = generalText(answers, businessName);
  if (content === null) return null;
  const plain = { name: nameFor(answers, content), content, model: '' };
  if (plain.name === '') return null;
  const worded = await wordProposal(ctx, plain, stopping);
  return {
    ...(worded ?? plain),
    ...measuresOf(group.pairs),
    // By the people's words, as the next round finds them, and without names: it stays when the proposal is decided.
    subject: subjectOf(content.replace(/\{\{.*?\}\}/g, ' ')),
    language: detectLanguage(content) ?? languageOf(content),
  };
}

/** Returns how many answers and contacts there are, without those whose sources may not be used any more. */
function measuresOf(
  pairs: AlikeAnswers['pairs'],
  isThere: (source: ProposalSource) => boolean = () => true,
): Pick<NewProposal, 'answers' | 'contacts' | 'sources'> {
  const sources = sourcesOf(pairs).filter(isThere);
  const counted = [...sources, ...pairs.slice(SOURCES_MAX)];
  const contacts = new Set(counted.map(({ contactId }) => contactId.toString('hex'))).size;
  return { answers: counted.length, contacts, sources };
}

function sourcesOf(pairs: AlikeAnswers['pairs']): ProposalSource[] {
  return pairs
    .slice(0, SOURCES_MAX)
    .map(({ id, questionId, contactId }) => ({ answerId: id, questionId, contactId }));
}

const isOpen = ({ state }: Pick<KnownProposal, 'state'>) => state === PROPOSAL_STATES.open;
