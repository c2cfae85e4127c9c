import type { AuditEntry } from '../../../shared/contract/audit-log.contract.ts';
import type { EventName, EventPayload } from '../../../shared/events/index.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { Counter } from '../../db/models/index.ts';
import type { Actor } from '../auth/actor.ts';
import { type Author, OPERATOR } from '../auth/author.ts';
import type { Clock } from '../clock/clock.ts';
import type { Keyring } from '../crypto/keyring.ts';
import type { Cursors } from '../http/cursor.ts';
import type { Claim } from '../idempotency/claim.ts';
import type { Logger } from '../logging/logger.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** What all work in this process shares. */
export interface Resources {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keyring: Keyring;
  readonly cursors: Cursors;
  /** Tells the relay that a workspace has new events. Losing a call costs the relay's poll interval. */
  wakeRelay(tenantId: Buffer): void;
}

/** What one piece of work in one workspace is done with: the first argument of every service and repository. */
export interface Context extends Resources {
  readonly scope: TenantScope;
  /** Who asks, proved by a credential; null for workers, jobs and the command line. */
  readonly actor: Actor | null;
  /** Who does it, as the audit log keeps it. */
  readonly author: Author;
  /** Set inside `inTransaction`: statements run on its connection. */
  readonly tx?: Transaction | undefined;
  /** The claim of the request's Idempotency-Key; null without one. */
  readonly claim: Claim | null;
}

/** What `inTransaction` adds to a context: what is recorded here is stored with the change, or not at all. */
export interface Change {
  readonly tx: Transaction;
  /** Records an event of this change. Its payload is what outsiders will see: presented, and frozen here. */
  record<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
  /** Adds an entry to the audit log, by the author of the context. */
  audit(change: Pick<AuditEntry, 'action' | 'target'>): Promise<void>;
  /** Moves one of the numbers that are kept for the workspace. */
  count(counter: Counter, difference: number): void;
  /**
   * Sets what the call answers if it gets no further than this commit. It is kept with the change when the call has
   * an Idempotency-Key: there may be one change with an answer, and no change without.
   */
  answers(body: object): void;
  /**
   * Adds a step for the very end, when the counter of the workspace is locked: only one change of the workspace is
   * there at a time, and sees all that the ones before it did. It makes the others wait, so it must be short.
   */
  atEnd(step: () => Promise<void>): void;
}

/** A context inside `inTransaction`. */
export type ChangeContext = Context & Change;

/** The part of a context that statements need. Workers that only read may pass just this. */
export type QueryContext = Pick<Context, 'db' | 'scope' | 'tx'>;

/** Returns the context of one request or one item of a worker. */
export function createContext(
  resources: Resources,
  {
    scope,
    author,
    actor = null,
    claim = null,
  }: Pick<Context, 'scope' | 'author'> & Partial<Pick<Context, 'actor' | 'claim'>>,
): Context {
  const { db, clock, log, keyring, cursors, wakeRelay } = resources;
  return { db, clock, log, keyring, cursors, wakeRelay, scope, author, actor, claim };
}

/** Returns the context of what the operator or the server itself does in a workspace. */
export function operatorContext(resources: Resources, scope: TenantScope): Context {
  return createContext(resources, { scope, author: OPERATOR });
}
