import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/domain/errors.ts';
import { type Language, LanguageSchema } from '../../../shared/domain/language.ts';
import { ROLE_PERMISSIONS, type Role } from '../../../shared/domain/roles.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { Context, QueryContext, Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { hashPassword, isOutdated, matchPassword } from '../../kernel/crypto/passwords.ts';
import { decodeId, encodeId, encodeTenantId, newKey } from '../../kernel/ids.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { deleteRow, findRow, insertRow, updateRow, updateRows } from '../../kernel/tenancy/rows.ts';
import {
  addTicket,
  endOldSessions,
  findLiveSession,
  findSignInCandidates,
  findSocketSessions,
  holdsPassword,
  type LiveSession,
  type SignInCandidate,
  storeLanguage,
  takeTicket,
} from './sessions.repository.ts';

/** The resources needed before a person is authenticated. */
type SessionResources = Pick<Resources, 'db' | 'keyring' | 'clock'>;

/** Sessions of one person: more than their devices. Programs that sign in again and again end the oldest. */
const SESSIONS_MAX = 50;
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** Minimum interval between two writes of a session's last use. */
const TOUCH_MS = 60_000;

/** Opens a session for a member; returns its token, which is stored only as a hash. */
export async function openSession(
  ctx: SessionResources & QueryContext,
  userId: Buffer,
  userAgent: string,
): Promise<string> {
  const token = `ses_${randomBytes(32).toString('base64url')}`;
  const now = ctx.clock.now();
  await insertRow(ctx, 'session', {
    id: newKey(),
    userId,
    tokenHash: ctx.keyring.fingerprint(token),
    userAgent,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
    confirmedAt: now,
  });
  await endOldSessions(ctx, userId, SESSIONS_MAX);
  return token;
}

/**
 * Runs what a proven password allows, in a transaction in which the password stays the same. A change of the password that was
 * stored while it was being checked counts, and a later one ends what has begun here.
 * @throws {AppError} invalid_credentials when the member has another password by now, or was removed.
 */
export function withProvenPassword<Ctx extends QueryContext, T>(
  ctx: Ctx,
  member: Pick<SignInCandidate, 'userId' | 'passwordHash'>,
  enter: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    const held = { ...ctx, tx };
    if (!(await holdsPassword(held, member))) throw new AppError('invalid_credentials');
    return enter(held);
  });
}

/** Returns the person whose session has this token; null when it is unknown or has ended. */
export async function authenticateSession(
  { db, keyring, clock }: SessionResources,
  token: string,
): Promise<UserActor | null> {
  const live = await findLiveSession(db, keyring.fingerprint(token));
  if (!live) return null;
  const actor = actorOfSession(live);
  const now = clock.now();
  if (now.getTime() - live.lastSeenAt.getTime() > TOUCH_MS) {
    await updateRow({ db, scope: actor.scope }, 'session', live.sessionId, { lastSeenAt: now });
  }
  return actor;
}

/** Returns the members with an email address: of all workspaces, or of the one that the person has chosen. */
export async function membersWithEmail(
  { db }: Pick<Resources, 'db'>,
  { email, workspaceId }: { email: string; workspaceId?: string | undefined },
): Promise<SignInCandidate[]> {
  const candidates = await findSignInCandidates(db, email);
  if (workspaceId === undefined) return candidates;
  return candidates.filter(({ tenantId }) => encodeTenantId(tenantId) === workspaceId);
}

/**
 * Returns those of the members whose password this is, each with the hash that is now stored. Costs one computation, however many there are, none included.
 * @throws {AppError} unavailable
 */
export async function membersWithPassword(
  resources: SessionResources,
  { email, password }: { email: string; password: string },
  candidates: readonly SignInCandidate[],
): Promise<SignInCandidate[]> {
  const hashes = candidates.map((candidate) => candidate.passwordHash);
  const isMatch = await matchPassword({ keyring: resources.keyring, email }, hashes, password);
  const matches = candidates.filter((_, index) => isMatch[index]);
  return renewHashes(resources, email, password, matches);
}

/** Returns the only member. @throws {AppError} invalid_credentials; workspace_choice_required */
export function onlyMember(matches: readonly SignInCandidate[]): SignInCandidate {
  const [match, ...others] = matches;
  if (!match) throw new AppError('invalid_credentials');
  if (others.length > 0) {
    throw new AppError('workspace_choice_required', {
      details: matches.map((one) => ({ path: encodeTenantId(one.tenantId), message: one.workspaceName })),
    });
  }
  return match;
}

