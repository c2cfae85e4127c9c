import type { EventName, EventPayload } from '../../../shared/events/index.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { currentClaim, outsideClaim } from '../idempotency/claim.ts';
import { storeAnswer } from '../idempotency/claim-store.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** What a service does its work with: the transaction, and the events that go with the change. */
export interface Work {
  readonly tx: Transaction;
  /** An event of this change. Its payload is what outsiders will see: presented, and frozen here. */
  record<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
  /** Moves the kept count of the tenant's contacts. */
  countContacts(difference: number): void;
  /**
   * What the call answers if it gets no further than this commit. Kept with the change when the call has
   * an Idempotency-Key: there may be one change with an answer, and no change without.
   */
  answers(body: object): void;
  /**
   * A step for the very end, when the tenant's counter is locked: of all changes of the tenant only one is
   * there at a time, and sees all that the ones before it did. It makes the others wait, so it must be short.
   */
  atEnd(step: () => Promise<void>): void;
}

/** Runs one change of a tenant: all of it is stored with its events, or none of it. */
export type UnitOfWork = <T>(scope: TenantScope, change: (work: Work) => Promise<T>) => Promise<T>;

/**
 * The last two statements of every change take the tenant's next sequence numbers and insert the
 * events. The counter's row lock is held until the commit, so numbers are given in commit order and
 * without gaps. `wake` is called after the commit; losing that call costs the relay's poll interval.
 */
export function createUnitOfWork(database: Database, wake: (tenantId: Buffer) => void): UnitOfWork {
  return async (scope, change) => {
    const claim = currentClaim();
    if (claim?.isAnswered) throw new Error('a second change under one Idempotency-Key');
    let recorded = 0;
    const result = await database.transaction(async (tx) => {
      const events: { name: string; payload: string }[] = [];
      const last: (() => Promise<void>)[] = [];
      let contacts = 0;
      let answer: object | undefined;
      const outcome = await change({
        tx,
        record: (name, payload) => events.push({ name, payload: JSON.stringify(payload) }),
        countContacts: (difference) => {
          contacts += difference;
        },
        answers: (body) => {
          answer = body;
        },
        atEnd: (step) => last.push(step),
      });
      if (claim) {
        if (!answer) throw new Error('a change under an Idempotency-Key did not say its answer');
        await storeAnswer(database, claim, answer, tx);
      }
      recorded = events.length;
      if (events.length + last.length > 0 || contacts !== 0)
        await store(database, scope, events, contacts, tx);
      for (const step of last) await step();
      return outcome;
    });
    if (claim) claim.isAnswered = true;
    if (recorded > 0) outsideClaim(() => wake(scope.key));
    return result;
  };
}

async function store(
  database: Database,
  scope: TenantScope,
  events: readonly { name: string; payload: string }[],
  contacts: number,
  tx: Transaction,
): Promise<void> {
  const tenantId = scope.key;
  await database.run(
    `UPDATE tenant_counters SET seq = LAST_INSERT_ID(seq + :count), contacts = contacts + :contacts
     WHERE tenant_id = :tenantId`,
    { tenantId, count: events.length, contacts },
    tx,
  );
  if (events.length === 0) return;
  const rows = events.map(
    (_, index) =>
      `(:tenantId, LAST_INSERT_ID() - ${events.length - 1 - index}, :name${index}, :payload${index}, UTC_TIMESTAMP(3))`,
  );
  const bindings: Record<string, string | Buffer> = { tenantId };
  for (const [index, event] of events.entries()) {
    bindings[`name${index}`] = event.name;
    bindings[`payload${index}`] = event.payload;
  }
  await database.run(
    `INSERT INTO events (tenant_id, seq, name, payload, created_at) VALUES ${rows.join(', ')}`,
    bindings,
    tx,
  );
}
