import { randomBytes } from 'node:crypto';
import type { Session } from '../../../shared/contract/session.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { type Language, LanguageSchema } from '../../../shared/domain/language.ts';
import { ROLE_PERMISSIONS } from '../../../shared/domain/roles.ts';
import type { Database } from '../../db/database.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { Keyring } from '../../kernel/crypto/keyring.ts';
import { verifyNothing, verifyPassword } from '../../kernel/crypto/passwords.ts';
import { decodeId, encodeId, encodeTenantId, newKey } from '../../kernel/ids.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import {
  findLiveSession,
  findSignInCandidates,
  type LiveSession,
  redeemTicket,
  SessionsRepository,
  type SignInCandidate,
} from './sessions.repository.ts';

export interface SessionsDeps {
  database: Database;
  keyring: Keyring;
  publicUrl: string;
  latestSeq(scope: TenantScope): Promise<number>;
  describeWorkspace(scope: TenantScope): Promise<Session['workspace']>;
  disconnectSession(sessionId: string): void;
}

export type SessionsService = ReturnType<typeof createSessionsService>;

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** A session's last use is written down at most this often. */
const TOUCH_MS = 60_000;

export function createSessionsService(deps: SessionsDeps) {
  const { database, keyring } = deps;

  /** Opens a session for a member and gives its token, which exists nowhere else. */
  async function open(scope: TenantScope, userId: Buffer, userAgent: string): Promise<string> {
    const token = `ses_${randomBytes(32).toString('base64url')}`;
    const now = new Date();
    await new SessionsRepository(database, scope).insert({
      id: newKey(),
      userId,
      tokenHash: keyring.fingerprint(token),
      userAgent,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    });
    return token;
  }

  async function authenticate(token: string): Promise<UserActor | null> {
    const live = await findLiveSession(database, keyring.fingerprint(token));
    if (!live) return null;
    const actor = actorOfSession(live);
    if (Date.now() - live.lastSeenAt.getTime() > TOUCH_MS) {
      await new SessionsRepository(database, actor.scope).touch(live.sessionId);
    }
    return actor;
  }

  return {
    open,
    authenticate,

    /**
     * Checks the password against every member with this address. One match signs in; several ask
     * which workspace is meant; an unknown address takes as long as a wrong password.
     */
    async signIn(
      input: { email: string; password: string; workspaceId?: string | undefined },
      userAgent: string,
    ) {
      const candidates = await findSignInCandidates(database, input.email);
      if (candidates.length === 0) await verifyNothing(input.password);
      const matches: SignInCandidate[] = [];
      for (const candidate of candidates) {
        if (await verifyPassword(candidate.passwordHash, input.password)) matches.push(candidate);
      }
      const named = matches.filter(
        (match) => input.workspaceId === undefined || encodeTenantId(match.tenantId) === input.workspaceId,
      );
      const [match, ...others] = named;
      if (!match) throw new AppError('invalid_credentials');
      if (others.length > 0) {
        throw new AppError('workspace_choice_required', {
          details: named.map((one) => ({ path: encodeTenantId(one.tenantId), message: one.workspaceName })),
        });
      }
      return open(mintTenantScope(match.tenantId), match.userId, userAgent);
    },

    /** Whether this address and password belong to a member of this very workspace. */
    async isLogin(scope: TenantScope, email: string, password: string): Promise<boolean> {
      const candidates = await findSignInCandidates(database, email);
      const member = candidates.find((candidate) => candidate.tenantId.equals(scope.key));
      return member !== undefined && verifyPassword(member.passwordHash, password);
    },

    async signOut(actor: UserActor): Promise<void> {
      await new SessionsRepository(database, actor.scope).remove(decodeId(actor.sessionId));
      deps.disconnectSession(actor.sessionId);
    },

    /** The signed-in person, as their screen needs it. The sequence number is read first: see the contract. */
    async describe(actor: UserActor): Promise<Session> {
      const seq = await deps.latestSeq(actor.scope);
      return {
        user: {
          id: actor.id,
          name: actor.name,
          email: actor.email,
          role: actor.role,
          language: actor.language,
        },
        permissions: [...actor.permissions],
        workspace: await deps.describeWorkspace(actor.scope),
        seq,
        publicUrl: deps.publicUrl,
      };
    },

    /** Stores the person's own language for the dashboard. */
    async changeLanguage(actor: UserActor, language: Language): Promise<UserActor> {
      await new SessionsRepository(database, actor.scope).setLanguage(decodeId(actor.id), language);
      return { ...actor, language };
    },

    async issueTicket(actor: UserActor): Promise<string> {
      const ticket = randomBytes(32).toString('base64url');
      await new SessionsRepository(database, actor.scope).addTicket(
        keyring.fingerprint(ticket),
        decodeId(actor.sessionId),
      );
      return ticket;
    },

    async redeem(ticket: string): Promise<UserActor | null> {
      const live = await redeemTicket(database, keyring.fingerprint(ticket));
      return live && actorOfSession(live);
    },
  };
}

function actorOfSession(live: LiveSession): UserActor {
  return {
    kind: 'user',
    id: encodeId('user', live.userId),
    sessionId: encodeId('session', live.sessionId),
    name: live.name,
    email: live.email,
    role: live.role,
    language: LanguageSchema.nullable().catch(null).parse(live.language),
    permissions: ROLE_PERMISSIONS[live.role],
    scope: mintTenantScope(live.tenantId),
  };
}
