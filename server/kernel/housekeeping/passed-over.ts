import { isOutage, isUndone } from '../../db/database-errors.ts';
import { encodeTenantId } from '../ids.ts';

/** With so many failures in a pass, the cause is not one item: the step ends. */
const MANY = 100;
/** No row has this id: SQL takes no empty list. */
const NO_ID = Buffer.alloc(16);

/** What a step could not remove in one pass. */
export interface PassedOver {
  /** The ids of what is still there, for `NOT IN`: the next page must not begin with it again. Never empty. */
  readonly ids: readonly Buffer[];
  /**
   * Removes one item, and returns whether it was. An error is noted, so that the others are removed, unless the database is away; `false` from `remove` leaves
   * the item for the next pass.
   */
  attempt(item: { id: Buffer; tenantId: Buffer }, remove: () => Promise<unknown>): Promise<boolean>;
  /** Whether so many have failed that the step should end. */
  hasTooMany(): boolean;
  /** @throws {Error} when items have failed: how many, the first of them, and its error. */
  end(): void;
}

/**
 * Creates the notes of one pass of a step that removes items one by one. One that fails is passed over and tried again in the next
 * pass: it must not hold up the others. `what`: the items, in the plural.
 */
export function createPassedOver(what: string): PassedOver {
  const ids: Buffer[] = [NO_ID];
  let failed = 0;
  let first: { about: string; error: unknown } | null = null;
  return {
    ids,
    attempt: async ({ id, tenantId }, remove) => {
      try {
        if ((await remove()) !== false) return true;
      } catch (error) {
        // Not about this item: each of the others would wait for the database as long.
        if (isOutage(error) && !isUndone(error)) throw error;
        failed += 1;
        first ??= { about: `${id.toString('hex')} of ${encodeTenantId(tenantId)}`, error };
      }
      ids.push(id);
      return false;
    },
    hasTooMany: () => failed >= MANY,
    end: () => {
      if (first === null) return;
      const { about, error } = first;
      throw new Error(`${failed} ${what} could not be removed, the first is ${about}`, { cause: error });
    },
  };
}
