import type { AuditChange } from '../../../shared/contract/audit-log.contract.ts';
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

/** The resources that all work in this process shares. */
export interface Resources {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keyring: Keyring;
  readonly cursors: Cursors;
  /** Notifies the relay of a workspace's new events. If a call is lost, the relay's next poll finds them. */
  wakeRelay(tenantId: Buffer): void;
  /** Records, in the metrics, that a worker has finished a round without an error. */
  roundSucceeded(worker: string): void;
}

/**
 * The context of a request or worker item in a workspace: the first argument of services and repositories.
 */
export interface Context extends Resources {
  readonly scope: TenantScope;
  /** The authenticated caller; null for workers, jobs and the command line. */
  readonly actor: Actor | null;
  /** The author, as recorded in the audit log. */
  readonly author: Author;
  /** Set inside `inTransaction`: statements run on its connection. */
  readonly tx?: Transaction | undefined;
  /** The claim of the request's Idempotency-Key; null without one. */
  readonly claim: Claim | null;
}

/** What `inTransaction` adds to a context. What is recorded here is stored with the change, or not at all. */
export interface Change {
  readonly tx: Transaction;
  /**
   * Records an event of this change. The payload is serialized now, in the form that the API shows.
   * `contactId` names the contact whose data it holds, when the payload does not.
   */
  record<Name extends EventName>(name: Name, payload: EventPayload<Name>, contactId?: Buffer | null): void;
  /** Adds an entry to the audit log, by the author of the context. */
  audit(change: AuditChange): Promise<void>;
  /** Moves one of the numbers that are kept for the workspace. */
  count(counter: Counter, difference: number): void;
  /**
   * Sets the response in case the request ends after this commit. It is stored with the change when the
   * request has an Idempotency-Key, which allows only one change and requires a response for it. The response of
   * the route then replaces it, unless it is `final`: for responses with a secret, which must not be stored.
   */
  setResponse(body: object, options?: { isFinal: boolean }): void;
  /**
   * Adds a step for the end of the transaction, when the workspace's counter row is locked: changes of the
   * workspace pass this point one at a time, and each sees those before it. The others wait, so the step must
   * be short.
   */
  atEnd(step: () => Promise<void>): void;
}

/** A context inside `inTransaction`. */
export type ChangeContext = Context & Change;

/** The part of a context that statements need. Workers that only read may pass just this. */
export type QueryContext = Pick<Context, 'db' | 'scope' | 'tx'>;

/** Returns the context of one request or one worker item. */
export function createContext(
  resources: Resources,
  {
    scope,
    author,
    actor = null,
    claim = null,
  }: Pick<Context, 'scope' | 'author'> & Partial<Pick<Context, 'actor' | 'claim'>>,
): Context {
  const { clock, log, keyring, cursors, wakeRelay, roundSucceeded } = resources;
  const db = resources.db.inTurnOf(scope.tenantId);
  return { db, clock, log, keyring, cursors, wakeRelay, roundSucceeded, scope, author, actor, claim };
}

/** Returns the context for work of the operator or of the server itself in a workspace. */
export function operatorContext(resources: Resources, scope: TenantScope): Context {
  return createContext(resources, { scope, author: OPERATOR });
}
