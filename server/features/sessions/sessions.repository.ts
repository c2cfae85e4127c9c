import type { Language } from '../../../shared/domain/language.ts';
import type { Role } from '../../../shared/domain/roles.ts';
import type { Database } from '../../db/database.ts';
import type { SessionRow } from '../../db/models/session.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { deleteRows, findRow, findRows, Op, run, select, updateRow } from '../../kernel/tenancy/rows.ts';

const TICKET_SECONDS = 30;
/** How long a person need not enter their password again (decision 0248). */
export const CONFIRMED_MINUTES = 5;
/** Sessions over the limit that one sign-in ends; before the limit existed, a person could have any number. */
const BEYOND = 500;
/** The workspaces of one address that are looked at. All cost one password check. */
const MAX_WORKSPACES = 1_000;

/** Stores the language that a person has chosen for the dashboard. */
export async function storeLanguage(ctx: QueryContext, userId: Buffer, language: Language): Promise<void> {
  await updateRow(ctx, 'user', userId, { language });
}

/** Ends all sessions of a person except one, and sign-ins that wait for their second step; returns the sessions. */
export async function endOtherSessions(ctx: QueryContext, userId: Buffer, kept: Buffer): Promise<Buffer[]> {
  await run(ctx, 'DELETE FROM sign_in_challenges WHERE tenant_id = :tenantId AND user_id = :userId', {
    userId,
  });
  const where = { userId, id: { [Op.ne]: kept } };
  const others = await findRows(ctx, 'session', { columns: ['id'], where });
  await deleteRows(ctx, 'session', where);
  return others.map(({ id }) => id);
}

/** Stores a ticket for 30 seconds of the database's clock, which also decides when it is redeemed. */
export async function addTicket(ctx: QueryContext, tokenHash: Buffer, sessionId: Buffer): Promise<void> {
  await run(
    ctx,
    `INSERT INTO socket_tickets (token_hash, tenant_id, session_id, expires_at)
     VALUES (:tokenHash, :tenantId, :sessionId, UTC_TIMESTAMP(3) + INTERVAL ${TICKET_SECONDS} SECOND)`,
    { tokenHash, sessionId },
  );
}

/** Returns whether this is still the stored hash of a member's password. It cannot change until the transaction ends. */
export async function holdsPassword(
  ctx: QueryContext,
  { userId, passwordHash }: Pick<SignInCandidate, 'userId' | 'passwordHash'>,
): Promise<boolean> {
  const where = { id: userId };
  const row = await findRow(ctx, 'user', { columns: ['passwordHash'], where, isLocked: true });
  return row?.passwordHash === passwordHash;
}

/** A person who may sign in: read before it is known which workspace is meant. */
export interface SignInCandidate {
  userId: Buffer;
  tenantId: Buffer;
  workspaceName: string;
  passwordHash: string;
}

/** Returns every member with this email address, in all workspaces. Only a right password gets past this. */
export function findSignInCandidates(db: Database, email: string): Promise<SignInCandidate[]> {
  return db.select<SignInCandidate>(
    `/* system: sign-in */ SELECT u.id AS userId, u.tenant_id AS tenantId, t.name AS workspaceName,
       u.password_hash AS passwordHash
     FROM users u JOIN tenants t ON t.id = u.tenant_id WHERE u.email = :email ORDER BY u.id LIMIT ${MAX_WORKSPACES}`,
    { email },
  );
}

const DEVICES_LISTED = 100;

/** A live session of a person, for the list of their devices. */
export type DeviceRow = Pick<SessionRow, 'id' | 'userAgent' | 'createdAt' | 'lastSeenAt'>;

/** Returns the live sessions of a person, the most recently used first. */
export function findDevices(ctx: QueryContext, userId: Buffer): Promise<DeviceRow[]> {
  return select<DeviceRow>(
    ctx,
    `SELECT id, user_agent AS userAgent, created_at AS createdAt, last_seen_at AS lastSeenAt FROM sessions
     WHERE tenant_id = :tenantId AND user_id = :userId AND expires_at > UTC_TIMESTAMP(3)
     ORDER BY last_seen_at DESC, id DESC LIMIT ${DEVICES_LISTED}`,
    { userId },
  );
}

