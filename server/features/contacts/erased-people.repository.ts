import { phoneLookupKey } from '../../../shared/domain/phone.ts';
import type { Database } from '../../db/database.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';
import type { PlatformSender } from './contact-directory.ts';
import { identitiesOf } from './contact-identities.repository.ts';

/**
 * People who were deleted, as HMACs of their numbers and platform ids. A callback that is replayed after its digest
 * has expired (decision 0221) must not restore a deleted contact. Numbers are not stored (decision 0244).
 */

type PersonContext = QueryContext & Pick<Context, 'keyring'>;

/** Days for which the platform repeats a callback: older ones are replayed by someone else. */
const PLATFORM_DAYS = 7;

/**
 * Stores that the person of a contact is deleted. Call it before the contact's identities are.
 * @returns these identities, as numbers and platform ids.
 */
export async function rememberErasure(ctx: PersonContext, contactId: Buffer): Promise<string[]> {
  const identities = await identitiesOf(ctx, contactId);
  for (const { kind, lookup } of identities) {
    await run(
      ctx,
      `INSERT INTO erased_people (tenant_id, person, erased_at) VALUES (:tenantId, :person, UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE erased_at = VALUES(erased_at)`,
      { person: ctx.keyring.fingerprint(nameOf(ctx, kind, lookup)) },
    );
  }
  return [...new Set(identities.flatMap(({ lookup, value }) => [lookup, value]))];
}

/**
 * Returns whether a message is from before its sender's deletion, and older than some days: of an unknown sender, so old
 * that the platform would not send it any more.
 */
export async function isErasedHistory(
  ctx: PersonContext,
  sender: PlatformSender,
  sentAt: Date,
  days = PLATFORM_DAYS,
): Promise<boolean> {
  const names = [
    ...(sender.phone === null ? [] : [nameOf(ctx, 'phone', phoneLookupKey(sender.phone))]),
    ...(sender.userId === null ? [] : [nameOf(ctx, 'user', sender.userId)]),
  ];
  const people = names.flatMap((name) => ctx.keyring.fingerprints(name));
  if (people.length === 0) return false;
  const rows = await select(
    ctx,
    `SELECT person FROM erased_people WHERE tenant_id = :tenantId AND person IN (:people)
       AND erased_at > :sentAt AND :sentAt < UTC_TIMESTAMP(3) - INTERVAL ${Math.trunc(days)} DAY`,
    { people, sentAt },
  );
  return rows.length > 0;
}

/** Returns the step that forgets deleted people after 400 days. */
export function erasedPeopleRetention(db: Database): HousekeepingStep {
  return {
    name: 'erased_people',
    sweep: () =>
      inBatches(() =>
        db.run(
          `/* system: housekeeping */ DELETE FROM erased_people
           WHERE erased_at < UTC_TIMESTAMP(3) - INTERVAL 400 DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}

function nameOf({ scope }: QueryContext, kind: string, lookup: string): string {
  return `erased:${scope.tenantId}:${kind}:${lookup}`;
}