/**
 * Gives passwords that were just proven the salt and the cost of new ones: see `hashPassword`. One that was changed meanwhile
 * stays as it is.
 */
async function renewHashes(
  { db, keyring }: SessionResources,
  email: string,
  password: string,
  matches: SignInCandidate[],
): Promise<SignInCandidate[]> {
  const owner = { keyring, email };
  const outdated = matches.filter((match) => isOutdated(owner, match.passwordHash));
  if (outdated.length === 0) return matches;
  const passwordHash = await hashPassword(owner, password);
  for (const { tenantId, userId, passwordHash: proven } of outdated) {
    const where = { id: userId, passwordHash: proven };
    await updateRows({ db, scope: mintTenantScope(tenantId) }, 'user', where, { passwordHash });
  }
  return matches.map((match) => (outdated.includes(match) ? { ...match, passwordHash } : match));
}

/** Returns whether this email address and password belong to a member of this workspace. */
export async function isLogin(
  { db, scope, keyring }: QueryContext & Pick<Resources, 'keyring'>,
  email: string,
  password: string,
): Promise<boolean> {
  const candidates = await findSignInCandidates(db, email);
  const hashes = candidates
    .filter((candidate) => candidate.tenantId.equals(scope.key))
    .map((candidate) => candidate.passwordHash);
  const isMatch = await matchPassword({ keyring, email }, hashes, password);
  return isMatch.includes(true);
}

/** Ends a person's session and closes its sockets. */
export async function signOut(
  ctx: Context,
  actor: UserActor,
  disconnect: (sessionId: string) => void,
): Promise<void> {
  await deleteRow(ctx, 'session', decodeId(actor.sessionId));
  disconnect(actor.sessionId);
}

/** Stores the person's language for the dashboard; returns the updated person. */
export async function changeLanguage(ctx: Context, actor: UserActor, language: Language): Promise<UserActor> {
  await storeLanguage(ctx, decodeId(actor.id), language);
  return { ...actor, language };
}

/** Changes the name of a person, by themselves; returns the updated person. */
export async function changeOwnName(ctx: Context, actor: UserActor, name: string): Promise<UserActor> {
  const { id } = actor;
  await inTransaction(ctx, async (ctx) => {
    const userId = decodeId(id);
    const before = await findRow(ctx, 'user', { columns: ['name'], where: { id: userId }, isLocked: true });
    if (!before || before.name === name) return;
    await updateRow(ctx, 'user', userId, { name });
    await ctx.audit({
      action: 'member.renamed',
      target: { kind: 'member', id, label: `${before.name} → ${name}` },
    });
    ctx.record('member.changed', { id, name });
  });
  return { ...actor, name };
}

/** Returns a ticket that lets a socket of this session connect once. */
export async function issueTicket(ctx: Context, actor: UserActor): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await addTicket(ctx, ctx.keyring.fingerprint(ticket), decodeId(actor.sessionId));
  return ticket;
}

/** Returns the person of a socket ticket and deletes it; null when it is unknown, used or expired. */
export async function redeemTicket(
  { db, keyring }: Pick<Resources, 'db' | 'keyring'>,
  ticket: string,
): Promise<UserActor | null> {
  const live = await takeTicket(db, keyring.fingerprint(ticket));
  return live && actorOfSession(live);
}

/**
 * Returns the current roles of the people of those sessions that have not ended, by session id. For the sockets of
 * this server.
 */
export async function liveSocketSessions(
  { db }: Pick<Resources, 'db'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, Role>> {
  const rows = sessionIds.length === 0 ? [] : await findSocketSessions(db, sessionIds.map(decodeId));
  return new Map(rows.map(({ id, role }) => [encodeId('session', id), role]));
}

function actorOfSession(live: LiveSession): UserActor {
  return {
    kind: 'user',
    id: encodeId('user', live.userId),
    sessionId: encodeId('session', live.sessionId),
    isConfirmed: live.isConfirmed === 1,
    name: live.name,
    email: live.email,
    role: live.role,
    language: LanguageSchema.nullable().catch(null).parse(live.language),
    permissions: ROLE_PERMISSIONS[live.role],
    scope: mintTenantScope(live.tenantId),
  };
}
