import { AppError } from '../../../shared/domain/errors.ts';
import type { Database } from '../../db/database.ts';
import { CommitUnknownError, isConnectionLost } from '../../db/database-errors.ts';
import type { Logger } from '../logging/logger.ts';
import type { Claim } from './claim.ts';
import { finish, giveBack, type KeyedCall, letFindOut, type StoredAnswer, takeKey } from './claim-store.ts';

/** Carries out a call once for its Idempotency-Key; later calls get the same answer, and `isReplay`. */
export type Once = (
  call: KeyedCall,
  execute: (claim: Claim) => Promise<unknown>,
) => Promise<StoredAnswer & { isReplay: boolean }>;

/**
 * Errors before anything was stored free the key, so that a retry is carried out afresh. The bookkeeping
 * after the call never changes its answer: when it fails, the lease and the answer that the effect's
 * transaction stored say the rest. `patient` is the database with more time: it frees keys of calls that failed
 * because the database did not answer.
 */
export function createOnce(database: Database, patient: Database, logger: Logger): Once {
  async function keepBooks(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      logger.warn({ err: error }, 'an Idempotency-Key could not be brought up to date; its lease will end');
    }
  }

  async function fail(claim: Claim, error: unknown): Promise<void> {
    const isUnknown = error instanceof CommitUnknownError;
    const kept = keepBooks(isUnknown ? letFindOut(patient, claim) : giveBack(patient, claim));
    // A database that gives no answer must not hold back the error as well.
    if (!isUnknown && !isConnectionLost(error)) await kept;
  }

  async function take(call: KeyedCall): Promise<Claim | StoredAnswer> {
    try {
      return await takeKey(database, call);
    } catch (error) {
      // Perhaps the key is taken, but nothing has been carried out under it.
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
    await keepBooks(finish(database, taken, body));
    return { status: taken.status, body, isReplay: false };
  };
}
