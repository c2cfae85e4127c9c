import type { Database } from '../../../db/database.ts';
import type { Context, QueryContext } from '../../../kernel/context/context.ts';
import { newKey } from '../../../kernel/ids.ts';
import { insertTuples, run, select } from '../../../kernel/tenancy/rows.ts';
import type { GivenAnswer } from './general-text.ts';

/** Saved replies that were proposed from answers that people gave by hand (decision 0380). */

export const PROPOSAL_STATES = { open: 0, accepted: 1, dismissed: 2 } as const;

/** Open proposals of a workspace. */
export const OPEN_MAX = 20;
/** What was decided and is compared with, the newest first. */
const DECIDED_MAX = 2_000;
/** Questions that are shown of a proposal. */
const SHOWN_SOURCES = 5;
/** How often a name is looked up at once. */
const KEYS_MAX = 500;

/** A proposal, as the next round compares it with what it finds. */
export interface KnownProposal {
  id: Buffer;
  state: number;
  isShadow: number;
  language: string;
  model: string;
  subject: Uint32Array;
  createdAt: Date;
}

/** What is stored of a new proposal. */
export interface NewProposal {
  name: string;
  content: string;
  subject: Uint32Array;
  language: string;
  /** The model that worded it; empty: it is a person's own words. */
  model: string;
  answers: number;
  contacts: number;
  sources: readonly ProposalSource[];
}

/** An answer behind a proposal, with the last message of its question. */
export interface ProposalSource {
  answerId: Buffer;
  questionId: Buffer;
  contactId: Buffer;
}

/** An open proposal, as the page shows it. */
export interface OpenProposal {
  id: Buffer;
  name: string;
  content: string;
  model: string;
  answers: number;
  contacts: number;
  createdAt: Date;
}

/** A question behind a proposal, in its conversation. */
export interface ProposalQuestion {
  proposalId: Buffer;
  messageId: Buffer;
  conversationId: Buffer;
  contactName: string;
  text: string | null;
  createdAt: Date;
}

/** Returns some workspaces whose round is due or was never planned. */
export async function tenantsWithRounds(db: Database): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT t.id AS tenantId FROM tenants t
     LEFT JOIN reply_proposal_rounds r ON r.tenant_id = t.id
     WHERE r.due_at IS NULL OR r.due_at <= UTC_TIMESTAMP(3) ORDER BY r.due_at LIMIT 50`,
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Plans the first round of a workspace. */
export async function planRound(ctx: QueryContext, dueAt: Date): Promise<void> {
  await run(
    ctx,
    `INSERT INTO reply_proposal_rounds (tenant_id, due_at) VALUES (:tenantId, :dueAt)
     ON DUPLICATE KEY UPDATE due_at = reply_proposal_rounds.due_at`,
    { dueAt },
  );
}

/** Makes the round of a workspace due now. */
export async function hurryRound(ctx: QueryContext): Promise<void> {
  await run(
    ctx,
    `INSERT INTO reply_proposal_rounds (tenant_id, due_at) VALUES (:tenantId, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE due_at = UTC_TIMESTAMP(3)`,
  );
}

/** When the round of a workspace is due, and whether one is under way. */
interface Round {
  dueAt: Date;
  isDue: number;
  isRunning: number;
}

/** A round that takes longer has ended with its server. */
const RUNNING_MINUTES = 15;

/** Returns the round of a workspace; null: none was ever planned. */
export async function roundOf(ctx: QueryContext): Promise<Round | null> {
  const [row] = await select<Round>(
    ctx,
    `SELECT due_at AS dueAt, due_at <= UTC_TIMESTAMP(3) AS isDue,
       COALESCE(started_at > UTC_TIMESTAMP(3) - INTERVAL ${RUNNING_MINUTES} MINUTE, 0) AS isRunning
     FROM reply_proposal_rounds WHERE tenant_id = :tenantId`,
  );
  return row ?? null;
}

/** Takes the round that is due for this server, and plans the next one; returns whether no other server was faster. */
export async function takeRound(
  ctx: QueryContext,
  { dueAt, nextAt }: { dueAt: Date; nextAt: Date },
): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE reply_proposal_rounds SET due_at = :nextAt, started_at = UTC_TIMESTAMP(3)
     WHERE tenant_id = :tenantId AND due_at = :dueAt`,
    { dueAt, nextAt },
  );
  return changed > 0;
}

/** Notes that the round of a workspace is over. */
export async function endRound(ctx: QueryContext): Promise<void> {
  await run(ctx, 'UPDATE reply_proposal_rounds SET started_at = NULL WHERE tenant_id = :tenantId');
}

