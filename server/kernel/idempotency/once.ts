import { AppError } from '../../../shared/domain/errors.ts';
import type { Database } from '../../db/database.ts';
import { CommitUnknownError, isConnectionLost } from '../../db/database-errors.ts';
import type { Logger } from '../logging/logger.ts';
import type { Claim } from './claim.ts';
import {
  expireLease,
  finish,
  type KeyedCall,
  keepStored,
  releaseKey,
  type StoredAnswer,
  takeKey,
} from './claim-store.ts';

/** Executes a call once for its Idempotency-Key. Later calls get the same response, with `isReplay` set. */
export type Once = (
  call: KeyedCall,
  execute: (claim: Claim) => Promise<unknown>,
) => Promise<StoredAnswer & { isReplay: boolean }>;

/**
 * Creates `Once`. An error before anything was stored releases the key, so that a retry is executed again. If
 * the update of the key after the call fails, the response is the same: retries rely on the lease and on the
 * response that was stored with the effect. `patient` is the database with a longer timeout, for releasing
 * the keys of calls that failed because the database did not respond.
 */
export function createOnce(database: Database, patient: Database, logger: Logger): Once {
  async function logFailure(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      logger.warn({ err: error }, 'failed to update an Idempotency-Key; its lease will expire');
    }
  }

  async function fail(claim: Claim, error: unknown): Promise<void> {
    const isUnknown = error instanceof CommitUnknownError;
    const kept = logFailure(isUnknown ? expireLease(patient, claim) : releaseKey(patient, claim));
    // When the database does not respond, do not delay the error as well.
    if (!isUnknown && !isConnectionLost(error)) await kept;
  }

  async function take(call: KeyedCall): Promise<Claim | StoredAnswer> {
    try {
      return await takeKey(database, call);
    } catch (error) {
      // The key may be claimed, but nothing has been executed under it.
      throw error instanceof CommitUnknownError ? new AppError('unavailable', { cause: error }) : error;
    }
  }

  return async (call, execute) => {
    const taken = await take(call);
    if (!('token' in taken)) return { ...taken, isReplay: true };
    let body: unknown;
    try {
      body = await execute(taken);
    } catch (error) {
      await fail(taken, error);
      throw error;
    }
    await logFailure(taken.isFinal ? keepStored(database, taken) : finish(database, taken, body));
    return { status: taken.status, body, isReplay: false };
  };
}
