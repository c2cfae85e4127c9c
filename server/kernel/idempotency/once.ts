import type { Database } from '../../db/database.ts';
import { CommitUnknownError } from '../../db/database-errors.ts';
import type { Logger } from '../logging/logger.ts';
import { type Claim, underClaim } from './claim.ts';
import { finish, giveBack, type KeyedCall, letFindOut, type StoredAnswer, takeKey } from './claim-store.ts';

/** Carries out a call once for its Idempotency-Key; later calls get the same answer, and `isReplay`. */
export type Once = (
  call: KeyedCall,
  execute: () => Promise<unknown>,
) => Promise<StoredAnswer & { isReplay: boolean }>;

/**
 * Errors before anything was stored free the key, so that a retry is carried out afresh. The bookkeeping
 * after the call never changes its answer: when it fails, the lease and the answer that the effect's
 * transaction stored say the rest.
 */
export function createOnce(database: Database, logger: Logger): Once {
  async function keepBooks(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      logger.warn({ err: error }, 'an Idempotency-Key could not be brought up to date; its lease will end');
    }
  }

  async function fail(claim: Claim, error: unknown): Promise<void> {
    await keepBooks(
      error instanceof CommitUnknownError ? letFindOut(database, claim) : giveBack(database, claim),
    );
  }

  return async (call, execute) => {
    const taken = await takeKey(database, call);
    if (!('token' in taken)) return { ...taken, isReplay: true };
    let body: unknown;
    try {
      body = await underClaim(taken, execute);
    } catch (error) {
      await fail(taken, error);
      throw error;
    }
    await keepBooks(finish(database, taken, body));
    return { status: taken.status, body, isReplay: false };
  };
}