/** Ends one session of a person; returns whether there was one. */
export async function deleteDevice(ctx: QueryContext, userId: Buffer, id: Buffer): Promise<boolean> {
  return (await deleteRows(ctx, 'session', { userId, id })) > 0;
}

/** What the sockets of a session need to know about it. */
export interface SocketSession {
  id: Buffer;
  role: Role;
}

/** Returns those of the given sessions that have not ended, each with the current role of its person. */
export function findSocketSessions(db: Database, ids: readonly Buffer[]): Promise<SocketSession[]> {
  return db.select<SocketSession>(
    `/* system: sockets */ SELECT s.id, u.role
     FROM sessions s JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
     WHERE s.id IN (:ids) AND s.expires_at > UTC_TIMESTAMP(3)`,
    { ids: [...ids] },
  );
}

export interface LiveSession {
  sessionId: Buffer;
  tenantId: Buffer;
  userId: Buffer;
  name: string;
  email: string;
  role: Role;
  /** As it was stored: a later version may know more languages than this one. */
  language: string | null;
  lastSeenAt: Date;
  /** 1 while the last confirmation is recent enough. */
  isConfirmed: number;
}

const LIVE = `SELECT s.id AS sessionId, s.tenant_id AS tenantId, u.id AS userId, u.name, u.email, u.role,
    u.language, s.last_seen_at AS lastSeenAt,
    COALESCE(s.confirmed_at > UTC_TIMESTAMP(3) - INTERVAL ${CONFIRMED_MINUTES} MINUTE, 0) AS isConfirmed
  FROM sessions s JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id`;

/**
 * Returns the session of a token, before any person is known; null when it has ended. SQL, because every request of
 * the dashboard asks this.
 */
export async function findLiveSession(db: Database, tokenHash: Buffer): Promise<LiveSession | null> {
  const [row] = await db.select<LiveSession>(
    `/* system: session */ ${LIVE} WHERE s.token_hash = :tokenHash AND s.expires_at > UTC_TIMESTAMP(3)`,
    { tokenHash },
  );
  return row ?? null;
}

/**
 * Returns the session of a socket ticket; null for a ticket that has expired. The ticket is used up, and only one of
 * two that try gets it.
 */
export async function takeTicket(db: Database, tokenHash: Buffer): Promise<LiveSession | null> {
  const [ticket] = await db.select<{ sessionId: Buffer }>(
    `/* system: socket-ticket */ SELECT session_id AS sessionId FROM socket_tickets
     WHERE token_hash = :tokenHash AND expires_at > UTC_TIMESTAMP(3)`,
    { tokenHash },
  );
  const used = await db.run(
    '/* system: socket-ticket */ DELETE FROM socket_tickets WHERE token_hash = :tokenHash',
    { tokenHash },
  );
  if (!ticket || used !== 1) return null;
  const [row] = await db.select<LiveSession>(
    `/* system: session */ ${LIVE} WHERE s.id = :id AND s.expires_at > UTC_TIMESTAMP(3)`,
    { id: ticket.sessionId },
  );
  return row ?? null;
}

/** Ends a person's oldest sessions, so that they have at most this many. */
export async function endOldSessions(ctx: QueryContext, userId: Buffer, most: number): Promise<void> {
  const rows = await findRows(ctx, 'session', {
    columns: ['id'],
    where: { userId },
    order: [
      ['createdAt', 'DESC'],
      ['id', 'DESC'],
    ],
    limit: most + BEYOND,
  });
  const old = rows.slice(most).map(({ id }) => id);
  if (old.length > 0) await deleteRows(ctx, 'session', { id: { [Op.in]: old } });
}

/** Deletes up to `limit` rows that have expired; returns how many there were. */
export function deleteExpired(
  db: Database,
  table: 'socket_tickets' | 'sessions',
  limit: number,
): Promise<number> {
  return db.run(
    `/* system: housekeeping */ DELETE FROM ${table} WHERE expires_at < UTC_TIMESTAMP(3) LIMIT ${limit}`,
  );
}