/** Returns the open proposals and what was decided, and locks them unless `isLocked` is false. */
export async function knownProposals(ctx: QueryContext, { isLocked = true } = {}): Promise<KnownProposal[]> {
  const rows = await select<Omit<KnownProposal, 'subject'> & { subject: Buffer }>(
    ctx,
    `SELECT id, state, is_shadow AS isShadow, language, model, subject, created_at AS createdAt FROM reply_proposals
     WHERE tenant_id = :tenantId ORDER BY state, created_at DESC LIMIT ${OPEN_MAX + DECIDED_MAX}
     ${isLocked ? 'FOR UPDATE' : ''}`,
  );
  return rows.map((row) => ({ ...row, subject: readSubject(row.subject) }));
}

/** Stores a proposal with its sources. */
export async function addProposal(
  ctx: QueryContext & Pick<Context, 'clock'>,
  { sources, subject, ...proposal }: NewProposal,
  isShadow: boolean,
): Promise<void> {
  const id = newKey();
  await run(
    ctx,
    `INSERT INTO reply_proposals (tenant_id, id, state, is_shadow, name, content, subject, language, model, answers,
       contacts, created_at)
     VALUES (:tenantId, :id, 0, :isShadow, :name, :content, :subject, :language, :model, :answers, :contacts, :now)`,
    {
      ...{ ...proposal, id, subject: subjectBytes(subject), isShadow: isShadow ? 1 : 0 },
      ...{ model: proposal.model.slice(0, 100), now: ctx.clock.now() },
    },
  );
  await addSources(ctx, id, sources);
}

/** Counts an open proposal's answers again, and shows it or not. */
export async function refreshProposal(
  ctx: QueryContext,
  id: Buffer,
  { answers, contacts, sources }: Pick<NewProposal, 'answers' | 'contacts' | 'sources'>,
  isShadow: boolean,
): Promise<void> {
  await run(
    ctx,
    `UPDATE reply_proposals SET answers = :answers, contacts = :contacts, is_shadow = :isShadow
     WHERE tenant_id = :tenantId AND id = :id AND state = 0`,
    { id, answers, contacts, isShadow: isShadow ? 1 : 0 },
  );
  await run(ctx, 'DELETE FROM reply_proposal_sources WHERE tenant_id = :tenantId AND proposal_id = :id', {
    id,
  });
  await addSources(ctx, id, sources);
}

/** Deletes open proposals; returns how many there were. */
export async function dropProposals(ctx: QueryContext, ids: readonly Buffer[]): Promise<number> {
  if (ids.length === 0) return 0;
  return run(ctx, 'DELETE FROM reply_proposals WHERE tenant_id = :tenantId AND id IN (:ids) AND state = 0', {
    ids: [...ids],
  });
}

/** Deletes all open proposals. */
export function dropOpenProposals(ctx: QueryContext): Promise<number> {
  return run(ctx, 'DELETE FROM reply_proposals WHERE tenant_id = :tenantId AND state = 0');
}

/** Returns the proposals that are shown, those with the most answers first. */
export function openProposals(ctx: QueryContext): Promise<OpenProposal[]> {
  return select<OpenProposal>(
    ctx,
    `SELECT id, name, content, model, answers, contacts, created_at AS createdAt FROM reply_proposals
     WHERE tenant_id = :tenantId AND state = 0 AND is_shadow = 0
     ORDER BY answers DESC, id LIMIT ${OPEN_MAX}`,
  );
}

/** Returns the questions behind proposals as they are now, some of each: the newest first. */
export async function questionsOf(
  ctx: QueryContext,
  proposalIds: readonly Buffer[],
): Promise<ProposalQuestion[]> {
  if (proposalIds.length === 0) return [];
  return select<ProposalQuestion>(
    ctx,
    `SELECT proposalId, messageId, conversationId, contactName, text, createdAt FROM (
       SELECT s.proposal_id AS proposalId, m.id AS messageId, v.id AS conversationId, k.name AS contactName,
         COALESCE(m.content, m.caption) AS text, m.created_at AS createdAt,
         ROW_NUMBER() OVER (PARTITION BY s.proposal_id ORDER BY m.created_at DESC, m.id DESC) AS place
       FROM reply_proposal_sources s
       JOIN messages m ON m.tenant_id = s.tenant_id AND m.id = s.question_id AND m.revoked_at IS NULL
       JOIN contacts k ON k.tenant_id = s.tenant_id AND k.id = s.contact_id
       JOIN conversations v ON v.tenant_id = s.tenant_id AND v.contact_id = s.contact_id
       LEFT JOIN assist_exclusions x ON x.tenant_id = s.tenant_id AND x.contact_id = s.contact_id
       WHERE s.tenant_id = :tenantId AND s.proposal_id IN (:proposalIds) AND x.contact_id IS NULL) q
     WHERE place <= ${SHOWN_SOURCES} ORDER BY proposalId, createdAt DESC`,
    { proposalIds: [...proposalIds] },
  );
}

