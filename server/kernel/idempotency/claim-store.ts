import { AppError, ERRORS } from '../../../shared/domain/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { isDuplicate, isUndone } from '../../db/database-errors.ts';
import { contactOfResponse } from '../context/contact-of.ts';
import type { QueryContext } from '../context/context.ts';
import { newKey } from '../ids.ts';
import { run } from '../tenancy/rows.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import type { Claim } from './claim.ts';
import { ERASED_ANSWER } from './idempotency-key.ts';

/** A call with an Idempotency-Key, before it is known whether it is the first. */
export interface KeyedCall {
  scope: TenantScope;
  keyHash: Buffer;
  fingerprint: Buffer;
  /** HTTP status of the response if the call is executed. */
  status: number;
}

/** The stored response of the first call. */
export interface StoredAnswer {
  status: number;
  body: unknown;
}

const LEASE = 'UTC_TIMESTAMP(3) + INTERVAL 60 SECOND';
const EXPIRY = 'UTC_TIMESTAMP(3) + INTERVAL 24 HOUR';
const TRIES = 6;
/** Sent as Retry-After: the first call takes at most 10 seconds, and usually much less. */
const ASK_AGAIN_SECONDS = 1;

/**
 * Claims the key for this call, or returns the stored response of the first call. Uses the database's clock.
 * When the lease of an unfinished call expires, the key is taken over by compare-and-set, unless the call had
 * stored a response along with its effect: then that response is returned.
 * @throws {AppError} idempotency_conflict when another request uses the key; idempotency_in_progress.
 */
export async function takeKey(database: Database, call: KeyedCall): Promise<Claim | StoredAnswer> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const token = newKey();
    const claim = { scope: call.scope, keyHash: call.keyHash, token, status: call.status, isAnswered: false };
    try {
      if (await insert(database, call, token)) return claim;
      const row = await find(database, call);
      // The key was released between the two statements.
      if (!row) continue;
      if (!row.isExpired) {
        const answer = answerOf(row, call);
        if (answer) return answer;
      }
      if (await takeOver(database, call, row.token, token)) return claim;
    } catch (error) {
      if (!isUndone(error) || attempt === TRIES) throw error;
    }
  }
  throw inProgress();
}

/** Returns the response stored in a row; null when there is none and no call is in progress. */
function answerOf(row: Row, { fingerprint }: KeyedCall): StoredAnswer | null {
  if (!row.fingerprint.equals(fingerprint)) throw new AppError('idempotency_conflict');
  if (row.status === ERASED) throw new AppError('contact_not_found', { message: ERASED_ANSWER });
  if (row.state === 0 && row.isLeased) throw inProgress();
  return row.body === null || row.status === null ? null : { status: row.status, body: JSON.parse(row.body) };
}

function inProgress(): AppError {
  return new AppError('idempotency_in_progress', { retryAfter: ASK_AGAIN_SECONDS });
}

