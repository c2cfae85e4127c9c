import type { Database, Transaction } from '../../db/database.ts';
import type { Counter } from '../../db/models/index.ts';
import { LONG_REQUEST_LIMITS } from '../../db/time-limits.ts';
import { recordAudit } from '../audit/audit.ts';
import { storeAnswer } from '../idempotency/claim-store.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { contactOfEvent } from './contact-of.ts';
import type { Change, Context } from './context.ts';

/** The parts of a context that a change needs. */
type Changeable = Pick<Context, 'db' | 'scope' | 'author' | 'claim' | 'tx' | 'wakeRelay' | 'clock'>;

/**
 * Runs one change of a workspace: stores everything with its events and audit entries, or nothing. The
 * database may require the whole change to be repeated, so `change` must have no effects outside the
 * transaction.
 *
 * The last two statements take the workspace's next sequence numbers and insert the events. The counter's row
 * lock is held until the commit, so numbers are assigned in commit order and without gaps.
 * @throws {CommitUnknownError} when it is unknown whether the change was stored.
 */
export async function inTransaction<Ctx extends Changeable, T>(
  ctx: Ctx,
  change: (ctx: Ctx & Change) => Promise<T>,
): Promise<T> {
  const { db, scope, claim, clock } = ctx;
  if (ctx.tx) throw new Error('inTransaction cannot be nested');
  if (claim?.isAnswered) throw new Error('only one change is allowed per Idempotency-Key');
  let recorded = 0;
  const result = await db.transaction(async (tx) => {
    const events: StoredEvent[] = [];
    const last: (() => Promise<void>)[] = [];
    const counts = new Map<Counter, number>();
    let response: object | undefined;
    const outcome = await change({
      ...ctx,
      tx,
      record: (name, payload, contactId = contactOfEvent(payload)) =>
        events.push({ name, payload: JSON.stringify(payload), contactId }),
      audit: (entry) => recordAudit({ db, scope, tx, clock }, { ...entry, by: ctx.author }),
      count: (counter, difference) => {
        counts.set(counter, (counts.get(counter) ?? 0) + difference);
      },
      setResponse: (body, { isFinal } = { isFinal: false }) => {
        response = body;
        if (claim) claim.isFinal = isFinal;
      },
      atEnd: (step) => last.push(step),
    });
    if (claim) {
      if (!response) throw new Error('a change under an Idempotency-Key must call setResponse()');
      await storeAnswer(db, claim, response, tx);
    }
    recorded = events.length;
    if (events.length + last.length + counts.size > 0) await store(db, scope, events, counts, tx);
    for (const step of last) await step();
    return outcome;
  });
  if (claim) claim.isAnswered = true;
  if (recorded > 0) ctx.wakeRelay(scope.key);
  return result;
}

/** Runs a change that a request waits for and that counts or changes many rows: it may take longer than others. */
export function inLongTransaction<Ctx extends Changeable, T>(
  ctx: Ctx,
  change: (ctx: Ctx & Change) => Promise<T>,
): Promise<T> {
  return inTransaction({ ...ctx, db: ctx.db.withLimits(LONG_REQUEST_LIMITS) }, change);
}

interface StoredEvent {
  name: string;
  payload: string;
  /** The contact whose data it holds. */
  contactId: Buffer | null;
}

async function store(
  db: Database,
  scope: TenantScope,
  events: readonly StoredEvent[],
  counts: ReadonlyMap<Counter, number>,
  tx: Transaction,
): Promise<void> {
  const tenantId = scope.key;
  const moved = [...counts.keys()].map((counter) => `, ${counter} = ${counter} + :${counter}`).join('');
  const changed = await db.run(
    `UPDATE tenant_counters SET seq = LAST_INSERT_ID(seq + :count)${moved}
     WHERE tenant_id = :tenantId`,
    { tenantId, count: events.length, ...Object.fromEntries(counts) },
    tx,
  );
  // Without the row, LAST_INSERT_ID() would be a number of another workspace that this connection has served.
  if (changed === 0) throw new Error(`the workspace ${scope.tenantId} has no row in tenant_counters`);
  if (events.length === 0) return;
  const rows = events.map(
    (_, index) =>
      `(:tenantId, LAST_INSERT_ID() - ${events.length - 1 - index}, :name${index}, :payload${index}, :contact${index}, UTC_TIMESTAMP(3))`,
  );
  const bindings: Record<string, string | Buffer | null> = { tenantId };
  for (const [index, event] of events.entries()) {
    bindings[`name${index}`] = event.name;
    bindings[`payload${index}`] = event.payload;
    bindings[`contact${index}`] = event.contactId;
  }
  await db.run(
    `INSERT INTO events (tenant_id, seq, name, payload, contact_id, created_at) VALUES ${rows.join(', ')}`,
    bindings,
    tx,
  );
}