/** Returns an open proposal that is shown, and locks it; null when there is none. */
export async function lockProposal(
  ctx: QueryContext,
  id: Buffer,
): Promise<{ content: string; language: string; model: string } | null> {
  const [row] = await select<{ content: string; language: string; model: string }>(
    ctx,
    `SELECT content, language, model FROM reply_proposals
     WHERE tenant_id = :tenantId AND id = :id AND state = 0 AND is_shadow = 0 FOR UPDATE`,
    { id },
  );
  return row ?? null;
}

/** Notes what became of a proposal. Its words and sources are deleted: they are no longer needed. */
export async function decideProposal(
  ctx: QueryContext & Pick<Context, 'clock'>,
  id: Buffer,
  state: number,
): Promise<void> {
  await run(
    ctx,
    `UPDATE reply_proposals SET state = :state, name = '', content = '', decided_at = :now
     WHERE tenant_id = :tenantId AND id = :id`,
    { id, state, now: ctx.clock.now() },
  );
  await run(ctx, 'DELETE FROM reply_proposal_sources WHERE tenant_id = :tenantId AND proposal_id = :id', {
    id,
  });
}

/** Makes the answers behind a proposal examples of the saved reply that it became. */
export async function teachReply(ctx: QueryContext, proposalId: Buffer, savedReplyId: Buffer): Promise<void> {
  await run(
    ctx,
    `UPDATE reply_examples e
     JOIN reply_proposal_sources s ON s.tenant_id = e.tenant_id AND s.answer_id = e.answer_id
     SET e.saved_reply_id = :savedReplyId
     WHERE e.tenant_id = :tenantId AND s.proposal_id = :proposalId AND e.saved_reply_id IS NULL`,
    { proposalId, savedReplyId },
  );
}

/** Returns the answers of messages with who was in the conversation, in the order of the ids. */
export async function givenAnswers(
  ctx: QueryContext,
  pairs: readonly { id: Buffer; question: string }[],
): Promise<(GivenAnswer & { id: Buffer })[]> {
  const some = pairs.slice(0, KEYS_MAX);
  if (some.length === 0) return [];
  const rows = await select<{
    id: Buffer;
    text: string;
    contactId: Buffer;
    contactName: string;
    authorName: string | null;
    createdAt: Date;
  }>(
    ctx,
    `SELECT m.id, COALESCE(m.content, m.caption) AS text, m.contact_id AS contactId, k.name AS contactName,
       u.name AS authorName, m.created_at AS createdAt
     FROM messages m
     JOIN contacts k ON k.tenant_id = m.tenant_id AND k.id = m.contact_id
     LEFT JOIN users u ON u.tenant_id = m.tenant_id AND u.id = m.author_id
     WHERE m.tenant_id = :tenantId AND m.id IN (:ids) AND m.revoked_at IS NULL`,
    { ids: some.map(({ id }) => id) },
  );
  const found = new Map(rows.map((row) => [row.id.toString('hex'), row]));
  return some.flatMap(({ id, question }) => {
    const row = found.get(id.toString('hex'));
    if (!row) return [];
    return {
      ...{ id, question, text: row.text.trim(), day: row.createdAt.toISOString().slice(0, 10) },
      ...{ contactId: row.contactId.toString('hex'), contactName: row.contactName },
      authorName: row.authorName ?? '',
    };
  });
}

/** Returns which of the messages were written with a saved reply: those are no answers by hand. */
export async function writtenWithReply(ctx: QueryContext, since: Date): Promise<Set<string>> {
  const rows = await select<{ answerId: Buffer }>(
    ctx,
    `SELECT answer_id AS answerId FROM reply_examples
     WHERE tenant_id = :tenantId AND created_at > :since AND saved_reply_id IS NOT NULL
     GROUP BY answer_id ORDER BY MAX(created_at) DESC LIMIT 10000`,
    { since },
  );
  return new Set(rows.map(({ answerId }) => answerId.toString('hex')));
}

function addSources(ctx: QueryContext, id: Buffer, sources: readonly ProposalSource[]): Promise<void> {
  return insertTuples(
    ctx,
    'INSERT INTO reply_proposal_sources (tenant_id, proposal_id, answer_id, question_id, contact_id)',
    sources.map(({ answerId, questionId, contactId }) => [id, answerId, questionId, contactId]),
    { atOnce: 100 },
  );
}

const SUBJECT_WORDS = 100;

function subjectBytes(subject: Uint32Array): Buffer {
  const bytes = Buffer.alloc(Math.min(SUBJECT_WORDS, subject.length) * 4);
  for (let place = 0; place * 4 < bytes.length; place += 1)
    bytes.writeUInt32LE(subject[place] ?? 0, place * 4);
  return bytes;
}

function readSubject(bytes: Buffer): Uint32Array {
  return Uint32Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readUInt32LE(place * 4));
}