async function insert(database: Database, call: KeyedCall, token: Buffer): Promise<boolean> {
  try {
    await database.run(
      `INSERT INTO idempotency_keys (tenant_id, key_hash, fingerprint, token, lease_until, expires_at)
       VALUES (:tenantId, :keyHash, :fingerprint, :token, ${LEASE}, ${EXPIRY})`,
      { ...named(call), fingerprint: call.fingerprint, token },
    );
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

interface Row {
  fingerprint: Buffer;
  state: number;
  token: Buffer;
  status: number | null;
  body: string | null;
  isLeased: boolean;
  isExpired: boolean;
}

async function find(database: Database, call: KeyedCall): Promise<Row | null> {
  const [row] = await database.select<
    Omit<Row, 'isLeased' | 'isExpired'> & Record<'isLeased' | 'isExpired', number>
  >(
    `SELECT fingerprint, state, token, status, body, lease_until > UTC_TIMESTAMP(3) AS isLeased,
       expires_at <= UTC_TIMESTAMP(3) AS isExpired
     FROM idempotency_keys WHERE tenant_id = :tenantId AND key_hash = :keyHash`,
    named(call),
  );
  return row ? { ...row, isLeased: row.isLeased === 1, isExpired: row.isExpired === 1 } : null;
}

/** Takes the key over from a call without a response, or from an expired one, if the row is unchanged. */
async function takeOver(database: Database, call: KeyedCall, from: Buffer, token: Buffer): Promise<boolean> {
  const changed = await database.run(
    `UPDATE idempotency_keys SET token = :token, fingerprint = :fingerprint, state = 0, status = NULL,
       body = NULL, contact_id = NULL, lease_until = ${LEASE}, expires_at = ${EXPIRY}
     WHERE tenant_id = :tenantId AND key_hash = :keyHash AND token = :from AND (expires_at <= UTC_TIMESTAMP(3)
       OR (state = 0 AND body IS NULL AND lease_until <= UTC_TIMESTAMP(3)))`,
    { ...named(call), fingerprint: call.fingerprint, token, from },
  );
  return changed > 0;
}

/**
 * Stores the response in the same transaction as the effect. Once it is committed, retries get this response.
 * @throws {AppError} idempotency_in_progress when another call has taken over; the effect is then rolled
 * back.
 */
export async function storeAnswer(
  database: Database,
  claim: Claim,
  body: unknown,
  tx: Transaction,
): Promise<void> {
  const changed = await database.run(
    `UPDATE idempotency_keys SET status = :status, body = :body, contact_id = :contactId
     WHERE tenant_id = :tenantId AND key_hash = :keyHash AND token = :token AND state = 0 AND body IS NULL`,
    { ...owned(claim), ...stored(claim, body) },
    tx,
  );
  if (changed === 0) throw inProgress();
}

/** Marks the call as finished with this response. */
export async function finish(database: Database, claim: Claim, body: unknown): Promise<void> {
  await database.run(
    `UPDATE idempotency_keys SET state = 1, status = :status, body = :body, contact_id = :contactId
     WHERE tenant_id = :tenantId AND key_hash = :keyHash AND token = :token`,
    { ...owned(claim), ...stored(claim, body ?? null) },
  );
}

const MINE = 'WHERE tenant_id = :tenantId AND key_hash = :keyHash AND token = :token';

/** Marks the call as finished with the response that it has stored; returns whether there is one. */
export async function keepStored(database: Database, claim: Claim): Promise<boolean> {
  const kept = await database.run(
    `UPDATE idempotency_keys SET state = 1 ${MINE} AND body IS NOT NULL`,
    owned(claim),
  );
  return kept > 0;
}

/** Marks the call as failed. Keeps a response that it has already stored; otherwise deletes the key. */
export async function releaseKey(database: Database, claim: Claim): Promise<void> {
  if (await keepStored(database, claim)) return;
  await database.run(`DELETE FROM idempotency_keys ${MINE} AND body IS NULL`, owned(claim));
}

/** Ends the lease, so that the next call finds out at once whether the effect was stored. */
export async function expireLease(database: Database, claim: Claim): Promise<void> {
  await database.run(
    `UPDATE idempotency_keys SET lease_until = UTC_TIMESTAMP(3)
     WHERE tenant_id = :tenantId AND key_hash = :keyHash AND token = :token`,
    owned(claim),
  );
}

/** The status of a stored response that is erased: the contact that it was about has been deleted. */
const ERASED = ERRORS.contact_not_found.status;

/**
 * Erases the responses about a deleted contact. The keys stay, so that a retry is not executed again. The new
 * token stops a call that is still running from storing its response again.
 */
export async function eraseAnswers(ctx: QueryContext, contactId: Buffer): Promise<void> {
  await run(
    ctx,
    `UPDATE idempotency_keys SET state = 1, status = ${ERASED}, body = 'null', contact_id = NULL, token = :token
     WHERE tenant_id = :tenantId AND contact_id = :contactId`,
    { contactId, token: newKey() },
  );
}

function stored(claim: Claim, body: unknown) {
  return { status: claim.status, body: JSON.stringify(body), contactId: contactOfResponse(body) };
}

function named({ scope, keyHash }: Pick<KeyedCall, 'scope' | 'keyHash'>) {
  return { tenantId: scope.key, keyHash };
}

function owned(claim: Claim) {
  return { ...named(claim), token: claim.token };
}
