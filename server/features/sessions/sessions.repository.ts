import type { Language } from '../../../shared/domain/language.ts';
import type { Role } from '../../../shared/domain/roles.ts';
import type { Database } from '../../db/database.ts';
import type { SessionRow } from '../../db/models/session.model.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';

const TICKET_SECONDS = 30;

export class SessionsRepository extends TenantRepository<SessionRow> {
  protected readonly table = this.database.models.session;

  async touch(id: Buffer): Promise<void> {
    await this.update(id, { lastSeenAt: new Date() });
  }

  async setLanguage(userId: Buffer, language: Language): Promise<void> {
    await this.run('UPDATE users SET language = :language WHERE tenant_id = :tenantId AND id = :userId', {
      userId,
      language,
    });
  }

  /** Stores a ticket for 30 seconds of the database's clock, which also decides when it is redeemed. */
  async addTicket(tokenHash: Buffer, sessionId: Buffer): Promise<void> {
    await this.run(
      `INSERT INTO socket_tickets (token_hash, tenant_id, session_id, expires_at)
       VALUES (:tokenHash, :tenantId, :sessionId, UTC_TIMESTAMP(3) + INTERVAL ${TICKET_SECONDS} SECOND)`,
      { tokenHash, sessionId },
    );
  }
}

/** Somebody who may sign in: read before it is known which workspace is meant. */
export interface SignInCandidate {
  userId: Buffer;
  tenantId: Buffer;
  workspaceName: string;
  passwordHash: string;
}

/** Every member with this e-mail address, in whichever workspace. Only a right password gets past this. */
export function findSignInCandidates(database: Database, email: string): Promise<SignInCandidate[]> {
  return database.select<SignInCandidate>(
    `/* system: sign-in */ SELECT u.id AS userId, u.tenant_id AS tenantId, t.name AS workspaceName,
       u.password_hash AS passwordHash
     FROM users u JOIN tenants t ON t.id = u.tenant_id WHERE u.email = :email ORDER BY u.id LIMIT 20`,
    { email },
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
}

const LIVE = `SELECT s.id AS sessionId, s.tenant_id AS tenantId, u.id AS userId, u.name, u.email, u.role,
    u.language, s.last_seen_at AS lastSeenAt
  FROM sessions s JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id`;

/** The session behind a token, before anybody is known. */
export async function findLiveSession(database: Database, tokenHash: Buffer): Promise<LiveSession | null> {
  const [row] = await database.select<LiveSession>(
    `/* system: session */ ${LIVE} WHERE s.token_hash = :tokenHash AND s.expires_at > UTC_TIMESTAMP(3)`,
    { tokenHash },
  );
  return row ?? null;
}

/** The session behind a socket ticket; the ticket is used up, and only one of two that try gets it. */
export async function redeemTicket(database: Database, tokenHash: Buffer): Promise<LiveSession | null> {
  const [ticket] = await database.select<{ sessionId: Buffer }>(
    `/* system: socket-ticket */ SELECT session_id AS sessionId FROM socket_tickets
     WHERE token_hash = :tokenHash AND expires_at > UTC_TIMESTAMP(3)`,
    { tokenHash },
  );
  const used = await database.run(
    '/* system: socket-ticket */ DELETE FROM socket_tickets WHERE token_hash = :tokenHash',
    { tokenHash },
  );
  if (!ticket || used !== 1) return null;
  const [row] = await database.select<LiveSession>(
    `/* system: session */ ${LIVE} WHERE s.id = :id AND s.expires_at > UTC_TIMESTAMP(3)`,
    { id: ticket.sessionId },
  );
  return row ?? null;
}
